// Days in the server's time zone, and working days: Monday to Friday are worked.
const dayMs = 86_400_000;

const isWorkingDay = (weekday: number): boolean => weekday > 0 && weekday < 6;

function addDays(ms: number, days: number): number {
  const date = new Date(ms);
  date.setDate(date.getDate() + days);
  return date.getTime();
}

/** Midnight, in the server's time zone, of the moment's day. */
export function startOfDay(ms: number): number {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** 23:59 of the moment's day in the server's time zone, at which clients expect what a day ends with. */
export function endOfDay(ms: number): number {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), 23, 59).getTime();
}

/** The moment, or the same time of the Monday after where that is on a weekend. */
export function firstWorkingDay(ms: number): number {
  const weekday = new Date(ms).getDay();
  return isWorkingDay(weekday) ? ms : addDays(ms, weekday === 0 ? 1 : 2);
}

/** Number of the day in the server's time zone. */
function dayNumber(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs;
}

/**
 * The moment so many working days later; a start on a weekend counts from the Monday after it. Parts of days are whole
 * days. Without a positive duration it is the start, and undefined beyond the dates that exist.
 */
export function addWorkingDays(startMs: number, duration: number): number | undefined {
  const days = Math.ceil(duration);
  if (days <= 0) return startMs;
  const first = firstWorkingDay(startMs);
  const rest = days % 5;
  const isOverWeekend = new Date(first).getDay() + rest > 5;
  const ms = addDays(first, Math.floor(days / 5) * 7 + rest + (isOverWeekend ? 2 : 0));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Working days from the first moment's day to the day before the second's; 0 when that is not later. */
export function countWorkingDays(fromMs: number, toMs: number): number {
  const from = dayNumber(fromMs);
  const span = Math.max(0, dayNumber(toMs) - from);
  const weeks = Math.floor(span / 7);
  const weekday = new Date(fromMs).getDay();
  let count = weeks * 5;
  for (let day = weeks * 7; day < span; day += 1) if (isWorkingDay((weekday + day) % 7)) count += 1;
  return count;
}
