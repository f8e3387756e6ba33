// Reads and writes the site's version and its live settings.
import { sql } from 'kysely';
import { prepareLookup } from '../../platform/database/index.ts';
import type { Reader, Writer } from '../../platform/database/index.ts';
import './site.tables.ts';

/** The row whose `version` validates all caches; its key is always 1. */
export const findSite = prepareLookup(
  (db, isKey) => db.selectFrom('site').select(['id', 'version']).where(isKey('site.id')),
  (row) => row.id,
);

/** Marks every cache of every process as out of date. Call in the transaction that changes people, rights, definitions or settings. */
export async function bumpSiteVersion(tx: Writer): Promise<void> {
  await tx
    .updateTable('site')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', 1)
    .execute();
}

export const listLiveSettings = (db: Reader): Promise<{ name: string; value: string }[]> =>
  db.selectFrom('settings').select(['name', 'value']).execute();

export async function saveLiveSetting(tx: Writer, name: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteLiveSetting(tx: Writer, name: string): Promise<void> {
  await tx.deleteFrom('settings').where('name', '=', name).execute();
}

/** The value that is kept under a name that is no setting; undefined before the first `insertKept`. */
export async function findStored(db: Reader, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Keeps a value under a name that is no setting, in the place of an earlier one. */

/** Keeps the value unless there is one already; gives the one that is kept. */
export async function insertStored(tx: Writer, name: string, value: string): Promise<string> {
  await tx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findStored(tx, name)) ?? value;
}
