// Who looks at artifacts now.
import './presence.tables.ts';
export { createPresenceFeature } from './feature.ts';
