// All texts in French.
import type { Catalog } from '../catalog.ts';
import { account } from './account.ts';
import { actions } from './actions.ts';
import { artifacts } from './artifacts.ts';
import { editors } from './editors.ts';
import { form } from './form.ts';
import { boards } from './boards.ts';
import { code } from './code.ts';
import { charts } from './charts.ts';
import { dashboards } from './dashboards.ts';
import { frame } from './frame.ts';
import { home } from './home.ts';
import { kanban } from './kanban.ts';
import { people } from './people.ts';
import { planning } from './planning.ts';
import { program } from './program.ts';
import { projects } from './projects.ts';
import { reports } from './reports.ts';
import { roadmap } from './roadmap.ts';
import { search } from './search.ts';
import { talk } from './talk.ts';
import { taskboard } from './taskboard.ts';
import { trackers } from './trackers.ts';
import { ui } from './ui.ts';

export const fr: Catalog = {
  ...account,
  ...actions,
  ...artifacts,
  ...editors,
  ...form,
  ...boards,
  ...code,
  ...charts,
  ...dashboards,
  ...frame,
  ...home,
  ...kanban,
  ...people,
  ...planning,
  ...program,
  ...projects,
  ...reports,
  ...roadmap,
  ...search,
  ...talk,
  ...taskboard,
  ...trackers,
  ...ui,
};
