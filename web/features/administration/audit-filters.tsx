// By what entries of the audit log are looked for: what happened, who did it, and when.
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { RestingDate } from '../../ui/dates/resting-date.tsx';
import { PersonField } from '../../ui/pickers/people-pickers.tsx';
import type { PersonChoice } from '../../ui/pickers/people-pickers.tsx';
import { PickField } from '../../ui/pickers/pickers.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import css from './administration.module.css';

export type AuditKind = Schemas['AuditEvent']['kind'];

/** As the query of the routes has it. */
export interface AuditFilter {
  kind?: AuditKind;
  actor_id?: number;
  from?: string;
  until?: string;
}

/** A pause of typing after which a date counts, ms. */
const pauseMs = 300;

/** The filter, and the fields in which it is chosen. */
export function useAuditFilter(kinds: readonly AuditKind[]): [AuditFilter, ReactNode] {
  const [kind, setKind] = useState<AuditKind>();
  const [person, setPerson] = useState<PersonChoice>();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [settledFrom, settledUntil] = [useSettled(from, pauseMs), useSettled(until, pauseMs)];
  const filter: AuditFilter = {
    ...(kind === undefined ? {} : { kind }),
    ...(person === undefined ? {} : { actor_id: Number(person.id) }),
    ...(settledFrom === '' ? {} : { from: settledFrom }),
    ...(settledUntil === '' ? {} : { until: settledUntil }),
  };
  const fields = (
    <div className={css.filters}>
      <PickField
        label={t('admin.what')}
        placeholder={t('admin.everything')}
        choices={kinds.map((id) => ({ id, label: t(`audit.${id}`) }))}
        value={kind}
        isClearable
        onChange={(id) => setKind(kinds.find((one) => one === id))}
      />
      <PersonField label={t('admin.who')} person={person} onChange={setPerson} />
      <RestingDate label={t('admin.from.date')} value={from} onChange={setFrom} />
      <RestingDate label={t('admin.until')} value={until} onChange={setUntil} />
    </div>
  );
  return [filter, fields];
}
