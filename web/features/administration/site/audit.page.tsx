// What happened on the whole site.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { AuditTable } from '../audit-table.tsx';
import { pagedQuery } from '../paged.ts';

type Kind = Schemas['AuditEvent']['kind'];

/** Kinds that people look for; every other one is in the list of all. */
const kinds: readonly Kind[] = [
  'sign-in-failed',
  'sign-in-slowed',
  'account-created',
  'account-changed',
  'right-granted',
  'right-revoked',
  'project-created',
  'project-changed',
  'project-deleted',
  'tracker-created',
  'tracker-changed',
  'tracker-deleted',
  'tracker-permissions-changed',
  'members-changed',
  'setting-changed',
];

const auditQuery = (kind: Kind | undefined) =>
  pagedQuery<Schemas['AuditEvent']>(['/audit_events', kind], (page, signal) =>
    api.GET('/audit_events', { params: { query: { ...page, ...(kind === undefined ? {} : { kind }) } }, signal }),
  );

export function AuditPage(): ReactNode {
  const [kind, setKind] = useState<Kind>();
  return (
    <>
      <PickField
        label={t('admin.what')}
        placeholder={t('admin.everything')}
        choices={kinds.map((id) => ({ id, label: id }))}
        value={kind}
        isClearable
        onChange={(id) => setKind(kinds.find((one) => one === id))}
      />
      <AuditTable query={auditQuery(kind)} />
    </>
  );
}
