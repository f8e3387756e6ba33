// The password, where the server asks for it before it makes something that lasts: a sign-in of a moment ago is enough.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../platform/api.ts';
import type { Fault } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { PasswordField } from '../../../ui/forms/password-field.tsx';

/** How long a sign-in is enough, as the server has it. */
const freshMinutes = 10;

interface OwnPassword {
  /** What a request sends with it; empty where nobody asked. */
  body: { password?: string };
  /** Whether a form may be sent as far as this goes. */
  isGiven: boolean;
  /** The field, once the server asked for it. */
  field: ReactNode;
  /** For `useSubmit`: takes an error that is about the password. */
  explain(error: unknown): Fault | undefined;
  /** Forgets what was typed. */
  clear(): void;
}

/** Says of a wrong password that it is wrong, at its field. */
export const explainPassword = (error: unknown): Fault | undefined =>
  error instanceof ApiError && error.reason === 'wrong-credentials'
    ? { part: 'password', text: t('account.wrongPassword') }
    : undefined;

export function useOwnPassword(): OwnPassword {
  const [isAsked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  return {
    body: isAsked ? { password } : {},
    isGiven: !isAsked || password !== '',
    field: isAsked ? (
      <PasswordField
        label={t('account.yourPassword')}
        hint={t('account.yourPasswordWhy', { count: freshMinutes })}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={problem}
        autoFocus
      />
    ) : null,
    explain(error) {
      const reason = error instanceof ApiError ? error.reason : undefined;
      setProblem(explainPassword(error)?.text);
      if (reason === 'password-needed') setAsked(true);
      return reason === 'password-needed' ? { part: 'password', text: '' } : explainPassword(error);
    },
    clear() {
      setAsked(false);
      setPassword('');
      setProblem(undefined);
    },
  };
}
