// Days of a roadmap as pixels and back, and what moving a bar means. Pure.

const dayMs = 86_400_000;

export type Timescale = 'week' | 'month' | 'quarter';
export type Grip = 'whole' | 'start' | 'end';

/** Days, `2026-02-28`. */
export interface Span {
  start: string | null;
  end: string | null;
}

/** Pixels of a day. */
export const dayWidths: Readonly<Record<Timescale, number>> = { week: 26, month: 8, quarter: 3 };

export const isTimescale = (text: string): text is Timescale => Object.hasOwn(dayWidths, text);

const numberOf = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs);
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOf(numberOf(day) + days);

/** From the first to the second. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);

/** From Monday to Friday, those after `start` up to `end`. */
export function workingDays(start: string, end: string): number {
  let count = 0;
  for (let day = numberOf(start) + 1; day <= numberOf(end); day += 1) {
    const weekday = new Date(day * dayMs).getUTCDay();
    if (weekday !== 0 && weekday !== 6) count += 1;
  }
  return count;
}

/** The span moved by days; its end is never before its start. */
export function moveSpan({ start, end }: Span, grip: Grip, days: number): Span {
  if (grip === 'whole')
    return { start: start === null ? null : addDays(start, days), end: end === null ? null : addDays(end, days) };
  if (start === null || end === null) return { start, end };
  if (grip === 'start') {
    const next = addDays(start, days);
    return { start: next > end ? end : next, end };
  }
  const next = addDays(end, days);
  return { start, end: next < start ? start : next };
}

export interface Range {
  first: string;
  /** How many days. */
  count: number;
}

/** What a roadmap shows: all spans and today, with a month before and after. */
export function rangeOf(spans: readonly Span[], today: string): Range {
  const days = [today, ...spans.flatMap(({ start, end }) => [start ?? [], end ?? []].flat())];
  const first = `${addDays(
    days.reduce((one, other) => (one < other ? one : other)),
    -20,
  ).slice(0, 7)}-01`;
  const last = addDays(
    days.reduce((one, other) => (one > other ? one : other)),
    40,
  );
  return { first, count: daysBetween(first, last) };
}

export interface Tick {
  day: string;
  /** Days after the first one of the range. */
  at: number;
}

/** Where a week, a month or a quarter begins. */
export function ticksOf({ first, count }: Range, scale: Timescale): Tick[] {
  return Array.from({ length: count }, (_, at) => ({ day: addDays(first, at), at })).filter(({ day }) => {
    const date = new Date(`${day}T00:00:00Z`);
    if (scale === 'week') return date.getUTCDay() === 1;
    return date.getUTCDate() === 1 && (scale === 'month' || date.getUTCMonth() % 3 === 0);
  });
}

/** What is looked at first: today, or the last beginning where everything is over. */
export function firstLook(spans: readonly Span[], today: string): string {
  if (spans.length === 0 || spans.some(({ start, end }) => (end ?? start ?? '') >= today)) return today;
  const starts = spans.flatMap(({ start, end }) => start ?? end ?? []);
  return starts.length === 0 ? today : starts.reduce((one, other) => (one > other ? one : other));
}
