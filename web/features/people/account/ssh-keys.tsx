// Public keys by which Git over SSH knows somebody: added, listed, removed.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../people.module.css';
import { useOwnPassword } from './own-password.tsx';
import { Section } from './section.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

const sshKeysKey = ['/users', 'self', 'ssh_keys'];

function NewSshKey(): ReactNode {
  const [line, setLine] = useState('');
  const password = useOwnPassword();
  const { submit, problem } = useSubmit({ invalidates: [sshKeysKey], explain: password.explain });
  const make = async (): Promise<void> => {
    await take(api.POST('/ssh_keys', { body: { key: line.trim(), ...password.body } }));
    setLine('');
    password.clear();
  };
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(make);
      }}
    >
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
  const { submit } = useSubmit({ invalidates: [sshKeysKey], errors: 'toast' });
  const { data, error, refetch } = useQuery({
    queryKey: sshKeysKey,
    queryFn: async () => {
      const self = await take(api.GET('/users/{id}', { params: { path: { id: 'self' } } }));
      return take(api.GET('/users/{id}/ssh_keys', { params: { path: { id: self.id ?? 0 } } }));
    },
  });
  const remove = (id: number): Promise<boolean> =>
    submit(() => settle(api.DELETE('/ssh_keys/{id}', { params: { path: { id } } })));
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
