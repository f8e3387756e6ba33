// How pages look, and how dates and people are written.
import type { ReactNode } from 'react';
import { dateStyles, readDateStyle } from '../../../platform/date-style.ts';
import type { DateStyle } from '../../../platform/date-style.ts';
import { t } from '../../../platform/i18n.ts';
import { nameStyles, readNameStyle, writeName } from '../../../platform/names/person-names.ts';
import type { NameStyle } from '../../../platform/names/person-names.ts';
import { useSelf } from '../../../platform/session.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import { usePreferences } from './account-state.ts';
import { AppearanceChoices } from './appearance-choices.tsx';
import { Section } from './section.tsx';

const exampleMs = 3 * 3_600_000;

function Dates(): ReactNode {
  const { isKnown, valueOf, change } = usePreferences();
  if (!isKnown) return null;
  const named: Record<DateStyle, string> = {
    'relative_first-absolute_tooltip': t('account.dates.relative'),
    'relative_first-absolute_shown': t('account.dates.relativeBoth'),
    'absolute_first-relative_tooltip': t('account.dates.absolute'),
    'absolute_first-relative_shown': t('account.dates.absoluteBoth'),
  };
  return (
    <>
      <Select
        label={t('account.dates')}
        isLabelHidden
        value={readDateStyle(valueOf('relative_dates_display'))}
        choices={dateStyles.map((id) => ({ id, label: named[id] }))}
        onChange={(id) => void change('relative_dates_display', id)}
      />
      <p className={ui.soft}>
        {t('account.datesExample')} <When iso={new Date(Date.now() - exampleMs).toISOString()} />
      </p>
    </>
  );
}

function Names(): ReactNode {
  const { isKnown, valueOf, change } = usePreferences();
  const self = useSelf();
  if (!isKnown || self === undefined) return null;
  const named: Record<NameStyle, string> = {
    '0': t('account.names.nameLogin'),
    '1': t('account.names.loginName'),
    '2': t('account.names.login'),
    '3': t('account.names.name'),
  };
  return (
    <>
      <Select
        label={t('account.names')}
        isLabelHidden
        value={readNameStyle(valueOf('username_display'))}
        choices={nameStyles.map((id) => ({ id, label: named[id] }))}
        onChange={(id) => void change('username_display', id)}
      />
      <p className={ui.soft}>
        {t('account.datesExample')} {writeName(self.display_name)}
      </p>
    </>
  );
}

export const AppearancePage = (): ReactNode => (
  <>
    <Section title={t('account.appearance')} hint={t('account.appearanceHint')}>
      <AppearanceChoices />
    </Section>
    <Section title={t('account.dates')}>
      <Dates />
    </Section>
    <Section title={t('account.names')}>
      <Names />
    </Section>
  </>
);
