export { createHousekeeping } from './housekeeping.service.ts';
export type { Housekeeping, NightlyJob } from './housekeeping.service.ts';
export { systemEventRoutes } from './system-events.routes.ts';
export { createSystemEvents } from './system-events.service.ts';
export type { SystemEvents } from './system-events.service.ts';
