// Entries of the audit log.
import type { ReactNode } from 'react';
import { nameDevice } from '../../platform/agent.ts';
import { t } from '../../platform/i18n.ts';
import type { Schemas } from '../../platform/api.ts';
import { When } from '../../ui/things.tsx';
import css from './administration.module.css';
import { findDetailName, findValueWord } from './audit-details.ts';
import type { pagedQuery } from './paged.ts';
import { PagedTable } from './paged-table.tsx';

type Event = Schemas['AuditEvent'];

const nameDetail = (name: string): string => {
  const known = findDetailName(name);
  return known === undefined ? name : t(`audit.detail.${known}`);
};

/** A value of a detail, such as the way of a sign-in; of a browser its name and system. */
export function describeValue(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
  if (name === 'user_agent') return nameDevice(String(value));
  const word = findValueWord(name, String(value));
  return word === undefined ? String(value) : t(`audit.word.${word}`);
}

/** Such as `name: bug, right: can_admin`. */
const describeDetails = (details: Event['details']): string =>
  Object.entries(details)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => t('audit.named', { name: nameDetail(name), value: describeValue(name, value) }))
    .join(', ');

/** Who does things without an account. */
const nobodies = {
  'command line': 'audit.by.command-line',
  'configuration file': 'audit.by.configuration-file',
  'first start': 'audit.by.first-start',
  'end of membership': 'audit.by.end-of-membership',
  directory: 'audit.by.directory',
  anonymous: 'audit.by.anonymous',
  '': 'audit.by.nobody',
} as const;

const isNobody = (name: string): name is keyof typeof nobodies => Object.hasOwn(nobodies, name);

const nameActor = ({ id, name }: Event['actor']): string => (id === null && isNobody(name) ? t(nobodies[name]) : name);

export const AuditTable = ({ query }: { query: ReturnType<typeof pagedQuery<Event>> }): ReactNode => (
  <PagedTable
    label={t('admin.history')}
    query={query}
    heads={[t('admin.when'), t('admin.who'), t('admin.what'), t('admin.details')]}
    keyOf={({ id }) => id}
    cells={({ date, actor, kind, details }) => [
      <When key="when" iso={date} isAbsolute />,
      nameActor(actor),
      <span key="kind" title={kind}>
        {t(`audit.${kind}`)}
      </span>,
      <span key="details" className={css.details}>
        {describeDetails(details)}
      </span>,
    ]}
  />
);
