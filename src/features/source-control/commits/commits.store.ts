// Reads and writes commits and the references in their messages.
import type { Insertable, Selectable } from 'kysely';
import { anyOf, prepareList, prepareRows } from '../../../platform/database/index.ts';
import type { ParamRows, Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { ReferenceName } from '../../trackers/index.ts';
import type { RepositoryKind } from './commits.tables.ts';

export type CommitRow = Selectable<Tables['commits']>;

export type CommitFacts = Pick<CommitRow, 'id' | 'project_id' | 'kind' | 'repository' | 'revision' | 'pushed_by'>;

export interface RepositoryKey {
  projectId: number;
  kind: RepositoryKind;
  name: string;
}

const keyColumns = ['project_id', 'kind', 'repository', 'revision'] as const;

/** Those that were not there before. */
export const insertCommits = (tx: Writer, rows: readonly Insertable<Tables['commits']>[]): Promise<CommitRow[]> =>
  tx
    .insertInto('commits')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(keyColumns).doNothing())
    .returningAll()
    .execute();

/** Those of a project, oldest first. */
export const pageCommitsOf = (db: Reader, projectId: number, afterId: number, limit: number): Promise<CommitRow[]> =>
  db
    .selectFrom('commits')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Ids of those who pushed or committed. */
export const listPushers = async (db: Reader, projectId: number): Promise<number[]> =>
  (await db.selectFrom('commits').select('pushed_by').distinct().where('project_id', '=', projectId).execute()).map(
    (row) => row.pushed_by,
  );

const revisionsPerQuery = 500;

/** Ids of those who brought these commits of a repository; commits that nobody recorded have none. */
export async function listPushersOf(
  db: Reader,
  repository: RepositoryKey,
  revisions: readonly string[],
): Promise<number[]> {
  const pushers = new Set<number>();
  for (let start = 0; start < revisions.length; start += revisionsPerQuery) {
    const rows = await db
      .selectFrom('commits')
      .select('pushed_by')
      .distinct()
      .where((eb) => eb.and(ofRepository(repository)))
      .where('revision', 'in', revisions.slice(start, start + revisionsPerQuery))
      .execute();
    for (const { pushed_by: id } of rows) if (id > 0) pushers.add(id);
  }
  return [...pushers];
}

/** These have asked for what their messages ask for. */
export const markActed = (tx: Writer, repository: RepositoryKey, revisions: readonly string[]): Promise<unknown> =>
  tx
    .updateTable('commits')
    .set({ has_acted: 1 })
    .where((eb) => eb.and(ofRepository(repository)))
    .where('revision', 'in', revisions)
    .execute();

export const findCommit = (db: Reader, id: number): Promise<CommitRow | undefined> =>
  db.selectFrom('commits').selectAll().where('id', '=', id).executeTakeFirst();

export const listCommitsByIds = prepareList((db, isOneOf) => db.selectFrom('commits').selectAll().where(isOneOf('id')));

/** Ids below `beforeId`, highest first. */
export async function listCommitIds(db: Reader, beforeId: number, limit: number): Promise<number[]> {
  const lower = db.selectFrom('commits').select('id').where('id', '<', beforeId);
  return (await lower.orderBy('id', 'desc').limit(limit).execute()).map(({ id }) => id);
}

const ofRepository = ({ projectId, kind, name }: RepositoryKey) =>
  ({ project_id: projectId, kind, repository: name }) as const;

/** Those of a repository's commits with these revisions. */
export const listCommits = (
  db: Reader,
  repository: RepositoryKey,
  revisions: readonly string[],
): Promise<CommitRow[]> =>
  revisions.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('commits')
        .selectAll()
        .where((eb) => eb.and(ofRepository(repository)))
        .where('revision', 'in', revisions)
        .execute();

export const updateCommit = (
  tx: Writer,
  id: number,
  change: Partial<Pick<CommitRow, 'message' | 'has_acted' | 'files_json'>>,
): Promise<unknown> => tx.updateTable('commits').set(change).where('id', '=', id).execute();

/** Commits follow their repository to another name. */
export async function renameRepository(tx: Writer, repository: RepositoryKey, name: string): Promise<void> {
  await tx
    .updateTable('commits')
    .set({ repository: name })
    .where((eb) => eb.and(ofRepository(repository)))
    .execute();
}

const revisionsPerStatement = 400;

/** Gives the ids of those that were otherwise before. */
export async function markLost(
  tx: Writer,
  repository: RepositoryKey,
  revisions: readonly string[],
  isLost: boolean,
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < revisions.length; start += revisionsPerStatement) {
    const rows = await tx
      .updateTable('commits')
      .set({ is_lost: Number(isLost) })
      .where((eb) => eb.and(ofRepository(repository)))
      .where('revision', 'in', revisions.slice(start, start + revisionsPerStatement))
      .where('is_lost', '=', Number(!isLost))
      .returning('id')
      .execute();
    for (const { id } of rows) ids.push(id);
  }
  return ids;
}

/** Numbers of artifacts that commits refer to. */
export async function listTargets(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  const targets = new Set<number>();
  for (let start = 0; start < ids.length; start += revisionsPerStatement) {
    const some = ids.slice(start, start + revisionsPerStatement);
    const found = db.selectFrom('commit_references').select('target_id').where('commit_id', 'in', some);
    for (const row of await found.execute()) targets.add(row.target_id);
  }
  return targets;
}

/** Takes the commits of a repository away, with their references; gives what they were. */
export const deleteCommits = (tx: Writer, repository: RepositoryKey): Promise<CommitFacts[]> =>
  tx
    .deleteFrom('commits')
    .where((eb) => eb.and(ofRepository(repository)))
    .returning(['id', 'project_id', 'kind', 'repository', 'revision', 'pushed_by'])
    .execute();

export const insertReferences = prepareRows(
  (tx, rows: ParamRows<{ commitId: number; keyword: string; targetId: number }>) =>
    tx
      .insertInto('commit_references')
      .values(rows.map((row) => ({ commit_id: row('commitId'), keyword: row('keyword'), target_id: row('targetId') }))),
);

/** Takes the references of a commit away; gives the numbers that they named. */
export async function deleteReferences(tx: Writer, commitId: number): Promise<number[]> {
  const rows = await tx
    .deleteFrom('commit_references')
    .where('commit_id', '=', commitId)
    .returning('target_id')
    .execute();
  return rows.map((row) => row.target_id);
}

export type ReferringCommit = Pick<CommitRow, 'id' | 'project_id' | 'kind' | 'repository' | 'revision'> & {
  keyword: string;
  target_id: number;
};

/** Commits that are not lost and whose messages refer to one of these artifacts, newest first, at most `perArtifact` of each. */
export const listReferringCommits = (
  db: Reader,
  artifactIds: readonly number[],
  perArtifact: number,
): Promise<ReferringCommit[]> =>
  artifactIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom((eb) =>
          eb
            .selectFrom('commit_references')
            .select(['commit_id', 'keyword', 'target_id'])
            .select((inner) =>
              inner.fn
                .agg<number>('row_number')
                .over((over) => over.partitionBy('target_id').orderBy('commit_id', 'desc'))
                .as('place'),
            )
            .where('target_id', 'in', artifactIds)
            .as('found'),
        )
        .innerJoin('commits', 'commits.id', 'found.commit_id')
        .select(['commits.id', 'commits.project_id', 'commits.kind', 'commits.repository', 'commits.revision'])
        .select(['found.keyword', 'found.target_id'])
        .where('found.place', '<=', perArtifact)
        .where('commits.is_lost', '=', 0)
        .orderBy('commits.id', 'desc')
        .execute();

/** Commits that are not lost and whose messages have references by these names, newest first. */
export const listNamingCommits = (
  db: Reader,
  names: readonly ReferenceName[],
  max: number,
): Promise<ReferringCommit[]> =>
  names.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('commit_references')
        .innerJoin('commits', 'commits.id', 'commit_references.commit_id')
        .select(['commits.id', 'commits.project_id', 'commits.kind', 'commits.repository', 'commits.revision'])
        .select(['commit_references.keyword', 'commit_references.target_id'])
        .where((eb) =>
          anyOf(
            eb,
            names.map(({ least, whole, id }) =>
              eb.and([eb('target_id', '=', id), eb('keyword', '>=', least), eb('keyword', '<=', whole)]),
            ),
          ),
        )
        .where('commits.is_lost', '=', 0)
        .orderBy('commits.id', 'desc')
        .limit(max)
        .execute();
