// All keys of the page that one is on.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { areShortcutsOn, listShortcuts, switchShortcuts } from '../../platform/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import css from './frame.module.css';

const nameKeys = (keys: string): string => keys.replace('mod+', navigator.platform.startsWith('Mac') ? '⌘ ' : 'Ctrl ');

export function Help({ onClose }: { onClose(): void }): ReactNode {
  const [isOn, setOn] = useState(areShortcutsOn());
  const change = (next: boolean): void => {
    switchShortcuts(next);
    setOn(next);
  };
  return (
    <Dialog title={t('frame.keys')} isOpen onClose={onClose}>
      <dl className={css.keys}>
        {listShortcuts().map(({ keys, label }) => [
          <dt key={keys}>
            <kbd>{nameKeys(keys)}</kbd>
          </dt>,
          <dd key={`${keys}-does`}>{t(label)}</dd>,
        ])}
      </dl>
      <Checkbox isSelected={isOn} onChange={change}>
        {t('frame.keysOn')}
      </Checkbox>
      <Button onPress={onClose}>{t('ui.close')}</Button>
    </Dialog>
  );
}
