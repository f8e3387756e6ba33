import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../platform/api.ts';
import { currentLanguage, isLanguage, languages, t } from '../../platform/i18n.ts';
import { lookOf, preferencesQuery } from '../../platform/preferences.ts';
import { applyLook } from '../../platform/look.ts';
import { useSelf, useSite } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { say } from '../../ui/messages.tsx';
import { describeError, Empty, ErrorState, Loading } from '../../ui/states.tsx';
import { Page, When } from '../../ui/things.tsx';
import css from '../../ui/ui.module.css';

const Card = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <section className={`${css.card} ${css.cardBody} ${css.stack}`}>
    <h2>{title}</h2>
    {children}
  </section>
);

function Appearance(): ReactNode {
  const site = useSite();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(preferencesQuery);
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Loading />;
  const change = async (key: string, value: string | false): Promise<void> => {
    const before = data;
    const others = data.filter((entry) => entry.key !== key);
    const after = value === false ? others : [...others, { key, value }];
    queryClient.setQueryData(preferencesQuery.queryKey, after);
    applyLook(lookOf(after));
    try {
      await settle(api.PATCH('/users/{id}/preferences', { params: { path: { id: 'self' } }, body: { key, value } }));
    } catch (problem) {
      queryClient.setQueryData(preferencesQuery.queryKey, before);
      applyLook(lookOf(before));
      say('error', describeError(problem));
    }
  };
  const valueOf = (key: string): string | undefined => data.find((entry) => entry.key === key)?.value;
  const named = {
    orange: t('people.variant.orange'),
    blue: t('people.variant.blue'),
    green: t('people.variant.green'),
    red: t('people.variant.red'),
    grey: t('people.variant.grey'),
    purple: t('people.variant.purple'),
  };
  const variants = Object.entries(named).filter(([id]) => site.theme_variants.includes(id));
  return (
    <>
      <Select
        label={t('people.variant')}
        value={valueOf('theme_variant')}
        choices={variants.map(([id, label]) => ({ id, label }))}
        onChange={(id) => void change('theme_variant', id)}
      />
      <Select
        label={t('people.mode')}
        value={valueOf('display_dark_mode') ?? 'system'}
        choices={[
          { id: 'system', label: t('people.mode.system') },
          { id: 'light', label: t('people.mode.light') },
          { id: 'dark', label: t('people.mode.dark') },
        ]}
        onChange={(id) => void change('display_dark_mode', id)}
      />
      <Select
        label={t('people.density')}
        value={valueOf('display_density') ?? 'normal'}
        choices={[
          { id: 'normal', label: t('people.density.normal') },
          { id: 'condensed', label: t('people.density.condensed') },
        ]}
        onChange={(id) => void change('display_density', id === 'condensed' ? id : false)}
      />
    </>
  );
}

async function speak(language: string): Promise<void> {
  const locale = language === 'fr' ? 'fr_FR' : 'en_US';
  try {
    await settle(api.PATCH('/users/{id}', { params: { path: { id: 'self' } }, body: { values: { locale } } }));
    location.reload();
  } catch (error) {
    say('error', describeError(error));
  }
}

function Password(): ReactNode {
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [problem, setProblem] = useState<string>();
  const name = useSelf()?.username ?? '';
  const save = async (): Promise<void> => {
    setProblem(undefined);
    try {
      await settle(
        api.POST('/users/self/password', { body: { username: name, current_password: old, new_password: fresh } }),
      );
      setOld('');
      setFresh('');
      say('success', t('people.passwordSaved'));
    } catch (error) {
      setProblem(describeError(error));
    }
  };
  return (
    <form
      className={css.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={t('people.oldPassword')}
        type="password"
        value={old}
        onChange={setOld}
        autoComplete="current-password"
      />
      <TextField
        label={t('people.newPassword')}
        type="password"
        value={fresh}
        onChange={setFresh}
        autoComplete="new-password"
        error={problem}
      />
      <div>
        <Button type="submit" isDisabled={old === '' || fresh === ''}>
          {t('people.savePassword')}
        </Button>
      </div>
    </form>
  );
}

function Sessions(): ReactNode {
  const queryClient = useQueryClient();
  const { data = [] } = useQuery({ queryKey: ['/sessions'], queryFn: () => take(api.GET('/sessions')) });
  const end = async (id: string | undefined): Promise<void> => {
    try {
      await settle(
        id === undefined ? api.DELETE('/sessions') : api.DELETE('/sessions/{id}', { params: { path: { id } } }),
      );
      await queryClient.invalidateQueries({ queryKey: ['/sessions'] });
    } catch (error) {
      say('error', describeError(error));
    }
  };
  return (
    <>
      <ul className={css.stack}>
        {data.map(({ id, address, agent, last_used_on: last, is_current: isCurrent }) => (
          <li key={id} className={css.row}>
            <span className={css.grow}>
              {agent === '' ? address : agent}
              <br />
              <span className={`${css.faint} ${css.small}`}>
                {address} · <When iso={last} />
              </span>
            </span>
            {isCurrent ? (
              <span className={css.badge}>{t('people.thisSession')}</span>
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

export function AccountPage(): ReactNode {
  const self = useSelf();
  const site = useSite();
  if (self === undefined)
    return (
      <Page title={t('people.account')} isNarrow>
        <Empty title={t('people.signInFirst')}>
          <ButtonLink to="/sign-in" search={{ next: '/account' }} tone="primary">
            {t('people.signIn')}
          </ButtonLink>
        </Empty>
      </Page>
    );
  const offered = site.languages.filter((name) => isLanguage(name));
  return (
    <Page title={t('people.account')} isNarrow>
      <Card title={t('people.appearance')}>
        <Appearance />
        <Select
          label={t('people.language')}
          value={currentLanguage()}
          choices={offered.map((id) => ({ id, label: languages[id] }))}
          onChange={(id) => void speak(id)}
        />
      </Card>
      <Card title={t('people.changePassword')}>
        <Password />
      </Card>
      <Card title={t('people.sessions')}>
        <Sessions />
      </Card>
    </Page>
  );
}
