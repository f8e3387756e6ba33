import './log/events.tables.ts';
import './webhooks/webhooks.tables.ts';
export { dropOldEvents } from './log/events.service.ts';
export { dropFormerSecrets } from './webhooks/webhooks.service.ts';
export { createEventsFeature } from './feature.ts';
