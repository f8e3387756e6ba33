// All keys of the page that one is on, by what they are about, and the way to the documentation about it.
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { areShortcutsOn, findShortcut, listShortcuts, switchShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/fields.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import { findDocs } from './docs-topics.ts';
import css from './frame.module.css';
import { nameKeys } from './key-names.ts';
import { Link } from '../../ui/link.tsx';

export function Help({ onClose }: { onClose(): void }): ReactNode {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [isOn, setOn] = useState(areShortcutsOn());
  const change = (next: boolean): void => {
    switchShortcuts(next);
    setOn(next);
  };
  const all = listShortcuts();
  // What surrounds a page lends it its keys.
  const heard = all.filter((shortcut) => findShortcut(all, shortcut.keys, undefined) === shortcut);
  const groups = Map.groupBy(heard, ({ group }) => group ?? 'frame.keys.page');
  return (
    <Dialog title={t('frame.keys')} isOpen onClose={onClose} isWide>
      <div className={css.keyGroups}>
        {[...groups].reverse().map(([group, shortcuts]) => (
          <section key={group}>
            <h3>{t(group)}</h3>
            <dl className={css.keys}>
              {[...Map.groupBy(shortcuts, ({ label }) => label)].map(([label, alike]) => (
                <div key={label}>
                  <dt>{t(label)}</dt>
                  <dd>
                    {alike.map(({ keys }) => (
                      <kbd key={keys}>{nameKeys(keys)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={css.helpFoot}>
        <Checkbox isSelected={isOn} onChange={change}>
          {t('frame.keysOn')}
        </Checkbox>
        <Link href={findDocs(path)} target="_blank" rel="noreferrer">
          {t('frame.docs')}
        </Link>
        <Button onPress={onClose}>{t('ui.close')}</Button>
      </div>
    </Dialog>
  );
}
