import './audit.tables.ts';

export { eventQuery, readEventQuery } from './audit-filter.ts';
export type { AuditKind } from './audit.kinds.ts';
export { AuditEvent } from './audit.schema.ts';
export { commandLine, recordAudit } from './audit.service.ts';
export { countEvents } from './audit.store.ts';
export type { Actor, Audit, AuditEntry, NameSubjects } from './audit.service.ts';
export { createAuditFeature } from './feature.ts';
export { requireKnownSiteAdmin, requireSiteAdmin } from './site-admin.ts';
export { auditCommands } from './audit.commands.ts';
