// Reads of one row by its key on hot paths. Where a round trip to the engine costs more than the read, all lookups that are
// asked for in one turn of the event loop share one.

import type { Compilable, RawBuilder, SqlBool } from 'kysely';
import { compile, fillSlots, param } from './prepared.ts';
import type { Plan } from './prepared.ts';
import { sessionOf } from './session.ts';
import type { Session } from './session.ts';
import type { Reader } from './tables.ts';

type Key = number | string | Uint8Array;

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

/**
 * A select of at most one row per key, compiled at its first use; `isKey('table.column')` is its condition, and `keyOf`
 * tells of which key a row is: `prepareLookup((db, isKey) => db.selectFrom('users').selectAll().where(isKey('users.id')),
 * (row) => row.id)`. Takes any handle given by the database. What it reads is committed when it is asked, or later.
 */
export function prepareLookup<Row extends object, K extends Key>(
  build: (db: Reader, isKey: (column: string) => RawBuilder<SqlBool>) => Compilable<Row>,
  keyOf: (row: Row) => K,
): (db: Reader, key: K) => Promise<Row | undefined> {
  let plan: Plan | undefined;
  const gatherings = new WeakMap<Session, Gathering<Row>>();

  async function read(db: Reader, session: Session, keys: readonly Key[]): Promise<Row[]> {
    const { dialect } = session;
    if (plan?.engine !== dialect.name) {
      plan = compile(
        session,
        build(db, (column) => dialect.isOneOf(column, param('keys'))),
      );
    }
    const result = session.execute<Row>(plan.sql, fillSlots(plan.values, { keys: dialect.bindKeys(keys) }));
    return result instanceof Promise ? (await result).rows : result.rows;
  }

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
