// The pages as a feature, with what they read first. No file is read before somebody asks for a page.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Banners } from '../banner/index.ts';
import type { FirstStart } from '../first-start/index.ts';
import type { LegalTexts } from '../legal/index.ts';
import type { Logos } from '../logo/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { SiteService } from '../site/index.ts';
import { createPages } from './pages.routes.ts';
import type { PreviewDeps } from './previews.ts';
import { siteInformationRoutes } from './site-information.routes.ts';

interface Dependencies extends Omit<PreviewDeps, 'database'> {
  site: SiteService;
  banners: Banners;
  legalTexts: LegalTexts;
  logos: Logos;
  firstStart: FirstStart;
}

/** Documents bring answers of the routes of the list, as it is when the first of them is asked for. */
export const createPagesFeature = (
  { database, clock, logger }: { database: Database; clock: Clock; logger: Logger },
  { site, banners, legalTexts, logos, firstStart, projects, trackers }: Dependencies,
  { routes }: { routes: readonly Route<Viewer>[] },
) => ({
  parts: {
    ...createPages({ site, firstStart, clock, logger, routes }, { database, projects, trackers }),
    routes: siteInformationRoutes({ site, banners, legalTexts, logos }),
  },
});
