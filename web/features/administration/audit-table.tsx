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

export const AuditTable = ({ query }: { query: ReturnType<typeof pagedQuery<Event>> }): ReactNode => (
  <PagedTable
    label={t('admin.history')}
    query={query}
    heads={[t('admin.when'), t('admin.who'), t('admin.what'), t('admin.details')]}
    keyOf={({ id }) => id}
    cells={({ date, actor, kind, details }) => [
      <When key="when" iso={date} isAbsolute />,
      actor.name === '' ? '–' : actor.name,
      <span key="kind" title={kind}>
        {t(`audit.${kind}`)}
      </span>,
      <span key="details" className={css.details}>
        {describe(details)}
      </span>,
    ]}
  />
);
