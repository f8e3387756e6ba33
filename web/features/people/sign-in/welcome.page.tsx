// The first steps of somebody new; once, and never in the way.
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf, useSite } from '../../../platform/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/feedback/async-states.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import ui from '../../../ui/ui.module.css';
import { usePreferences } from '../account/account-state.ts';
import { AppearanceChoices } from '../account/appearance-choices.tsx';
import { welcomedPreference } from './first-time.ts';
import css from '../people.module.css';
import { Picture } from '../account/picture.tsx';
import { Section } from '../account/section.tsx';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/welcome');

/** Notes that the person was here, once their preferences are known. */
function useWelcomedOnce(): void {
  const preferences = usePreferences();
  const isNew = preferences.isKnown && preferences.valueOf(welcomedPreference) === undefined;
  useEffect(() => {
    if (isNew) void preferences.change(welcomedPreference, '1');
    // What changes it also ends it.
  }, [isNew]);
}

export function WelcomePage(): ReactNode {
  const self = useSelf();
  const site = useSite();
  const navigate = useNavigate();
  const { next = '/' } = route.useSearch();
  useWelcomedOnce();
  const go = (): void => void navigate({ href: next });
  if (self === undefined)
    return (
      <Page title={t('account.welcome', { site: site.name })} isNarrow>
        <Empty title={t('people.signInFirst')}>
          <ButtonLink to="/sign-in" tone="primary">
            {t('people.signIn')}
          </ButtonLink>
        </Empty>
      </Page>
    );
  return (
    <Page
      title={t('account.welcome', { site: site.name })}
      isNarrow
      actions={<Button onPress={go}>{t('account.skip')}</Button>}
    >
      <p className={ui.soft}>{t('account.welcomeText')}</p>
      <div className={css.steps}>
        <Section title={t('account.picture')} hint={t('account.pictureHint')}>
          <Picture self={self} />
        </Section>
        <Section title={t('account.appearance')} hint={t('account.welcomeLanguage')}>
          <AppearanceChoices />
        </Section>
        <Section title={t('account.startProject')} hint={t('account.startProjectHint')}>
          <div className={ui.row}>
            <ButtonLink to="/projects">{t('account.findProject')}</ButtonLink>
          </div>
        </Section>
        <Section title={t('account.shortcuts')} hint={t('account.welcomeKeys')}>
          <Link to="/account/shortcuts">{t('account.shortcutsMore')}</Link>
        </Section>
      </div>
      <div className={ui.actions}>
        <Button tone="primary" onPress={go}>
          {t('account.begin')}
        </Button>
      </div>
    </Page>
  );
}
