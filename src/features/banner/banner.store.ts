// Reads and writes the platform's banner.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../platform/database/index.ts';
import './banner.tables.ts';

export type BannerRow = Omit<Selectable<Tables['platform_banner']>, 'id'>;

const theOnly = 1;

export const findBanner = (db: Reader): Promise<BannerRow | undefined> =>
  db
    .selectFrom('platform_banner')
    .select(['message', 'importance', 'expires_at_ms'])
    .where('id', '=', theOnly)
    .executeTakeFirst();

export async function saveBanner(tx: Writer, banner: BannerRow): Promise<void> {
  await tx
    .insertInto('platform_banner')
    .values({ id: theOnly, ...banner })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(banner))
    .execute();
}

export async function deleteBanner(tx: Writer): Promise<void> {
  await tx.deleteFrom('platform_banner').where('id', '=', theOnly).execute();
}
