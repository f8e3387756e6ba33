// The password, where the server asks for it before it makes something that lasts: a sign-in of a moment ago is enough.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { describeError } from '../../../ui/states.tsx';

/** How long a sign-in is enough, as the server has it. */
const freshMinutes = 10;

interface OwnPassword {
  /** What a request sends with it; empty where nobody asked. */
  body: { password?: string };
  /** Whether a form may be sent as far as this goes. */
  isGiven: boolean;
  /** The field, once the server asked for it. */
  field: ReactNode;
  /** Takes a refusal that is about the password, and gives the text of any other. */
  explain(error: unknown): string | undefined;
  /** Forgets what was typed. */
  clear(): void;
}

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
      setProblem(reason === 'wrong-credentials' ? t('account.wrongPassword') : undefined);
      if (reason === 'password-needed') setAsked(true);
      return reason === 'password-needed' || reason === 'wrong-credentials' ? undefined : describeError(error);
    },
    clear() {
      setAsked(false);
      setPassword('');
      setProblem(undefined);
    },
  };
}
