// Shares of a whole as a ring, the whole in its middle.
import { arc, pie } from 'd3-shape';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../platform/i18n.ts';
import { ChartFrame, ChartKey } from './chart-frame.tsx';
import { colourOf, percentOf, sumOf } from './chart-rules.ts';
import css from './chart.module.css';

export interface Slice {
  label: string;
  colour?: string | null;
  /** Stands for "no value" and is grey. */
  isNone?: boolean;
  value: number;
}

interface Props {
  title: string;
  description?: string | undefined;
  slices: readonly Slice[];
  /** What the first column of the table has. */
  heading: string;
  actions?: ReactNode;
}

const size = 176;
const ring = arc<{ startAngle: number; endAngle: number }>()
  .innerRadius(size * 0.31)
  .outerRadius(size / 2)
  .cornerRadius(2);

export function PieChart({ title, description, slices, heading, actions }: Props): ReactNode {
  const whole = sumOf(slices.map(({ value }) => value));
  const arcs = pie<Slice>()
    .sort(null)
    .value(({ value }) => value)([...slices]);
  const share = (value: number): string => t('charts.percent', { value: percentOf(value, whole) });
  const summary = slices.map(({ label, value }) => `${label}: ${formatNumber(value)}`).join(', ');
  return (
    <ChartFrame
      title={title}
      description={description}
      actions={actions}
      empty={whole === 0 ? t('charts.nothing') : undefined}
      table={{
        columns: [heading, t('charts.count'), t('charts.share')],
        rows: slices.map(({ label, value }) => [label, value, share(value)]),
      }}
    >
      <div className={css.split}>
        <svg
          className={css.donut}
          role="img"
          aria-label={summary}
          width={size}
          height={size}
          viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
        >
          {arcs.map(({ data, startAngle, endAngle }, index) => (
            <path
              key={data.label}
              className={`${css.fill} ${css.slice}`}
              data-colour={colourOf(index, data.colour, data.isNone)}
              d={ring({ startAngle, endAngle }) ?? ''}
            >
              <title>{`${data.label}: ${formatNumber(data.value)} (${share(data.value)})`}</title>
            </path>
          ))}
          <text className={css.total} y={4}>
            {formatNumber(whole)}
          </text>
          <text className={css.totalLabel} y={22}>
            {t('charts.total')}
          </text>
        </svg>
        <ChartKey
          entries={slices.map(({ label, colour, isNone, value }, index) => ({
            label,
            colour: colourOf(index, colour, isNone),
            amount: `${formatNumber(value)} · ${share(value)}`,
          }))}
        />
      </div>
    </ChartFrame>
  );
}
