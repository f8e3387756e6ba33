// Events for other programs. Its rooms, each of which uses those before it:
// log/       events as they are read, polled and streamed
// webhooks/  events as they are sent

import './log/events.tables.ts';
import './webhooks/webhooks.tables.ts';
export { dropOldEvents } from './log/events.service.ts';
export { dropFormerSecrets } from './webhooks/webhooks.service.ts';
export { createEventsFeature } from './feature.ts';
