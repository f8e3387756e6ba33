// The pages as a feature, with what they read first. No file is read before somebody asks for a page.
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/index.ts';
import type { Banners } from '../banner/index.ts';
import type { FirstStart } from '../first-start/index.ts';
import type { LegalTexts } from '../legal/index.ts';
import type { Logos } from '../logo/index.ts';
import type { SiteService } from '../site/index.ts';
import { addPages } from './pages.routes.ts';
import type { PreviewDeps } from './previews.ts';
import { siteInformationRoutes } from './site-information.routes.ts';

interface Dependencies extends Omit<PreviewDeps, 'database'> {
  site: SiteService;
  banners: Banners;
  legalTexts: LegalTexts;
  logos: Logos;
  firstStart: FirstStart;
}

export const createPagesFeature = (
  { database }: { database: Database },
  { site, banners, legalTexts, logos, firstStart, projects, trackers }: Dependencies,
) => ({
  parts: {
    pages: [
      (server: FastifyInstance): void => addPages(server, { site, firstStart }, { database, projects, trackers }),
    ],
    routes: siteInformationRoutes({ site, banners, legalTexts, logos }),
  },
});
