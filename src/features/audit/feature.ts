// The audit log as a feature.
import type { Database } from '../../platform/database/index.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import { auditRoutes } from './audit.routes.ts';
import { createAudit } from './audit.service.ts';
import type { NameSubjects } from './audit.service.ts';

export function createAuditFeature({ database }: { database: Database }) {
  /** Later features name what entries are about. */
  const auditNames = createExtensionPoint<NameSubjects>();
  const audit = createAudit(database, auditNames);
  return { audit, auditNames, parts: { routes: auditRoutes(audit) } };
}
