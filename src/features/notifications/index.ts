// Who is told of what. `change-mails/` finds out whom a change concerns, and tells them by mail and in `inbox/`; `reminders/` does so
// of dates that come near; beside them are the choices of people and trackers, and the outbox.
import './notifications.tables.ts';
export { createChangeMails } from './change-mails/change-mails.ts';
export { createNotificationsFeature, createOutboxFeature } from './feature.ts';
export { mailCommands } from './outbox.commands.ts';
export { addToInboxes, inboxEventKind } from './inbox/inbox.service.ts';
export type { InboxThings } from './inbox/inbox.service.ts';
