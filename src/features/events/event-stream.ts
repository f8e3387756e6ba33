// The event log as Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html
import type { Static } from 'typebox';
import { DomainError, invalid } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/index.ts';
import { settleEvents } from '../../platform/events/index.ts';
import type { Viewer } from '../projects/index.ts';
import { readKinds, readSeen } from './event-reader.ts';
import type { LogReading } from './event-reader.ts';
import type { EventViewer } from './event-viewer.ts';
import { lookAgainMs } from './event-waits.ts';
import type { EventWaits } from './event-waits.ts';
import type { Event, StreamQuery } from './events.schema.ts';

/** Shows proxies that the stream goes on, and this server that its client has left. */
const heartbeatMs = 5000;
const atOnceMax = 100;

const formatEvent = (event: Static<typeof Event>): string =>
  `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;

/** The position in the header Last-Event-ID. Throws invalid. */
export function readLastEventId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalid('The header Last-Event-ID names no event of this server; send the id of the last one that you have.');
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

export interface StreamDeps extends LogReading {
  waits: EventWaits;
  viewEvents: EventViewer;
}

/** Events after a position as they come; ends where the caller may no longer call, when their time is up, or all waiting is over. */
export async function* streamEvents(
  deps: StreamDeps,
  query: Static<typeof StreamQuery>,
  start: number,
  caller: Caller<Viewer>,
): AsyncGenerator<string> {
  const gone = caller.callerGone();
  const kinds = readKinds(query.kinds);
  const endsAtMs = performance.now() + (query.wait ?? Infinity) * 1000;
  let since = start;
  let quietSinceMs = performance.now();
  yield 'retry: 2000\n\n';
  for (;;) {
    const leftMs = endsAtMs - performance.now();
    const woken = leftMs > 0 ? deps.waits.next(Math.min(leftMs, lookAgainMs), gone) : undefined;
    await settleEvents(deps.database);
    const viewer = await findCaller(caller);
    if (viewer === undefined) return;
    const page = await readSeen(deps, viewer, { ...query, kinds }, { since, limit: atOnceMax });
    since = page.next;
    if (page.events.length > 0) {
      yield (await deps.viewEvents(viewer, page.events)).map(formatEvent).join('');
      quietSinceMs = performance.now();
    }
    if (!page.isAtEnd) continue;
    if (woken === undefined || deps.waits.isOver()) return;
    await woken;
    if (gone.aborted) return;
    if (performance.now() - quietSinceMs < heartbeatMs) continue;
    yield ': nothing new\n\n';
    quietSinceMs = performance.now();
  }
}
