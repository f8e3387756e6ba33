// Finds the artifacts that may have a number in a computed field.
import type { Reader } from '../../../../platform/database/index.ts';
import type { VisibilityFilter } from '../../artifact/artifacts.store.ts';
import { summedLinkTypes } from '../../artifact/computed-parents.store.ts';
import type { IdRange } from './blocks.store.ts';
import { inRange } from './matches.store.ts';

/** Ids of those with a number set by hand, or with links that sums follow, in order. */
export async function listIdsWithNumbers(
  db: Reader,
  wanted: { trackerId: number; fieldId: number; range: IdRange; filter: VisibilityFilter },
): Promise<number[]> {
  const rows = await inRange(db, wanted.trackerId, wanted.range, [wanted.filter])
    .select('artifacts.id')
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('artifact_keys as keys')
            .select('keys.key')
            .whereRef('keys.artifact_id', '=', 'artifacts.id')
            .where('keys.field_id', '=', wanted.fieldId),
        ),
        eb.exists(
          eb
            .selectFrom('artifact_links as links')
            .select('links.type')
            .whereRef('links.source_id', '=', 'artifacts.id')
            .where('links.type', 'in', summedLinkTypes),
        ),
      ]),
    )
    .orderBy('artifacts.id')
    .execute();
  return rows.map((row) => row.id);
}
