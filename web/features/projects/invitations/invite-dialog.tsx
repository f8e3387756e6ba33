// Many people invited to the project at once, by their addresses: who has an account joins, everybody else gets a link, by mail or from
// the person who invites.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { isLoopback } from '../../../platform/loopback.ts';
import { useSelf, useSite } from '../../../platform/session.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { Link } from '../../../ui/link.tsx';
import ui from '../../../ui/ui.module.css';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { InvitationLink } from './invitation-link.tsx';
import { readAddresses } from './invited-addresses.ts';

type Answer = Schemas['InvitationsAnswer'];

/** The API takes no more at once. */
const perRequest = 20;

const outcomes = [
  'known_users_added_to_project_members',
  'known_users_added_to_project_guests',
  'already_project_members',
  'known_users_not_alive',
  'known_users_are_restricted',
] as const;

const Group = ({ title, people }: { title: string; people: readonly string[] }): ReactNode =>
  people.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul>
        {people.map((person) => (
          <li key={person}>{person}</li>
        ))}
      </ul>
    </>
  );

/** Says that the links are of no use to others, and leads those who can mend it to the setting. */
function OnlyHere(): ReactNode {
  const self = useSelf();
  return (
    <Notice kind="warning">
      {t('invite.onlyHere')}{' '}
      {self?.is_site_admin === true ? (
        <Link to="/admin/settings" search={{ q: 'public_url' }}>
          {t('invite.setAddress')}
        </Link>
      ) : (
        t('invite.askForAddress')
      )}
    </Notice>
  );
}

interface OutcomeProps {
  sent: readonly string[];
  answers: readonly Answer[];
  isOfProject: boolean;
}

/** What came of each address that was sent. */
function Outcome({ sent, answers, isOfProject }: OutcomeProps): ReactNode {
  const failures = answers.flatMap((answer) => answer.failures);
  const known = answers.flatMap((answer) => outcomes.flatMap((outcome) => answer[outcome]));
  const links = answers.flatMap((answer) => answer.links);
  const others = new Set([...failures, ...[...known, ...links].map(({ email }) => email.toLowerCase())]);
  return (
    <div className={ui.stack} aria-label={t('invite.outcome')} role="status">
      <Group title={t('invite.mailed')} people={sent.filter((address) => !others.has(address))} />
      {outcomes.map((outcome) => (
        <Group
          key={outcome}
          title={t(`invite.${outcome}`)}
          people={answers.flatMap((answer) =>
            answer[outcome].map(({ display_name: name, email }) => `${writeName(name)}, ${email}`),
          )}
        />
      ))}
      {links.length > 0 && (
        <>
          <h3>{t('invite.links')}</h3>
          {links.some(({ url }) => isLoopback(URL.parse(url)?.hostname ?? '')) && <OnlyHere />}
          <ul>
            {links.map(({ email, url }) => (
              <li key={email}>
                <InvitationLink email={email} url={url} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Group title={t(isOfProject ? 'invite.failures' : 'invite.failuresOfSite')} people={failures} />
    </div>
  );
}

interface Props {
  /** undefined: to the site alone. */
  projectId?: number;
  /** The address of somebody who was looked for. */
  first?: string;
  onClose(): void;
}

export function InviteDialog({ projectId, first = '', onClose }: Props): ReactNode {
  const { sends_mail: sendsMail } = useSite();
  const { values, change, drop } = useDraft(`invite-${projectId ?? 'site'}${first && `-${first}`}`, {
    emails: first,
    note: '',
    role: 'member',
  });
  const [sent, setSent] = useState<readonly string[]>([]);
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const { submit, isSending, problem } = useSubmit({
    invalidates: [['/user_groups'], ['/projects'], ['/invitations'], ['/accounts']],
  });
  const addresses = readAddresses(values.emails);
  const invite = async (): Promise<void> => {
    setSent([]);
    setAnswers([]);
    for (let at = 0; at < addresses.length; at += perRequest) {
      const emails = addresses.slice(at, at + perRequest);
      const role = values.role === 'guest' ? 'guest' : 'member';
      const body = { emails, custom_message: values.note.trim(), project_id: projectId ?? null, role } as const;
      const answer = await take(api.POST('/invitations', { body }));
      setSent((before) => [...before, ...emails]);
      setAnswers((before) => [...before, answer]);
      change({ emails: addresses.slice(at + perRequest).join('\n') });
    }
    drop();
  };
  return (
    <Dialog title={t('invite.title')} isOpen isWide onClose={onClose}>
      <form
        className={ui.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (addresses.length > 0 && !isSending) void submit(invite);
        }}
      >
        <p className={ui.soft}>
          {t(`invite.text${projectId === undefined ? 'Site' : ''}${sendsMail ? '' : 'NoMail'}`)}
        </p>
        {answers.length > 0 && <Outcome {...{ sent, answers }} isOfProject={projectId !== undefined} />}
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <TextField
          label={t('invite.emails')}
          hint={t('invite.emailsHint')}
          isRequired
          autoFocus
          rows={5}
          value={values.emails}
          onChange={(emails) => change({ emails })}
        />
        {projectId !== undefined && (
          <Select
            label={t('groups.roleOfAdded')}
            hint={values.role === 'guest' ? t('groups.roleText.guest') : undefined}
            choices={(['member', 'guest'] as const).map((id) => ({ id, label: t(`groups.role.${id}`) }))}
            value={values.role}
            onChange={(role) => change({ role })}
          />
        )}
        {sendsMail && (
          <TextField
            label={t('invite.note')}
            rows={3}
            maxLength={500}
            value={values.note}
            onChange={(note) => change({ note })}
          />
        )}
        <div className={ui.actions}>
          <Button onPress={onClose}>{t(answers.length > 0 ? 'invite.done' : 'ui.cancel')}</Button>
          <Button type="submit" tone="primary" isDisabled={addresses.length === 0 || isSending}>
            {addresses.length === 0 ? t('invite.send') : t('invite.sendMany', { count: addresses.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
