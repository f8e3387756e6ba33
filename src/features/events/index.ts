import './events.tables.ts';
import './webhooks.tables.ts';

export { createEventsOut } from './events-out.ts';
export type { EventsOut } from './events-out.ts';
export { dropOldEvents } from './events.service.ts';
export { dropFormerSecrets } from './webhooks.service.ts';
