import './mail-gateway.tables.ts';

export { createMailGateway } from './mail-gateway.ts';
export type { MailGateway } from './mail-gateway.ts';
export { messageStatuses } from './mail-gateway.tables.ts';
export { mailRoutes } from './mail-messages.routes.ts';
export { dropOldArrivals } from './old-arrivals.ts';
