import './notifications.tables.ts';

export { outboxRoutes } from './outbox.routes.ts';
export { createOutboxAdministration } from './outbox.service.ts';
export { notificationRoutes } from './rules.routes.ts';
export { createNotificationRules } from './rules.service.ts';
export type { NotificationRules } from './rules.service.ts';
export { createTelling } from './telling.ts';
export { addUnsubscribing } from './unsubscribe.page.ts';
