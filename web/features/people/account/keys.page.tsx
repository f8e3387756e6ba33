// Keys that programs send in place of a password: made, shown once, revoked.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import { formatDate, t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import { say } from '../../../ui/feedback/toasts.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import { expiryAfter } from './key-expiry.ts';
import css from '../people.module.css';
import { useOwnPassword } from './own-password.tsx';
import { Section } from './section.tsx';
import { SshKeysSection } from './ssh-keys.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

const keysKey = ['/users', 'self', 'access_keys'];

const scopes = [
  { id: 'write:rest', name: () => t('account.scope.rest') },
  { id: 'read:git_repository', name: () => t('account.scope.gitRead') },
  { id: 'write:git_repository', name: () => t('account.scope.gitWrite') },
  { id: 'read:agent', name: () => t('account.scope.agentRead') },
  { id: 'write:agent', name: () => t('account.scope.agentWrite') },
] as const;

const nameScope = (id: string): string => scopes.find((scope) => scope.id === id)?.name() ?? id;

function Made({ secret, onClose }: { secret: string; onClose(): void }): ReactNode {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      say('success', t('account.copied'));
    } catch {
      // Browsers allow it on secure pages alone; the text can be selected.
      say('info', t('account.copyByHand'));
    }
  };
  return (
    <Dialog title={t('account.keyMade')} isOpen isHeld onClose={onClose}>
      <p>{t('account.keyOnce')}</p>
      <code className={css.secret}>{secret}</code>
      <div className={ui.actions}>
        <Button onPress={() => void copy()}>
          <Copy aria-hidden="true" />
          {t('account.copy')}
        </Button>
        <Button tone="primary" onPress={onClose}>
          {t('account.keyNoted')}
        </Button>
      </div>
    </Dialog>
  );
}

function NewKey({ onMade }: { onMade(secret: string): void }): ReactNode {
  const [description, setDescription] = useState('');
  const [days, setDays] = useState('90');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['write:rest']));
  const password = useOwnPassword();
  const { submit, problem } = useSubmit({ explain: password.explain });
  const make = async (): Promise<void> => {
    const body = {
      description: description.trim(),
      scopes: [...chosen],
      expiration_date: days === 'never' ? null : expiryAfter(Number(days), new Date()),
      ...password.body,
    };
    const { identifier } = await take(api.POST('/access_keys', { body }));
    setDescription('');
    password.clear();
    onMade(identifier);
  };
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(make);
      }}
    >
      <div className={css.pair}>
        <TextField
          label={t('account.keyFor')}
          value={description}
          onChange={setDescription}
          hint={t('account.keyForHint')}
          error={problem}
          isRequired
        />
        <Select
          label={t('account.keyEnds')}
          value={days}
          choices={[
            ...[30, 90, 365].map((count) => ({ id: String(count), label: t('account.afterDays', { count }) })),
            { id: 'never', label: t('account.never') },
          ]}
          onChange={setDays}
        />
      </div>
      <div role="group" aria-label={t('account.keyMay')} className={ui.field}>
        <span className={ui.label}>{t('account.keyMay')}</span>
        {scopes.map(({ id, name }) => (
          <Checkbox
            key={id}
            isSelected={chosen.has(id)}
            onChange={(isOn) => setChosen(new Set(isOn ? [...chosen, id] : [...chosen].filter((one) => one !== id)))}
          >
            {name()}
          </Checkbox>
        ))}
      </div>
      {password.field}
      <div>
        <Button
          type="submit"
          tone="primary"
          isDisabled={description.trim() === '' || chosen.size === 0 || !password.isGiven}
        >
          {t('account.makeKey')}
        </Button>
      </div>
    </form>
  );
}

function Keys(): ReactNode {
  const { submit } = useSubmit({ invalidates: [keysKey], errors: 'toast' });
  const { data, error, refetch } = useQuery({
    queryKey: keysKey,
    queryFn: async () => {
      const self = await take(api.GET('/users/{id}', { params: { path: { id: 'self' } } }));
      return take(api.GET('/users/{id}/access_keys', { params: { path: { id: self.id ?? 0 } } }));
    },
  });
  const revoke = (id: number): Promise<boolean> =>
    submit(() => settle(api.DELETE('/access_keys/{id}', { params: { path: { id } } })));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <Empty title={t('account.noKeys')} />;
  return (
    <ul className={css.rows}>
      {data.map((key) => (
        <li key={key.id}>
          <strong>{key.description || t('account.keyNumber', { id: key.id })}</strong>
          <span className={`${ui.soft} ${ui.small}`}>
            {key.scopes.map(({ identifier }) => (
              <span key={identifier}>
                <Badge>{nameScope(identifier)}</Badge>{' '}
              </span>
            ))}
            {key.expiration_date === null
              ? t('account.neverEnds')
              : t('account.endsOn', { day: formatDate(key.expiration_date) })}
            {' · '}
            {key.last_used_on === null ? (
              t('account.neverUsed')
            ) : (
              <>
                {t('account.lastUsed')} <When iso={key.last_used_on} /> {key.last_used_by}
              </>
            )}
          </span>
          <Button tone="danger" onPress={() => void revoke(key.id)}>
            {t('account.revoke')}
            <span className="visually-hidden"> {key.description}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

export function KeysPage(): ReactNode {
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <Section title={t('account.newKey')} hint={t('account.keysHint')}>
        <NewKey onMade={setSecret} />
        <Notice>{t('account.keyWarning')}</Notice>
      </Section>
      <Section title={t('account.keys')}>
        <Keys />
      </Section>
      <SshKeysSection />
      {secret !== undefined && (
        <Made
          secret={secret}
          onClose={() => {
            setSecret(undefined);
            void queryClient.invalidateQueries({ queryKey: keysKey });
          }}
        />
      )}
    </>
  );
}
