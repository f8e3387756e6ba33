// One's own address: the present one, one that waits to be confirmed, and asking for another.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { api, ApiError, settle, take } from '../../../platform/api.ts';
import { formatDate, t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import type { Self } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { say } from '../../../ui/messages.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { describeError, Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';

const emailKey = ['/users', 'self', 'email'];

function Pending({ email, until }: { email: string; until: string }): ReactNode {
  const queryClient = useQueryClient();
  const withdraw = async (): Promise<void> => {
    try {
      await settle(api.DELETE('/users/self/email'));
      await queryClient.invalidateQueries({ queryKey: emailKey });
    } catch (error) {
      say('error', describeError(error));
    }
  };
  return (
    <Notice>
      <span className={ui.grow}>{t('account.emailWaits', { email, time: formatDate(until, true) })}</span>
      <Button onPress={() => void withdraw()}>{t('account.withdraw')}</Button>
    </Notice>
  );
}

/** `confirms` is the address of the account where that is to be confirmed, and empty for another one. */
function AskForm({ confirms, onEnd }: { confirms: string; onEnd(): void }): ReactNode {
  const queryClient = useQueryClient();
  const isConfirming = confirms !== '';
  const [email, setEmail] = useState(confirms);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<{ isPassword: boolean; text: string }>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(undefined);
    try {
      await settle(api.POST('/users/self/email', { body: { email: email.trim(), password } }));
      await queryClient.invalidateQueries({ queryKey: emailKey });
      onEnd();
    } catch (error) {
      const isPassword = error instanceof ApiError && error.reason === 'wrong-credentials';
      setProblem({ isPassword, text: isPassword ? t('account.wrongPassword') : describeError(error) });
    }
  };
  return (
    <form className={ui.stack} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t(isConfirming ? 'account.email' : 'account.newEmail')}
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="email"
        hint={t(isConfirming ? 'account.confirmHint' : 'account.newEmailHint')}
        error={problem?.isPassword === false ? problem.text : undefined}
        isReadOnly={isConfirming}
        isRequired
        autoFocus={!isConfirming}
      />
      <PasswordField
        label={t('people.oldPassword')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={problem?.isPassword === true ? problem.text : undefined}
        autoFocus={isConfirming}
      />
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={!email.includes('@') || password === ''}>
          {t('account.sendConfirmation')}
        </Button>
        <Button onPress={onEnd}>{t('account.cancel')}</Button>
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
