// Public keys by which Git over SSH knows somebody: added, listed, removed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { say } from '../../../ui/messages.tsx';
import { describeError, Empty, ErrorState, Loading } from '../../../ui/states.tsx';
import { Badge, When } from '../../../ui/things.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../people.module.css';
import { useOwnPassword } from './own-password.tsx';
import { Section } from './section.tsx';

const sshKeysKey = ['/users', 'self', 'ssh_keys'];

function NewSshKey(): ReactNode {
  const queryClient = useQueryClient();
  const [line, setLine] = useState('');
  const [problem, setProblem] = useState<string>();
  const password = useOwnPassword();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(undefined);
    try {
      await take(api.POST('/ssh_keys', { body: { key: line.trim(), ...password.body } }));
      setLine('');
      password.clear();
      await queryClient.invalidateQueries({ queryKey: sshKeysKey });
    } catch (error) {
      setProblem(password.explain(error));
    }
  };
  return (
    <form className={ui.stack} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('account.sshLine')}
        value={line}
        onChange={setLine}
        hint={t('account.sshLineHint')}
        error={problem}
      />
      {password.field}
      <div>
        <Button type="submit" isDisabled={line.trim() === '' || !password.isGiven}>
          {t('account.addSshKey')}
        </Button>
      </div>
    </form>
  );
}

function SshKeys(): ReactNode {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: sshKeysKey,
    queryFn: async () => {
      const self = await take(api.GET('/users/{id}', { params: { path: { id: 'self' } } }));
      return take(api.GET('/users/{id}/ssh_keys', { params: { path: { id: self.id ?? 0 } } }));
    },
  });
  const remove = async (id: number): Promise<void> => {
    try {
      await settle(api.DELETE('/ssh_keys/{id}', { params: { path: { id } } }));
      await queryClient.invalidateQueries({ queryKey: sshKeysKey });
    } catch (problem) {
      say('error', describeError(problem));
    }
  };
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <Empty title={t('account.noSshKeys')} />;
  return (
    <ul className={css.rows}>
      {data.map((key) => (
        <li key={key.id}>
          <strong>{key.comment || t('account.keyNumber', { id: key.id })}</strong>
          <span className={`${ui.soft} ${ui.small}`}>
            <Badge>{key.type}</Badge> <code className={css.fingerprint}>{key.fingerprint}</code>
            {' · '}
            {key.last_used_on === null ? (
              t('account.neverUsed')
            ) : (
              <>
                {t('account.lastUsed')} <When iso={key.last_used_on} />
              </>
            )}
          </span>
          <Button tone="danger" onPress={() => void remove(key.id)}>
            {t('account.removeSshKey')}
            <span className="visually-hidden"> {key.comment}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

export const SshKeysSection = (): ReactNode => (
  <Section title={t('account.sshKeys')} hint={t('account.sshKeysHint')}>
    <SshKeys />
    <NewSshKey />
  </Section>
);
