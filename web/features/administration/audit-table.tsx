// Entries of the audit log.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import type { Schemas } from '../../platform/api.ts';
import { When } from '../../ui/things.tsx';
import css from './administration.module.css';
import type { pagedQuery } from './paged.ts';
import { PagedTable } from './paged-table.tsx';

type Event = Schemas['AuditEvent'];

/** Such as `name: bug, permission: can_admin`. */
const describe = (details: Event['details']): string =>
  Object.entries(details)
    .map(([key, value]) => `${key}: ${String(value)}`)
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
        {describe(details)}
      </span>,
    ]}
  />
);
