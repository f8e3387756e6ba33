// A page that somebody may not see, or that is not there, which they can't tell apart: what they can do.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../platform/api.ts';
import { t } from '../platform/i18n.ts';
import { useSelf } from '../platform/session.ts';
import { writeName } from '../platform/person-names.ts';
import { ButtonLink } from './button.tsx';
import { Empty } from './states.tsx';
import { Page, Person } from './things.tsx';
import { ToSignIn } from './to-sign-in.tsx';
import css from './ui.module.css';

/** People who could open what is closed: those who administer the project, as far as one may know them. */
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

interface ClosedProps {
  /** Of the page. */
  title: string;
  /** The project that it is in, where that is known. */
  projectId?: number | undefined;
}

export function Closed({ title, projectId }: ClosedProps): ReactNode {
  const self = useSelf();
  if (self === undefined) return <ToSignIn />;
  return (
    <Page title={title} isNarrow>
      <Empty title={t('ui.closed.title')}>
        <p>{t('ui.closed.text', { name: writeName(self.display_name) })}</p>
        {projectId === undefined ? <p>{t('ui.closed.ask')}</p> : <WhoHelps projectId={projectId} />}
        <div className={css.row}>
          <ButtonLink to="/search">{t('ui.closed.search')}</ButtonLink>
          <ButtonLink to="/">{t('ui.closed.home')}</ButtonLink>
        </div>
      </Empty>
    </Page>
  );
}
