// How texts are written, and what exports look like.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { usePreferences } from './account-state.ts';
import { Section } from './section.tsx';

export function EditingPage(): ReactNode {
  const { isKnown, error, valueOf, change } = usePreferences();
  if (error !== null) return <ErrorState error={error} />;
  if (!isKnown) return <Loading />;
  return (
    <>
      <Section title={t('account.texts')}>
        <Select
          label={t('account.format')}
          value={valueOf('user_edition_default_format') ?? 'commonmark'}
          choices={[
            { id: 'commonmark', label: t('account.format.markdown') },
            { id: 'html', label: t('account.format.html') },
            { id: 'text', label: t('account.format.text') },
          ]}
          onChange={(id) => void change('user_edition_default_format', id)}
        />
      </Section>
      <Section title={t('account.csv')} hint={t('account.csvHint')}>
        <Select
          label={t('account.separator')}
          value={valueOf('user_csv_separator') ?? 'comma'}
          choices={[
            { id: 'comma', label: t('account.separator.comma') },
            { id: 'semicolon', label: t('account.separator.semicolon') },
            { id: 'tab', label: t('account.separator.tab') },
          ]}
          onChange={(id) => void change('user_csv_separator', id)}
        />
      </Section>
    </>
  );
}
