// The event log for those outside: pages of it, waiting for more, and a stream.
import type { Static } from 'typebox';
import type { Writer } from '../../platform/database/index.ts';
import { settleEvents } from '../../platform/events/index.ts';
import type { Caller } from '../../platform/http/index.ts';
import { systemTimers } from '../../platform/timers.ts';
import type { Settings } from '../../settings/index.ts';
import { requireUser } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import { readKinds, readSeen, startAt } from './event-reader.ts';
import type { LogReading, Page } from './event-reader.ts';
import { readLastEventId, streamEvents } from './event-stream.ts';
import type { EventViewer } from './event-viewer.ts';
import { createEventWaits, lookAgainMs } from './event-waits.ts';
import type { Event, PollQuery, StreamQuery } from './events.schema.ts';
import { deleteEventsBefore } from './events.store.ts';

export interface EventDeps extends LogReading {
  site: SiteService;
  viewEvents: EventViewer;
}

export interface Events {
  /**
   * The next events that the viewer may know of; none where they or their rights changed while they waited. Throws invalid,
   * gone where the log does not go back as far, and rate-limited where too many wait.
   */
  poll(viewer: Viewer, query: Static<typeof PollQuery>, gone: AbortSignal): Promise<Page<Static<typeof Event>>>;
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
const deletedAtOnceMax = 500_000;

/** For the daily cleaning. */
export const dropOldEvents = (tx: Writer, settings: Settings, nowMs: number): Promise<void> =>
  deleteEventsBefore(tx, nowMs - settings.events_kept_days * dayMs, deletedAtOnceMax);

export function createEvents(deps: EventDeps): Events {
  const { database, site, viewEvents } = deps;
  const waits = createEventWaits(database, systemTimers);
  const pollLog: Events['poll'] = async (viewer, query, gone) => {
    const kinds = readKinds(query.kinds);
    const endsAtMs = performance.now() + query.wait * 1000;
    const isCurrent = (): Promise<boolean> => site.isCurrent(viewer.site.version);
    for (let since = await startAt(database, query.since); ;) {
      const leftMs = endsAtMs - performance.now();
      const woken = leftMs > 0 ? waits.next(Math.min(leftMs, lookAgainMs), gone) : undefined;
      const page = await readSeen(deps, viewer, { ...query, kinds }, { since, limit: query.limit });
      if (page.events.length > 0 || !page.isAtEnd || woken === undefined || gone.aborted || waits.isOver())
        return { events: await viewEvents(viewer, page.events), next: page.next };
      // A change of rights before the page was read wakes nobody any more.
      if (!(await isCurrent())) return { events: [], next: page.next };
      await woken;
      await settleEvents(database);
      if (!(await isCurrent())) return { events: [], next: page.next };
      since = page.next;
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
    async poll(viewer, query, gone) {
      if (query.wait === 0) return pollLog(viewer, query, gone);
      const { id } = requireUser(viewer);
      waits.requireSeat(id);
      const leave = waits.takeSeat(id);
      try {
        return await pollLog(viewer, query, gone);
      } finally {
        leave();
      }
    },
    async stream(viewer, query, lastEventId, caller) {
      const { id } = requireUser(viewer);
      waits.requireSeat(id);
      readKinds(query.kinds);
      const since = lastEventId === undefined ? query.since : readLastEventId(lastEventId);
      const start = await startAt(database, since);
      return seated(id, streamEvents({ ...deps, waits }, query, start, caller));
    },
    waiting: () => waits.count(),
    end: () => waits.end(),
  };
}
