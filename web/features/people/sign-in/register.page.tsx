// Making an account for oneself, where the site offers it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { ApiError, api, settle, take } from '../../../platform/api.ts';
import type { Fault, Schemas } from '../../../platform/api.ts';
import { currentLanguage, isLanguage, languages, t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { findProjectStart } from '../../../platform/project-start.ts';
import { useSelf, useSite } from '../../../platform/session.ts';
import type { Self } from '../../../platform/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import { describeError, Empty, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { LegalLinks } from '../../../ui/layout/legal-links.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import ui from '../../../ui/ui.module.css';
import { Gate } from './gate.tsx';
import { localeOf } from '../account/locales.ts';
import { isLongEnough, NewPasswordField } from '../../../ui/forms/new-password-field.tsx';
import css from '../people.module.css';
import { browserTimeZone, TimeZoneField } from '../account/time-zone-field.tsx';
import { useNameCheck } from './use-name-check.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

type Part = 'username' | 'real_name' | 'email' | 'password';
interface Wish extends Record<Part, string> {
  language: string;
  zone: string;
}

const partOf = (error: ApiError): Part | undefined =>
  (['username', 'real_name', 'email', 'password'] as const).find((part) => error.message.includes(`\`${part}\``)) ??
  (error.status === 409 ? 'username' : undefined);

const explain = (error: unknown): Fault | undefined =>
  error instanceof ApiError
    ? { part: partOf(error) ?? '', text: error.status === 429 ? t('account.registeredOften') : describeError(error) }
    : undefined;

async function register({ language, zone, ...wish }: Wish): Promise<void> {
  const invitation = window.location.hash.slice(1);
  const body = {
    ...wish,
    locale: localeOf(language),
    timezone: zone,
    ...(invitation === '' ? {} : { invitation }),
  };
  await settle(api.POST('/user_registrations', { body }));
}

const startWish = (email: string): Wish => ({
  username: '',
  real_name: '',
  email,
  password: '',
  language: currentLanguage(),
  zone: browserTimeZone(),
});

const isComplete = (wish: Wish, lengthMin: number): boolean =>
  wish.username !== '' &&
  wish.real_name.trim() !== '' &&
  wish.email.includes('@') &&
  isLongEnough(wish.password, lengthMin);

interface RegionProps extends Pick<Wish, 'language' | 'zone'> {
  set(change: Partial<Wish>): void;
}

function RegionFields({ language, zone, set }: RegionProps): ReactNode {
  const site = useSite();
  return (
    <div className={css.pair}>
      <Select
        label={t('people.language')}
        value={language}
        choices={site.languages.filter((id) => isLanguage(id)).map((id) => ({ id, label: languages[id] }))}
        onChange={(chosen) => set({ language: chosen })}
      />
      <TimeZoneField value={zone} onChange={(chosen) => set({ zone: chosen })} />
    </div>
  );
}

/** What who makes an account agrees to. */
function LegalHint(): ReactNode {
  const { legal_texts: texts } = useSite();
  if (texts.length === 0) return null;
  return (
    <p className={`${ui.row} ${ui.small}`}>
      {t('account.agree')} <LegalLinks />
    </p>
  );
}

interface FormProps {
  /** What the link of an invitation is good for. */
  invitation: Schemas['InvitationState'] | undefined;
  onMade(wish: Wish): void;
}

function Form({ invitation, onMade }: FormProps): ReactNode {
  const site = useSite();
  const [wish, setWish] = useState<Wish>(() => startWish(invitation?.email ?? ''));
  const name = useNameCheck(wish.username);
  const { submit, isSending, problem, errorOf } = useSubmit({ explain });
  const set = (change: Partial<Wish>): void => setWish((before) => ({ ...before, ...change }));
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await submit(() => register(wish))) onMade(wish);
  };
  return (
    <form className={ui.stack} onSubmit={(event) => void send(event)}>
      {invitation !== undefined && (
        <Notice>
          {describeInvitation(invitation)} {t('account.invitedNew')}
        </Notice>
      )}
      {(invitation ?? site.registration).needs_approval && <Notice>{t('account.approvalHint')}</Notice>}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField
        label={t('account.username')}
        value={wish.username}
        onChange={(username) => set({ username })}
        hint={name.hint}
        error={errorOf('username') ?? name.problem}
        autoComplete="username"
        isRequired
        autoFocus
      />
      <div className={css.pair}>
        <TextField
          label={t('account.realName')}
          value={wish.real_name}
          onChange={(realName) => set({ real_name: realName })}
          error={errorOf('real_name')}
          autoComplete="name"
          isRequired
        />
        <TextField
          label={t('account.email')}
          type="email"
          value={wish.email}
          onChange={(email) => set({ email })}
          error={errorOf('email')}
          autoComplete="email"
          isReadOnly={invitation !== undefined}
          isRequired
        />
      </div>
      <NewPasswordField
        label={t('people.password')}
        value={wish.password}
        onChange={(password) => set({ password })}
        own={[wish.username, wish.real_name, wish.email]}
        error={errorOf('password')}
      />
      <RegionFields language={wish.language} zone={wish.zone} set={set} />
      <LegalHint />
      <div>
        <Button
          type="submit"
          tone="primary"
          isDisabled={isSending || name.problem !== undefined || !isComplete(wish, site.password.length_min)}
        >
          {t('account.register')}
        </Button>
      </div>
    </form>
  );
}

/** Who invites into what. */
function describeInvitation({ invited_by: name, project }: Schemas['InvitationState']): string {
  if (name === null) return project === null ? '' : t('account.invitedInto', { project: project.label });
  const inviter = writeName(name);
  return project === null
    ? t('account.invitedBy', { name: inviter })
    : t('account.invitedByInto', { name: inviter, project: project.label });
}

interface AcceptProps {
  self: Self;
  link: string;
  invitation: Schemas['InvitationState'] | undefined;
}

/** Somebody who has an account and was invited: they join with it. */
function Accept({ self: { username, email }, link, invitation }: AcceptProps): ReactNode {
  const { submit, isSending, problem } = useSubmit();
  const accept = async (): Promise<void> => {
    const { project_id: joined } = await take(api.POST('/invitations/redeem', { body: { link } }));
    const project = invitation?.project;
    location.assign(joined === null || !project ? '/' : await findProjectStart(project));
  };
  return (
    <div className={ui.stack}>
      {invitation !== undefined && <p>{describeInvitation(invitation)}</p>}
      <p>{t('account.invited', { name: username ?? '', email: email ?? '' })}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div>
        <Button tone="primary" isDisabled={isSending} onPress={() => void submit(accept)}>
          {t('account.acceptInvitation')}
        </Button>
      </div>
    </div>
  );
}

export function RegisterPage(): ReactNode {
  const site = useSite();
  const self = useSelf();
  const invitation = window.location.hash.slice(1);
  const next = invitation === '' ? {} : { next: `/register#${invitation}` };
  const [isWaiting, setWaiting] = useState(false);
  const isInvited = invitation !== '';
  const { data: invited, error } = useQuery({
    queryKey: ['invitation', invitation],
    queryFn: () => take(api.POST('/invitations/check', { body: { link: invitation } })),
    enabled: isInvited,
    retry: false,
  });
  const made = async ({ username, password }: Wish): Promise<void> => {
    if ((invited ?? site.registration).needs_approval) return setWaiting(true);
    try {
      await take(api.POST('/sessions', { body: { username, password } }));
      location.assign(invited?.project ? await findProjectStart(invited.project) : '/welcome');
    } catch {
      // The account is there; the page to sign in says what keeps the person out.
      location.assign('/sign-in');
    }
  };
  if (isInvited && invited === undefined && error === null) return <Loading />;
  if (self !== undefined && isInvited)
    return (
      <Gate title={t('account.invitationTo', { site: site.name })}>
        {error === null ? (
          <Accept self={self} link={invitation} invitation={invited} />
        ) : (
          <>
            <p>{describeError(error)}</p>
            <div>
              <ButtonLink to="/" tone="primary">
                {t('frame.home')}
              </ButtonLink>
            </div>
          </>
        )}
      </Gate>
    );
  if (isInvited && (error !== null || (!site.registration.is_open && invited?.may_register !== true)))
    return (
      <Gate title={t('account.invitationTo', { site: site.name })}>
        <p>{error === null ? t('account.invitedClosed') : describeError(error)}</p>
        <div className={ui.row}>
          <ButtonLink to="/sign-in" search={error === null ? next : {}} tone="primary">
            {t('people.signIn')}
          </ButtonLink>
          {error !== null && site.registration.is_open && (
            <ButtonLink to="/register">{t('account.register')}</ButtonLink>
          )}
        </div>
      </Gate>
    );
  if (!site.registration.is_open && invited === undefined)
    return (
      <Page title={t('account.register')} isNarrow>
        <Empty title={t('account.registrationClosed')}>
          <p>{t('account.registrationClosedText')}</p>
          <ButtonLink to="/sign-in">{t('account.backToSignIn')}</ButtonLink>
        </Empty>
      </Page>
    );
  return (
    <Gate
      title={t('account.registerAt', { site: site.name })}
      foot={
        <Link to="/sign-in" search={next}>
          {t('account.haveAccount')}
        </Link>
      }
    >
      {isWaiting ? (
        <Notice kind="success">{t('account.waitsForApproval')}</Notice>
      ) : (
        <Form invitation={invited} onMade={(wish) => void made(wish)} />
      )}
    </Gate>
  );
}
