// What both sides of a copy say about tables and their rows: keys, batches in the order of the key, and the checksum that
// comes out the same on each engine.

import { createHash } from 'node:crypto';

export type CopyValue = string | number | Uint8Array | null;
export type CopyRow = Readonly<Record<string, CopyValue>>;
/** Values of the columns of a table's primary key, in its order. */
export type CopyKey = readonly CopyValue[];

export interface CopyColumn {
  readonly name: string;
  readonly type: 'integer' | 'real' | 'text' | 'blob';
}

export interface CopyTable {
  readonly name: string;
  readonly columns: readonly CopyColumn[];
  /** The columns of the primary key. */
  readonly key: readonly CopyColumn[];
  readonly rowCount: number;
}

/** Rows that follow each other: those whose key is above `after` (undefined: from the first on), up to `upTo`. */
export interface CopyBatch {
  readonly rows: readonly CopyRow[];
  readonly after: CopyKey | undefined;
  readonly upTo: CopyKey;
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const listNames = (columns: readonly CopyColumn[]): string =>
  columns.map(({ name }) => quoteName(name)).join(', ');

export const keyOf = (table: CopyTable, row: CopyRow): CopyKey => table.key.map(({ name }) => row[name] ?? null);

/** For people, such as `user_id 101, name "x"`. */
export const describeKey = (table: CopyTable, key: CopyKey): string =>
  table.key.map(({ name }, position) => `${name} ${describeValue(key[position] ?? null)}`).join(', ');

const describeValue = (value: CopyValue): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : JSON.stringify(value);

/** How PostgreSQL calls the types of SQLite's columns. */
export const typeNames: Readonly<Record<CopyColumn['type'], string>> = {
  integer: 'bigint',
  real: 'double precision',
  text: 'text',
  blob: 'bytea',
};

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** SHA-256 of the rows in their order, as `digestExpression` has PostgreSQL compute it. */
export function digestRows(table: CopyTable, rows: readonly CopyRow[]): string {
  let text = '';
  for (const row of rows) for (const { name, type } of table.columns) text += frame(spell(row[name] ?? null, type));
  return digest(text);
}

/** One checksum over those of a table's batches. */
export const digestTable = (batches: readonly string[]): string => digest(batches.join(''));

const frame = (text: string | null): string => (text === null ? '-' : `${Buffer.byteLength(text)}:${text}`);

function spell(value: CopyValue, type: CopyColumn['type']): string | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
  return type === 'real' ? spellReal(Number(value)) : String(value);
}

const realBytes = Buffer.alloc(8);

function spellReal(value: number): string {
  // Adding nothing makes one zero of both.
  realBytes.writeDoubleBE(value + 0);
  return realBytes.toString('hex');
}

const spellings: Readonly<Record<CopyColumn['type'], (name: string) => string>> = {
  integer: (name) => `${name}::text`,
  real: (name) => `encode(float8send(${name}), 'hex')`,
  text: (name) => name,
  blob: (name) => `encode(${name}, 'hex')`,
};

/** The aggregate of PostgreSQL that gives what `digestRows` gives. */
export function digestExpression(table: CopyTable): string {
  const parts = table.columns.map(({ name, type }) => {
    const text = spellings[type](quoteName(name));
    return `coalesce(octet_length(${text})::text || ':' || ${text}, '-')`;
  });
  const rows = `string_agg(${parts.join(' || ')}, '' order by ${listNames(table.key)})`;
  return `encode(sha256(convert_to(coalesce(${rows}, ''), 'UTF8')), 'hex')`;
}
