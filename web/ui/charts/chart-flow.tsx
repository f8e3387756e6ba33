// How many things were in which state from day to day, one band upon another.
import { area, stack } from 'd3-shape';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../platform/i18n.ts';
import { formatDay } from '../dates/calendar-day.ts';
import type { Series } from './chart-bars.tsx';
import { ChartFrame, ChartKey } from './chart-frame.tsx';
import { colourOf, sumOf } from './chart-rules.ts';
import { TimeAxes } from './chart-time.tsx';
import css from './chart.module.css';

interface Props {
  title: string;
  description?: string | undefined;
  dates: readonly string[];
  /** From the first state to the last, which lies at the bottom. */
  series: readonly Series[];
  actions?: ReactNode;
}

export function FlowChart({ title, description, dates, series, actions }: Props): ReactNode {
  const bands = series.map((one, index) => ({ ...one, tone: colourOf(index, one.colour, one.isNone) }));
  const totals = dates.map((_, place) => sumOf(series.map(({ values }) => values[place] ?? 0)));
  const layers = stack<number, number>()
    .keys(bands.map((_, index) => bands.length - 1 - index))
    .value((place, index) => bands[index]?.values[place] ?? 0)(dates.map((_, place) => place));
  const summary = series
    .map(({ label, values }) => `${label}: ${formatNumber(values[0] ?? 0)} → ${formatNumber(values.at(-1) ?? 0)}`)
    .join('; ');
  return (
    <ChartFrame
      title={title}
      description={description}
      actions={actions}
      empty={Math.max(0, ...totals) === 0 ? t('charts.nothing') : undefined}
      table={{
        columns: [t('charts.day'), ...series.map(({ label }) => label)],
        rows: dates.map((day, place) => [formatDay(day), ...series.map(({ values }) => values[place] ?? null)]),
      }}
    >
      <ChartKey entries={bands.map(({ label, tone }) => ({ label, colour: tone }))} />
      <TimeAxes
        dates={dates}
        max={Math.max(0, ...totals)}
        summary={summary}
        describe={(place) =>
          bands.map(({ label, tone, values }) => ({ label, colour: tone, value: values[place] ?? null }))
        }
      >
        {({ x, y }) =>
          layers.map((layer) => {
            const band = bands[layer.key];
            const shape = area<[number, number]>(
              (_, place) => x(place),
              ([low]) => y(low),
              ([, high]) => y(high),
            );
            return (
              <path
                key={layer.key}
                className={`${css.fill} ${css.area}`}
                data-colour={band?.tone}
                d={shape(layer.map(([low, high]): [number, number] => [low, high])) ?? ''}
              />
            );
          })
        }
      </TimeAxes>
    </ChartFrame>
  );
}
