export { createHousekeeping } from './housekeeping.service.ts';
export type { Housekeeping } from './housekeeping.service.ts';
