// Reads the attachments of a project.
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Reader } from '../../platform/database/index.ts';
import { conflict } from '../../platform/errors.ts';
import { streamProjectFiles } from '../artifacts/index.ts';

export interface Attachment {
  /** Inside the archive. */
  readonly path: string;
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** Where the attachment with this id stands inside an archive. */
export const attachmentPath = (id: number): string => `data/${id}`;

/** Throws conflict when one is missing in the store, or not as long as it should be. */
export async function* listAttachments(
  db: Reader,
  projectId: number,
  { blobs, withDeletedTrackers }: { blobs: BlobStore; withDeletedTrackers: boolean },
): AsyncGenerator<Attachment> {
  for await (const row of streamProjectFiles(db, projectId, withDeletedTrackers)) {
    const sizeBytes = await blobs.sizeOf(row.path);
    if (sizeBytes !== row.size_bytes) {
      const place = blobs.describe(row.path);
      if (sizeBytes === undefined) throw conflict(`the attachment ${place} is missing; put it back from a backup`);
      throw conflict(`the attachment ${place} has ${sizeBytes} bytes instead of ${row.size_bytes}`);
    }
    yield { path: attachmentPath(row.id), read: () => blobs.read(row.path) };
  }
}
