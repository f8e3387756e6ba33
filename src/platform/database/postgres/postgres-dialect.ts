// Every difference in SQL, column types and error texts between PostgreSQL and another engine.

import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, PrimitiveValueListNode, sql } from 'kysely';
import type { BinaryOperationNode } from 'kysely';
import type { ConstraintFailure, EngineDialect, KeyMatch } from '../sessions/session.ts';
import { postgresTextIndex } from './postgres-text-index.ts';
import { postgresWordIndex } from './postgres-word-index.ts';
import { readListOperator } from '../sessions/session.ts';

const constraintKinds: ReadonlyMap<string, ConstraintFailure['kind']> = new Map([
  ['23502', 'not-null'],
  ['23503', 'foreign-key'],
  ['23505', 'unique'],
  ['23514', 'check'],
]);

/** Serialization failure and deadlock. */
const conflictCodes: ReadonlySet<string> = new Set(['40001', '40P01']);
/**
 * The server is there but does not serve now: time limits, restarts, failing over, and (class 53) no room; and what was asked in a
 * transaction after a statement that failed so (25P02).
 */
const refusalCodes: ReadonlySet<string> = new Set([
  '57014',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '25006',
  '25P02',
  '25P03',
  '25P04',
]);
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** Binds a list as one array, so that its length is not part of the SQL and has no limit. */
class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { rightOperand } = node;
    const operator = readListOperator(node);
    if (operator === undefined || !PrimitiveValueListNode.is(rightOperand)) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(node.leftOperand);
    this.append(operator === 'in' ? ' = any(' : ' <> all(');
    this.appendValue(rightOperand.values);
    this.append(')');
  }
}

const compiler = new Compiler();
const adapter = new PostgresAdapter();
// Texts compare by their bytes, as on SQLite, whatever the locale of the database; and `lower` then knows ASCII alone.
const text = sql`text collate "C"`;

const isAny: KeyMatch = {
  isOneOf: (column, keys) => sql`${sql.ref(column)} = any(${keys})`,
  bind: (keys) => keys,
};

const nextIds = "select nextval(pg_get_serial_sequence($1, 'id')::regclass) as id from generate_series(1, $2::bigint)";

/** PostgreSQL's side of the seam. */
export const postgresDialect: EngineDialect = {
  name: 'postgres',
  kysely: {
    createAdapter: () => adapter,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  },
  columnTypes: {
    integer: 'bigint',
    real: 'double precision',
    text,
    json: text,
    bytes: 'bytea',
    timeMs: 'bigint',
    flag: 'smallint',
  },
  skipsLocked: true,
  isOnThisThread: false,
  textIndex: postgresTextIndex,
  wordIndex: postgresWordIndex,
  async hasOpenWrites(db) {
    const { rows } = await sql`select 1 from pg_catalog.pg_stat_activity
      where datname = current_database() and backend_xid is not null limit 1`.execute(db);
    return rows.length > 0;
  },
  async hasTable(db, table) {
    const { rows } = await sql`select 1 from pg_catalog.pg_tables
      where schemaname = current_schema() and tablename = ${table}`.execute(db);
    return rows.length > 0;
  },
  keyMatch: isAny,
  listMatch: isAny,
  memberOf: (column, key) => sql`(${sql.ref(column)}::json -> ${key}::text)::text`,
  startTable: (db, table) => db.schema.createTable(table),
  startTableWithIds: (db, table) =>
    db.schema.createTable(table).addColumn('id', 'bigint', (id) => id.generatedByDefaultAsIdentity().primaryKey()),
  async takeIds(session, table, count) {
    const { rows } = await session.execute<{ id: number }>(nextIds, [table, count]);
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  },
  async setNextId(db, table, nextId) {
    await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit(nextId)}`.execute(db);
  },
};

/** The constraint that refused a statement, or undefined where `error` is something else. */
export function readPostgresConstraint(error: unknown): ConstraintFailure | undefined {
  const kind = constraintKinds.get(codeOf(error) ?? '');
  if (kind === undefined) return undefined;
  const { table, column, constraint, detail } = readFacts(error);
  if (kind === 'not-null') return { kind, columns: [`${table}.${column}`] };
  if (kind === 'check') return { kind, columns: [constraint] };
  if (kind === 'foreign-key') return { kind, columns: [] };
  // The detail is `Key (a, lower(b))=(1, x) already exists.` in the server's language.
  const keys = (/\((.+?)\)=\(/s.exec(detail)?.[1] ?? '').split(', ');
  const isPlain = keys.every((key) => /^"?\w+"?$/.test(key));
  return {
    kind,
    columns: isPlain ? keys.map((key) => `${table}.${key.replaceAll('"', '')}`) : [`index '${constraint}'`],
  };
}

type Facts = Record<'table' | 'column' | 'constraint' | 'detail' | 'routine', string>;

function readFacts(error: unknown): Facts {
  const facts = new Map(typeof error === 'object' && error !== null ? Object.entries(error) : []);
  const read = (name: string): string => String(facts.get(name) ?? '');
  return {
    table: read('table'),
    column: read('column'),
    constraint: read('constraint'),
    detail: read('detail'),
    routine: read('routine'),
  };
}

/** Whether doing the same again can succeed: other work at the same time was in the way. */
export const isPostgresConflict = (error: unknown): boolean => conflictCodes.has(codeOf(error) ?? '');

/** Whether a statement that the connection had prepared no longer fits, because a migration changed its tables. */
export function isPostgresStale(error: unknown): boolean {
  const code = codeOf(error);
  return code === '26000' || (code === '0A000' && readFacts(error).routine === 'RevalidateCachedQuery');
}

/** Whether the connection is gone, so that nobody knows what became of the statement. */
export function isPostgresLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined)
    return code.startsWith('08') || code.startsWith('57P') || code === '25P03' || networkCodes.has(code);
  return (
    error instanceof Error &&
    /^(?:Connection terminated|Client (?:has encountered|was closed)|timeout e)/.test(error.message)
  );
}

/** Whether the server, or the way to it, can't serve just now. */
export function isPostgresUnavailable(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return refusalCodes.has(code) || code.startsWith('53') || isPostgresLost(error);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
