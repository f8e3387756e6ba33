// Reads and writes rows of large files and of locks.
import type { Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import { removeBlobsLater } from '../../attachments/index.ts';
import type { NamedBlob } from '../../attachments/index.ts';
import './lfs.tables.ts';

export type LfsObject = Omit<Selectable<Tables['git_lfs_objects']>, 'brought_from'>;
export type LfsLock = Selectable<Tables['git_lfs_locks']>;

export const findObjects = (db: Reader, repositoryId: number, oids: readonly string[]): Promise<LfsObject[]> =>
  oids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('git_lfs_objects')
        .selectAll()
        .where('repository_id', '=', repositoryId)
        .where('oid', 'in', oids)
        .execute();

export const listObjects = (db: Reader, repositoryId: number): Promise<LfsObject[]> =>
  db.selectFrom('git_lfs_objects').selectAll().where('repository_id', '=', repositoryId).orderBy('oid').execute();

/** Bytes of those of a project's repositories; what several of them have counts once, and what pull requests bring not. */
export async function sumObjects(db: Reader, projectId: number): Promise<number> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('git_lfs_objects')
        .innerJoin('git_repositories', 'git_repositories.id', 'git_lfs_objects.repository_id')
        .select(['blob', 'size_bytes'])
        .distinct()
        .where('project_id', '=', projectId)
        .where('brought_from', 'is', null)
        .as('blobs'),
    )
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}

/** Bytes of those of one repository. */
export async function sumObjectsOf(db: Reader, repositoryId: number): Promise<number> {
  const row = await db
    .selectFrom('git_lfs_objects')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where('repository_id', '=', repositoryId)
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}

/** False where it is there already. */
export async function insertObject(tx: Writer, object: LfsObject): Promise<boolean> {
  const row = await tx
    .insertInto('git_lfs_objects')
    .values(object)
    .onConflict((conflict) => conflict.doNothing())
    .returning('oid')
    .executeTakeFirst();
  return row !== undefined;
}

/** What one repository has, another one has too from now on. */
export async function copyObjects(tx: Writer, from: number, to: number): Promise<void> {
  await tx
    .insertInto('git_lfs_objects')
    .columns(['repository_id', 'oid', 'size_bytes', 'blob'])
    .expression((eb) =>
      eb
        .selectFrom('git_lfs_objects')
        .select([eb.val(to).as('repository_id'), 'oid', 'size_bytes', 'blob'])
        .where('repository_id', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Objects that one statement writes. */
const oidsAtOnce = 500;

/** Of those that a fork has, another repository has these too, brought by a pull request, where it has not. */
export async function bringObjects(tx: Writer, from: number, to: number, oids: readonly string[]): Promise<void> {
  for (let start = 0; start < oids.length; start += oidsAtOnce)
    await tx
      .insertInto('git_lfs_objects')
      .columns(['repository_id', 'oid', 'size_bytes', 'blob', 'brought_from'])
      .expression((eb) =>
        eb
          .selectFrom('git_lfs_objects')
          .select([eb.val(to).as('repository_id'), 'oid', 'size_bytes', 'blob', eb.val(from).as('brought_from')])
          .where('repository_id', '=', from)
          .where('oid', 'in', oids.slice(start, start + oidsAtOnce)),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function hasBrought(db: Reader, repositoryId: number): Promise<boolean> {
  const brought = db.selectFrom('git_lfs_objects').select('oid').where('repository_id', '=', repositoryId);
  return (await brought.where('brought_from', 'is not', null).executeTakeFirst()) !== undefined;
}

/** Those of these that were brought are the repository's own. */
export async function ownObjects(tx: Writer, repositoryId: number, oids: readonly string[]): Promise<void> {
  for (let start = 0; start < oids.length; start += oidsAtOnce)
    await tx
      .updateTable('git_lfs_objects')
      .set({ brought_from: null })
      .where('repository_id', '=', repositoryId)
      .where('brought_from', 'is not', null)
      .where('oid', 'in', oids.slice(start, start + oidsAtOnce))
      .execute();
}

/** Forgets all of a repository's, also what was brought from it and is not merged, and lets go of the blobs that no other one names. */
export async function releaseObjects(tx: Writer, repositoryId: number, nowMs: number): Promise<void> {
  const gone = await tx
    .deleteFrom('git_lfs_objects')
    .where((eb) => eb.or([eb('repository_id', '=', repositoryId), eb('brought_from', '=', repositoryId)]))
    .returning('blob')
    .execute();
  const names: string[] = [];
  for (const blob of new Set(gone.map((one) => one.blob))) {
    const other = await tx.selectFrom('git_lfs_objects').select('oid').where('blob', '=', blob).executeTakeFirst();
    if (other === undefined) names.push(blob);
  }
  await removeBlobsLater(tx, names, nowMs);
}

/** Objects that one query reads. */
const objectsAtOnce = 1000;

/** Blobs of all repositories. */
export async function* listLfsBlobs(db: Reader): AsyncGenerator<NamedBlob> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('git_lfs_objects')
      .select(['blob', 'oid', 'size_bytes'])
      .where('blob', '>', after)
      .orderBy('blob')
      .limit(objectsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const { blob, oid, size_bytes: sizeBytes } of rows)
      yield { name: blob, sizeBytes, owner: `the LFS object ${oid}` };
    after = last.blob;
  }
}

/** In order of their paths. */
export async function listLocks(
  db: Reader,
  repositoryId: number,
  wish: { path?: string | undefined; id?: string | undefined; afterPath: string; limit: number },
): Promise<LfsLock[]> {
  let query = db.selectFrom('git_lfs_locks').selectAll().where('repository_id', '=', repositoryId);
  if (wish.path !== undefined) query = query.where('path', '=', wish.path);
  if (wish.id !== undefined) query = query.where('id', '=', wish.id);
  return query.where('path', '>', wish.afterPath).orderBy('path').limit(wish.limit).execute();
}

/** False where another lock has the path. */
export async function insertLock(tx: Writer, lock: LfsLock): Promise<boolean> {
  const row = await tx
    .insertInto('git_lfs_locks')
    .values(lock)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const countLocks = async (db: Reader, repositoryId: number): Promise<number> => {
  const all = db.selectFrom('git_lfs_locks').where('repository_id', '=', repositoryId);
  return Number((await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count);
};

export const deleteLock = (tx: Writer, id: string): Promise<unknown> =>
  tx.deleteFrom('git_lfs_locks').where('id', '=', id).execute();
