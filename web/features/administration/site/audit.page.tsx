// What happened on the whole site, by kind, person and time; as a table, and as a file.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { TextField } from '../../../ui/fields.tsx';
import { PersonField } from '../../../ui/pickers/people-pickers.tsx';
import type { PersonChoice } from '../../../ui/pickers/people-pickers.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { AuditTable } from '../audit-table.tsx';
import css from '../administration.module.css';
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
  'project-erased',
  'project-restored',
  'project-exported',
  'tracker-created',
  'tracker-changed',
  'tracker-deleted',
  'tracker-permissions-changed',
  'members-changed',
  'setting-changed',
  'backup-started',
  'mass-mail-sent',
];

interface Filter {
  kind?: Kind;
  actor_id?: number;
  from?: string;
  until?: string;
}

const auditQuery = (filter: Filter) =>
  pagedQuery<Schemas['AuditEvent']>(['/audit_events', filter], (page, signal) =>
    api.GET('/audit_events', { params: { query: { ...page, ...filter } }, signal }),
  );

const addressOf = (filter: Filter): string => {
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  return `/api/audit_events/csv?${query.toString()}`;
};

export function AuditPage(): ReactNode {
  const [kind, setKind] = useState<Kind>();
  const [person, setPerson] = useState<PersonChoice>();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [settledFrom, settledUntil] = [useSettled(from, 300), useSettled(until, 300)];
  const filter: Filter = {
    ...(kind === undefined ? {} : { kind }),
    ...(person === undefined ? {} : { actor_id: Number(person.id) }),
    ...(settledFrom === '' ? {} : { from: settledFrom }),
    ...(settledUntil === '' ? {} : { until: settledUntil }),
  };
  return (
    <>
      <div className={css.filters}>
        <PickField
          label={t('admin.what')}
          placeholder={t('admin.everything')}
          choices={kinds.map((id) => ({ id, label: id }))}
          value={kind}
          isClearable
          onChange={(id) => setKind(kinds.find((one) => one === id))}
        />
        <PersonField label={t('admin.who')} person={person} onChange={setPerson} />
        <TextField label={t('admin.from.date')} type="date" value={from} onChange={setFrom} />
        <TextField label={t('admin.until')} type="date" value={until} onChange={setUntil} />
      </div>
      <p>
        <a href={addressOf(filter)} download>
          {t('admin.asCsv')}
        </a>
      </p>
      <AuditTable query={auditQuery(filter)} />
    </>
  );
}
