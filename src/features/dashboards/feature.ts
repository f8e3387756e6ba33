// Dashboards as a feature.
import type { Database } from '../../platform/database/index.ts';
import type { MarkupRenderer } from '../../platform/markup/index.ts';
import type { People } from '../people/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { dashboardsArchive } from './dashboards.archive.ts';
import { dashboardRoutes } from './dashboards.routes.ts';
import { createDashboards } from './dashboards.service.ts';
import { listDashboards } from './dashboards.store.ts';

export const createDashboardsFeature = (
  { database }: { database: Database },
  {
    people,
    projects,
    projectExtensions,
    trackers,
    markup,
  }: Pick<ProjectsFeature, 'projects' | 'projectExtensions'> & {
    people: People;
    trackers: Trackers;
    markup: MarkupRenderer;
  },
) => {
  const dashboards = createDashboards({ database, projects, trackers, markup });
  projectExtensions.givenRights.add(async (db, projectId) =>
    (await listDashboards(db, { user_id: null, project_id: projectId })).map(({ id, name: label }) => ({
      kind: 'dashboard',
      id,
      label,
      right: 'read',
      groupIds: undefined,
    })),
  );
  return {
    dashboards,
    parts: {
      routes: dashboardRoutes(people, dashboards),
      archive: [dashboardsArchive],
    },
  };
};
