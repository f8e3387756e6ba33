// How many cards a column has, and may have.
import type { ReactNode } from 'react';
import { formatCount, t } from '../../platform/i18n.ts';
import type { Count } from '../../platform/i18n.ts';
import css from './card-count.module.css';

interface Props {
  count: Count;
  /** undefined: as many as come. */
  limit: number | undefined;
  isOver: boolean;
}

/** `1/4`, said to screen readers as a sentence. */
export const CardCount = ({ count, limit, isOver }: Props): ReactNode => (
  <span className={css.count} data-over={isOver || undefined}>
    <span aria-hidden="true">
      {formatCount(count)}
      {limit !== undefined && `/${limit}`}
    </span>
    <span className="visually-hidden">
      {t('boards.cards', { count })}
      {limit !== undefined && ` ${t('boards.limit', { limit })}`}
    </span>
  </span>
);
