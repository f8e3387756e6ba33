// Dashboards as a feature.
import type { Database } from '../../platform/database/index.ts';
import type { People } from '../people/index.ts';
import type { Projects } from '../projects/index.ts';
import { dashboardsArchive } from './dashboards.archive.ts';
import { dashboardRoutes } from './dashboards.routes.ts';
import { createDashboards } from './dashboards.service.ts';

export const createDashboardsFeature = (
  { database }: { database: Database },
  { people, projects }: { people: People; projects: Projects },
) => ({
  parts: {
    routes: dashboardRoutes(people, createDashboards({ database, projects })),
    archive: [dashboardsArchive],
  },
});
