// Invitations that nobody has used yet: of one project, or of the whole site.
import { useQuery } from '@tanstack/react-query';
import { RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { Button } from '../../../ui/button.tsx';
import { When } from '../../../ui/dates/when.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { InvitationLink } from '../../projects/index.ts';

type Invitation = Schemas['Invitation'];

const shownMax = 100;

const pendingQuery = (projectId: number | undefined) => ({
  queryKey: ['/invitations', projectId],
  queryFn: () =>
    takeTagged(
      api.GET('/invitations', {
        params: { query: { limit: shownMax, ...(projectId === undefined ? {} : { project_id: projectId }) } },
      }),
    ),
});

/** Who invited whom, and until when the link is good. */
const Facts = ({
  invitation: { email, invited_by: inviter, project, role, ...facts },
  hasProject,
}: FactsProps): ReactNode => (
  <span className={ui.grow}>
    {email}
    <br />
    <span className={`${ui.faint} ${ui.small}`}>
      {inviter !== null && t('invite.by', { name: writeName(inviter.display_name) })}
      {role === 'guest' && ` · ${t('groups.role.guest')}`}
      {hasProject && project !== null && ` · ${project.label}`}
      {' · '}
      {facts.is_expired ? t('invite.expired') : t('invite.expires')} <When iso={facts.expiration_date} />
    </span>
  </span>
);

interface FactsProps {
  invitation: Invitation;
  hasProject: boolean;
}

/** Nothing where none is pending. Without a project those of the whole site. */
export function PendingInvitations({ projectId }: { projectId?: number }): ReactNode {
  const { data } = useQuery(pendingQuery(projectId));
  const [link, setLink] = useState<{ email: string; url: string }>();
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/invitations']] });
  if (data === undefined || (data.data.length === 0 && link === undefined)) return null;
  const { data: invitations, size = 0 } = data;
  const renew = async ({ id, email }: Invitation): Promise<void> => {
    const renewed = await take(api.POST('/invitations/{id}/renewals', { params: { path: { id } } }));
    setLink(renewed.link === null ? undefined : { email, url: renewed.link });
  };
  const withdraw = async ({ id, email }: Invitation): Promise<void> => {
    await settle(api.DELETE('/invitations/{id}', { params: { path: { id } } }));
    if (link?.email === email) setLink(undefined);
  };
  return (
    <section className={ui.stack} aria-label={t('invite.pending')}>
      <h2>
        {t('invite.pending')} <span className={`${ui.faint} ${ui.small}`}>{size}</span>
      </h2>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {link !== undefined && (
        <Notice kind="success">
          {t('invite.newLink')}
          <InvitationLink {...link} />
        </Notice>
      )}
      <ul className={`${ui.card} ${css.people}`}>
        {invitations.map((invitation) => {
          const { id, email, is_mailed: isMailed } = invitation;
          return (
            <li key={id}>
              <Facts invitation={invitation} hasProject={projectId === undefined} />
              <Button
                tone="quiet"
                isDisabled={isSending}
                aria-label={t(isMailed ? 'invite.sendAgainTo' : 'invite.newLinkFor', { email })}
                onPress={() =>
                  void submit(() => renew(invitation), isMailed ? t('invite.sentAgain', { email }) : undefined)
                }
              >
                <RotateCw /> {t(isMailed ? 'invite.sendAgain' : 'invite.makeLink')}
              </Button>
              <Button
                tone="quiet"
                isIcon
                isDisabled={isSending}
                aria-label={t('invite.withdraw', { email })}
                onPress={() => void submit(() => withdraw(invitation), t('invite.withdrawn'))}
              >
                <X />
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
