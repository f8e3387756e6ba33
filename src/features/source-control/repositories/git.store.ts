// Reads and writes Git repositories and what belongs to them.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import { listBranchReferences } from './branch-references.ts';
import { branchPrefix } from './ref-names.ts';
import type { CommitState } from './git.tables.ts';
import './git.tables.ts';

export type RepositoryRow = Selectable<Tables['git_repositories']>;
export type PermissionRow = Omit<Selectable<Tables['git_permissions']>, 'repository_id'>;
export type CheckRow = Omit<Selectable<Tables['git_commit_checks']>, 'repository_id'>;
export type RefRow = Omit<Selectable<Tables['git_refs']>, 'repository_id'>;

export const findRepository = (db: Reader, id: number): Promise<RepositoryRow | undefined> =>
  db
    .selectFrom('git_repositories')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();

/** By id; those that were deleted are left out. */
export const listRepositoriesById = (db: Reader, ids: readonly number[]): Promise<RepositoryRow[]> =>
  db.selectFrom('git_repositories').selectAll().where('id', 'in', ids).where('deleted_at_ms', 'is', null).execute();

export const findDeleted = (db: Reader, id: number): Promise<RepositoryRow | undefined> =>
  db
    .selectFrom('git_repositories')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at_ms', 'is not', null)
    .executeTakeFirst();

/** Those of a project that were deleted, the last one first. */
export const listDeletedOf = (db: Reader, projectId: number): Promise<RepositoryRow[]> =>
  db
    .selectFrom('git_repositories')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at_ms', 'is not', null)
    .orderBy('deleted_at_ms', 'desc')
    .execute();

/** Of all projects, those that were deleted before a moment. */
export const listDeletedBefore = (db: Reader, beforeMs: number): Promise<RepositoryRow[]> =>
  db.selectFrom('git_repositories').selectAll().where('deleted_at_ms', '<', beforeMs).orderBy('id').execute();

export async function deleteRepositoryRow(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('git_repositories').where('id', '=', id).execute();
}

export const findRepositoryByName = (db: Reader, projectId: number, name: string): Promise<RepositoryRow | undefined> =>
  db
    .selectFrom('git_repositories')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();

/** Those that one of the groups may read; all of the project's where `groups` is undefined. */
function readable(db: Reader, projectId: number, groups: readonly number[] | undefined) {
  const found = db
    .selectFrom('git_repositories')
    .where('project_id', '=', projectId)
    .where('deleted_at_ms', 'is', null);
  if (groups === undefined) return found;
  const ids = db
    .selectFrom('git_permissions')
    .select('repository_id')
    .where('permission', '=', 'read')
    .where('ugroup_id', 'in', groups);
  return found.where('id', 'in', ids);
}

export interface RepositoryOrder {
  order: 'push_date' | 'path';
  limit: number;
  offset: number;
  /** Personal forks alone, of everybody or of one; or what is nobody's; undefined: all. */
  owned?: { by: number | undefined } | 'nobody' | undefined;
}

/** A page of what `groups` may read, as for readable. */
export async function listRepositories(
  db: Reader,
  projectId: number,
  groups: readonly number[] | undefined,
  { order, limit, offset, owned }: RepositoryOrder,
): Promise<{ rows: RepositoryRow[]; size: number }> {
  let found = readable(db, projectId, groups);
  if (owned === 'nobody') found = found.where('owner_id', 'is', null);
  else if (owned !== undefined)
    found = owned.by === undefined ? found.where('owner_id', 'is not', null) : found.where('owner_id', '=', owned.by);
  const sorted =
    order === 'path' ? found.orderBy('name') : found.orderBy('updated_at_ms', 'desc').orderBy('id', 'desc');
  const [rows, count] = await Promise.all([
    sorted.selectAll().limit(limit).offset(offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

/** Which of these names are of repositories that `groups` may read, as for readable. */
export async function listReadableNames(
  db: Reader,
  projectId: number,
  groups: readonly number[] | undefined,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await readable(db, projectId, groups).select('name').where('name', 'in', names).execute();
  return rows.map((row) => row.name);
}

/** Throws the engine's unique violation when the project has one of that name. */
export async function insertRepository(
  tx: Writer,
  repository: Insertable<Tables['git_repositories']>,
): Promise<RepositoryRow> {
  return tx.insertInto('git_repositories').values(repository).returningAll().executeTakeFirstOrThrow();
}

export async function updateRepository(
  tx: Writer,
  id: number,
  change: Updateable<Tables['git_repositories']>,
): Promise<void> {
  await tx.updateTable('git_repositories').set(change).where('id', '=', id).execute();
}

/** Those that were copied from a repository and are there, newest first; at most `max`. */
export const listForksOf = (db: Reader, id: number, max: number): Promise<RepositoryRow[]> =>
  db
    .selectFrom('git_repositories')
    .selectAll()
    .where('parent_id', '=', id)
    .where('deleted_at_ms', 'is', null)
    .orderBy('id', 'desc')
    .limit(max)
    .execute();

/** How many personal forks somebody has in all projects, deleted ones too. */
export const countOwned = async (db: Reader, userId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('git_repositories')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('owner_id', '=', userId)
        .executeTakeFirstOrThrow()
    ).count,
  );

/** All of a project that are there, in the order in which they were made. */
export const listAllOf = (db: Reader, projectId: number): Promise<RepositoryRow[]> =>
  db
    .selectFrom('git_repositories')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at_ms', 'is', null)
    .orderBy('id')
    .execute();

const checkColumns = ['hash', 'name', 'state', 'description', 'url', 'at_ms'] as const;

/** All checks of a repository's commits. */
export const listAllChecks = (db: Reader, id: number): Promise<CheckRow[]> =>
  db
    .selectFrom('git_commit_checks')
    .select(checkColumns)
    .where('repository_id', '=', id)
    .orderBy('hash')
    .orderBy('name')
    .execute();

/** Folders of the repositories of a project, those of deleted ones too. */
export const listFoldersOf = async (db: Reader, projectId: number): Promise<string[]> =>
  (await db.selectFrom('git_repositories').select('folder').where('project_id', '=', projectId).execute()).map(
    ({ folder }) => folder,
  );

/** All repositories, deleted ones too, with the short names of their projects. */
export const listNamedFolders = (
  db: Reader,
): Promise<{ id: number; name: string; folder: string; unix_name: string; project_id: number }[]> =>
  db
    .selectFrom('git_repositories')
    .innerJoin('projects', 'projects.id', 'git_repositories.project_id')
    .select([
      'git_repositories.id',
      'git_repositories.name',
      'git_repositories.folder',
      'projects.unix_name',
      'project_id',
    ])
    .orderBy('git_repositories.id')
    .execute();

/** Permissions by repository. */
export async function listPermissions(db: Reader, ids: readonly number[]): Promise<Map<number, PermissionRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('git_permissions')
    .selectAll()
    .where('repository_id', 'in', ids)
    .orderBy('pattern')
    .orderBy('ugroup_id')
    .execute();
  return Map.groupBy(rows, (row) => row.repository_id);
}

/** The permissions of the repository become these. */
export async function replacePermissions(tx: Writer, id: number, rows: readonly PermissionRow[]): Promise<void> {
  await tx.deleteFrom('git_permissions').where('repository_id', '=', id).execute();
  for (const row of rows)
    await tx
      .insertInto('git_permissions')
      .values({ repository_id: id, ...row })
      .execute();
}

export const listRefs = (db: Reader, id: number): Promise<RefRow[]> =>
  db.selectFrom('git_refs').select(['name', 'hash']).where('repository_id', '=', id).orderBy('name').execute();

/** A page of the refs whose names start so, in order of name. */
export async function pageRefs(
  db: Reader,
  id: number,
  prefix: string,
  page: { limit: number; offset: number },
): Promise<{ rows: RefRow[]; size: number }> {
  const found = db
    .selectFrom('git_refs')
    .where('repository_id', '=', id)
    .where('name', '>', prefix)
    .where('name', '<', `${prefix}\u{10ffff}`);
  const [rows, count] = await Promise.all([
    found.select(['name', 'hash']).orderBy('name').limit(page.limit).offset(page.offset).execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { rows, size: Number(count.size) };
}

export const findRef = (db: Reader, id: number, name: string): Promise<RefRow | undefined> =>
  db
    .selectFrom('git_refs')
    .select(['name', 'hash'])
    .where('repository_id', '=', id)
    .where('name', '=', name)
    .executeTakeFirst();

const refsPerStatement = 400;

const branchesOf = (refs: readonly { name: string }[]): string[] =>
  refs.flatMap(({ name }) => (name.startsWith(branchPrefix) ? name.slice(branchPrefix.length) : []));

/** Branches whose names say that they are about an artifact, of all repositories; at most `max`. */
export const listReferringBranches = (
  db: Reader,
  targetId: number,
  max: number,
): Promise<{ repository_id: number; name: string; keyword: string }[]> =>
  db
    .selectFrom('git_branch_references')
    .select(['repository_id', 'name', 'keyword'])
    .where('target_id', '=', targetId)
    .orderBy('repository_id')
    .orderBy('name')
    .limit(max)
    .execute();

export async function saveRefs(tx: Writer, id: number, refs: readonly RefRow[]): Promise<void> {
  for (let start = 0; start < refs.length; start += refsPerStatement) {
    const rows = refs.slice(start, start + refsPerStatement).map((ref) => ({ ...ref, repository_id: id }));
    await tx
      .insertInto('git_refs')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['repository_id', 'name']).doUpdateSet((eb) => ({ hash: eb.ref('excluded.hash') })),
      )
      .execute();
    const references = branchesOf(rows).flatMap((name) =>
      listBranchReferences(name).map((found) => ({
        repository_id: id,
        name,
        keyword: found.keyword,
        target_id: found.id,
      })),
    );
    for (let at = 0; at < references.length; at += refsPerStatement)
      await tx
        .insertInto('git_branch_references')
        .values(references.slice(at, at + refsPerStatement))
        .onConflict((conflict) => conflict.columns(['repository_id', 'name', 'keyword', 'target_id']).doNothing())
        .execute();
  }
}

export async function deleteRefs(tx: Writer, id: number, refs: readonly RefRow[]): Promise<void> {
  for (let start = 0; start < refs.length; start += refsPerStatement) {
    const names = refs.slice(start, start + refsPerStatement).map((ref) => ref.name);
    await tx.deleteFrom('git_refs').where('repository_id', '=', id).where('name', 'in', names).execute();
    const branches = branchesOf(refs.slice(start, start + refsPerStatement));
    if (branches.length > 0)
      await tx
        .deleteFrom('git_branch_references')
        .where('repository_id', '=', id)
        .where('name', 'in', branches)
        .execute();
  }
}

/** Of a check whose program gives none. */
export const defaultCheck = 'build';

/** A check that says the same of the same commit again says it anew. */
export async function saveCheck(tx: Writer, id: number, { hash, name, ...check }: CheckRow): Promise<void> {
  await tx
    .insertInto('git_commit_checks')
    .values({ repository_id: id, hash, name, ...check })
    .onConflict((conflict) => conflict.columns(['repository_id', 'hash', 'name']).doUpdateSet(check))
    .execute();
}

/** In order of name. */
export const listChecks = (db: Reader, id: number, hash: string): Promise<CheckRow[]> =>
  db
    .selectFrom('git_commit_checks')
    .select(checkColumns)
    .where('repository_id', '=', id)
    .where('hash', '=', hash)
    .orderBy('name')
    .execute();

const graveness: Readonly<Record<CommitState, number>> = { success: 0, pending: 1, failure: 2 };

/** The gravest of what the checks of each of these commits say, with when the last one said something; by hash. */
export async function listStatuses(
  db: Reader,
  id: number,
  hashes: readonly string[],
): Promise<Map<string, { state: CommitState; at_ms: number }>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('git_commit_checks')
    .select(['hash', 'state', 'at_ms'])
    .where('repository_id', '=', id)
    .where('hash', 'in', hashes)
    .execute();
  const statuses = new Map<string, { state: CommitState; at_ms: number }>();
  for (const { hash, state, at_ms } of rows) {
    const known = statuses.get(hash);
    const isGraver = known === undefined || graveness[state] > graveness[known.state];
    statuses.set(hash, { state: isGraver ? state : known.state, at_ms: Math.max(at_ms, known?.at_ms ?? 0) });
  }
  return statuses;
}

export const listLostTips = async (db: Reader, id: number): Promise<string[]> =>
  (await db.selectFrom('git_lost_tips').select('hash').where('repository_id', '=', id).execute()).map(
    ({ hash }) => hash,
  );

export async function saveLostTips(tx: Writer, id: number, hashes: readonly string[]): Promise<void> {
  for (let start = 0; start < hashes.length; start += refsPerStatement) {
    const rows = hashes.slice(start, start + refsPerStatement).map((hash) => ({ repository_id: id, hash }));
    await tx
      .insertInto('git_lost_tips')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['repository_id', 'hash']).doNothing())
      .execute();
  }
}

export async function deleteLostTips(tx: Writer, id: number, hashes: readonly string[]): Promise<void> {
  for (let start = 0; start < hashes.length; start += refsPerStatement) {
    const some = hashes.slice(start, start + refsPerStatement);
    await tx.deleteFrom('git_lost_tips').where('repository_id', '=', id).where('hash', 'in', some).execute();
  }
}

/** Which of these hashes refs name. */
export async function listKnownTips(db: Reader, id: number, hashes: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let start = 0; start < hashes.length; start += refsPerStatement) {
    const some = hashes.slice(start, start + refsPerStatement);
    const found = db.selectFrom('git_refs').select('hash').where('repository_id', '=', id).where('hash', 'in', some);
    for (const { hash } of await found.execute()) known.add(hash);
  }
  return known;
}
