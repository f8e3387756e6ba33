// The event log for those outside: pages of it, waiting for more, and a stream.
import type { Static } from 'typebox';
import type { Writer } from '../../../platform/database/index.ts';
import type { Caller } from '../../../platform/http/index.ts';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { unavailable } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { systemTimers } from '../../../platform/concurrency/timers.ts';
import type { Settings } from '../../../settings/index.ts';
import { requireUser } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { SiteService } from '../../site/index.ts';
import { readKinds, startAt } from './event-reader.ts';
import type { LogReading, Page } from './event-reader.ts';
import { readLastEventId, streamEvents } from './event-stream.ts';
import type { EventViewer } from './event-viewer.ts';
import { createEventWaits, lookAgainMs } from './event-waits.ts';
import type { Event, PollQuery, StreamQuery } from './events.schema.ts';
import { deleteEventsBefore } from './events.store.ts';
import { createSharedReadings } from './shared-readings.ts';

export interface EventDeps extends LogReading {
  site: SiteService;
  viewEvents: EventViewer;
}

export interface Events {
  /**
   * The next events that the viewer may know of; none where they or their rights changed while they waited. Throws invalid,
   * gone where the log does not go back as far, and rate-limited where too many wait.
   */
  poll(viewer: Viewer, query: Static<typeof PollQuery>, caller: Caller<Viewer>): Promise<Page<Static<typeof Event>>>;
  /**
   * The same as they come, in the format of Server-Sent Events, for as long as `caller` is there and somebody, who is asked for
   * anew before anything is shown. Throws as poll before it begins.
   */
  stream(
    viewer: Viewer,
    query: Static<typeof StreamQuery>,
    lastEventId: string | undefined,
    caller: Caller<Viewer>,
  ): Promise<AsyncIterable<string>>;
  /** How many polls and streams wait for more. */
  waiting(): number;
  /** Ends polls and streams, for good. */
  end(): void;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Positions of the log that one daily cleaning deletes; the next one goes on. */
const deletedAtOnceMax = 500_000;
/** Streams that read the log at the same time; there are no more of them than `event_waits_limit`. */
const streamsAtOnce = 4;

/** For the daily cleaning. */
export const dropOldEvents = (tx: Writer, settings: Settings, nowMs: number): Promise<void> =>
  deleteEventsBefore(tx, nowMs - settings.events_kept_days * dayMs, deletedAtOnceMax);

export function createEvents(deps: EventDeps): Events {
  const { database, site } = deps;
  const waits = createEventWaits(database, systemTimers);
  const semaphore = createSemaphore({
    parallel: streamsAtOnce,
    maxWaiting: Infinity,
    refuse: () => unavailable(says('event.streams')`too many event streams are open; try again later`),
  });
  const readings = createSharedReadings({ ...deps, round: waits.round });
  const pollLog: Events['poll'] = async (viewer, query, caller) => {
    const gone = caller.callerGone();
    const wanted = { ...query, kinds: readKinds(query.kinds) };
    const endsAtMs = performance.now() + query.wait * 1000;
    const isCurrent = (): Promise<boolean> => site.isCurrent(viewer.site.version);
    let read = readings.readNow;
    for (let since = await startAt(database, query.since); ;) {
      const leftMs = endsAtMs - performance.now();
      const woken = leftMs > 0 ? waits.next(Math.min(leftMs, lookAgainMs), gone) : undefined;
      // What came before the wait began wakes nobody.
      await readings.settle();
      const { events, next, isAtEnd } = await read(viewer, wanted, { since, limit: query.limit });
      // By rights of before a change nobody hears of what happened after it; and such a change wakes nobody any more.
      if (!(await isCurrent())) return { events: [], next: since };
      if (events.length > 0 || !isAtEnd || woken === undefined || gone.aborted || waits.isOver())
        return { events, next };
      await caller.waitIdle(woken);
      read = readings.readWoken;
      since = next;
    }
  };
  async function* seated(userId: number, chunks: AsyncIterable<string>): AsyncGenerator<string> {
    const leave = waits.takeSeat(userId);
    try {
      yield* chunks;
    } finally {
      leave();
    }
  }
  return {
    async poll(viewer, query, caller) {
      if (query.wait === 0) return pollLog(viewer, query, caller);
      const { id } = requireUser(viewer);
      waits.requireSeat(id, viewer.site.settings.event_waits_limit);
      const leave = waits.takeSeat(id);
      try {
        return await pollLog(viewer, query, caller);
      } finally {
        leave();
      }
    },
    async stream(viewer, query, lastEventId, caller) {
      const { id } = requireUser(viewer);
      waits.requireSeat(id, viewer.site.settings.event_waits_limit);
      readKinds(query.kinds);
      const since = lastEventId === undefined ? query.since : readLastEventId(lastEventId);
      const start = await startAt(database, since);
      return seated(id, streamEvents({ semaphore, waits, readings, site }, query, start, caller));
    },
    waiting: () => waits.count(),
    end: () => waits.end(),
  };
}
