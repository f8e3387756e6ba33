// A badge.
import type { ReactNode } from 'react';
import css from './ui.module.css';

/** A short word in one of the 24 colours; grey without. */
export const Badge = ({ colour, children }: { colour?: string | null | undefined; children: ReactNode }): ReactNode => (
  <span className={css.badge} data-colour={colour || undefined}>
    {children}
  </span>
);
