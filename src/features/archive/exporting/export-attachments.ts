// Reads the attachments of a project.
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { conflict } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { artifactRecords } from '../../artifacts/index.ts';
import type { KeptFile } from '../importing/kept-files.ts';

export interface Attachment {
  /** Inside the archive. */
  readonly path: string;
  /** Throws as openBlob does. */
  readonly read: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Where the attachment with this id stands inside an archive. */
export const attachmentPath = (folder: string, id: number): string => `${folder}/${id}`;

/** A folder that none of the other files is, or lies in. */
export function chooseAttachmentFolder(files: readonly Pick<KeptFile, 'path'>[]): string {
  const taken = new Set(files.map(({ path }) => path.split('/')[0]));
  let folder = 'data';
  for (let count = 1; taken.has(folder); count += 1) folder = `data_${count}`;
  return folder;
}

/** The bytes of a stored file. Throws conflict when it is missing in the store, or not as long as it should be. */
export async function openBlob(blobs: BlobStore, name: string, sizeBytes: number): Promise<AsyncIterable<Uint8Array>> {
  const foundBytes = await blobs.sizeOf(name);
  if (foundBytes === sizeBytes) return blobs.read(name);
  const place = blobs.describe(name);
  if (foundBytes === undefined)
    throw conflict(says('archive.attachment-missing')`the attachment ${place} is missing; put it back from a backup`);
  throw conflict(
    says('archive.attachment-size')`the attachment ${place} has ${foundBytes} bytes instead of ${sizeBytes}`,
  );
}

/** Every file of the project's artifacts, those included that no change names. */
export async function* listAttachments(
  db: Reader,
  projectId: number,
  { blobs, withDeletedTrackers, folder }: { blobs: BlobStore; withDeletedTrackers: boolean; folder: string },
): AsyncGenerator<Attachment> {
  for await (const row of artifactRecords.streamProjectFiles(db, projectId, withDeletedTrackers))
    yield { path: attachmentPath(folder, row.id), read: () => openBlob(blobs, row.path, row.size_bytes) };
}
