// What time it is by the server's clock, whatever the clock of this computer says.

/** What answers are under way, and the seconds that their dates leave out; a clock that is off by less is right. In ms. */
const toleranceMs = 60_000;

export function createServerClock() {
  let aheadMs: number | undefined;
  return {
    /** Takes the `Date` of an answer that has just come. */
    note(date: string | null, nowMs = Date.now()): void {
      const ms = Date.parse(date ?? '');
      if (Number.isNaN(ms)) return;
      const differenceMs = nowMs - ms;
      aheadMs = Math.abs(differenceMs) > toleranceMs ? differenceMs : 0;
    },
    isKnown: (): boolean => aheadMs !== undefined,
    /** The clock of this computer until an answer has come. */
    nowMs: (): number => Date.now() - (aheadMs ?? 0),
  };
}

export const { note: noteServerTime, isKnown: isTimeKnown, nowMs: serverNowMs } = createServerClock();
