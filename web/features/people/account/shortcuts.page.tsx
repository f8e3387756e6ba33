// Whether single keys do something, and which ones.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { areShortcutsOn, switchShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import { Section } from './section.tsx';

export function ShortcutsPage(): ReactNode {
  const [isOn, setOn] = useState(areShortcutsOn());
  return (
    <Section title={t('account.shortcuts')} hint={t('account.shortcutsHint')}>
      <Checkbox
        isSelected={isOn}
        onChange={(next) => {
          switchShortcuts(next);
          setOn(next);
        }}
      >
        {t('frame.keysOn')}
      </Checkbox>
      <p className={ui.soft}>{t('account.shortcutsList')}</p>
    </Section>
  );
}
