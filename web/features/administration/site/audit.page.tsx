// What happened on the whole site, by kind, people, project, address and time; as a table, and as a file.
import type { ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useAuditFilter } from '../audit-filters.tsx';
import type { AuditFilter, AuditKind } from '../audit-filters.tsx';
import { AuditTable } from '../audit-table.tsx';
import { pagedQuery } from '../paged.ts';
import { Link } from '../../../ui/link.tsx';

/** Kinds that people look for; every other one is in the list of all. */
const kinds: readonly AuditKind[] = [
  'sign-in-failed',
  'sign-in-slowed',
  'account-created',
  'account-changed',
  'right-granted',
  'right-revoked',
  'project-created',
  'project-changed',
  'project-deleted',
  'project-erased',
  'project-restored',
  'project-exported',
  'tracker-created',
  'tracker-changed',
  'tracker-deleted',
  'tracker-permissions-changed',
  'members-changed',
  'setting-changed',
  'server-restarted',
  'backup-started',
  'mass-mail-sent',
];

const auditQuery = (filter: AuditFilter) =>
  pagedQuery<Schemas['AuditEvent']>(['/audit_events', filter], (page, signal) =>
    api.GET('/audit_events', { params: { query: { ...page, ...filter } }, signal }),
  );

const addressOf = (filter: AuditFilter): string => {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  return `/api/audit_events/csv?${query.toString()}`;
};

export function AuditPage(): ReactNode {
  const [filter, fields] = useAuditFilter(kinds, true);
  return (
    <>
      {fields}
      <p>
        <Link href={addressOf(filter)} download>
          {t('admin.asCsv')}
        </Link>
      </p>
      <AuditTable query={auditQuery(filter)} isOfSite />
    </>
  );
}
