// The event log as Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html
import type { Static } from 'typebox';
import type { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { DomainError, invalid } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { SiteService } from '../../site/index.ts';
import { readKinds } from './event-reader.ts';
import { lookAgainMs } from './event-waits.ts';
import type { EventWaits } from './event-waits.ts';
import type { StreamQuery } from './events.schema.ts';
import type { SharedPage, SharedReadings } from './shared-readings.ts';

/** Shows proxies that the stream goes on, and this server that its client has left. */
const heartbeatMs = 5000;
/** Events that a stream is given together. */
const atOnceMax = 100;

/** The position in the header Last-Event-ID. Throws invalid. */
export function readLastEventId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalid(
    'The header Last-Event-ID is not the ID of an event of this server; send the ID of the last event you received.',
  );
}

/** undefined where the caller may no longer call. */
async function findCaller(caller: Caller<Viewer>): Promise<Viewer | undefined> {
  try {
    return await caller.callerNow();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

export interface StreamDeps {
  /** Lets few read at a time: hundreds that begin or wake together would take each round of the event loop from others. */
  semaphore: Semaphore;
  waits: EventWaits;
  readings: SharedReadings;
  site: Pick<SiteService, 'isCurrent'>;
}

/** Events after a position as they come; ends where the caller may no longer call, when their time is up, or all waiting is over. */
export async function* streamEvents(
  { semaphore, waits, readings, site }: StreamDeps,
  query: Static<typeof StreamQuery>,
  start: number,
  caller: Caller<Viewer>,
): AsyncGenerator<string> {
  const gone = caller.callerGone();
  const wanted = { ...query, kinds: readKinds(query.kinds) };
  const endsAtMs = performance.now() + (query.wait ?? Infinity) * 1000;
  let since = start;
  let quietSinceMs = performance.now();
  let version = query.site;
  let read = readings.readNow;
  const readOn = async (): Promise<SharedPage | undefined> => {
    if (isSliceOver()) await yieldSlice();
    await readings.settle();
    const viewer = await findCaller(caller);
    if (viewer === undefined) return undefined;
    const page = await read(viewer, wanted, { since, limit: atOnceMax });
    // By rights of before a change nobody hears of what happened after it.
    if (page.text !== '' && !(await site.isCurrent(viewer.site.version))) return readOn();
    const isChanged = version !== undefined && version !== viewer.site.version;
    version = viewer.site.version;
    const userId = viewer.user?.id ?? 0;
    const isInboxChanged = await readings.isInboxChanged(userId, { after: since, to: page.next });
    const own = [
      ...(isChanged ? [`event: site-changed\ndata: {"site": ${version}}\n\n`] : []),
      ...(isInboxChanged ? [`event: inbox-changed\ndata: {"user_id": ${userId}}\n\n`] : []),
    ];
    return { ...page, text: [...own, page.text].join('') };
  };
  yield 'retry: 2000\n\n';
  for (;;) {
    const leftMs = endsAtMs - performance.now();
    const woken = leftMs > 0 ? waits.next(Math.min(leftMs, lookAgainMs), gone) : undefined;
    const page = await semaphore.run(readOn);
    if (page === undefined || gone.aborted) return;
    since = page.next;
    if (page.text !== '') {
      yield page.text;
      quietSinceMs = performance.now();
    }
    if (!page.isAtEnd) {
      await yieldSlice();
      continue;
    }
    if (woken === undefined || waits.isOver()) return;
    await woken;
    read = readings.readWoken;
    if (gone.aborted) return;
    if (performance.now() - quietSinceMs < heartbeatMs) continue;
    yield ': nothing new\n\n';
    quietSinceMs = performance.now();
  }
}
