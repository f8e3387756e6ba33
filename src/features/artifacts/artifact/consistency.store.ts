// Reads everything that the check of consistency compares.
import { sql } from 'kysely';
import type { Reader, Tables } from '../../../platform/database/index.ts';
import './list-changes.tables.ts';
import './artifacts.tables.ts';
import './search-texts.tables.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import { spans } from './counts.store.ts';

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

export const listListChanges = (db: Reader, ids: readonly number[]): Promise<Tables['list_changes'][]> =>
  db.selectFrom('list_changes').selectAll().where('artifact_id', 'in', ids).execute();

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

/** Trackers whose kept counts are not what their artifacts come to. */
export async function listMiscounted(db: Reader): Promise<{ tracker_id: number }[]> {
  const { narrow, wide } = spans;
  const { rows } = await sql<{ tracker_id: number }>`with seen as (
      select tracker_id, id / ${sql.lit(narrow)} as block, case is_limited when 0 then '' else (
        select ',' || coalesce(string_agg(cast(ugroup_id as text), ',' order by ugroup_id), '') || ','
        from artifact_groups where artifact_id = artifacts.id
      ) end as audience
      from artifacts
    ), due as (
      select tracker_id, ${sql.lit(narrow)} as span, block, audience, count(*) as artifacts
      from seen group by tracker_id, block, audience
      union all
      select tracker_id, ${sql.lit(wide)}, block / ${sql.lit(wide / narrow)}, audience, count(*)
      from seen group by tracker_id, block / ${sql.lit(wide / narrow)}, audience
    ), kept as (
      select tracker_id, span, block, audience, artifacts from artifact_counts where artifacts <> 0
    )
    select tracker_id from (select * from due except select * from kept) too_few
    union
    select tracker_id from (select * from kept except select * from due) too_many
    order by tracker_id`.execute(db);
  return rows;
}
