// Dashboards as a feature.
import type { Database } from '../../platform/database/index.ts';
import type { MarkupRenderer } from '../../platform/markup/index.ts';
import type { People } from '../people/index.ts';
import type { Projects } from '../projects/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { dashboardsArchive } from './dashboards.archive.ts';
import { dashboardRoutes } from './dashboards.routes.ts';
import { createDashboards } from './dashboards.service.ts';

export const createDashboardsFeature = (
  { database }: { database: Database },
  {
    people,
    projects,
    trackers,
    markup,
  }: { people: People; projects: Projects; trackers: Trackers; markup: MarkupRenderer },
) => {
  const dashboards = createDashboards({ database, projects, trackers, markup });
  return {
    dashboards,
    parts: {
      routes: dashboardRoutes(people, dashboards),
      archive: [dashboardsArchive],
    },
  };
};
