// Name and password, for a page and for the dialog over one.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { ApiError, api, settle, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { selfQuery, notifySignedIn } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { describeError, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { NewPasswordField } from '../../../ui/forms/new-password-field.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

interface Props {
  /** Fixed where the session of this person ended. */
  username?: string;
  onDone(): void;
}

function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return describeError(error);
  if (error.reason === 'account-suspended') return t('account.suspended');
  if (error.reason === 'account-pending') return t('account.pending');
  if (error.reason === 'account-deleted') return t('account.closed');
  if (error.status === 401 || error.reason === 'wrong-credentials') return t('people.wrongCredentials');
  return describeError(error);
}

/** Seconds until `endMs`, counted down; 0 when it is over. */
function useCountdown(endMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(Date.now());
  useEffect(() => {
    if (endMs === undefined) return undefined;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [endMs]);
  return endMs === undefined ? 0 : Math.max(0, Math.ceil((endMs - nowMs) / 1000));
}

const formatWait = (seconds: number): string =>
  seconds >= 60
    ? t('account.waitMinutes', { count: Math.ceil(seconds / 60) })
    : t('account.waitSeconds', { count: seconds });

interface Form {
  name: string;
  password: string;
  fresh: string;
}

/** Signs in; with a new password where the one before expired. Throws what the server refuses. */
async function enter({ name, password, fresh }: Form): Promise<void> {
  if (fresh !== '') {
    const body = { username: name, current_password: password, new_password: fresh, ends_keys: false };
    await settle(api.POST('/users/self/password', { body }));
  }
  await take(api.POST('/sessions', { body: { username: name, password: fresh === '' ? password : fresh } }));
}

function Problem({ text, waitS }: { text: string | undefined; waitS: number }): ReactNode {
  if (waitS > 0)
    return (
      <div role="timer" aria-live="off">
        <Notice kind="warning">{t('account.slowed', { time: formatWait(waitS) })}</Notice>
      </div>
    );
  return text === undefined ? null : <Notice kind="error">{text}</Notice>;
}

export function SignInForm({ username, onDone }: Props): ReactNode {
  const queryClient = useQueryClient();
  const [form, setForm] = useState<Form>({ name: username ?? '', password: '', fresh: '' });
  const [isExpired, setExpired] = useState(false);
  const [endMs, setEndMs] = useState<number>();
  const waitS = useCountdown(endMs);
  const set = (change: Partial<Form>): void => setForm((before) => ({ ...before, ...change }));
  const { submit, isSending, problem, errorOf } = useSubmit({
    explain(error) {
      if (!(error instanceof ApiError)) return explain(error);
      if (error.status === 429) setEndMs(Date.now() + (error.retryAfterS ?? 60) * 1000);
      else if (error.reason === 'password-expired') setExpired(true);
      else if (isExpired && error.status === 400) return { part: 'fresh', text: describeError(error) };
      else return explain(error);
      // The form says so itself.
      return { part: 'form', text: '' };
    },
  });
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const isIn = await submit(async () => {
      await enter(form);
      await queryClient.fetchQuery({ ...selfQuery, staleTime: 0 });
    });
    if (!isIn) return;
    notifySignedIn();
    onDone();
  };
  const isComplete = form.name !== '' && form.password !== '' && (!isExpired || form.fresh !== '');
  return (
    <form className={ui.stack} onSubmit={(event) => void send(event)}>
      <Problem text={problem} waitS={waitS} />
      {isExpired && <Notice kind="warning">{t('account.expired')}</Notice>}
      <TextField
        label={t('people.name')}
        value={form.name}
        onChange={(name) => set({ name })}
        isReadOnly={username !== undefined}
        autoComplete="username"
        isRequired
        autoFocus={username === undefined}
      />
      <PasswordField
        label={t('people.password')}
        value={form.password}
        onChange={(password) => set({ password })}
        autoComplete="current-password"
        autoFocus={username !== undefined}
        aside={username === undefined ? <Link to="/lost-password">{t('account.lost')}</Link> : undefined}
      />
      {isExpired && (
        <NewPasswordField
          value={form.fresh}
          onChange={(fresh) => set({ fresh })}
          own={[form.name]}
          error={errorOf('fresh')}
          autoFocus
        />
      )}
      <Button type="submit" tone="primary" isDisabled={isSending || waitS > 0 || !isComplete}>
        {t('people.signIn')}
      </Button>
    </form>
  );
}
