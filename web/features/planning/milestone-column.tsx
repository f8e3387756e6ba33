// A milestone as a column of a plan: when it is, how full it is, what can be done with it.
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { atLeast, t } from '../../platform/i18n.ts';
import { formatDay } from '../../ui/dates/calendar-day.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import { Meter } from '../../ui/feedback/meter.tsx';
import { LoadBar } from './load-bar.tsx';
import { hasTaskboard } from '../projects/index.ts';
import type { Item, Milestone } from './plan.ts';
import css from './planning.module.css';

/** From when to when, as far as that is known. */
export function spanOf({ start_date: start, end_date: end }: Pick<Milestone, 'start_date' | 'end_date'>): string {
  const days = [start, end].map((timestamp) => (timestamp === null ? '' : formatDay(timestamp.slice(0, 10))));
  return days.every((day) => day === '') ? '' : days.join(' – ');
}

interface HeadProps {
  milestone: Milestone;
  items: readonly Item[];
  /** It has more than these. */
  hasMore: boolean;
}

export function MilestoneHead({ milestone, items, hasMore }: HeadProps): ReactNode {
  const span = spanOf(milestone);
  const done = items.filter(({ status }) => status === 'Closed').length;
  const text = t('planning.doneOf', { done, count: atLeast(items.length, hasMore) });
  return (
    <>
      <span className={css.facts}>
        {span !== '' && <span>{span}</span>}
        {items.length > 0 && <span>{text}</span>}
      </span>
      {items.length > 0 && <Meter label={t('planning.progress')} text={text} value={done} max={items.length} isDone />}
      <LoadBar milestone={milestone} />
    </>
  );
}

export function MilestoneMenu({ milestone, onClose }: { milestone: Milestone; onClose(): void }): ReactNode {
  const navigate = useNavigate();
  const { id, label, sub_milestone_type: inner } = milestone;
  const go = (to: string) => () => void navigate({ to });
  const title = t('planning.menu', { name: label });
  return (
    <Menu
      label={title}
      trigger={
        <Button tone="quiet" isIcon aria-label={title}>
          <Ellipsis />
        </Button>
      }
      actions={[
        { id: 'look', label: t('planning.overview'), run: go(`/milestones/${id}`) },
        ...(hasTaskboard(milestone)
          ? [{ id: 'taskboard', label: t('taskboard.taskboard'), run: go(`/milestones/${id}/taskboard`) }]
          : []),
        ...(inner === null
          ? []
          : [
              {
                id: 'plan',
                label: t('planning.planInside', { tracker: inner.label }),
                run: go(`/milestones/${id}/planning`),
              },
            ]),
        { id: 'artifact', label: t('planning.openArtifact'), run: go(`/artifacts/${id}`) },
        ...(milestone.semantic_status === 'open'
          ? [{ id: 'close', label: t('planning.closeIt'), isSeparated: true, run: onClose }]
          : []),
      ]}
    />
  );
}
