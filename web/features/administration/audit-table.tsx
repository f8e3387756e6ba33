// Entries of the audit log.
import type { ReactNode } from 'react';
import { nameDevice } from '../../platform/user-agent.ts';
import { t } from '../../platform/i18n.ts';
import type { Schemas } from '../../platform/api.ts';
import { When } from '../../ui/dates/when.tsx';
import css from './administration.module.css';
import { findDetailName, findValueWord } from './audit-details.ts';
import type { pagedQuery } from './paged.ts';
import { PagedTable } from './paged-table.tsx';
import { Link } from '../../ui/link.tsx';

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

interface Props {
  query: ReturnType<typeof pagedQuery<Event>>;
  /** Entries of the whole site, not of one project, which have no addresses. */
  isOfSite?: boolean;
}

/** The account that it happened to; its number where it is no longer there. */
const nameSubject = ({ user, user_id: id }: Event): string => user?.name ?? (id === null ? '' : `#${id}`);

function ProjectCell({ event: { project, project_id: id } }: { event: Event }): ReactNode {
  if (project === null) return id === null ? null : `#${id}`;
  return (
    <Link to="/projects/$project" params={{ project: project.shortname }}>
      {project.label}
    </Link>
  );
}

export const AuditTable = ({ query, isOfSite = false }: Props): ReactNode => (
  <PagedTable
    label={t('admin.history')}
    query={query}
    heads={[
      t('admin.when'),
      t('admin.audit.actor'),
      t('admin.audit.action'),
      t('admin.audit.subject'),
      ...(isOfSite ? [t('admin.audit.project'), t('admin.audit.address')] : []),
      t('admin.details'),
    ]}
    keyOf={({ id }) => id}
    cells={(event) => [
      <When key="when" iso={event.date} isAbsolute />,
      nameActor(event.actor),
      <span key="kind" title={event.kind}>
        {t(`audit.${event.kind}`)}
      </span>,
      nameSubject(event),
      ...(isOfSite ? [<ProjectCell key="project" event={event} />, event.actor.address ?? ''] : []),
      <span key="details" className={css.details}>
        {describeDetails(event.details)}
      </span>,
    ]}
  />
);
