// Where one can go from a page that shows nothing.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { ButtonLink } from '../button.tsx';
import css from '../ui.module.css';

export const WaysOut = (): ReactNode => (
  <div className={css.row}>
    <ButtonLink to="/search">{t('ui.closed.search')}</ButtonLink>
    <ButtonLink to="/">{t('ui.closed.home')}</ButtonLink>
  </div>
);
