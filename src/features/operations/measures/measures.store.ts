// Reads and writes what processes measured.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './measures.tables.ts';

export type MeasureRow = Selectable<Tables['measures']>;

/** In the place of what the same process measured in the same minute. */
export async function saveMeasure(tx: Writer, row: MeasureRow): Promise<void> {
  await tx
    .insertInto('measures')
    .values(row)
    .onConflict((conflict) => conflict.columns(['at_ms', 'process']).doUpdateSet(row))
    .execute();
}

export const listMeasures = (db: Reader, fromMs: number): Promise<MeasureRow[]> =>
  db.selectFrom('measures').selectAll().where('at_ms', '>=', fromMs).orderBy('at_ms').execute();

export async function deleteMeasuresBefore(tx: Writer, ms: number): Promise<void> {
  await tx.deleteFrom('measures').where('at_ms', '<', ms).execute();
}
