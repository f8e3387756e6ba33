// Kanbans as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { People } from '../people/index.ts';
import type { PlanningFeature } from '../planning/index.ts';
import type { Projects } from '../projects/index.ts';
import type { Reports } from '../reports/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { kanbanArchive } from './kanban.archive.ts';
import { kanbanRoutes } from './kanban.routes.ts';

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
}

export function createKanbanFeature({ database, clock }: Needs, dependencies: Dependencies) {
  dependencies.boardArchives.add(kanbanArchive);
  const { people, projects, trackers, artifacts, reports, plannings } = dependencies;
  return {
    parts: { routes: kanbanRoutes({ database, clock, people, projects, trackers, artifacts, reports, plannings }) },
  };
}
