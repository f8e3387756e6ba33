// What remains from day to day, beside the line that would be ideal.
import { area, line } from 'd3-shape';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../platform/i18n.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { ChartFrame } from './chart-frame.tsx';
import { TimeAxes } from './chart-time.tsx';
import css from './chart.module.css';

interface Props {
  title: string;
  description?: string | undefined;
  /** Days, `2026-02-28`. */
  dates: readonly string[];
  /** One for each day; null for days to come. */
  remaining: readonly (number | null)[];
  ideal: readonly (number | null)[];
  /** The day that it is. */
  today: string;
  /** Said where there are no days. */
  empty?: string | undefined;
  actions?: ReactNode;
}

export function BurndownChart(props: Props): ReactNode {
  const { title, description, dates, remaining, ideal, today, empty, actions } = props;
  const last = remaining.findLast((value) => value !== null);
  const hasNumbers = last !== undefined;
  const todayPlace = dates.indexOf(today);
  const max = Math.max(0, ...remaining.map((value) => value ?? 0), ...ideal.map((value) => value ?? 0));
  const known = remaining.flatMap((value, place): [number, number][] => (value === null ? [] : [[place, value]]));
  const wanted = ideal.flatMap((value, place): [number, number][] => (value === null ? [] : [[place, value]]));
  return (
    <ChartFrame
      title={title}
      description={description}
      actions={actions}
      empty={hasNumbers ? undefined : (empty ?? t('charts.nothing'))}
      table={{
        columns: [t('charts.day'), t('charts.remaining'), t('charts.ideal')],
        rows: dates.map((day, place) => [formatDay(day), remaining[place] ?? null, rounded(ideal[place])]),
      }}
    >
      <TimeAxes
        dates={dates}
        max={max}
        summary={t('charts.remains', { value: formatNumber(last ?? 0), start: formatNumber(remaining[0] ?? 0) })}
        describe={(place) => [
          { label: t('charts.remaining'), value: remaining[place] ?? null },
          { label: t('charts.ideal'), value: rounded(ideal[place]) },
        ]}
      >
        {({ x, y, height }) => {
          const at = ([place]: [number, number]): number => x(place);
          const value = ([, amount]: [number, number]): number => y(amount);
          return (
            <>
              <path className={css.ideal} d={line<[number, number]>(at, value)(wanted) ?? ''} />
              <path className={css.lineFill} d={area<[number, number]>(at, height, value)(known) ?? ''} />
              <path className={css.line} d={line<[number, number]>(at, value)(known) ?? ''} />
              {known.map((one) => (
                <circle key={one[0]} className={css.point} cx={at(one)} cy={value(one)} r={2.5} />
              ))}
              {todayPlace >= 0 && (
                <g transform={`translate(${x(todayPlace)} 0)`}>
                  <line className={css.today} y2={height} />
                  <text
                    className={`${css.todayLabel} ${todayPlace > dates.length * 0.85 ? css.end : css.middle}`}
                    y={-4}
                  >
                    {t('charts.today')}
                  </text>
                </g>
              )}
            </>
          );
        }}
      </TimeAxes>
    </ChartFrame>
  );
}

const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 10) / 10;
