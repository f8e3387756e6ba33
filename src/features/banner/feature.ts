// The platform's banner as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { bannerRoutes } from './banner.routes.ts';
import { createBanners } from './banner.service.ts';

export function createBannerFeature({ database, clock }: { database: Database; clock: Clock }) {
  const banners = createBanners({ database, clock });
  return { banners, parts: { routes: bannerRoutes(banners) } };
}
