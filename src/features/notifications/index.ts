// Who is mailed about what. `change-mails/` finds out whom a change concerns and writes the mails, `reminders/` does so of dates
// that come near; beside them stands what people and trackers choose, and the outbox.
import './notifications.tables.ts';
export { createChangeMails } from './change-mails/change-mails.ts';
export { createNotificationsFeature, createOutboxFeature } from './feature.ts';
export { mailCommands } from './outbox.commands.ts';
