// Reads by keys on hot paths: of the rows of a list of keys, and of one row by its key. Where a round trip to the engine costs
// more than the read, all that are asked for in one turn of the event loop share one, and lookups of one row a statement.

import type { Compilable, RawBuilder, SqlBool } from 'kysely';
import { compile, fillSlots, param } from './prepared.ts';
import type { Plan } from './prepared.ts';
import { sessionOf } from './session.ts';
import type { KeyMatch, Session } from './session.ts';
import type { Reader } from './tables.ts';
import { isSliceOver, yieldSlice, sliceMaxMs } from '../../concurrency/time-slices.ts';

type Key = number | string | Uint8Array;

/** Makes a select whose only arguments are keys; `isOneOf('table.column')` is its condition. */
type Build<Row> = (db: Reader, isOneOf: (column: string) => RawBuilder<SqlBool>) => Compilable<Row>;

/** What waits for the end of this turn. */
type Gathering<Row> = Map<number | string, { key: Key; answers: PromiseWithResolvers<Row | undefined> }>;

/** A key as a Map tells keys apart. */
const identify = (key: Key): number | string =>
  key instanceof Uint8Array ? Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1') : key;

const turns = new WeakMap<Session, (() => void)[]>();

/** Runs `send` at the end of this turn of the event loop, together with what else the session sends then. */
function atEndOfTurn(session: Session, send: () => void): void {
  const turn = turns.get(session);
  if (turn !== undefined) {
    turn.push(send);
    return;
  }
  const started = [send];
  turns.set(session, started);
  setImmediate(() => {
    turns.delete(session);
    session.together(() => {
      for (const one of started) one();
    });
  });
}

/** Reads rows of keys that the match can bind, compiled at the first use of each match. */
function prepareMatch<Row>(
  build: Build<Row>,
): (session: Session, match: KeyMatch, db: Reader, keys: readonly Key[]) => Promise<Row[]> {
  const plans = new Map<KeyMatch, Plan>();

  return async (session, match, db, keys) => {
    let plan = plans.get(match);
    if (plan === undefined) {
      const query = build(db, (column) => match.isOneOf(column, param('keys')));
      plan = compile(session, query);
      plans.set(match, plan);
    }
    const result = session.execute<Row>(plan.sql, fillSlots(plan.values, { keys: match.bind(keys) }));
    return result instanceof Promise ? (await result).rows : result.rows;
  };
}

/** What `read` gives at the end of this turn. */
const readAtEndOfTurn = <R>(session: Session, read: () => Promise<R>): Promise<R> =>
  new Promise((resolve, reject) => atEndOfTurn(session, () => void read().then(resolve, reject)));

/**
 * A select of the rows of any number of keys, none of no keys, compiled once and not for each list:
 * `prepareList((db, isOneOf) => db.selectFrom('users').selectAll().where(isOneOf('users.id')))`. Takes any handle given by
 * the database. What it reads is committed when it is asked, or later.
 */
export function prepareList<Row>(
  build: Build<Row>,
): (db: Reader, keys: readonly (number | string)[]) => Promise<Row[]> {
  const read = prepareMatch(build);
  return async (db, keys) => {
    if (keys.length === 0) return [];
    const session = sessionOf(db);
    const { keyMatch, listMatch } = session.dialect;
    const match = keys.length === 1 ? keyMatch : listMatch;
    const run = (): Promise<Row[]> => read(session, match, db, keys);
    return session.mayGather() ? readAtEndOfTurn(session, run) : run();
  };
}

const keysAtFirst = 8;

/**
 * The same for rows that may be long: an engine that works on this thread reads a few of the keys in each turn. Rows of a
 * smaller key come first, so the select may order by the key and then by what it likes.
 */
export function prepareLongList<Row>(build: Build<Row>): (db: Reader, keys: readonly number[]) => Promise<Row[]> {
  const read = prepareList(build);
  return async (db, keys) => {
    if (keys.length <= keysAtFirst || !sessionOf(db).dialect.isOnThisThread) return read(db, keys);
    const ordered = [...new Set(keys)].sort((a, b) => a - b);
    const rows: Row[] = [];
    for (let start = 0, size = keysAtFirst; start < ordered.length;) {
      if (isSliceOver()) await yieldSlice();
      const startedMs = performance.now();
      for (const row of await read(db, ordered.slice(start, start + size))) rows.push(row);
      start += size;
      const tookMs = performance.now() - startedMs;
      if (tookMs < sliceMaxMs / 4) size *= 2;
      else if (tookMs > sliceMaxMs / 2) size = Math.ceil(size / 2);
    }
    return rows;
  };
}

/**
 * A select of at most one row per key, compiled at its first use; `isKey('table.column')` is its condition, and `keyOf`
 * tells of which key a row is: `prepareLookup((db, isKey) => db.selectFrom('users').selectAll().where(isKey('users.id')),
 * (row) => row.id)`. Takes any handle given by the database. What it reads is committed when it is asked, or later.
 */
export function prepareLookup<Row extends object, K extends Key>(
  build: Build<Row>,
  keyOf: (row: Row) => K,
): (db: Reader, key: K) => Promise<Row | undefined> {
  const readMatch = prepareMatch(build);
  const gatherings = new WeakMap<Session, Gathering<Row>>();
  const read = (db: Reader, session: Session, keys: readonly Key[]): Promise<Row[]> =>
    readMatch(session, session.dialect.keyMatch, db, keys);

  async function answer(db: Reader, session: Session, gathering: Gathering<Row>): Promise<void> {
    gatherings.delete(session);
    const asked = [...gathering.values()];
    try {
      const rows = await read(
        db,
        session,
        asked.map(({ key }) => key),
      );
      for (const row of rows) gathering.get(identify(keyOf(row)))?.answers.resolve(row);
      for (const { answers } of asked) answers.resolve(undefined);
    } catch (error) {
      for (const { answers } of asked) answers.reject(error);
    }
  }

  function gather(db: Reader, session: Session, key: Key): Promise<Row | undefined> {
    let gathering = gatherings.get(session);
    if (gathering === undefined) {
      const started: Gathering<Row> = new Map();
      gathering = started;
      gatherings.set(session, started);
      atEndOfTurn(session, () => void answer(db, session, started));
    }
    const id = identify(key);
    const entry = gathering.get(id) ?? { key, answers: Promise.withResolvers<Row | undefined>() };
    gathering.set(id, entry);
    return entry.answers.promise;
  }

  return async (db, key) => {
    const session = sessionOf(db);
    return session.mayGather() ? gather(db, session, key) : (await read(db, session, [key]))[0];
  };
}
