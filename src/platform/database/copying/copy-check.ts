// Compares a copied table with its source, batch by batch: how many rows, and a checksum that the server computes over its
// own, so that none of them travel back.

import { conflict } from '../../errors.ts';
import {
  describeKey,
  digestExpression,
  digestRows,
  digestTable,
  listNames,
  quoteName,
  typeNames,
} from './copy-batches.ts';
import type { CopyBatch, CopyKey, CopyTable, CopyValue } from './copy-batches.ts';
import type { CopySource } from './copy-source.ts';
import type { Engine } from '../sessions/engine.ts';

/** `upTo` undefined: whatever comes after `after`. */
type Range = Omit<CopyBatch, 'upTo'> & { readonly upTo: CopyKey | undefined };

/**
 * The table's checksum, the same in source and target. `onRows` is told how many rows were compared. Throws DomainError
 * 'conflict' that says where they differ.
 */
export async function checkTable(
  engine: Engine,
  source: CopySource,
  table: CopyTable,
  onRows: (count: number) => void,
): Promise<string> {
  const checksums: string[] = [];
  let last: CopyKey | undefined;
  for (const batch of source.batches(table)) {
    checksums.push(await checkRange(engine, table, batch));
    last = batch.upTo;
    onRows(batch.rows.length);
  }
  await checkRange(engine, table, { rows: [], after: last, upTo: undefined });
  return digestTable(checksums);
}

async function checkRange(engine: Engine, table: CopyTable, range: Range): Promise<string> {
  const { condition, parameters } = selectRange(table, range);
  const { rows } = await engine.reading.execute<{ count: number; checksum: string }>(
    `select count(*) as count, ${digestExpression(table)} as checksum from ${quoteName(table.name)} where ${condition}`,
    parameters,
  );
  const checksum = digestRows(table, range.rows);
  const count = rows[0]?.count ?? 0;
  if (count === range.rows.length && rows[0]?.checksum === checksum) return checksum;
  const from = range.after === undefined ? 'the first row' : `the row after ${describeKey(table, range.after)}`;
  const to = range.upTo === undefined ? 'the last' : describeKey(table, range.upTo);
  throw conflict(
    `the copy of ${table.name} differs from the source, from ${from} to ${to}: ${range.rows.length} rows there, ${count} ` +
      'rows here. One of them was changed meanwhile; make the target database empty and start again',
  );
}

function selectRange(table: CopyTable, { after, upTo }: Range): { condition: string; parameters: CopyValue[] } {
  const conditions = ['true'];
  const parameters: CopyValue[] = [];
  const compare = (sign: '>' | '<=', key: CopyKey): void => {
    const values = table.key.map(({ type }, position) => `$${parameters.length + position + 1}::${typeNames[type]}`);
    conditions.push(`(${listNames(table.key)}) ${sign} (${values.join(', ')})`);
    parameters.push(...key);
  };
  if (after !== undefined) compare('>', after);
  if (upTo !== undefined) compare('<=', upTo);
  return { condition: conditions.join(' and '), parameters };
}
