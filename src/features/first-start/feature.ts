// The first start of a site as a feature: its first account is made in a browser.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { PeopleFeature } from '../people/index.ts';
import type { SiteService } from '../site/index.ts';
import { firstStartRoutes } from './first-start.routes.ts';
import { createFirstStart } from './first-start.service.ts';

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Secret of this install. */
  entityTagKey: string;
}

export function createFirstStartFeature(
  { entityTagKey: secret, ...needs }: Needs,
  { site, people, sessions }: Pick<PeopleFeature, 'people' | 'sessions'> & { site: SiteService },
) {
  const firstStart = createFirstStart({ ...needs, secret, site, people, sessions });
  return { firstStart, parts: { routes: firstStartRoutes(firstStart) } };
}
