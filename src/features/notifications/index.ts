import './notifications.tables.ts';
export { createTelling } from './telling.ts';
export { createNotificationsFeature, createOutboxFeature } from './feature.ts';
export { mailCommands } from './outbox.commands.ts';
