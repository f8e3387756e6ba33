export { createHousekeeping } from './housekeeping.service.ts';
export type { Cleaner, NightlyJob } from './housekeeping.service.ts';
export { createHousekeepingFeature } from './feature.ts';
export { jobCommands } from './jobs.commands.ts';
