// The audit log as a feature.
import type { Database } from '../../platform/database/index.ts';
import { auditRoutes } from './audit.routes.ts';
import { createAudit } from './audit.service.ts';

export function createAuditFeature({ database }: { database: Database }) {
  const audit = createAudit(database);
  return { audit, parts: { routes: auditRoutes(audit) } };
}
