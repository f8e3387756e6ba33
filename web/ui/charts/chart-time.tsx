// Numbers over days: the axes, and what a pointer is on.
import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../platform/i18n.ts';
import { formatDay } from '../dates/calendar-day.ts';
import { useWidth } from './chart-frame.tsx';
import { nearestPlace, tickPlaces } from './chart-rules.ts';
import css from './chart.module.css';

export interface TimeScales {
  x(place: number): number;
  y(value: number): number;
  height: number;
}

interface DayValue {
  label: string;
  colour?: string | undefined;
  value: number | null;
}

interface Props {
  /** Days, `2026-02-28`, from the first to the last. */
  dates: readonly string[];
  max: number;
  summary: string;
  /** What a day had, for the box beside the pointer. */
  describe(place: number): readonly DayValue[];
  children(scales: TimeScales): ReactNode;
}

const height = 200;
const margin = { left: 40, right: 12, top: 14, bottom: 26 };
/** Of a day below the axis. */
const dayWidth = 84;

export function TimeAxes({ dates, max, summary, describe, children }: Props): ReactNode {
  const [box, width] = useWidth();
  const [place, setPlace] = useState<number>();
  const inner = Math.max(0, width - margin.left - margin.right);
  const y = scaleLinear([0, Math.max(1, max)], [height, 0]).nice(4);
  const x = (at: number): number => (dates.length < 2 ? inner / 2 : (at / (dates.length - 1)) * inner);
  const day = place === undefined ? undefined : dates[place];
  return (
    <div className={css.box} ref={box}>
      <svg
        role="img"
        aria-label={summary}
        width={width}
        height={height + margin.top + margin.bottom}
        onPointerMove={(event) => {
          const left = event.currentTarget.getBoundingClientRect().left + margin.left;
          setPlace(nearestPlace(event.clientX - left, inner, dates.length));
        }}
        onPointerLeave={() => setPlace(undefined)}
      >
        <rect width={width} height={height + margin.top + margin.bottom} fill="transparent" />
        <g transform={`translate(${margin.left} ${margin.top})`}>
          {y.ticks(4).map((tick) => (
            <g key={tick} transform={`translate(0 ${y(tick)})`}>
              <line className={css.grid} x2={inner} />
              <text className={`${css.tick} ${css.end}`} x={-8} dy="0.35em">
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {tickPlaces(dates.length, Math.floor(inner / dayWidth)).map((at) => (
            <text key={at} className={`${css.tick} ${css.middle}`} x={x(at)} y={height + 19}>
              {formatDay(dates[at] ?? '')}
            </text>
          ))}
          {children({ x, y, height })}
          {place !== undefined && <line className={css.cursor} x1={x(place)} x2={x(place)} y2={height} />}
        </g>
      </svg>
      {place !== undefined && day !== undefined && (
        <div className={css.tip} style={tipPlace(margin.left + x(place), width)} aria-hidden="true">
          <strong>{formatDay(day)}</strong>
          <ul>
            {describe(place).map(({ label, colour, value }) => (
              <li key={label}>
                <span className={css.swatch} data-colour={colour} /> {label}:{' '}
                {value === null ? '–' : formatNumber(value)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Beside the pointer, on the side where there is more room. */
const tipPlace = (left: number, width: number) =>
  left > width / 2 ? { right: width - left + 10 } : { left: left + 10 };
