// Removes the artifacts of a whole project for good.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { listBlobsOf } from '../../attachments/index.ts';
import '../artifact/artifacts.tables.ts';
import { bumpContexts } from '../artifact/change.store.ts';
import { deleteCounts } from '../artifact/counts.store.ts';
import { listDeletedFiles } from './deleted-artifacts.store.ts';

const artifactsOf = (db: Reader, projectId: number) =>
  db
    .selectFrom('artifacts')
    .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
    .select('artifacts.id')
    .where('trackers.project_id', '=', projectId);

/** Ids of the newest changeset and the newest version of a comment; they tell whether anything was added since. */
export async function readHistoryMark(db: Reader, projectId: number): Promise<string> {
  const changesets = db
    .selectFrom('changesets')
    .where('artifact_id', 'in', artifactsOf(db, projectId))
    .select((eb) => eb.fn.max('changesets.id').as('newest'));
  const comments = db
    .selectFrom('comments')
    .innerJoin('changesets', 'changesets.id', 'comments.changeset_id')
    .where('changesets.artifact_id', 'in', artifactsOf(db, projectId))
    .select((eb) => eb.fn.max('comments.id').as('newest'));
  const [changeset, comment] = await Promise.all([changesets.executeTakeFirst(), comments.executeTakeFirst()]);
  return `${changeset?.newest ?? 0} ${comment?.newest ?? 0}`;
}

type End = 'source_id' | 'target_id';

/** Artifacts of other projects that are linked with one of this project, or refer to one. */
async function listNeighbours(db: Reader, projectId: number): Promise<number[]> {
  const own = artifactsOf(db, projectId);
  const across = (table: 'artifact_links' | 'artifact_references', near: End, far: End) =>
    db.selectFrom(table).select(`${far} as id`).where(near, 'in', own).where(far, 'not in', own);
  const all = across('artifact_links', 'target_id', 'source_id')
    .union(across('artifact_links', 'source_id', 'target_id'))
    .union(across('artifact_references', 'target_id', 'source_id'))
    .union(across('artifact_references', 'source_id', 'target_id'));
  return (await all.execute()).map((row) => row.id);
}

/** Deletes them with all their history and links; gives the names of the blobs of their attachments. */
export async function eraseArtifacts(tx: Writer, projectId: number): Promise<string[]> {
  const artifacts = await artifactsOf(tx, projectId).execute();
  const blobs = await listBlobsOf(
    tx,
    artifacts.map(({ id }) => id),
  );
  const neighbours = await listNeighbours(tx, projectId);
  await bumpContexts(
    tx,
    neighbours.map((id) => ({ id, steps: 1 })),
  );
  await deleteCounts(tx, projectId);
  const deletedFiles = await listDeletedFiles(tx, projectId);
  await tx.deleteFrom('artifacts').where('id', 'in', artifactsOf(tx, projectId)).execute();
  return [...blobs, ...deletedFiles];
}

export const artifactErasure = { readHistoryMark, eraseArtifacts };
