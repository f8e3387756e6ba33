// By what entries of the audit log are looked for: what happened, who did it, to whom, in which project, from where, and when.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { RestingDate } from '../../ui/dates/deferred-date.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import type { Choice } from '../../ui/pickers/choices.ts';
import { PersonField } from '../../ui/pickers/people-pickers.tsx';
import type { PersonChoice } from '../../ui/pickers/people-pickers.tsx';
import { PickField } from '../../ui/pickers/pickers.tsx';
import { useSettled } from '../../ui/forms/use-settled.ts';
import css from './administration.module.css';

export type AuditKind = Schemas['AuditEvent']['kind'];

/** As the query of the routes has it. */
export interface AuditFilter {
  kind?: AuditKind;
  actor_id?: number;
  user_id?: number;
  project_id?: number;
  address?: string;
  from?: string;
  until?: string;
}

/** A pause of typing after which a date counts, ms. */
const pauseMs = 300;

/** One project of the whole site. */
function ProjectField({ project, onChange }: ProjectFieldProps): ReactNode {
  const [words, setWords] = useState('');
  const settled = useSettled(words, pauseMs);
  const { data = [], isFetching } = useQuery({
    queryKey: ['/projects', 'of the audit log', settled],
    queryFn: () => take(api.GET('/projects', { params: { query: { words: settled, order: 'name', limit: 50 } } })),
  });
  const found = data.map(({ id, label }) => ({ id: String(id), label }));
  return (
    <PickField
      label={t('admin.audit.project')}
      placeholder={t('admin.audit.everyProject')}
      choices={project === undefined || found.some(({ id }) => id === project.id) ? found : [...found, project]}
      value={project?.id}
      isClearable
      onSearch={setWords}
      isSearching={isFetching || settled !== words}
      onChange={(id) => onChange([...found, ...(project === undefined ? [] : [project])].find((one) => one.id === id))}
    />
  );
}

interface ProjectFieldProps {
  project: Choice | undefined;
  onChange(project: Choice | undefined): void;
}

/** An address that is whole; others would be refused while they are typed. */
const isAddress = (text: string): boolean => /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]+)$/i.test(text);

/** The filter, and the fields in which it is chosen; with a project and an address where entries of the whole site are shown. */
export function useAuditFilter(kinds: readonly AuditKind[], isOfSite = false): [AuditFilter, ReactNode] {
  const [kind, setKind] = useState<AuditKind>();
  const [person, setPerson] = useState<PersonChoice>();
  const [subject, setSubject] = useState<PersonChoice>();
  const [project, setProject] = useState<Choice>();
  const [address, setAddress] = useState('');
  const settledAddress = useSettled(address.trim(), pauseMs);
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [settledFrom, settledUntil] = [useSettled(from, pauseMs), useSettled(until, pauseMs)];
  const filter: AuditFilter = {
    ...(kind === undefined ? {} : { kind }),
    ...(person === undefined ? {} : { actor_id: Number(person.id) }),
    ...(subject === undefined ? {} : { user_id: Number(subject.id) }),
    ...(project === undefined ? {} : { project_id: Number(project.id) }),
    ...(isAddress(settledAddress) ? { address: settledAddress } : {}),
    ...(settledFrom === '' ? {} : { from: settledFrom }),
    ...(settledUntil === '' ? {} : { until: settledUntil }),
  };
  const fields = (
    <div className={css.filters}>
      <PickField
        label={t('admin.audit.action')}
        placeholder={t('admin.everything')}
        choices={kinds.map((id) => ({ id, label: t(`audit.${id}`) }))}
        value={kind}
        isClearable
        onChange={(id) => setKind(kinds.find((one) => one === id))}
      />
      <PersonField label={t('admin.audit.actor')} person={person} onChange={setPerson} />
      <PersonField label={t('admin.audit.subject')} person={subject} onChange={setSubject} />
      {isOfSite && <ProjectField project={project} onChange={setProject} />}
      {isOfSite && <TextField label={t('admin.audit.address')} value={address} onChange={setAddress} />}
      <RestingDate label={t('admin.from.date')} value={from} onChange={setFrom} />
      <RestingDate label={t('admin.until')} value={until} onChange={setUntil} />
    </div>
  );
  return [filter, fields];
}
