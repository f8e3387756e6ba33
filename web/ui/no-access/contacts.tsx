// People who could open what is closed.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Person } from '../avatar.tsx';
import css from '../ui.module.css';

/** Those who administer the project, as far as one may know them. */
export function WhoHelps({ projectId }: { projectId: number }): ReactNode {
  const { data } = useQuery({
    queryKey: ['/projects', projectId, 'summary'],
    queryFn: () => take(api.GET('/projects/{id}/summary', { params: { path: { id: projectId } } })),
    retry: false,
  });
  const administrators = data?.members.filter((member) => member.is_admin) ?? [];
  if (administrators.length === 0) return null;
  return (
    <>
      <p>{t('ui.closed.who')}</p>
      <ul className={css.row}>
        {administrators.map(({ user }) => (
          <li key={user.id}>
            <Person person={user} />
          </li>
        ))}
      </ul>
    </>
  );
}
