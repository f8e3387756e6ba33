// Kanbans as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { People } from '../people/index.ts';
import type { PlanningFeature } from '../planning/index.ts';
import type { ThingFinder } from '../join-requests/index.ts';
import type { Projects } from '../projects/index.ts';
import type { Reports } from '../reports/index.ts';
import { trackerRecords } from '../trackers/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { kanbanArchive } from './kanban.archive.ts';
import { kanbanRoutes } from './kanban.routes.ts';
import { findKanban } from './kanban.store.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

interface Dependencies {
  people: People;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
  reports: Reports;
  boardArchives: PlanningFeature['boardArchives'];
  plannings: PlanningFeature['plannings'];
  thingFinders: ExtensionPoint<ThingFinder>;
}

export function createKanbanFeature({ database, clock }: Needs, dependencies: Dependencies) {
  dependencies.boardArchives.add(kanbanArchive);
  dependencies.thingFinders.add({
    kind: 'kanban',
    async findProjectId(db, id) {
      const kanban = await findKanban(db, id);
      return kanban === undefined ? undefined : (await trackerRecords.findTracker(db, kanban.tracker_id))?.project_id;
    },
  });
  const { people, projects, trackers, artifacts, reports, plannings } = dependencies;
  return {
    parts: { routes: kanbanRoutes({ database, clock, people, projects, trackers, artifacts, reports, plannings }) },
  };
}
