// Lanes of a graph beside a line of a history.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import css from './graph.module.css';
import type { LaneRow, Stroke } from './lanes.ts';

/** Of one lane, px. */
const laneWidth = 12;
/** More are not drawn. */
export const lanesMax = 12;

/** Names of the design's palette. */
const colours = ['deep-blue', 'clockwork-orange', 'sherwood-green', 'plum-crazy', 'ocean-turquoise', 'fiesta-red'];
const colourOf = (lane: number): string => colours[lane % colours.length] ?? '';

const middleOf = (column: number): number => (column + 0.5) * laneWidth;

/** From edge to middle of a row that is 100 high, however high it is drawn. */
function pathOf({ half, from, to }: Stroke): string {
  const [start, end] = half === 'upper' ? [0, 50] : [50, 100];
  const [x0, x1] = [middleOf(from), middleOf(to)];
  const bend = (start + end) / 2;
  return from === to ? `M${x0} ${start}V${end}` : `M${x0} ${start}C${x0} ${bend} ${x1} ${bend} ${x1} ${end}`;
}

const Strip = ({ children, label }: { children: ReactNode; label?: string | undefined }): ReactNode => (
  <svg
    className={css.strip}
    viewBox={`0 0 ${lanesMax * laneWidth} 100`}
    width={lanesMax * laneWidth}
    preserveAspectRatio="none"
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    {children}
  </svg>
);

/** Of a commit; one that merges says so to those who see no lanes. */
export const CommitLanes = ({ row, parents }: { row: LaneRow; parents: number }): ReactNode => (
  <Strip label={parents > 1 ? t('code.mergeOf', { count: parents }) : undefined}>
    {row.strokes.map((stroke) => (
      <path key={`${stroke.half} ${stroke.from} ${stroke.to}`} d={pathOf(stroke)} data-colour={colourOf(stroke.lane)} />
    ))}
    <path className={css.dot} d={`M${middleOf(row.column)} 50h0`} data-colour={colourOf(row.lane)} />
    {parents > 1 && <path className={css.hole} d={`M${middleOf(row.column)} 50h0`} />}
  </Strip>
);

/** What goes on past a headline between two commits. */
export const PassingLanes = ({ row }: { row: LaneRow | undefined }): ReactNode => (
  <Strip>
    {row?.below.map((lane, column) =>
      lane === undefined ? null : <path key={column} d={`M${middleOf(column)} 0V100`} data-colour={colourOf(lane)} />,
    )}
  </Strip>
);
