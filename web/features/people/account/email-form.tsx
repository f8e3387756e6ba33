// One's own address: the present one, one that waits to be confirmed, and asking for another.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import { formatDate, t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import type { Self } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { explainPassword } from './own-password.tsx';

const emailKey = ['/users', 'self', 'email'];

function Pending({ email, until }: { email: string; until: string }): ReactNode {
  const { submit } = useSubmit({ invalidates: [emailKey], errors: 'toast' });
  return (
    <Notice>
      <span className={ui.grow}>{t('account.emailWaits', { email, time: formatDate(until, true) })}</span>
      <Button onPress={() => void submit(() => settle(api.DELETE('/users/self/email')))}>
        {t('account.withdraw')}
      </Button>
    </Notice>
  );
}

/** `confirms` is the address of the account where that is to be confirmed, and empty for another one. */
function AskForm({ confirms, onEnd }: { confirms: string; onEnd(): void }): ReactNode {
  const isConfirming = confirms !== '';
  const [email, setEmail] = useState(confirms);
  const [password, setPassword] = useState('');
  const { submit, problem, errorOf } = useSubmit({ invalidates: [emailKey], explain: explainPassword });
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await submit(() => settle(api.POST('/users/self/email', { body: { email: email.trim(), password } })))) onEnd();
  };
  return (
    <form className={ui.stack} onSubmit={(event) => void send(event)}>
      <TextField
        label={t(isConfirming ? 'account.email' : 'account.newEmail')}
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="email"
        hint={t(isConfirming ? 'account.confirmHint' : 'account.newEmailHint')}
        error={problem}
        isReadOnly={isConfirming}
        isRequired
        autoFocus={!isConfirming}
      />
      <PasswordField
        label={t('people.oldPassword')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={errorOf('password')}
        autoFocus={isConfirming}
      />
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={!email.includes('@') || password === ''}>
          {t('account.sendConfirmation')}
        </Button>
        <Button onPress={onEnd}>{t('ui.cancel')}</Button>
      </div>
    </form>
  );
}

export function EmailForm({ self }: { self: Self }): ReactNode {
  const { sends_mail: sendsMail } = useSite();
  const [asked, setAsked] = useState<string>();
  const { data } = useQuery({ queryKey: emailKey, queryFn: () => take(api.GET('/users/self/email')) });
  const pending = data?.pending ?? null;
  const why = self.is_in_directory === true ? t('account.inDirectory') : sendsMail ? undefined : t('account.noMail');
  return (
    <>
      <div className={ui.row}>
        <span className={ui.grow}>{self.email}</span>
        {asked === undefined && why === undefined && (
          <Button onPress={() => setAsked('')}>{t('account.changeEmail')}</Button>
        )}
      </div>
      {why !== undefined && <p className={`${ui.soft} ${ui.small}`}>{why}</p>}
      {pending !== null && <Pending email={pending.email} until={pending.expires_on} />}
      {data?.is_confirmed === false && pending === null && asked === undefined && (
        <Notice kind="warning">
          <span className={ui.grow}>{t('account.emailUnconfirmed')}</span>
          {why === undefined && <Button onPress={() => setAsked(data.email)}>{t('account.sendConfirmation')}</Button>}
        </Notice>
      )}
      {asked !== undefined && <AskForm confirms={asked} onEnd={() => setAsked(undefined)} />}
    </>
  );
}
