// The numbers of burndowns and burnups, as charts take them. Pure.
import { listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';

interface Span {
  /** Days, `2026-02-28`: those that have been, and those to come. */
  dates: string[];
  /** How many of them have numbers. */
  known: number;
}

const daysMax = 1000;

/** The days of the points, and after them the working days up to the end of the timeframe. */
function spanOf(points: readonly unknown[], value: unknown): Span {
  const dates = points.map((point) => (textIn(point, 'date') ?? '').slice(0, 10));
  const known = dates.length;
  const opening = listIn(value, 'opening_days');
  const wanted = Math.min(Math.ceil(numberIn(value, 'duration') ?? 0) + 1, daysMax);
  const last = dates.at(-1);
  if (last === undefined || opening.length === 0) return { dates, known };
  const day = new Date(`${last}T12:00:00Z`);
  while (dates.length < wanted) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (opening.includes(day.getUTCDay())) dates.push(day.toISOString().slice(0, 10));
  }
  return { dates, known };
}

/** From `from` to `to` in even steps. */
const straight = (count: number, from: number, to: number): number[] =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * at) / Math.max(1, count - 1));

export interface BurndownPoints {
  dates: string[];
  remaining: (number | null)[];
  ideal: (number | null)[];
}

/** Of the value of a field, or of a milestone: what remains, beside the straight way from what there was to nothing. */
export function readBurndown(value: unknown): BurndownPoints {
  const points = listIn(value, 'points_with_date');
  const { dates } = spanOf(points, value);
  const remaining = dates.map((_, at) => numberIn(points[at], 'remaining_effort') ?? null);
  const first = numberIn(value, 'capacity') ?? remaining.find((amount) => amount !== null) ?? 0;
  return { dates, remaining, ideal: straight(dates.length, first, 0) };
}

export interface BurnupPoints {
  dates: string[];
  done: (number | null)[];
  total: (number | null)[];
  ideal: (number | null)[];
  /** What is counted: things, where none of them says how much it is. */
  isCount: boolean;
}

/** Of the value of a field: what is done of what there is, beside the straight way to all of it. */
export function readBurnup(value: unknown): BurnupPoints {
  const efforts = listIn(value, 'points_with_date');
  const counts = listIn(value, 'points_with_date_count_elements');
  const isCount = counts.length > 0 && !efforts.some((point) => (numberIn(point, 'total_effort') ?? 0) > 0);
  const points = isCount ? counts : efforts;
  const [doneKey, totalKey] = isCount
    ? (['closed_elements', 'total_elements'] as const)
    : (['team_effort', 'total_effort'] as const);
  const { dates } = spanOf(points, value);
  const done = dates.map((_, at) => numberIn(points[at], doneKey) ?? null);
  const total = dates.map((_, at) => numberIn(points[at], totalKey) ?? null);
  const goal = total.findLast((amount) => amount !== null) ?? 0;
  return { dates, done, total, ideal: straight(dates.length, 0, goal), isCount };
}
