// What remains in a milestone, and how much of that it can take.
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Meter } from '../../ui/feedback/meter.tsx';
import { showEffort, showRemaining } from './effort.ts';
import type { Milestone } from './plan.ts';
import { effortQuery } from './planning.queries.ts';
import css from './planning.module.css';

export function LoadBar({ milestone }: { milestone: Pick<Milestone, 'id' | 'project'> }): ReactNode {
  const { data: effort } = useQuery(effortQuery(milestone.project.id, milestone.id));
  if (effort === undefined) return null;
  const { remaining, capacity, unit } = effort;
  if (capacity === null) {
    const text = showRemaining(effort);
    return text === undefined ? null : <span>{text}</span>;
  }
  const amount = remaining ?? 0;
  const isOver = amount > capacity;
  const text = t('planning.remainsOf', { effort: showEffort(amount, unit), capacity: showEffort(capacity, unit) });
  return (
    <div className={css.load} data-over={isOver || undefined}>
      <Meter
        label={t('planning.capacity')}
        text={isOver ? `${text}. ${t('planning.over')}` : text}
        value={amount}
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
