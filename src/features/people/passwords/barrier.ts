// Brings works together whose next step costs less for all of them at once.

/** Runs a work and gives its result, or throws what it throws. */
type Meet = <R>(work: () => Promise<R>, isMeeting: (result: R) => boolean) => Promise<R>;

/**
 * A result that is `isMeeting` is given together with those of other works: as soon as none is under way any more, at
 * most `waitMs` after the first of them was there; where that is 0, at once.
 */
export function createBarrier(waitMs: number): Meet {
  let underWay = 0;
  let open: (PromiseWithResolvers<void> & { timer: NodeJS.Timeout }) | undefined;
  const close = (): void => {
    clearTimeout(open?.timer);
    open?.resolve();
    open = undefined;
  };
  return async (work, isMeeting) => {
    underWay += 1;
    const result = await work().finally(() => {
      underWay -= 1;
      if (underWay === 0) close();
    });
    if (underWay === 0 || waitMs === 0 || !isMeeting(result)) return result;
    open ??= { ...Promise.withResolvers<void>(), timer: setTimeout(close, waitMs) };
    await open.promise;
    return result;
  };
}
