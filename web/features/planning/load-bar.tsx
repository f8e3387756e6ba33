// How much of what a milestone can take is taken.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../platform/i18n.ts';
import { Meter } from '../../ui/meter.tsx';
import type { Load } from './plan.ts';
import css from './planning.module.css';

export function LoadBar({ load }: { load: Load }): ReactNode {
  const { isRemaining, capacity, isOver } = load;
  const amount = formatNumber(load.amount);
  if (capacity === undefined)
    return load.amount === 0 ? null : (
      <span>{isRemaining ? t('planning.remains', { amount }) : t('planning.planned', { amount })}</span>
    );
  const values = { amount, capacity: formatNumber(capacity) };
  const text = isRemaining ? t('planning.remainsOf', values) : t('planning.plannedOf', values);
  return (
    <div className={css.load} data-over={isOver || undefined}>
      <Meter
        label={t('planning.capacity')}
        text={isOver ? `${text}. ${t('planning.over')}` : text}
        value={load.amount}
        max={capacity}
        isTooMuch={isOver}
      />
      <span>
        {isOver && <TriangleAlert aria-hidden="true" size={13} />} {text}
        {isOver && `. ${t('planning.over')}`}
      </span>
    </div>
  );
}
