// Finds the artifacts that changed last, and the last changes of artifacts.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { prepareLongList } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import type { TimeCursor } from '../../../platform/wire/time-cursor.ts';
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

/** A change of an artifact, without what changed. */
export interface ActivityRow {
  id: number;
  artifact_id: number;
  tracker_id: number;
  submitted_by: number;
  submitted_at_ms: number;
  agent: string | null;
}

/** Which changes are looked for, and how many. */
export interface WantedActivity {
  /** Id of the person who made them; undefined: anybody. */
  by: number | undefined;
  /** Only earlier ones. */
  before: TimeCursor | undefined;
  limit: number;
}

/** The latest first. */
const selectActivity = (db: Reader, { by, before, limit }: WantedActivity) => {
  let query = db
    .selectFrom('changesets')
    .select(['id', 'artifact_id', 'tracker_id', 'submitted_by', 'submitted_at_ms', 'agent'])
    .orderBy('submitted_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (by !== undefined) query = query.where('submitted_by', '=', by);
  if (before === undefined) return query;
  const { atMs, id } = before;
  return query
    .where('submitted_at_ms', '<=', atMs)
    .where((eb) => eb.or([eb('submitted_at_ms', '<', atMs), eb('id', '<', id)]));
};

/** Changes of one tracker's artifacts that the filter lets through, latest first. */
export const listTrackerActivity = (
  db: Reader,
  trackerId: number,
  wanted: WantedActivity,
  filter: VisibilityFilter,
): Promise<ActivityRow[]> => {
  const owner = db.selectFrom('artifacts').where(sql<SqlBool>`artifacts.id = changesets.artifact_id`);
  return selectActivity(db, wanted)
    .where('tracker_id', '=', trackerId)
    .where(({ exists }) => exists(filter(owner).select('artifacts.id')))
    .execute();
};

/** Changes of one artifact, latest first. */
export const listArtifactActivity = (db: Reader, artifactId: number, wanted: WantedActivity): Promise<ActivityRow[]> =>
  selectActivity(db, wanted).where('artifact_id', '=', artifactId).execute();

/** Trackers where the person changed something; steps through an index from one to the next. */
export async function listTrackersOf(db: Reader, userId: number): Promise<number[]> {
  const next = (after: RawBuilder<unknown>) =>
    sql`select min(tracker_id) from changesets where submitted_by = ${userId} and tracker_id > ${after}`;
  const rows = await db
    .withRecursive('own(tracker_id)', (q) =>
      q.selectNoFrom(sql<number | null>`(${next(sql.lit(0))})`.as('tracker_id')).unionAll(
        q
          .selectFrom('own')
          .select(sql<number | null>`(${next(sql.ref('own.tracker_id'))})`.as('tracker_id'))
          .where('own.tracker_id', 'is not', null),
      ),
    )
    .selectFrom('own')
    .select('own.tracker_id')
    .where('own.tracker_id', 'is not', null)
    .execute();
  return rows.flatMap((row) => row.tracker_id ?? []);
}

/** How much there is to read of histories, and their first changesets; told without reading them. */
export const listHistorySizes = prepareLongList((db, isOneOf) =>
  db
    .selectFrom('changesets')
    .select('artifact_id')
    .select((eb) => [
      eb.fn.min('id').as('first_id'),
      eb.fn.max('id').as('last_id'),
      sql<number>`sum(octet_length(changes_json) + 1000)`.as('bytes'),
    ])
    .where(isOneOf('artifact_id'))
    .groupBy('artifact_id')
    .orderBy('artifact_id'),
);
