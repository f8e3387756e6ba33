// One account: who it is, what it may do on the site, where it is signed in.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { nameDevice } from '../../../../platform/user-agent.ts';
import { api, settle, take } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { nameGroup } from '../../../../platform/names/group-names.ts';
import { t } from '../../../../platform/i18n.ts';
import { useSelf, useSite } from '../../../../platform/session.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Person } from '../../../../ui/avatar.tsx';
import { When } from '../../../../ui/dates/when.tsx';
import ui from '../../../../ui/ui.module.css';
import css from '../../administration.module.css';
import { describeValue } from '../../audit-table.tsx';
import { pagedQuery } from '../../paged.ts';
import { PagedTable } from '../../paged-table.tsx';
import { useDraft } from '../../../../ui/forms/use-draft.ts';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { isState, listNextStates, nameStep, stateColours } from './account-states.ts';
import { AccountPassword } from './account-password.tsx';
import { AccountStep, useAccountStep } from './account-step.tsx';
import { DirectoryLink } from './directory-link.tsx';
import { Link } from '../../../../ui/link.tsx';

const route = getRouteApi('/admin/accounts/$id');
type Account = Schemas['ManagedAccount'];

const delegations = [
  'user-management',
  'user-membership',
  'rest-project-management',
  'rest-read-only',
  'system-events',
] as const;

type Change = Partial<Record<'username' | 'real_name' | 'email', string>> & { is_site_admin?: boolean };

const change = (id: number, values: Change): Promise<void> =>
  settle(api.PATCH('/users/{id}', { params: { path: { id: String(id) } }, body: { values } }));

function Facts({ account, id }: { account: Account; id: number }): ReactNode {
  const saved = {
    username: account.username ?? '',
    realName: account.real_name ?? '',
    email: account.email ?? '',
  };
  const { values, change: type, drop, dropSent } = useDraft(`account-${id}`, saved);
  const { username, realName, email } = values;
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/accounts']], toast: t('ui.saved') });
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const sent = { username: username.trim(), real_name: realName.trim(), email: email.trim() };
    if (await submit(() => change(id, sent))) dropSent(values);
  };
  const isChanged = username !== saved.username || realName !== saved.realName || email !== saved.email;
  return (
    <form className={`${ui.card} ${css.section}`} onSubmit={(event) => void save(event)} aria-label={t('admin.facts')}>
      <h2>{t('admin.facts')}</h2>
      {account.is_in_directory && <Notice>{t('admin.inDirectory')}</Notice>}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField
        label={t('admin.userName')}
        isRequired
        value={username}
        onChange={(text) => type({ username: text })}
      />
      <TextField label={t('admin.realName')} value={realName} onChange={(text) => type({ realName: text })} />
      <TextField
        label={t('admin.email')}
        isRequired
        type="email"
        value={email}
        onChange={(text) => type({ email: text })}
      />
      <div className={ui.actions}>
        {isChanged && <Button onPress={drop}>{t('ui.cancel')}</Button>}
        <Button type="submit" tone="primary" isDisabled={!isChanged || isSending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

function Status({ account }: { account: Account }): ReactNode {
  const { status } = account;
  const { access_mode: accessMode } = useSite();
  const [wanted, setWanted] = useState<ComponentProps<typeof AccountStep>['to']>();
  const { go, isSending, problem } = useAccountStep();
  if (!isState(status)) return null;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.status')}>
      <h2>{t('admin.status')}</h2>
      <p className={ui.row}>
        <Badge colour={stateColours[status]}>{t(`admin.status.${status}`)}</Badge>
        <span className={ui.soft}>{t(`admin.statusText.${status}`)}</span>
      </p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        {listNextStates(status, accessMode).map((to) => (
          <Button
            key={to}
            tone={to === 'A' ? 'primary' : 'danger'}
            isDisabled={isSending}
            onPress={() => (to === 'A' ? void go(account, to) : setWanted(to))}
          >
            {nameStep(status, to)}
          </Button>
        ))}
      </div>
      {wanted !== undefined && <AccountStep account={account} to={wanted} onClose={() => setWanted(undefined)} />}
    </section>
  );
}

/** Where it is a member, and in which groups. */
function Memberships({ id }: { id: number }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/users', id, 'membership'],
    queryFn: () =>
      take(
        api.GET('/users/{id}/membership', {
          params: { path: { id: String(id) }, query: { scope: 'project', format: 'full' } },
        }),
      ),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={2} />;
  const groups = data.filter((group) => typeof group !== 'string');
  const projects = Map.groupBy(groups, ({ project }) => project?.shortname ?? '');
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.projects')}>
      <h2>{t('admin.projects')}</h2>
      {projects.size === 0 && <p className={ui.soft}>{t('admin.noProjects')}</p>}
      <ul className={css.list}>
        {[...projects].map(([project, own]) => (
          <li key={project} className={ui.row}>
            <Link to="/projects/$project/administration/members" params={{ project }}>
              {own[0]?.project?.label}
            </Link>
            <span className={ui.soft}>{own.map(nameGroup).join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rights({ account, id }: { account: Account; id: number }): ReactNode {
  const { data } = useQuery({
    queryKey: ['/delegations'],
    queryFn: () => take(api.GET('/delegations', { params: { query: { limit: 100 } } })),
  });
  const { submit, isSending, problem } = useSubmit({
    invalidates: [['/delegations'], ['/accounts']],
    toast: t('ui.saved'),
  });
  const held = new Set(data?.filter(({ user }) => user.id === id).map(({ name }) => name));
  const set = (name: (typeof delegations)[number], isOn: boolean): void => {
    const params = { path: { id: String(id), name } };
    void submit(() =>
      settle(
        isOn
          ? api.PUT('/users/{id}/delegations/{name}', { params })
          : api.DELETE('/users/{id}/delegations/{name}', { params }),
      ),
    );
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.rights')}>
      <h2>{t('admin.rights')}</h2>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <ul className={css.list}>
        <li>
          <Checkbox
            isSelected={account.is_site_admin}
            isDisabled={isSending}
            onChange={(isOn) => void submit(() => change(id, { is_site_admin: isOn }))}
          >
            {t('admin.right.site')}
          </Checkbox>
        </li>
        {delegations.map((name) => (
          <li key={name}>
            <Checkbox isSelected={held.has(name)} isDisabled={isSending} onChange={(isOn) => set(name, isOn)}>
              {t(`admin.right.${name}`)}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sessions({ id }: { id: number }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/users', id, 'sessions'],
    queryFn: () => take(api.GET('/users/{id}/sessions', { params: { path: { id } } })),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/users', id]] });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={2} />;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.sessions')}>
      <h2>{t('admin.sessions')}</h2>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {data.length === 0 ? (
        <p className={ui.soft}>{t('admin.noSessions')}</p>
      ) : (
        <>
          <ul className={css.list}>
            {data.map((session) => (
              <li key={session.id} className={css.details}>
                <span title={session.agent}>{nameDevice(session.agent) || t('account.unknownDevice')}</span> ·{' '}
                {session.address} · <When iso={session.last_used_on} />
              </li>
            ))}
          </ul>
          <div>
            <Button
              tone="danger"
              isDisabled={isSending}
              onPress={() =>
                void submit(
                  () => settle(api.DELETE('/users/{id}/sessions', { params: { path: { id } } })),
                  t('admin.sessionsEnded'),
                )
              }
            >
              {t('admin.endSessions')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

const signInsQuery = (id: number) =>
  pagedQuery<Schemas['SignInEvent']>(['/users', id, 'sign_ins'], (page, signal) =>
    api.GET('/users/{id}/sign_ins', { params: { path: { id: String(id) }, query: page }, signal }),
  );

const SignIns = ({ id }: { id: number }): ReactNode => (
  <section className={ui.stack} aria-label={t('admin.signIns')}>
    <h2>{t('admin.signIns')}</h2>
    <PagedTable
      label={t('admin.signIns')}
      query={signInsQuery(id)}
      heads={[t('admin.when'), t('admin.outcome'), t('admin.address'), t('admin.what'), t('admin.details')]}
      keyOf={({ date, method, user_agent: agent }) => `${date} ${method} ${agent}`}
      cells={(event) => [
        <When key="when" iso={event.date} isAbsolute />,
        <Badge key="result" colour={event.result === 'success' ? 'neon-green' : 'fiesta-red'}>
          {t(`account.result.${event.result}`)}
        </Badge>,
        event.address ?? '–',
        describeValue('method', event.method),
        <span key="agent" className={css.details} title={event.user_agent}>
          {nameDevice(event.user_agent) || t('account.unknownDevice')}
        </span>,
      ]}
    />
  </section>
);

export function AccountPage(): ReactNode {
  const id = Number(route.useParams().id);
  const isAdministrator = useSelf()?.is_site_admin === true;
  const { data, error, refetch } = useQuery({
    queryKey: ['/accounts', id],
    queryFn: () => take(api.GET('/accounts/{id}', { params: { path: { id } } })),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  if (data.username === null) return <Empty title={t('admin.nothing')} />;
  return (
    <>
      <div className={ui.row}>
        <Person person={data} />
        {data.is_site_admin && <Badge>{t('admin.siteAdmin')}</Badge>}
        <span className={ui.soft}>
          {t('admin.created')} <When iso={data.created} />
        </span>
        <ButtonLink to="/admin/accounts">{t('admin.allAccounts')}</ButtonLink>
      </div>
      <div className={css.columns}>
        <div className={ui.stack}>
          <Facts key={id} account={data} id={id} />
          <Status account={data} />
          <AccountPassword account={data} id={id} />
          <DirectoryLink id={id} />
        </div>
        <div className={ui.stack}>
          {isAdministrator && <Rights account={data} id={id} />}
          <Memberships id={id} />
          <Sessions id={id} />
        </div>
      </div>
      {isAdministrator && <SignIns id={id} />}
    </>
  );
}
