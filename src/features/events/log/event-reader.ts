// Reads the event log as somebody may know it.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { gone, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { readLastPosition, settleEvents } from '../../../platform/events/index.ts';
import type { EventRow } from '../../../platform/events/index.ts';
import { artifactEvents } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Trackers } from '../../trackers/index.ts';
import { findSeenEvents } from './events.access.ts';
import type { SeenEvent } from './events.access.ts';
import * as store from './events.store.ts';
import type { EventRange, WantedEvents } from './events.store.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

export interface Page<E> {
  events: E[];
  /** The last position that was looked at. */
  next: number;
}

/** Positions of the log that are looked through at once. */
const windowMax = 10_000;
/** Windows of so many positions that are looked through for one answer, which may then be empty. */
const windowsMax = 10;

/** Throws invalid for a kind that there isn't. */
export function readKinds(kinds: string | undefined): readonly string[] {
  if (kinds === undefined) return artifactEvents.kinds;
  const known: readonly string[] = artifactEvents.kinds;
  const wanted = kinds.split(',').map((kind) => kind.trim());
  const unknown = wanted.find((kind) => !known.includes(kind));
  if (unknown === undefined) return wanted;
  throw invalid(
    says('event.kinds')`contains ${truncate(unknown, 40)}; use one or more of ${artifactEvents.kinds.join(', ')}`,
    'kinds',
  );
}

export interface LogReading {
  database: Database;
  trackers: Trackers;
}

/** How the log is read; many who wait share what was read. */
export interface LogWindows {
  readLast(): Promise<number>;
  list(range: EventRange): Promise<EventRow[]>;
}

const windowsOf = (db: Reader): LogWindows => ({
  readLast: () => readLastPosition(db),
  list: (range) => store.listEventsIn(db, range),
});

interface SeenPage extends Page<SeenEvent> {
  isAtEnd: boolean;
  /** Whether another viewer with the same rights class might get another page. */
  isPersonal: boolean;
}

/** Looks through the log after a position until there is something for the viewer, or nothing more. */
export async function readSeen(
  { database, trackers }: LogReading,
  viewer: Viewer,
  wanted: WantedEvents,
  { since, limit }: { since: number; limit: number },
  log: LogWindows = windowsOf(database.read),
): Promise<SeenPage> {
  const last = await log.readLast();
  for (let after = since, windows = 1; ; windows += 1) {
    const to = Math.min(after + windowMax, last);
    const found = to > after && wanted.kinds.length > 0 ? await log.list({ ...wanted, after, to, limit }) : [];
    const next = found.length < limit ? Math.max(to, after) : (found.at(-1)?.position ?? after);
    const { seen, isPersonal } = await findSeenEvents({ db: database.read, trackers }, viewer, found);
    const isAtEnd = next >= last;
    if (seen.length > 0 || isAtEnd || windows === windowsMax) return { events: seen, next, isAtEnd, isPersonal };
    after = next;
    if (isSliceOver()) await yieldSlice();
  }
}

/** The position to read on from. Throws gone and invalid. */
export async function startAt(database: Database, since: number | undefined): Promise<number> {
  await settleEvents(database);
  const last = await readLastPosition(database.read);
  if (since === undefined) return last;
  const storedAfter = await store.readStoredAfter(database.read);
  if (since < storedAfter && since > 0)
    throw gone(
      says(
        'event.gone',
      )`events up to ${storedAfter} were deleted; reload the data you follow, then continue with since=${storedAfter}`,
    );
  // Where the end is would tell how much happens in what the reader may not see.
  if (since > last)
    throw invalid(says('event.future')`is later than the last event; omit it to receive new events`, 'since');
  return Math.max(since, storedAfter);
}
