// Things with a start and an end as bars on a calendar.
import { scaleUtc } from 'd3-scale';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { shorten } from '../../platform/names/shorten.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { ChartFrame, useWidth } from './chart-frame.tsx';
import { percentOf } from './chart-rules.ts';
import css from './chart.module.css';

export interface PlanBar {
  id: number;
  label: string;
  /** Where its name leads. */
  href: string;
  colour: string | null;
  /** Days, or moments; one of them is there. */
  start: string | null;
  end: string | null;
  /** From 0 to 1. */
  progress: number | null;
}

interface Props {
  title: string;
  description?: string | undefined;
  bars: readonly PlanBar[];
  today: string;
  /** Said below, such as that there are more. */
  note?: string | undefined;
  actions?: ReactNode;
}

const rowHeight = 26;
const axisHeight = 24;
const dayMs = 86_400_000;
const letterWidth = 7;

const dayOf = (text: string): number => Date.parse(`${text.slice(0, 10)}T00:00:00Z`);

/** Start and the moment after the last day, of what may have one of them alone. */
const spanOf = ({ start, end }: PlanBar): [number, number] => {
  const from = dayOf(start ?? end ?? '');
  const to = dayOf(end ?? start ?? '');
  return from <= to ? [from, to + dayMs] : [to, from + dayMs];
};

export function GanttChart({ title, description, bars, today, note, actions }: Props): ReactNode {
  const [box, width] = useWidth();
  const labelRoom = Math.min(240, width * 0.38);
  const spans = bars.map(spanOf);
  const now = dayOf(today);
  const first = Math.min(...spans.map(([from]) => from));
  const last = Math.max(...spans.map(([, to]) => to));
  const x = scaleUtc([first - dayMs, last + dayMs], [0, Math.max(0, width - labelRoom)]);
  const height = rowHeight * bars.length;
  const place = (ms: number): number => labelRoom + x(ms);
  return (
    <ChartFrame
      title={title}
      description={description}
      actions={actions}
      empty={bars.length === 0 ? t('charts.noDates') : undefined}
      table={{
        columns: [t('charts.artifact'), t('charts.start'), t('charts.end'), t('charts.progress')],
        rows: bars.map(({ label, start, end, progress }) => [
          label,
          start === null ? null : formatDay(start.slice(0, 10)),
          end === null ? null : formatDay(end.slice(0, 10)),
          progress === null ? null : t('charts.percent', { value: percentOf(progress, 1) }),
        ]),
      }}
    >
      <div className={css.box} ref={box}>
        {bars.length > 0 && (
          <svg role="group" aria-label={title} width={width} height={height + axisHeight}>
            {x.ticks(Math.max(2, Math.floor((width - labelRoom) / 90))).map((tick) => (
              <g key={tick.getTime()} transform={`translate(${place(tick.getTime())} 0)`}>
                <line className={css.grid} y1={axisHeight} y2={height + axisHeight} />
                <text className={`${css.tick} ${css.middle}`} y={14}>
                  {formatDay(tick.toISOString().slice(0, 10))}
                </text>
              </g>
            ))}
            {bars.map((bar, index) => (
              <g key={bar.id} transform={`translate(0 ${axisHeight + index * rowHeight})`}>
                <PlanRow bar={bar} labelRoom={labelRoom} place={place} />
              </g>
            ))}
            {now >= first && now <= last && (
              <line
                className={css.today}
                x1={place(now)}
                x2={place(now)}
                y1={axisHeight - 4}
                y2={height + axisHeight}
              />
            )}
          </svg>
        )}
      </div>
      {note !== undefined && <p className={css.about}>{note}</p>}
    </ChartFrame>
  );
}

const showDays = ({ start, end }: PlanBar): string =>
  [start, end].map((day) => (day === null ? '…' : formatDay(day.slice(0, 10)))).join(' – ');

interface RowProps {
  bar: PlanBar;
  labelRoom: number;
  /** Where a moment is, in pixels. */
  place(ms: number): number;
}

function PlanRow({ bar, labelRoom, place }: RowProps): ReactNode {
  const [from, to] = spanOf(bar);
  const length = Math.max(4, place(to) - place(from));
  const shared = {
    'data-colour': bar.colour ?? 'lake-placid-blue',
    x: place(from),
    y: 5,
    height: rowHeight - 10,
    rx: 3,
  };
  return (
    <>
      <a href={bar.href}>
        <text className={css.barLabel} y={rowHeight / 2} dy="0.35em">
          {shorten(bar.label, Math.max(4, Math.floor((labelRoom - 12) / letterWidth)))}
          <title>{bar.label}</title>
        </text>
      </a>
      <rect {...shared} className={css.bar} width={length}>
        <title>{`${bar.label}: ${showDays(bar)}`}</title>
      </rect>
      {bar.progress !== null && bar.progress > 0 && (
        <rect {...shared} className={css.done} width={length * bar.progress} />
      )}
    </>
  );
}
