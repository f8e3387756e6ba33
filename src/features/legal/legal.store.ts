// Reads and writes the site's legal texts.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './legal.tables.ts';

export type LegalTextRow = Selectable<Tables['legal_texts']>;

export async function listNames(db: Reader): Promise<LegalTextRow['name'][]> {
  const rows = await db.selectFrom('legal_texts').select('name').orderBy('name', 'desc').execute();
  return rows.map(({ name }) => name);
}

export const findText = (db: Reader, name: LegalTextRow['name']): Promise<LegalTextRow | undefined> =>
  db.selectFrom('legal_texts').selectAll().where('name', '=', name).executeTakeFirst();

export async function saveText(tx: Writer, { name, ...row }: LegalTextRow): Promise<void> {
  await tx
    .insertInto('legal_texts')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export async function deleteText(tx: Writer, name: LegalTextRow['name']): Promise<void> {
  await tx.deleteFrom('legal_texts').where('name', '=', name).execute();
}
