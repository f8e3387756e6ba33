// When scheduled work is due. Pure.

/** Once on each day of the calendar, at a time of day. */
export interface DailySchedule {
  readonly hour: number;
  readonly minute: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The first occurrence after `afterMs`, in milliseconds since 1970. A time of day that a change of clocks skips moves to
 * as much after the change as it was to be before; of one that comes twice the first counts. `timeZone` is a name of the
 * IANA list, such as Europe/Paris.
 */
export function nextOccurrence({ hour, minute }: DailySchedule, afterMs: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timeZone).toPlainDate();
  for (let day = today; ; day = day.add({ days: 1 })) {
    const atMs = day.toZonedDateTime({ timeZone, plainTime: { hour, minute } }).epochMilliseconds;
    if (atMs > afterMs) return atMs;
  }
}

/** The last occurrence up to `nowMs` that is less than a day old; undefined where there is none. */
export function latestOccurrence(schedule: DailySchedule, nowMs: number, timeZone: string): number | undefined {
  let latest: number | undefined;
  let next = nextOccurrence(schedule, nowMs - dayMs, timeZone);
  while (next <= nowMs) {
    latest = next;
    next = nextOccurrence(schedule, next, timeZone);
  }
  return latest;
}

/** The day of an occurrence in the calendar, such as 2026-11-21: no two occurrences of a schedule share one. */
export const dayOf = (atMs: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
