// What happened in a project, by kind, person and time.
import type { ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import { useAuditFilter } from '../audit-filters.tsx';
import type { AuditFilter, AuditKind } from '../audit-filters.tsx';
import { AuditTable } from '../audit-table.tsx';
import { pagedQuery } from '../paged.ts';
import { useProject } from './project-administration.layout.tsx';

/** Those that happen in projects. */
const kinds: readonly AuditKind[] = [
  'project-created',
  'project-changed',
  'project-deleted',
  'project-restored',
  'members-changed',
  'member-end-changed',
  'group-created',
  'group-changed',
  'group-deleted',
  'group-binding-changed',
  'tracker-created',
  'tracker-changed',
  'tracker-deleted',
  'tracker-permissions-changed',
  'artifact-deleted',
  'artifact-restored',
  'repository-created',
  'repository-changed',
  'webhook-created',
  'webhook-changed',
  'webhook-deleted',
  'project-exported',
];

const historyQuery = (id: number, filter: AuditFilter) =>
  pagedQuery(['/projects', id, 'audit_events', filter], (page, signal) =>
    api.GET('/projects/{id}/audit_events', { params: { path: { id }, query: { ...page, ...filter } }, signal }),
  );

export function HistoryPage(): ReactNode {
  const { id } = useProject();
  const [filter, fields] = useAuditFilter(kinds);
  return (
    <>
      {fields}
      <AuditTable query={historyQuery(id, filter)} />
    </>
  );
}
