// What is done from day to day of what there is to do, beside the line that would be ideal.
import { area, line } from 'd3-shape';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../platform/i18n.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { ChartFrame } from './chart-frame.tsx';
import { TimeAxes } from './chart-time.tsx';
import type { BurnupPoints } from './effort-points.ts';
import css from './chart.module.css';

interface Props extends BurnupPoints {
  title: string;
  /** Said where there are no days. */
  empty: string;
}

type Point = [place: number, value: number];

const pointsOf = (values: readonly (number | null)[]): Point[] =>
  values.flatMap((value, place): Point[] => (value === null ? [] : [[place, value]]));

const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 10) / 10;

export function BurnupChart({ title, empty, dates, done, total, ideal, isCount }: Props): ReactNode {
  const [lastDone = null, lastTotal = null] = [done, total].map((values) => values.findLast((value) => value !== null));
  const names = {
    done: t(isCount ? 'charts.closed' : 'charts.done'),
    total: t('charts.scope'),
    ideal: t('charts.ideal'),
  };
  return (
    <ChartFrame
      title={title}
      empty={lastTotal === null ? empty : undefined}
      table={{
        columns: [t('charts.day'), names.done, names.total, names.ideal],
        rows: dates.map((day, place) => [
          formatDay(day),
          done[place] ?? null,
          total[place] ?? null,
          rounded(ideal[place]),
        ]),
      }}
    >
      <TimeAxes
        dates={dates}
        max={Math.max(0, ...total.map((value) => value ?? 0))}
        summary={t('charts.isDone', { value: formatNumber(lastDone ?? 0), total: formatNumber(lastTotal ?? 0) })}
        describe={(place) => [
          { label: names.done, value: done[place] ?? null },
          { label: names.total, value: total[place] ?? null },
          { label: names.ideal, value: rounded(ideal[place]) },
        ]}
      >
        {({ x, y, height }) => {
          const at = ([place]: Point): number => x(place);
          const value = ([, amount]: Point): number => y(amount);
          const lineOf = line<Point>(at, value);
          return (
            <>
              <path className={css.ideal} d={lineOf(pointsOf(ideal)) ?? ''} />
              <path className={css.scope} d={lineOf(pointsOf(total)) ?? ''} />
              <path className={css.lineFill} d={area<Point>(at, height, value)(pointsOf(done)) ?? ''} />
              <path className={css.line} d={lineOf(pointsOf(done)) ?? ''} />
              {pointsOf(done).map((one) => (
                <circle key={one[0]} className={css.point} cx={at(one)} cy={value(one)} r={2.5} />
              ))}
            </>
          );
        }}
      </TimeAxes>
    </ChartFrame>
  );
}
