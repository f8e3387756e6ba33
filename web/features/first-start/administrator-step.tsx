// The first administrator, made by whoever can read the log.
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { api, ApiError, settle } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { useSite } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/forms/fields.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { describeError, Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import css from './first-start.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';

const parts = ['code', 'username', 'real_name', 'email', 'password'] as const;
type Part = (typeof parts)[number];

function partOf(error: unknown): Part | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 403) return 'code';
  return parts.find((part) => error.message.includes(`\`${part}\``));
}

/** A new document is asked for, which knows who is signed in. Throws ApiError. */
async function makeAdministrator(typed: Record<Part, string>, plain: { allow_plain_http?: boolean }): Promise<void> {
  await settle(api.POST('/first_start', { body: { ...typed, ...plain } }));
  location.assign('/first-start?step=site');
}

const empty: Record<Part, string> = { code: '', username: 'admin', real_name: '', email: '', password: '' };

const Unencrypted = ({
  isAllowed,
  onChange,
}: {
  isAllowed: boolean;
  onChange(isAllowed: boolean): void;
}): ReactNode => (
  <>
    {isLoopback(location.hostname) ? (
      <Notice>{t('start.plainHere')}</Notice>
    ) : (
      <Notice kind="warning">{t('start.plainText')}</Notice>
    )}
    <Checkbox isSelected={isAllowed} onChange={onChange}>
      {t('start.plainAllow')}
    </Checkbox>
  </>
);

export function AdministratorStep({ isEncrypted }: { isEncrypted: boolean }): ReactNode {
  const { password: rules } = useSite();
  const [typed, setTyped] = useState(empty);
  const [isPlainAllowed, setPlainAllowed] = useState(false);
  const { submit, isSending, problem, errorOf } = useSubmit({
    explain(error) {
      const part = partOf(error);
      return part && { part, text: part === 'code' ? t('start.wrongCode') : describeError(error) };
    },
  });
  const field = (part: Part) => ({
    value: typed[part],
    onChange: (value: string) => setTyped((now) => ({ ...now, [part]: value })),
    error: errorOf(part),
    isRequired: true,
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void submit(() => makeAdministrator(typed, isEncrypted ? {} : { allow_plain_http: isPlainAllowed }));
  };
  const isTyped = parts.every((part) => typed[part].trim() !== '');
  const isAllowed = isEncrypted || isPlainAllowed;
  return (
    <form className={ui.stack} onSubmit={send}>
      <p>{t('start.welcome')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField
        {...field('code')}
        label={t('start.code')}
        hint={t('start.codeHint')}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        autoFocus
      />
      <div className={css.pair}>
        <TextField {...field('username')} label={t('account.username')} autoComplete="username" />
        <TextField {...field('real_name')} label={t('account.realName')} autoComplete="name" />
      </div>
      <TextField {...field('email')} label={t('account.email')} type="email" autoComplete="email" />
      <PasswordField
        {...field('password')}
        label={t('people.password')}
        hint={t('start.passwordHint', { count: rules.length_min })}
        autoComplete="new-password"
      />
      {!isEncrypted && <Unencrypted isAllowed={isPlainAllowed} onChange={setPlainAllowed} />}
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={isSending || !isTyped || !isAllowed}>
          {t('start.makeAdministrator')}
        </Button>
        <span className={`${ui.soft} ${ui.small}`} role="status">
          {!isTyped ? t('start.fillIn') : !isAllowed && t('start.allowFirst', { choice: t('start.plainAllow') })}
        </span>
      </div>
    </form>
  );
}
