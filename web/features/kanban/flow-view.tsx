// How work flows through a kanban: how much stood where from day to day, and how long what was closed took.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../platform/i18n.ts';
import { BarChart } from '../../ui/charts/chart-bars.tsx';
import { FlowChart } from '../../ui/charts/chart-flow.tsx';
import { Select } from '../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { atMost, cycleEdges, groupTimes } from './cycle-times.ts';
import { closedId } from './kanban-cards.ts';
import { flowQuery, flowSpans } from './kanban.queries.ts';

interface Props {
  kanbanId: number;
  report?: number | undefined;
  /** What the board calls the column of what is closed. */
  closedLabel: string;
}

const round = (days: number): number => Math.round(days * 10) / 10;
const shares = { half: 0.5, most: 0.85 } as const;

function CycleTimes({ days }: { days: readonly number[] }): ReactNode {
  const [half, most] = [atMost(days, shares.half), atMost(days, shares.most)];
  const counts = groupTimes(days);
  return (
    <BarChart
      title={t('kanban.cycle')}
      description={
        half === undefined || most === undefined
          ? t('kanban.cycleNone')
          : t('kanban.cycleText', {
              count: days.length,
              half: formatNumber(round(half)),
              most: formatNumber(round(most)),
            })
      }
      heading={t('kanban.took')}
      categories={
        days.length === 0
          ? []
          : [
              ...cycleEdges.map((count) => ({ label: t('kanban.upTo', { count }) })),
              { label: t('kanban.longer', { count: cycleEdges.at(-1) ?? 0 }) },
            ]
      }
      series={[{ label: t('kanban.cycle'), values: counts }]}
    />
  );
}

export function FlowView({ kanbanId, report, closedLabel }: Props): ReactNode {
  const [spanDays, setSpan] = useState<number>(flowSpans[0].days);
  const span = flowSpans.find(({ days }) => days === spanDays) ?? flowSpans[0];
  const { data, error, refetch } = useQuery(flowQuery(kanbanId, span, report));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={ui.stack}>
      <div className={ui.row}>
        <Select
          label={t('kanban.span')}
          value={String(span.days)}
          choices={flowSpans.map(({ days: count }) => ({ id: String(count), label: t('kanban.lastDays', { count }) }))}
          onChange={(days) => setSpan(Number(days))}
        />
      </div>
      {data === undefined ? (
        <Loading lines={8} />
      ) : (
        <>
          <FlowChart
            title={t('kanban.flow')}
            dates={data.columns[0]?.values.map(({ start_date: day }) => day) ?? []}
            series={data.columns
              .toReversed()
              // Where all have a status, nothing ever waited without one.
              .filter(({ id, values }) => id !== 'backlog' || values.some(({ kanban_items_count: count }) => count > 0))
              .map(({ id, label, values }) => ({
                label: id === closedId ? closedLabel : label,
                values: values.map(({ kanban_items_count: count }) => count),
              }))}
          />
          <CycleTimes days={data.times.items.map(({ days }) => days)} />
          {data.times.is_cut && <Notice>{t('kanban.cycleCut')}</Notice>}
        </>
      )}
    </div>
  );
}
