// What happened in a project.
import type { ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import { AuditTable } from '../audit-table.tsx';
import { pagedQuery } from '../paged.ts';
import { useProject } from './project-administration.layout.tsx';

const historyQuery = (id: number) =>
  pagedQuery(['/projects', id, 'audit_events'], (page, signal) =>
    api.GET('/projects/{id}/audit_events', { params: { path: { id }, query: page }, signal }),
  );

export function HistoryPage(): ReactNode {
  const { id } = useProject();
  return <AuditTable query={historyQuery(id)} />;
}
