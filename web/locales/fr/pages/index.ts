// Texts in French of all pages but the first and administration.
import type { PageCatalog } from '../../catalog.ts';
import { account } from './account.ts';
import { actions } from './actions.ts';
import { artifacts } from './artifacts.ts';
import { boards } from './boards.ts';
import { charts } from './charts.ts';
import { code } from './code.ts';
import { dashboards } from './dashboards.ts';
import { editors } from './editors.ts';
import { form } from './form.ts';
import { fromArchive } from './from-archive.ts';
import { inbox } from './inbox.ts';
import { joining } from './joining.ts';
import { kanban } from './kanban.ts';
import { newProject } from './new-project.ts';
import { planning } from './planning.ts';
import { program } from './program.ts';
import { reports } from './reports.ts';
import { roadmap } from './roadmap.ts';
import { search } from './search.ts';
import { talk } from './talk.ts';
import { taskboard } from './taskboard.ts';
import { trackers } from './trackers.ts';

export const pages: PageCatalog = {
  ...account,
  ...actions,
  ...artifacts,
  ...boards,
  ...charts,
  ...code,
  ...dashboards,
  ...editors,
  ...form,
  ...fromArchive,
  ...inbox,
  ...joining,
  ...kanban,
  ...newProject,
  ...planning,
  ...program,
  ...reports,
  ...roadmap,
  ...search,
  ...talk,
  ...taskboard,
  ...trackers,
};
