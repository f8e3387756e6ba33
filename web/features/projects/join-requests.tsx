// Who asks to join a project, for those who administer it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { writeName } from '../../platform/names/person-names.ts';
import { Button } from '../../ui/button.tsx';
import { Person } from '../../ui/avatar.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import css from './project-overview.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';

type Request = Schemas['JoinRequest'];

const shownMax = 50;

/** Nothing where nobody asks. */
export function JoinRequests({ projectId }: { projectId: number }): ReactNode {
  const { submit } = useSubmit({ invalidates: [['/projects', projectId]], errors: 'toast' });
  const queryKey = ['/projects', projectId, 'join_requests'];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () =>
      take(
        api.GET('/projects/{id}/join_requests', { params: { path: { id: projectId }, query: { limit: shownMax } } }),
      ),
  });
  const decide = ({ id, user }: Request, isAccepted: boolean): Promise<boolean> => {
    const params = { path: { id: projectId, request_id: id } };
    return submit(
      () => settle(api.PUT('/projects/{id}/join_requests/{request_id}', { params, body: { is_accepted: isAccepted } })),
      t(isAccepted ? 'join.accepted' : 'join.wasRefused', { name: writeName(user.display_name) }),
    );
  };
  if (data.length === 0) return null;
  return (
    <section className={css.section} id="join-requests" aria-labelledby="join-requests-title">
      <h2 id="join-requests-title">{t('join.asking')}</h2>
      <ul className={ui.stack}>
        {data.map((request) => {
          const name = writeName(request.user.display_name);
          return (
            <li key={request.id} className={`${ui.card} ${ui.stack}`}>
              <div className={ui.row}>
                <Person person={request.user} />
                <span className={`${ui.faint} ${ui.small}`}>
                  <When iso={request.asked_at} />
                  {request.asked.includes('#') && <> · {t('join.because', { thing: request.asked })}</>}
                </span>
              </div>
              {request.message !== '' && <p className={ui.plain}>{request.message}</p>}
              <div className={ui.row}>
                <Button
                  tone="primary"
                  aria-label={t('join.acceptWhom', { name })}
                  onPress={() => void decide(request, true)}
                >
                  {t('join.accept')}
                </Button>
                <Button aria-label={t('join.refuseWhom', { name })} onPress={() => void decide(request, false)}>
                  {t('join.refuse')}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
