// Reads artifacts, their links, keys and history.
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Selectable, SelectQueryBuilder } from 'kysely';
import {
  prepareList,
  prepareLongList,
  prepareLookup,
  prepareQuery,
  throughIndex,
} from '../../../platform/database/index.ts';
import type { Param, Reader, Tables } from '../../../platform/database/index.ts';
import './artifacts.tables.ts';

export type ArtifactRow = Selectable<Tables['artifacts']>;
export type ChangesetRow = Selectable<Tables['changesets']>;
export type CommentRow = Selectable<Tables['comments']>;

/** Of a text, in UTF-8; told without reading it. */
const bytesOf = (column: 'changes_json' | 'body') => sql<number>`octet_length(${sql.ref(column)})`;

/** What says which version an artifact has and who sees it: enough to answer from a kept rendering. */
export type ArtifactStamp = Pick<
  ArtifactRow,
  'id' | 'tracker_id' | 'version' | 'changeset_id' | 'context_version' | 'version_second' | 'is_limited'
>;

/** The columns of an artifact's stamp. */
export const stampColumns = [
  'artifacts.id',
  'artifacts.tracker_id',
  'artifacts.version',
  'artifacts.changeset_id',
  'artifacts.context_version',
  'artifacts.version_second',
  'artifacts.is_limited',
] as const;

/** The stamp of one artifact with the site version of the same moment. */
export const findStamp = prepareLookup(
  (db, isKey) =>
    db
      .selectFrom('artifacts')
      .innerJoin('site', (join) => join.on('site.id', '=', 1))
      .select(stampColumns)
      .select('site.version as site_version')
      .where(isKey('artifacts.id')),
  (row) => row.id,
);

export const listStamps = prepareLongList((db, isOneOf) =>
  db.selectFrom('artifacts').select(stampColumns).where(isOneOf('id')),
);

/** One artifact with the site version of the same moment. */
export const findArtifact = prepareLookup(
  (db, isKey) =>
    db
      .selectFrom('artifacts')
      .innerJoin('site', (join) => join.on('site.id', '=', 1))
      .selectAll('artifacts')
      .select('site.version as site_version')
      .where(isKey('artifacts.id')),
  (row) => row.id,
);

/** The site version as a transaction sees it. */
export const readSiteVersion = prepareQuery((db) => db.selectFrom('site').select('version').where('id', '=', 1));

/** The number that a tracker gave last. */
export const readLastNumber = prepareQuery((db, arg: Param<{ trackerId: number }>) =>
  db.selectFrom('trackers').select('last_number').where('id', '=', arg('trackerId')),
);

export const listArtifactsByIds = prepareLongList((db, isOneOf) =>
  db.selectFrom('artifacts').selectAll().where(isOneOf('id')).orderBy('id'),
);

/** The index that has what decides who sees an artifact, for throughIndex. */
export const endsIndex = 'artifacts_ends';

/** What decides who sees an artifact. */
export type VisibilityRow = Pick<ArtifactRow, 'id' | 'tracker_id' | 'is_limited'>;

export const listVisibilityRows = prepareLongList((db, isOneOf) =>
  db
    .selectFrom(throughIndex(db, 'artifacts', endsIndex))
    .select(['artifacts.id', 'artifacts.tracker_id', 'artifacts.is_limited'])
    .where(isOneOf('artifacts.id')),
);

export type ArtifactQuery<O> = SelectQueryBuilder<Tables, 'artifacts', O>;
/** Narrows a query to what a viewer may see; made in artifacts.access.ts. */
export type VisibilityFilter = <O>(query: ArtifactQuery<O>) => ArtifactQuery<O>;
export type ArtifactExpressions = ExpressionBuilder<Tables, 'artifacts'>;

/** Those that are not limited to some groups, or to one of these. */
export const isOpenTo = (eb: ArtifactExpressions, groups: readonly (number | Expression<number>)[]) =>
  eb.or([
    eb('artifacts.is_limited', '=', 0),
    eb.exists(
      eb
        .selectFrom('artifact_groups')
        .select('artifact_groups.ugroup_id')
        .whereRef('artifact_groups.artifact_id', '=', 'artifacts.id')
        .where('artifact_groups.ugroup_id', 'in', groups),
    ),
  ]);

/** A subquery of people inside a query of artifacts. */
export type PeopleQuery = SelectQueryBuilder<Tables, 'artifacts' | 'users', { id: number }>;

/** Artifacts of a tracker whose list field holds one of these values, newest first. */
export async function listArtifactsWithKey(
  db: Reader,
  trackerId: number,
  wanted: { fieldId: number; keys: readonly number[] } | undefined,
  filter: VisibilityFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ArtifactRow[]; size: number }> {
  let found = filter(db.selectFrom('artifacts').where('artifacts.tracker_id', '=', trackerId));
  if (wanted !== undefined) {
    found = found.where('artifacts.id', 'in', (eb) =>
      eb
        .selectFrom('artifact_keys')
        .select('artifact_id')
        .where('field_id', '=', wanted.fieldId)
        .where('key', 'in', wanted.keys.length === 0 ? [-1] : wanted.keys),
    );
  }
  const [rows, count] = await Promise.all([
    found.selectAll('artifacts').orderBy('artifacts.id', 'desc').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

export interface LinkRow {
  source_id: number;
  target_id: number;
  type: string;
}

/** Links that leave from one of these artifacts, in the order in which they were set. */
export const listLinksFrom = prepareLongList((db, isOneOf) =>
  db
    .selectFrom('artifact_links')
    .select(['source_id', 'target_id', 'type'])
    .where(isOneOf('source_id'))
    .orderBy('source_id')
    .orderBy('rank'),
);

/** Links that arrive at one of these artifacts. */
export const listLinksTo = prepareLongList((db, isOneOf) =>
  db
    .selectFrom('artifact_links')
    .select(['source_id', 'target_id', 'type'])
    .where(isOneOf('target_id'))
    .orderBy('target_id')
    .orderBy('source_id'),
);

export type ReferenceRow = Tables['artifact_references'];

/** References in texts of these artifacts, and references of others to them. */
export const listReferences = prepareList((db, isOneOf) =>
  db
    .selectFrom('artifact_references')
    .selectAll()
    .where(isOneOf('source_id'))
    .union(db.selectFrom('artifact_references').selectAll().where(isOneOf('target_id')))
    .orderBy('source_id')
    .orderBy('target_id'),
);

/**
 * Who submitted, or last changed, artifacts of the tracker that the filter lets through. Steps through an index from one
 * person to the next, and looks for one artifact of each.
 */
export async function listActors(
  db: Reader,
  trackerId: number,
  filter: VisibilityFilter,
  role: 'submitted_by' | 'updated_by',
): Promise<number[]> {
  const ofTracker = sql`select min(${sql.ref(role)}) from artifacts where tracker_id = ${trackerId}`;
  const next = sql`${ofTracker} and ${sql.ref(role)} > people.user_id`;
  const rows = await db
    .withRecursive('people(user_id)', (q) =>
      q.selectNoFrom(sql<number | null>`(${ofTracker})`.as('user_id')).unionAll(
        q
          .selectFrom('people')
          .select(sql<number | null>`(${next})`.as('user_id'))
          .where('people.user_id', 'is not', null),
      ),
    )
    .selectFrom('people')
    .select('people.user_id')
    .where('people.user_id', '>', 0)
    .where((eb) => {
      const own = eb.selectFrom('artifacts').where('artifacts.tracker_id', '=', trackerId);
      return eb.exists(filter(own.whereRef(`artifacts.${role}`, '=', 'people.user_id')).select('artifacts.id'));
    })
    .execute();
  return rows.flatMap((row) => row.user_id ?? []);
}

/** Leaves out artifacts whose last change has a comment for some groups alone. */
export const withoutPrivateWords: VisibilityFilter = (query) =>
  query.where((eb) => {
    const ofChange = eb.selectFrom('comments').whereRef('comments.changeset_id', '=', 'artifacts.changeset_id');
    return eb.not(eb.exists(ofChange.select('comments.id').where('comments.groups_json', 'is not', null)));
  });

/** Every changeset of these artifacts, oldest first. */
export const listChangesets = prepareList((db, isOneOf) =>
  db.selectFrom('changesets').selectAll().where(isOneOf('artifact_id')).orderBy('id'),
);

export const listChangesetsByIds = prepareLongList((db, isOneOf) =>
  db.selectFrom('changesets').selectAll().where(isOneOf('id')).orderBy('id'),
);

/** A changeset without what it changed, which may be long. */
export type ChangeHead = Omit<ChangesetRow, 'changes_json' | 'tracker_id'> & { changesBytes: number };

const selectChangeHeads = (db: Reader) =>
  db
    .selectFrom('changesets')
    .select(['id', 'artifact_id', 'submitted_by', 'submitted_at_ms', 'email', 'agent', 'empty_comment'])
    .select(bytesOf('changes_json').as('changesBytes'));

/** Every changeset of these artifacts, oldest first within each. */
export const listChangeHeads = prepareLongList((db, isOneOf) =>
  selectChangeHeads(db).where(isOneOf('artifact_id')).orderBy('artifact_id').orderBy('id'),
);

/** What a changeset changed is read with it up to this length. */
const shortBytes = 2000;

/** Changesets with what they changed, null where that is not short. */
export const listLastChanges = prepareLongList((db, isOneOf) =>
  selectChangeHeads(db)
    .select((eb) =>
      eb
        .case()
        .when(bytesOf('changes_json'), '<=', sql.lit(shortBytes))
        .then(eb.ref('changes_json'))
        .end()
        .as('changes_json'),
    )
    .where(isOneOf('id'))
    .orderBy('id'),
);

/** A version of a comment without its text. */
export type CommentHead = Omit<CommentRow, 'body' | 'moved_from_tracker_id'> & { bodyBytes: number };

/** Every version of the comments of these changesets, oldest first within each. */
export const listCommentHeads = prepareLongList((db, isOneOf) =>
  db
    .selectFrom('comments')
    .select(['id', 'changeset_id', 'submitted_by', 'submitted_at_ms', 'format', 'groups_json'])
    .select(bytesOf('body').as('bodyBytes'))
    .where(isOneOf('changeset_id'))
    .orderBy('changeset_id')
    .orderBy('id'),
);

export const listCommentsByIds = prepareLongList((db, isOneOf) =>
  db.selectFrom('comments').selectAll().where(isOneOf('id')).orderBy('id'),
);

/** The next artifacts of a tracker after the one with `afterId`, in order of id. */
export const listArtifactsAfter = (
  db: Reader,
  trackerId: number,
  afterId: number,
  limit: number,
): Promise<ArtifactRow[]> =>
  db
    .selectFrom('artifacts')
    .selectAll()
    .where('tracker_id', '=', trackerId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many artifacts these trackers have, whoever may see them. */
export async function countArtifactsOf(db: Reader, trackerIds: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom('artifacts')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('tracker_id', 'in', trackerIds)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Attachments of a project, in no order that matters; rows come while they are asked for. */
export const streamProjectFiles = (
  db: Reader,
  projectId: number,
  withDeletedTrackers: boolean,
): AsyncIterable<Pick<Selectable<Tables['artifact_files']>, 'id' | 'path' | 'size_bytes'>> =>
  db
    .selectFrom('trackers')
    .innerJoin('artifacts', 'artifacts.tracker_id', 'trackers.id')
    .innerJoin('artifact_files', 'artifact_files.artifact_id', 'artifacts.id')
    .select(['artifact_files.id', 'artifact_files.path', 'artifact_files.size_bytes'])
    .where('trackers.project_id', '=', projectId)
    .where('trackers.is_deleted', 'in', withDeletedTrackers ? [0, 1] : [0])
    .stream();

/** Every version of the comments of these changesets, oldest first. */
export const listComments = prepareList((db, isOneOf) =>
  db.selectFrom('comments').selectAll().where(isOneOf('changeset_id')).orderBy('id'),
);

/** The artifact that a changeset belongs to; undefined where there is none. */
export const findChangesetOwner = (db: Reader, id: number): Promise<{ artifact_id: number } | undefined> =>
  db.selectFrom('changesets').select('artifact_id').where('id', '=', id).executeTakeFirst();

/** Those of the artifacts that the filter lets through. */
export async function listVisibleIds(db: Reader, ids: readonly number[], filter: VisibilityFilter): Promise<number[]> {
  const rows = await filter(db.selectFrom('artifacts').where('artifacts.id', 'in', ids))
    .select('artifacts.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Trackers to which links leave from the tracker's artifacts, with the types of those links. */
export const listLinkDirections = (db: Reader, trackerId: number): Promise<{ type: string; tracker_id: number }[]> =>
  db
    .selectFrom('artifact_links')
    .innerJoin('artifacts', 'artifacts.id', 'artifact_links.source_id')
    .innerJoin('artifacts as targets', 'targets.id', 'artifact_links.target_id')
    .select(['artifact_links.type', 'targets.tracker_id'])
    .distinct()
    .where('artifacts.tracker_id', '=', trackerId)
    .execute();

/** Types of the links from one tracker's artifacts to another's, as far as the filters let both ends through. */
export async function listLinkTypes(
  db: Reader,
  source: { trackerId: number; filter: VisibilityFilter },
  target: { trackerId: number; filter: VisibilityFilter },
): Promise<string[]> {
  const idsOf = (end: { trackerId: number; filter: VisibilityFilter }) =>
    end.filter(db.selectFrom('artifacts').where('artifacts.tracker_id', '=', end.trackerId)).select('artifacts.id');
  const rows = await db
    .selectFrom('artifact_links')
    .select('type')
    .distinct()
    .where('source_id', 'in', idsOf(source))
    .where('target_id', 'in', idsOf(target))
    .orderBy('type')
    .execute();
  return rows.map((row) => row.type);
}

/** Fields that say who is in charge, of all trackers. */
export async function listContributorSettings(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('semantics').select('settings_json').where('name', '=', 'contributor').execute();
  return rows.map((row) => row.settings_json);
}

/** Artifacts that the person submitted, and those where one of the fields holds the person's id, newest first. */
export const listArtifactsOf = (
  db: Reader,
  userId: number,
  isSubmitter: boolean,
  chargeFieldIds: readonly number[],
): Promise<VisibilityRow[]> =>
  db
    .selectFrom('artifacts')
    .select(['id', 'tracker_id', 'is_limited'])
    .where((eb) =>
      eb.or([
        eb('id', '=', -1),
        ...(isSubmitter ? [eb('submitted_by', '=', userId)] : []),
        ...(chargeFieldIds.length === 0
          ? []
          : [
              eb(
                'id',
                'in',
                eb
                  .selectFrom('artifact_keys')
                  .select('artifact_id')
                  .where('field_id', 'in', chargeFieldIds)
                  .where('key', '=', userId),
              ),
            ]),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
