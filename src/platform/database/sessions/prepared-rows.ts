// Prepared statements over many rows, for writes that would otherwise cost a call, or a round trip, for each row.

import { sql } from 'kysely';
import type { Compilable } from 'kysely';
import { compile, Slot } from './prepared.ts';
import type { Arguments, Param, Plan, RowOf } from './prepared.ts';
import { sessionOf } from './session.ts';
import type { Writer } from './tables.ts';

/** Most rows of one statement; with it, statements stay below every engine's limit of parameters. */
const rowsMax = 64;

/** The arguments of each row, of which there is at least one. */
export type ParamRows<Args extends Arguments> = readonly [Param<Args>, ...Param<Args>[]];

/** Gives the rows of RETURNING, those of earlier rows first; within 64 rows the engine decides. */
export type PreparedRows<Args extends Arguments, Row> = (tx: Writer, rows: readonly Args[]) => Promise<Row[]>;

/**
 * A write that takes rows instead of single values, as
 * `prepareRows((tx, rows: ParamRows<{ id: number }>) => tx.insertInto('t').values(rows.map((row) => ({ id: row('id') }))))`.
 * Any number of rows runs as few statements of 64, 32, 16, … rows, in the given order, so that a handful of statements
 * is compiled and kept. No row takes more than 100 arguments.
 */
export function prepareRows<Args extends Arguments, Output>(
  build: (tx: Writer, rows: ParamRows<Args>) => Compilable<Output>,
): PreparedRows<Args, RowOf<Output>> {
  const plans = new Map<number, Plan>();

  return async (tx, rows) => {
    const session = sessionOf(tx);
    const found: RowOf<Output>[] = [];
    for (let start = 0, size = 0; start < rows.length; start += size) {
      size = largestPart(rows.length - start);
      let plan = plans.get(size);
      if (plan?.engine !== session.dialect.name) {
        plan = compile(session, build(tx, slotsOf<Args>(size)));
        plans.set(size, plan);
      }
      const values = fillRows(plan.values, rows, start);
      if (plan.isSilent && session.sendAhead !== undefined) await session.sendAhead(plan.sql, values);
      else found.push(...(await session.execute<RowOf<Output>>(plan.sql, values)).rows);
    }
    return found;
  };
}

/** The largest power of two that is not beyond `count` or the limit. */
const largestPart = (count: number): number => Math.min(rowsMax, 2 ** Math.floor(Math.log2(count)));

function slotsOf<Args extends Arguments>(size: number): ParamRows<Args> {
  const slotOf =
    (row: number): Param<Args> =>
    (name) =>
      sql`${new Slot(name, row)}`;
  return [slotOf(0), ...Array.from({ length: size - 1 }, (_, index) => slotOf(index + 1))];
}

function fillRows(values: readonly unknown[], rows: readonly Arguments[], start: number): unknown[] {
  return values.map((value) => (value instanceof Slot ? value.read(rows[start + value.row]) : value));
}
