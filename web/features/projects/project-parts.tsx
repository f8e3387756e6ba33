// What the overview of a project says, part by part: its activity, its people, its description.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Person } from '../../ui/avatar.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import { readHeartbeat } from './heartbeats.ts';
import css from './project-overview.module.css';
import { heartbeatsQuery, summaryQuery } from './projects.queries.ts';
import { Link } from '../../ui/link.tsx';

type Project = Schemas['Project'];

/** The newest first; `max` of them. */
export function ActivityList({ projectId, max }: { projectId: number; max?: number }): ReactNode {
  const { data, error, refetch } = useQuery(heartbeatsQuery(projectId));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.entries.length === 0) return <p className={ui.soft}>{t('projects.noActivity')}</p>;
  return (
    <ol className={css.activity}>
      {data.entries.slice(0, max).map((entry) => {
        const { page, reference, title } = readHeartbeat(entry.html_message);
        return (
          <li key={`${page} ${entry.updated_at}`}>
            <div className={css.what}>
              <span className={`${ui.faint} ${ui.small}`}>{reference}</span>{' '}
              <Link to={page}>{title === '' ? reference : title}</Link>
            </div>
            <div className={`${ui.faint} ${ui.small} ${css.who}`}>
              {entry.user !== null && <Person person={entry.user} />}
              <When iso={entry.updated_at} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Members, or who administers the project for those who are none. */
export function MemberList({ project }: { project: Project }): ReactNode {
  const { data, error, refetch } = useQuery(summaryQuery(project.id));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const areShown = project.is_member_of || data.may_administer;
  const hidden = data.member_count - data.members.length;
  return (
    <>
      <ul className={css.people}>
        {data.members.map(({ user, is_admin: isAdmin }) => (
          <li key={user.id}>
            <Person person={user} />
            {isAdmin && <span className={ui.badge}>{t('projects.administrator')}</span>}
          </li>
        ))}
      </ul>
      {areShown && hidden > 0 && (
        <p className={`${ui.faint} ${ui.small}`}>{t('projects.moreMembers', { count: hidden })}</p>
      )}
    </>
  );
}

/** What the site has its projects say of themselves; nothing where this one says nothing. */
export function ProjectFacts({ project }: { project: Project }): ReactNode {
  const shown = project.additional_fields.filter(({ value }) => value.trim() !== '');
  if (shown.length === 0) return null;
  return (
    <dl className={`${ui.card} ${css.facts}`}>
      {shown.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={ui.plain}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
