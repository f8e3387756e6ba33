// One measure over a day: its last value, a line, and all values as a table for whoever can't see the line.
import type { ReactNode } from 'react';
import { formatDate, t } from '../../../platform/i18n.ts';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';

interface Point {
  /** ISO 8601. */
  date: string;
  value: number;
}

const size = { width: 240, height: 60 };

/** The path of a line through the points by their dates, from 0 at the bottom to the largest value at the top; level where there is one alone. */
export function linePath(points: readonly Point[]): string {
  const times = points.map(({ date }) => new Date(date).getTime());
  const start = times[0] ?? 0;
  const length = Math.max(1, (times.at(-1) ?? 0) - start);
  const most = Math.max(...points.map(({ value }) => value), Number.MIN_VALUE);
  const place = (index: number, value: number): string =>
    `${Math.round((((times[index] ?? 0) - start) / length) * size.width)} ${Math.round(size.height - (value / most) * (size.height - 2) - 1)}`;
  const line = points.map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${place(index, value)}`).join('');
  return points.length === 1 ? `${line}H${size.width}` : line;
}

export function MeasureChart({
  title,
  points,
  format,
}: {
  title: string;
  points: readonly Point[];
  format(value: number): string;
}): ReactNode {
  const last = points.at(-1)?.value ?? 0;
  const most = Math.max(...points.map(({ value }) => value));
  return (
    <figure className={`${ui.card} ${css.chart}`}>
      <figcaption>
        <span className={ui.soft}>{title}</span>
        <strong>{format(last)}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('admin.chartText', { title, last: format(last), most: format(most) })}
      >
        <path d={linePath(points)} />
      </svg>
      <details>
        <summary className={ui.small}>{t('admin.values')}</summary>
        <div className={css.preview} role="region" aria-label={title} tabIndex={0}>
          <table className={css.table}>
            <tbody>
              {points.toReversed().map(({ date, value }) => (
                <tr key={date}>
                  <th scope="row">{formatDate(date, true)}</th>
                  <td>{format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
