// What time it is by the server's clock, whatever the clock of this computer says.

/** What answers are under way, and the seconds that their dates leave out; a clock that is off by less is right. In ms. */
const toleranceMs = 60_000;

let aheadMs: number | undefined;

/** Takes the `Date` of an answer that has just come. */
export function noteServerTime(date: string | null, nowMs = Date.now()): void {
  const ms = Date.parse(date ?? '');
  if (Number.isNaN(ms)) return;
  const differenceMs = nowMs - ms;
  aheadMs = Math.abs(differenceMs) > toleranceMs ? differenceMs : 0;
}

export const isTimeKnown = (): boolean => aheadMs !== undefined;

/** The clock of this computer until an answer has come. */
export const serverNowMs = (): number => Date.now() - (aheadMs ?? 0);
