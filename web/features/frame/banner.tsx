// What the platform announces, until the person takes it away or it changes.
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSite } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import css from './frame.module.css';

const key = 'tepal.banner';

export function Banner(): ReactNode {
  const { banner } = useSite();
  const [hidden, setHidden] = useState(localStorage.getItem(key));
  if (banner === null || hidden === banner.message) return null;
  const hide = (): void => {
    localStorage.setItem(key, banner.message);
    setHidden(banner.message);
  };
  return (
    <div className={css.banner} data-importance={banner.importance} role="status">
      <span>{plainText(banner.message)}</span>
      <Button tone="quiet" isIcon aria-label={t('ui.close')} onPress={hide}>
        <X />
      </Button>
    </div>
  );
}

/** Announcements may be HTML that nobody has cleaned: its words alone are shown. */
const plainText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
