import './audit.tables.ts';

export { auditKinds } from './audit.kinds.ts';
export type { AuditKind } from './audit.kinds.ts';
export { auditRoutes } from './audit.routes.ts';
export { commandLine, createAudit, recordAudit } from './audit.service.ts';
export { countEvents } from './audit.store.ts';
export type { Actor, Audit, AuditEntry } from './audit.service.ts';
