// Password, sessions, and who signed in when.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Monitor, Smartphone } from 'lucide-react';
import { nameDevice, readAgent } from '../../../platform/user-agent.ts';
import { api, settle, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf, useSite } from '../../../platform/session.ts';
import type { Self } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import { isLongEnough, NewPasswordField } from '../../../ui/forms/new-password-field.tsx';
import css from '../people.module.css';
import { Section } from './section.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { explainPassword } from './own-password.tsx';

const sessionsKey = ['/sessions'];

function PasswordForm({ self }: { self: Self }): ReactNode {
  const { password } = useSite();
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [endsKeys, setEndsKeys] = useState(false);
  const { submit, problem, errorOf } = useSubmit({
    invalidates: [sessionsKey],
    toast: t('people.passwordSaved'),
    explain: explainPassword,
  });
  const change = async (): Promise<void> => {
    const body = { username: self.username ?? '', current_password: old, new_password: fresh, ends_keys: endsKeys };
    await settle(api.POST('/users/self/password', { body }));
    setOld('');
    setFresh('');
  };
  if (self.is_in_directory === true) return <p className={ui.soft}>{t('account.inDirectory')}</p>;
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(change);
      }}
    >
      <input type="text" name="username" autoComplete="username" value={self.username ?? ''} readOnly hidden />
      <PasswordField
        label={t('people.oldPassword')}
        value={old}
        onChange={setOld}
        autoComplete="current-password"
        error={errorOf('password')}
      />
      <NewPasswordField
        value={fresh}
        onChange={setFresh}
        own={[self.username ?? '', self.real_name ?? '', self.email ?? '']}
        error={problem}
      />
      <Checkbox isSelected={endsKeys} onChange={setEndsKeys}>
        {t('account.endKeys')}
      </Checkbox>
      <div>
        <Button type="submit" tone="primary" isDisabled={old === '' || !isLongEnough(fresh, password.length_min)}>
          {t('people.savePassword')}
        </Button>
      </div>
    </form>
  );
}

const Device = ({ agent }: { agent: string }): ReactNode =>
  readAgent(agent).isPhone ? (
    <Smartphone size={18} aria-label={t('account.phone')} />
  ) : (
    <Monitor size={18} aria-label={t('account.computer')} />
  );

function Sessions(): ReactNode {
  const { submit } = useSubmit({ invalidates: [sessionsKey], errors: 'toast' });
  const { data, error, refetch } = useQuery({ queryKey: sessionsKey, queryFn: () => take(api.GET('/sessions')) });
  const end = (id: string | undefined): Promise<boolean> =>
    submit(() =>
      settle(id === undefined ? api.DELETE('/sessions') : api.DELETE('/sessions/{id}', { params: { path: { id } } })),
    );
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <ul className={css.rows}>
        {data.map(({ id, address, agent, created_on: begun, last_used_on: last, is_current: isCurrent }) => (
          <li key={id}>
            <Device agent={agent} />
            <span>
              <strong>{nameDevice(agent) || t('account.unknownDevice')}</strong>
              <span className={`${ui.soft} ${ui.small}`}>
                {' '}
                {address} · {t('account.begun')} <When iso={begun} /> · {t('account.lastUsed')} <When iso={last} />
              </span>
            </span>
            {isCurrent ? (
              <Badge>{t('people.thisSession')}</Badge>
            ) : (
              <Button onPress={() => void end(id)}>{t('people.endSession')}</Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <div>
          <Button tone="danger" onPress={() => void end(undefined)}>
            {t('people.endOthers')}
          </Button>
        </div>
      )}
    </>
  );
}

const historyMax = 20;

function History(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/users', 'self', 'sign_ins'],
    queryFn: () =>
      take(api.GET('/users/{id}/sign_ins', { params: { path: { id: 'self' }, query: { limit: historyMax } } })),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <Empty title={t('account.noSignIns')} />;
  const results = {
    success: { label: t('account.result.success'), colour: 'sherwood-green' },
    failure: { label: t('account.result.failure'), colour: 'fiesta-red' },
    slowed: { label: t('account.result.slowed'), colour: 'graffiti-yellow' },
  };
  return (
    <ul className={css.rows}>
      {data.map(({ date, result, address, user_agent: agent }, index) => (
        <li key={`${date} ${index}`}>
          <Badge colour={results[result].colour}>{results[result].label}</Badge>
          <span className={ui.small}>
            {nameDevice(agent) || t('account.unknownDevice')} <span className={ui.soft}>{address}</span>
          </span>
          <span className={`${ui.soft} ${ui.small}`}>
            <When iso={date} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function SecurityPage(): ReactNode {
  const self = useSelf();
  if (self === undefined) return null;
  return (
    <>
      <Section title={t('people.changePassword')}>
        <PasswordForm self={self} />
      </Section>
      <Section title={t('people.sessions')} hint={t('account.sessionsHint')}>
        <Sessions />
      </Section>
      <Section title={t('account.signIns')} hint={t('account.signInsHint')}>
        <History />
      </Section>
    </>
  );
}
