// Reports as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { Projects } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import type { TrackersFeature } from '../trackers/index.ts';
import { createReportArtifacts } from './report-artifacts.service.ts';
import { createChartContents } from './charts/chart-content.service.ts';
import { chartRoutes } from './charts/charts.routes.ts';
import { rendererRoutes } from './renderers.routes.ts';
import { createRenderers } from './renderers.service.ts';
import { reportRoutes } from './reports.routes.ts';
import { createReports } from './reports.service.ts';

interface Needs {
  database: Database;
  clock: Clock;
  entityTagKey: string;
}

type Dependencies = Pick<TrackersFeature, 'trackers' | 'trackerExtensions'> & {
  site: SiteService;
  projects: Projects;
  artifacts: Artifacts;
};

export function createReportsFeature({ database, clock, entityTagKey }: Needs, dependencies: Dependencies) {
  const { site, projects, trackers, artifacts } = dependencies;
  const reports = createReports({ database, projects, trackers, artifacts, entityTagKey });
  dependencies.trackerExtensions.reports.add((viewer, tracker) => reports.describe(viewer, tracker));
  return {
    reports,
    parts: {
      routes: [
        ...reportRoutes(reports, createReportArtifacts({ database, site, artifacts, reports })),
        ...rendererRoutes(createRenderers(reports)),
        ...chartRoutes(createChartContents({ database, trackers, artifacts, reports, nowMs: () => clock.nowMs() })),
      ],
    },
  };
}
