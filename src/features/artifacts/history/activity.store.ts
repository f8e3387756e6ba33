// Finds the artifacts that changed last.
import type { Reader } from '../../../platform/database/index.ts';
import type { ArtifactRow, VisibilityFilter } from '../artifact/artifacts.store.ts';
import '../artifact/artifacts.tables.ts';

const lastChangedColumns = [
  'artifacts.id',
  'artifacts.tracker_id',
  'artifacts.version',
  'artifacts.changeset_id',
  'artifacts.updated_by',
  'artifacts.updated_at_ms',
] as const;

/** An artifact without its values. */
export type LastChanged = Pick<
  ArtifactRow,
  'id' | 'tracker_id' | 'version' | 'changeset_id' | 'updated_by' | 'updated_at_ms'
>;

/** Artifacts of one tracker that the filter lets through, last changed first. */
export const listLastChanged = (
  db: Reader,
  trackerId: number,
  filter: VisibilityFilter,
  limit: number,
): Promise<LastChanged[]> =>
  filter(db.selectFrom('artifacts').where('artifacts.tracker_id', '=', trackerId))
    .select(lastChangedColumns)
    .orderBy('artifacts.updated_at_ms', 'desc')
    .orderBy('artifacts.id', 'desc')
    .limit(limit)
    .execute();

/** Ids and times of the same, whoever may see them. */
export const listLastChangedIds = (
  db: Reader,
  trackerId: number,
  limit: number,
): Promise<Pick<ArtifactRow, 'id' | 'updated_at_ms'>[]> =>
  db
    .selectFrom('artifacts')
    .select(['id', 'updated_at_ms'])
    .where('tracker_id', '=', trackerId)
    .orderBy('updated_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
