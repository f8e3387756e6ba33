// Reads everything that the check of consistency compares.
import type { Reader, Tables } from '../../platform/database/index.ts';
import './artifacts.tables.ts';
import './query/search-texts.tables.ts';
import type { ArtifactRow } from './artifacts.store.ts';

/** The next artifacts of the whole site after the one with `afterId`, in order of id. */
export const listAllAfter = (db: Reader, afterId: number, limit: number): Promise<ArtifactRow[]> =>
  db.selectFrom('artifacts').selectAll().where('id', '>', afterId).orderBy('id').limit(limit).execute();

export const listKeys = (db: Reader, ids: readonly number[]): Promise<Tables['artifact_keys'][]> =>
  db.selectFrom('artifact_keys').selectAll().where('artifact_id', 'in', ids).execute();

/** References in texts of these artifacts. */
export const listReferencesFrom = (db: Reader, ids: readonly number[]): Promise<Tables['artifact_references'][]> =>
  db.selectFrom('artifact_references').selectAll().where('source_id', 'in', ids).execute();

export const listGroups = (db: Reader, ids: readonly number[]): Promise<Tables['artifact_groups'][]> =>
  db.selectFrom('artifact_groups').selectAll().where('artifact_id', 'in', ids).execute();

export const listSearchTexts = (db: Reader, ids: readonly number[]): Promise<Tables['search_texts'][]> =>
  db.selectFrom('search_texts').selectAll().where('artifact_id', 'in', ids).execute();

/** Type of every field of every tracker, by field id. */
export async function readFieldTypes(db: Reader): Promise<Map<number, string>> {
  const rows = await db.selectFrom('tracker_fields').select(['id', 'type']).execute();
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/** Trackers whose last number is lower than that of one of their artifacts. */
export const listTrackersBehind = (db: Reader): Promise<{ id: number }[]> =>
  db
    .selectFrom('trackers')
    .select('id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('artifacts')
          .select('artifacts.id')
          .whereRef('artifacts.tracker_id', '=', 'trackers.id')
          .whereRef('artifacts.number', '>', 'trackers.last_number'),
      ),
    )
    .execute();
