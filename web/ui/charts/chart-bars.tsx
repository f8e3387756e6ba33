// Numbers by category as lying bars, several side by side where there are several series.
import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { formatNumber, t } from '../../platform/i18n.ts';
import { shorten } from '../../platform/names/shorten.ts';
import { ChartFrame, ChartKey, useWidth } from './chart-frame.tsx';
import { colourOf } from './chart-rules.ts';
import css from './chart.module.css';

export interface Category {
  label: string;
  colour?: string | null;
  isNone?: boolean;
}

export interface Series extends Category {
  /** One for each category. */
  values: readonly (number | null)[];
}

interface Props {
  title: string;
  description?: string | undefined;
  categories: readonly Category[];
  series: readonly Series[];
  heading: string;
  actions?: ReactNode;
}

const barHeight = 16;
const categoryGap = 12;
const axisHeight = 22;
const valueRoom = 34;
/** Of a letter of the labels, about. */
const letterWidth = 6.6;

export function BarChart({ title, description, categories, series, heading, actions }: Props): ReactNode {
  const [box, width] = useWidth();
  const isGrouped = series.length > 1;
  const labelRoom = Math.min(
    150,
    width * 0.34,
    12 + letterWidth * Math.max(0, ...categories.map(({ label }) => label.length)),
  );
  const rowHeight = barHeight * series.length + categoryGap;
  const height = rowHeight * categories.length;
  const max = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = scaleLinear([0, max], [0, Math.max(0, width - labelRoom - valueRoom)]).nice(4);
  const y = scaleBand<number>()
    .domain(categories.map((_, index) => index))
    .range([0, height]);
  const total = (index: number): string =>
    series.map(({ label, values }) => `${isGrouped ? `${label} ` : ''}${formatNumber(values[index] ?? 0)}`).join(', ');
  return (
    <ChartFrame
      title={title}
      description={description}
      actions={actions}
      empty={categories.length === 0 ? t('charts.nothing') : undefined}
      table={{
        columns: [heading, ...series.map(({ label }) => (isGrouped ? label : t('charts.count')))],
        rows: categories.map(({ label }, index) => [label, ...series.map(({ values }) => values[index] ?? null)]),
      }}
    >
      {isGrouped && (
        <ChartKey
          entries={series.map(({ label, colour, isNone }, index) => ({
            label,
            colour: colourOf(index, colour, isNone),
          }))}
        />
      )}
      <div className={css.box} ref={box}>
        <svg
          role="img"
          aria-label={categories.map(({ label }, index) => `${label}: ${total(index)}`).join('; ')}
          width={width}
          height={height + axisHeight}
        >
          {x
            .ticks(4)
            .filter(Number.isInteger)
            .map((tick) => (
              <g key={tick} transform={`translate(${labelRoom + x(tick)} 0)`}>
                <line className={css.grid} y2={height} />
                <text className={`${css.tick} ${css.middle}`} y={height + 16}>
                  {formatNumber(tick)}
                </text>
              </g>
            ))}
          {categories.map((category, index) => (
            <g key={category.label} transform={`translate(0 ${(y(index) ?? 0) + categoryGap / 2})`}>
              <CategoryBars category={category} index={index} series={series} labelRoom={labelRoom} x={x} />
            </g>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}

interface BarsProps {
  category: Category;
  index: number;
  series: readonly Series[];
  labelRoom: number;
  x(value: number): number;
}

/** The label of one category, and its bar of each series. */
function CategoryBars({ category: { label, colour, isNone }, index, series, labelRoom, x }: BarsProps): ReactNode {
  const isGrouped = series.length > 1;
  return (
    <>
      <text className={`${css.tick} ${css.end}`} x={labelRoom - 8} y={(barHeight * series.length) / 2} dy="0.35em">
        {shorten(label, Math.floor((labelRoom - 8) / letterWidth))}
        <title>{label}</title>
      </text>
      {series.map((one, place) => {
        const value = one.values[index] ?? 0;
        const own = isGrouped ? colourOf(place, one.colour, one.isNone) : colourOf(0, colour, isNone);
        return (
          <g key={one.label} transform={`translate(${labelRoom} ${place * barHeight})`}>
            <rect className={css.fill} data-colour={own} width={x(value)} height={barHeight - 2} rx={2}>
              <title>{`${label}${isGrouped ? `, ${one.label}` : ''}: ${formatNumber(value)}`}</title>
            </rect>
            {value > 0 && (
              <text className={css.value} x={x(value) + 5} y={(barHeight - 2) / 2} dy="0.35em">
                {formatNumber(value)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}
