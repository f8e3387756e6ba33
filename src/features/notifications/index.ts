// Who is mailed about what. `telling/` finds out whom a change is told and writes the mails, `reminders/` does so of dates
// that come near; beside them stands what people and trackers choose, and the outbox.
import './notifications.tables.ts';
export { createTelling } from './telling/telling.ts';
export { createNotificationsFeature, createOutboxFeature } from './feature.ts';
export { mailCommands } from './outbox.commands.ts';
