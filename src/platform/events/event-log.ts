// The event log: what happened, in the order in which it became durable. Whoever changes something appends its event in the
// transaction of the change; whoever needs to know reads on from the last position that it has dealt with.
import { notify, notifyHere, writesAtOnce } from '../database/index.ts';
import type { Database, Reader, Writer } from '../database/index.ts';
import * as store from './events.store.ts';
import type { LoggedEvent } from './events.store.ts';

/** The channel on which those hear who wait for events. Reading finds them once `settleEvents` has run. */
export const eventsChannel = 'events';

export interface NewEvent {
  readonly kind: string;
  readonly projectId: number | null;
  readonly trackerId: number | null;
  readonly artifactId: number | null;
  readonly changesetId: number | null;
  /** User id; 0 for anonymous, or the system. */
  readonly by: number;
  readonly atMs: number;
  /** What else its readers need, as JSON; a shape per kind. */
  readonly details?: unknown;
}

export interface EventRow extends NewEvent {
  /** Grows in the order of commits: none that is read later has a lower one than any that was read before. */
  readonly position: number;
}

/** Appends events in the transaction of what they tell of. */
export async function appendEvents(tx: Writer, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await store.insertEvents(
    tx,
    events.map((event) => ({
      kind: event.kind,
      project_id: event.projectId,
      tracker_id: event.trackerId,
      artifact_id: event.artifactId,
      changeset_id: event.changesetId,
      user_id: event.by,
      at_ms: event.atMs,
      details_json: event.details === undefined ? null : JSON.stringify(event.details),
    })),
  );
  notifyHere(tx, eventsChannel);
}

/** Forgets what the log says of a project, but for one event that says why. */
export async function replaceEvents(
  tx: Writer,
  projectId: number,
  why: Pick<NewEvent, 'kind' | 'by' | 'atMs'>,
): Promise<void> {
  await store.deleteEventsOf(tx, projectId);
  await appendEvents(tx, [{ projectId, trackerId: null, artifactId: null, changesetId: null, ...why }]);
}

/** Events that one transaction gives their places. */
const placedAtOnce = 5000;

/**
 * Gives what was committed until now its place in the log. Does nothing where events have it from the start, which is where
 * one transaction writes at a time.
 */
export async function settleEvents(database: Database): Promise<void> {
  while ((await store.findArriving.first(database.read, {})) !== undefined) {
    const placed = await database.transactInTurn(async (tx) => {
      if (!writesAtOnce(tx)) throw new Error('an event waits for its place where all have one');
      const count = await store.placeArriving(tx, placedAtOnce);
      if (count > 0) await notify(tx, eventsChannel);
      return count;
    });
    if (placed < placedAtOnce) return;
  }
}

/** The event in a row of the log. */
export function eventOf(row: LoggedEvent): EventRow {
  const details: unknown = row.details_json === null ? undefined : JSON.parse(row.details_json);
  return {
    position: row.id,
    kind: row.kind,
    projectId: row.project_id,
    trackerId: row.tracker_id,
    artifactId: row.artifact_id,
    changesetId: row.changeset_id,
    by: row.user_id,
    atMs: row.at_ms,
    details,
  };
}

/** The next events after a position, oldest first. On PostgreSQL those that `settleEvents` has seen. */
export const readEvents = async (db: Reader, { after, limit }: { after: number; limit: number }): Promise<EventRow[]> =>
  (await store.listEventsAfter(db, { after, limit })).map(eventOf);

/** Events that one query reads. */
const readAtOnce = 1000;

/** Everything that a follower has not dealt with, those without a place in the log included, which come last. */
export async function* readEventsBehind(db: Reader, follower: string): AsyncGenerator<EventRow> {
  const { position } = (await store.findPosition.first(db, { name: follower })) ?? { position: 0 };
  for (const [list, start] of [
    [store.listEventsAfter, position],
    [store.listArrivingAfter, 0],
  ] as const) {
    for (let after = start; ;) {
      const rows = await list(db, { after, limit: readAtOnce });
      for (const row of rows) yield eventOf(row);
      const last = rows.at(-1)?.id;
      if (last === undefined) break;
      after = last;
    }
  }
}

export { readLastPosition } from './events.store.ts';
