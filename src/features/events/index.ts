import './log/events.tables.ts';
import './webhooks/webhooks.tables.ts';

export { createEventsOut } from './events-out.ts';
export type { EventsOut } from './events-out.ts';
export { dropOldEvents } from './log/events.service.ts';
export { dropFormerSecrets } from './webhooks/webhooks.service.ts';
