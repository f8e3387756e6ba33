// The picture that stands for the site, where it has one.
import type { ReactNode } from 'react';
import { useSite } from '../../platform/session.ts';
import css from './site-logo.module.css';

/** Says who runs the site to those who don't see it. `isLarge`: where it stands alone. */
export function SiteLogo({ isLarge = false }: { isLarge?: boolean }): ReactNode {
  const { logo, organisation, name } = useSite();
  if (logo === null) return undefined;
  return (
    <img
      className={css.siteLogo}
      data-large={isLarge || undefined}
      src={logo.url}
      width={logo.width}
      height={logo.height}
      alt={organisation === '' ? name : organisation}
    />
  );
}
