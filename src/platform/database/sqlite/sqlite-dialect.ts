// Every difference in SQL, column types and error texts between SQLite and another engine.

import { PrimitiveValueListNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { BinaryOperationNode, LimitNode } from 'kysely';
import { readListOperator } from '../sessions/session.ts';
import { storeByKey } from './sqlite-key-order.ts';
import { sqliteTextIndex } from './sqlite-text-index.ts';
import { sqliteWordIndex } from './sqlite-word-index.ts';
import type { ConstraintFailure, EngineDialect } from '../sessions/session.ts';

// https://www.sqlite.org/rescode.html#extrc
const busyCode = 5;
const constraintKinds: ReadonlyMap<number, ConstraintFailure['kind']> = new Map([
  [275, 'check'],
  [787, 'foreign-key'],
  [1299, 'not-null'],
  [1555, 'unique'],
  [2067, 'unique'],
  [2579, 'unique'],
]);

/** Longer lists become one parameter: a statement takes 32,766, and short lists are faster as they are. */
const separateValuesMax = 200;

class Compiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, rightOperand } = node;
    const operator = readListOperator(node);
    if (operator === undefined || !PrimitiveValueListNode.is(rightOperand) || !isLong(rightOperand.values)) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(leftOperand);
    this.append(` ${operator} (select value from json_each(`);
    this.appendValue(JSON.stringify(rightOperand.values));
    this.append('))');
  }

  /**
   * Writes `limit ? + 0`. The planner looks at the value of a parameter that stands alone there, so it would compile the
   * statement anew each time it runs.
   */
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

// JSON holds texts and numbers alone.
const isLong = (values: readonly unknown[]): boolean =>
  values.length > separateValuesMax && values.every((value) => typeof value === 'string' || typeof value === 'number');

const compiler = new Compiler();
const adapter = new SqliteAdapter();

/** SQLite's side of the seam. Tables are STRICT, so a value of the wrong type is refused instead of stored. */
export const sqliteDialect: EngineDialect = {
  name: 'sqlite',
  kysely: {
    createAdapter: () => adapter,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => compiler,
  },
  columnTypes: {
    integer: 'integer',
    real: 'real',
    text: 'text',
    json: 'text',
    bytes: 'blob',
    timeMs: 'integer',
    flag: 'integer',
  },
  skipsLocked: false,
  isOnThisThread: true,
  textIndex: sqliteTextIndex,
  wordIndex: sqliteWordIndex,
  hasOpenWrites: () => Promise.resolve(false),
  async hasTable(db, table) {
    const { rows } = await sql`select 1 from sqlite_schema where type = 'table' and name = ${table}`.execute(db);
    return rows.length > 0;
  },
  keyMatch: { isOneOf: (column, key) => sql`${sql.ref(column)} = ${key}`, bind: ([key]) => key },
  listMatch: {
    isOneOf: (column, keys) => sql`${sql.ref(column)} in (select value from json_each(${keys}))`,
    bind: (keys) => JSON.stringify(keys),
  },
  // By itself it takes a row by its number, though the index has all that is asked for.
  throughIndex: (table, index) => sql`${sql.table(table)} indexed by ${sql.id(index)}`,
  memberOf: (column, key) => sql`${sql.ref(column)} -> ${key}`,
  startTable: (db, table) => db.schema.createTable(table).modifyEnd(sql`strict`),
  startTableWithIds: (db, table) =>
    db.schema
      .createTable(table)
      .modifyEnd(sql`strict`)
      .addColumn('id', 'integer', (id) => id.primaryKey().autoIncrement()),
  // `sqlite_sequence` has no unique key, so the row is replaced by hand.
  async setNextId(db, table, nextId) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${nextId - 1})`.execute(db);
  },
  storeByKey,
};

/** The constraint that refused a statement, or undefined where `error` is something else. */
export function readSqliteConstraint(error: unknown): ConstraintFailure | undefined {
  const kind = constraintKinds.get(readResultCode(error) ?? 0);
  if (kind === undefined || !(error instanceof Error)) return undefined;
  const named = /^\w+(?: \w+)* constraint failed: (.+)$/.exec(error.message)?.[1] ?? '';
  return { kind, columns: named === '' ? [] : named.split(', ') };
}

/** Whether another connection holds the lock that a statement needed. */
export function isSqliteBusy(error: unknown): boolean {
  // The low byte of an extended result code is the plain one.
  return ((readResultCode(error) ?? 0) & 0xff) === busyCode;
}

function readResultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}
