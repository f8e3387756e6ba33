// Rows of reports.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import '../trackers/index.ts';

export type ReportRow = Selectable<Tables['reports']>;

export const findReport = (db: Reader, id: number): Promise<ReportRow | undefined> =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();

/** Everybody's reports and the caller's own. */
export async function listReports(
  db: Reader,
  trackerId: number,
  ownerId: number,
  page: { limit: number; offset: number },
): Promise<{ rows: ReportRow[]; size: number }> {
  const found = db
    .selectFrom('reports')
    .where('tracker_id', '=', trackerId)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', ownerId)]));
  const [rows, count] = await Promise.all([
    found.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

/** How many reports a tracker has that belong to one person, or to everybody. */
export async function countReports(db: Reader, trackerId: number, ownerId: number | null): Promise<number> {
  const found = await db
    .selectFrom('reports')
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .where('tracker_id', '=', trackerId)
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(found.size);
}

export const insertReport = (tx: Writer, row: Insertable<Tables['reports']>): Promise<ReportRow> =>
  tx.insertInto('reports').values(row).returningAll().executeTakeFirstOrThrow();

export const updateReport = (
  tx: Writer,
  id: number,
  change: Updateable<Tables['reports']>,
): Promise<ReportRow | undefined> =>
  tx.updateTable('reports').set(change).where('id', '=', id).returningAll().executeTakeFirst();

/** Leaves one report of a tracker, at most, as that with which it opens. */
export async function keepOneDefault(tx: Writer, trackerId: number, id: number): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ is_default: 0 })
    .where('tracker_id', '=', trackerId)
    .where('id', '!=', id)
    .where('is_default', '=', 1)
    .execute();
}

export async function deleteReport(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('reports').where('id', '=', id).execute();
}
