// The pages as a feature, with what they read first. No file is read before somebody asks for a page.
import type { FastifyInstance } from 'fastify';
import type { Banners } from '../banner/index.ts';
import type { SiteService } from '../site/index.ts';
import { addPages } from './pages.routes.ts';
import { siteInformationRoutes } from './site-information.routes.ts';

export const createPagesFeature = ({ site, banners }: { site: SiteService; banners: Banners }) => ({
  parts: {
    pages: [(server: FastifyInstance): void => addPages(server, site)],
    routes: siteInformationRoutes(site, banners),
  },
});
