// What the overview of a project says, part by part: its people, its description.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Person } from '../../ui/avatar.tsx';
import ui from '../../ui/ui.module.css';
import css from './project-overview.module.css';
import { summaryQuery } from './projects.queries.ts';

type Project = Schemas['Project'];

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
