import type { ReactNode } from 'react';
import css from './mark.module.css';

/** The mark of Tepal, three tepals of a flower, in the colour of the theme; for where the site has no logo of its own. */
export const Mark = (): ReactNode => (
  <svg className={css.mark} viewBox="0 0 32 32" aria-hidden="true">
    <rect className={css.ground} width="32" height="32" rx="8" />
    <path
      className={css.sides}
      d="M5.5 10.5c6.6.3 9.6 5.6 9.8 15C8.6 24.5 5 18.5 5.5 10.5ZM26.5 10.5c-6.6.3-9.6 5.6-9.8 15 6.7-1 10.3-7 9.8-15Z"
    />
    <path className={css.middle} d="M16 5.5c4.3 4.5 4.3 11.5 0 18-4.3-6.5-4.3-13.5 0-18Z" />
  </svg>
);
