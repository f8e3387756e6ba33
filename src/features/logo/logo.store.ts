// Reads and writes the row of the site's logo.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import type { NamedBlob } from '../attachments/index.ts';
import './logo.tables.ts';

export type LogoRow = Omit<Selectable<Tables['site_logo']>, 'id'>;

export const findLogo = (db: Reader): Promise<LogoRow | undefined> =>
  db
    .selectFrom('site_logo')
    .select(['blob', 'media_type', 'size_bytes', 'width', 'height'])
    .where('id', '=', 1)
    .executeTakeFirst();

/** Takes the place of the one before. */
export async function saveLogo(tx: Writer, logo: LogoRow): Promise<void> {
  await tx
    .insertInto('site_logo')
    .values({ id: 1, ...logo })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(logo))
    .execute();
}

export async function deleteLogo(tx: Writer): Promise<void> {
  await tx.deleteFrom('site_logo').where('id', '=', 1).execute();
}

/** Its blob, for backups. */
export async function* listLogoBlobs(db: Reader): AsyncGenerator<NamedBlob> {
  const logo = await findLogo(db);
  if (logo !== undefined) yield { name: logo.blob, sizeBytes: logo.size_bytes, owner: 'the logo of the site' };
}
