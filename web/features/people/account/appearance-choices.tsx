// Colour, light or dark, density: what the page shows at once.
import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import { ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { usePreferences } from './account-state.ts';
import css from '../people.module.css';

interface Choice {
  id: string;
  label: string;
  /** A dot of this variant's colour. */
  accent?: string;
}

interface ChoicesProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange(id: string): void;
}

const Choices = ({ label, value, choices, onChange }: ChoicesProps): ReactNode => (
  <RadioGroup value={value} onChange={onChange}>
    <Label className={`${ui.label} ${css.groupLabel}`}>{label}</Label>
    <div className={css.swatches}>
      {choices.map(({ id, label: name, accent }) => (
        <Radio key={id} value={id} className={css.swatch ?? ''}>
          {accent !== undefined && <span className={css.dot} data-accent={accent} aria-hidden="true" />}
          {name}
        </Radio>
      ))}
    </div>
  </RadioGroup>
);

export function AppearanceChoices(): ReactNode {
  const site = useSite();
  const { isKnown, error, valueOf, change } = usePreferences();
  if (error !== null) return <ErrorState error={error} />;
  if (!isKnown) return <Loading />;
  const named: Readonly<Record<string, string>> = {
    orange: t('people.variant.orange'),
    blue: t('people.variant.blue'),
    green: t('people.variant.green'),
    red: t('people.variant.red'),
    grey: t('people.variant.grey'),
    purple: t('people.variant.purple'),
  };
  return (
    <>
      <Choices
        label={t('people.variant')}
        value={valueOf('theme_variant') ?? site.default_theme_variant}
        choices={site.theme_variants.map((id) => ({ id, label: named[id] ?? id, accent: id }))}
        onChange={(id) => void change('theme_variant', id)}
      />
      <Choices
        label={t('people.mode')}
        value={valueOf('display_dark_mode') ?? 'system'}
        choices={[
          { id: 'system', label: t('people.mode.system') },
          { id: 'light', label: t('people.mode.light') },
          { id: 'dark', label: t('people.mode.dark') },
        ]}
        onChange={(id) => void change('display_dark_mode', id)}
      />
      <Choices
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
