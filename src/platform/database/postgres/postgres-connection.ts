// Connections to PostgreSQL: how they are made, and how values and rows cross them.

import pg from 'pg';
import type { ClientBase, ClientConfig } from 'pg';
import type { QueryResult } from 'kysely';
import { invalid } from '../../errors.ts';

/** An open transaction in which nothing happens for so long belongs to a process that hangs. */
const idleTransactionMaxMs = 600_000;
/** A connection that nothing comes through is found out by the system's probes. */
const keepAliveAfterMs = 10_000;
/** Statements that are kept prepared: for good, so those alone that are used again and again among so many others. */
const namedStatementsMax = 500;
const namedAtUse = 8;

export interface ConnectionLimits {
  readonly connectTimeoutMs: number;
  /** 0: none. */
  readonly statementTimeoutMs: number;
  /** How long a statement waits for locks of other transactions. */
  readonly lockTimeoutMs: number;
}

/** What `pg` needs to connect; every connection writes its queries at once, without waiting for answers to earlier ones. */
export const configOf = (url: string, limits: ConnectionLimits): ClientConfig => ({
  connectionString: url,
  application_name: 'tepal',
  pipeline: true,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfterMs,
  connectionTimeoutMillis: limits.connectTimeoutMs,
  statement_timeout: limits.statementTimeoutMs,
  lock_timeout: limits.lockTimeoutMs,
  idle_in_transaction_session_timeout: idleTransactionMaxMs,
  // Plans are short-lived here; compiling them costs more than it saves.
  options: '-c jit=off',
  types: rowTypes,
});

// Object identifiers of the server's built-in types.
const typeIds = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, float4: 700, float8: 701, numeric: 1700 };

const rowTypes = new pg.TypeOverrides();
rowTypes.setTypeParser(typeIds.bool, (text: string) => (text === 't' ? 1 : 0));
rowTypes.setTypeParser(typeIds.bytea, (text: string) => Uint8Array.from(Buffer.from(text.slice(2), 'hex')));
for (const id of [typeIds.int8, typeIds.int2, typeIds.int4, typeIds.numeric]) rowTypes.setTypeParser(id, parseWhole);
for (const id of [typeIds.float4, typeIds.float8]) rowTypes.setTypeParser(id, Number);

// Ids, times in milliseconds and counts fit; anything else would be read as a wrong number.
function parseWhole(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`${text} is too large a number`);
  return value;
}

/** Gives statements that are used again a name, by which each connection keeps them prepared. */
function createStatementNames(): (sql: string) => string | undefined {
  const names = new Map<string, string>();
  let uses = new Map<string, number>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= namedStatementsMax) return known;
    const count = (uses.get(sql) ?? 0) + 1;
    if (uses.size >= namedStatementsMax) uses = new Map();
    uses.set(sql, count);
    if (count < namedAtUse) return undefined;
    uses.delete(sql);
    names.set(sql, `tepal_${names.size}`);
    return names.get(sql);
  };
}

const nameStatement = createStatementNames();

/** Runs one statement on one connection. Throws what the server refuses, and as bindAll. */
export const executeOn = async <R>(
  client: ClientBase,
  sql: string,
  parameters: readonly unknown[],
): Promise<QueryResult<R>> => executeBound(client, sql, bindAll(parameters));

/** The same without keeping the statement prepared, nor relying on its being so. */
export const executeOnceOn = async <R>(
  client: ClientBase,
  sql: string,
  parameters: readonly unknown[],
): Promise<QueryResult<R>> => executeNamed(client, sql, bindAll(parameters), undefined);

/** As executeOn, with values that bindAll gave. */
export const executeBound = async <R>(client: ClientBase, sql: string, values: Bindable[]): Promise<QueryResult<R>> =>
  executeNamed(client, sql, values, nameStatement(sql));

async function executeNamed<R>(
  client: ClientBase,
  sql: string,
  values: Bindable[],
  name: string | undefined,
): Promise<QueryResult<R>> {
  const { command, rowCount, rows } = await client.query({
    text: sql,
    values,
    ...(name === undefined ? {} : { name }),
  });
  if (!areRowsOf<R>(rows)) throw new Error('the engine gave no list of rows');
  return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
}

// The shape of a row is what the query builder derived from the table types; no engine can prove it.
function areRowsOf<R>(rows: unknown): rows is R[] {
  return Array.isArray(rows);
}

type Bindable = string | Buffer | null | Bindable[];

/** Values as they are sent. Throws a TypeError for one that can't be, as SQLite's binding does, and invalid for a text with U+0000. */
export const bindAll = (parameters: readonly unknown[]): Bindable[] => parameters.map(toBindable);

/** A text whose type the server infers, bytes, or a list of these. No text of PostgreSQL holds U+0000. */
function toBindable(value: unknown, index: number): Bindable {
  if (value === null) return value;
  if (typeof value === 'string') return refuseNul(value);
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return value.map((item: unknown) => toBindable(item, index));
  const found = value instanceof Date ? 'a Date (bind its milliseconds)' : `a value of type ${typeof value}`;
  throw new TypeError(
    `value ${index + 1} of a statement can't be bound: ${found}; it takes null, finite numbers, text, booleans and bytes`,
  );
}

function refuseNul(text: string): string {
  if (text.includes('\u0000')) throw invalid('a text contains the character U+0000, which is not allowed');
  return text;
}
