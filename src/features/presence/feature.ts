// Who looks at artifacts now, as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { People } from '../people/index.ts';
import { presenceRoutes } from './presence.routes.ts';
import { createPresence } from './presence.service.ts';

export const createPresenceFeature = (
  { database, clock }: { database: Database; clock: Clock },
  { people, artifacts }: { people: People; artifacts: Artifacts },
) => ({ parts: { routes: presenceRoutes(createPresence({ database, clock, people, artifacts })) } });
