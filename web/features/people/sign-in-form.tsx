// Name and password, for a page and for the dialog over one.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { ApiError, api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { selfQuery } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { describeError, Notice } from '../../ui/states.tsx';
import css from '../../ui/ui.module.css';

interface Props {
  /** Fixed where the session of this person ended. */
  username?: string;
  onDone(): void;
}

function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return describeError(error);
  if (error.status === 401) return t('people.wrongCredentials');
  if (error.status === 429) return t('people.slowed', { count: Math.ceil((error.retryAfterS ?? 60) / 60) });
  return describeError(error);
}

export function SignInForm({ username, onDone }: Props): ReactNode {
  const queryClient = useQueryClient();
  const [name, setName] = useState(username ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await take(api.POST('/sessions', { body: { username: name, password } }));
      await queryClient.fetchQuery({ ...selfQuery, staleTime: 0 });
      onDone();
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.stack} onSubmit={(event) => void submit(event)}>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField
        label={t('people.name')}
        value={name}
        onChange={setName}
        isReadOnly={username !== undefined}
        autoComplete="username"
        isRequired
        autoFocus={username === undefined}
      />
      <TextField
        label={t('people.password')}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRequired
        autoFocus={username !== undefined}
      />
      <div className={css.row}>
        <Button type="submit" tone="primary" isDisabled={isBusy || name === '' || password === ''}>
          {t('people.signIn')}
        </Button>
      </div>
    </form>
  );
}
