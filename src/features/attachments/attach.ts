// Files become part of an artifact in the transaction that changes it.
import type { Reader, Writer } from '../../platform/database/index.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Viewer } from '../projects/index.ts';
import { addAttached } from '../storage/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Field } from '../trackers/index.ts';
import * as store from './attachments.store.ts';
import type { FileRow } from './attachments.store.ts';
import { openBytes } from './file-bytes.ts';
import { isForNoField, requireProjectRoom } from './new-uploads.ts';
import { completeFile, noFile } from './uploads.ts';
import type { UploadDeps } from './uploads.ts';

interface PrepareDeps extends UploadDeps {
  storage: Storage;
}

/**
 * Checks that the viewer may attach these files to a field, and makes them ready for it. Throws notFound for one that does not
 * exist, that somebody else uploaded, or that is no longer attached; invalid for one that is attached elsewhere, was
 * uploaded for another field or has not arrived as a whole; too-large where the project has no room for them. `path` is where they stand in the request.
 */
export async function prepareFiles(
  deps: PrepareDeps,
  viewer: Viewer,
  field: Field,
  { ids, artifactId, path }: { ids: readonly number[]; artifactId: number | undefined; path: string },
): Promise<void> {
  const files = new Map((await store.listFilesByIds(deps.database.read, ids)).map((file) => [file.id, file]));
  for (const id of ids) {
    const file = files.get(id);
    if (file === undefined || file.artifact_id === artifactId) throw noFile(id);
    if (file.artifact_id !== null)
      throw invalid(
        says('file.attached-elsewhere')`file #${id} is already attached to another artifact; upload it again`,
        path,
      );
    if (file.submitted_by !== viewer.user?.id || isForNoField(file)) throw noFile(id);
    if (file.chunks === null && file.field_id !== null && file.field_id !== field.id)
      throw invalid(says('file.other-field')`file #${id} was uploaded for field ${file.field_id}`, path);
    await requireWhole(deps, file, path);
  }
  const projectId = await store.findProjectOfField(deps.database.read, field.id);
  const bytes = [...files.values()].reduce((sum, file) => sum + file.size_bytes, 0);
  if (projectId !== undefined && bytes > 0) {
    const { settings } = viewer.site;
    await deps.storage.requireRoom({ settings, projectId, kind: 'attachments' }, bytes);
    await deps.database.transactBefore(async (tx) => {
      await store.chooseField(tx, ids, field.id);
      await requireProjectRoom(tx, deps.storage, viewer, { projectId, more: bytes });
    });
  }
  for (const id of files.keys()) await completeFile(deps, id);
}

async function requireWhole({ database, blobs }: UploadDeps, file: FileRow, path: string): Promise<void> {
  const { sizeBytes } = await openBytes(database.read, blobs, file);
  if (sizeBytes === file.size_bytes) return;
  throw invalid(
    says('file.unfinished')`file #${file.id} has ${sizeBytes} of ${file.size_bytes} bytes; finish its upload`,
    path,
  );
}

/** A field of an artifact, and the files that it has and had not before. */
export interface Attaching {
  artifactId: number;
  fieldId: number;
  ids: readonly number[];
}

/** Gives prepared files to the artifacts; those that an artifact has or had stay. Throws conflict where another took one. */
export async function attachFiles(tx: Writer, attachings: readonly Attaching[]): Promise<void> {
  for (const { artifactId, fieldId, ids } of attachings) {
    const files = new Map((await store.listFilesByIds(tx, ids)).map((file) => [file.id, file]));
    const fresh = ids.filter((id) => files.get(id)?.artifact_id !== artifactId);
    const taken = fresh.find((id) => files.get(id)?.artifact_id !== null || files.get(id)?.path === '');
    if (taken !== undefined)
      throw conflict(says('file.changed')`file #${taken} was changed in the meantime; reload and try again`);
    if (fresh.length > 0) await store.attachRows(tx, fresh, { artifactId, fieldId });
    // An artifact that is moved takes its files along, into a field of its new tracker.
    const moved = ids.filter((id) => !fresh.includes(id) && files.get(id)?.field_id !== fieldId);
    for (const id of moved) await store.updateFile(tx, id, { field_id: fieldId });
    const come = [...fresh, ...moved].reduce((sum, id) => sum + (files.get(id)?.size_bytes ?? 0), 0);
    if (come > 0) await addAttached(tx, artifactId, come);
  }
}

/** Names of the blobs of everything that these artifacts have or had. */
export async function listBlobsOf(db: Reader, artifactIds: readonly number[]): Promise<string[]> {
  const files = await store.listFiles(db, artifactIds);
  return store.listBlobNames(
    db,
    files.map(({ id }) => id),
  );
}
