// How pages look, and how dates are written.
import type { ReactNode } from 'react';
import { dateStyles, readDateStyle } from '../../../platform/date-style.ts';
import type { DateStyle } from '../../../platform/date-style.ts';
import { t } from '../../../platform/i18n.ts';
import { Select } from '../../../ui/fields.tsx';
import { When } from '../../../ui/things.tsx';
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

export const AppearancePage = (): ReactNode => (
  <>
    <Section title={t('account.appearance')} hint={t('account.appearanceHint')}>
      <AppearanceChoices />
    </Section>
    <Section title={t('account.dates')}>
      <Dates />
    </Section>
  </>
);
