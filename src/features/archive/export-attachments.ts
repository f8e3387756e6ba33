// Reads the attachments of a project from the data folder.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
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

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Throws conflict when one is missing in the data folder, or not as long as it should be. */
export async function* listAttachments(
  db: Reader,
  projectId: number,
  { dataDir, withDeletedTrackers }: { dataDir: string; withDeletedTrackers: boolean },
): AsyncGenerator<Attachment> {
  for await (const row of streamProjectFiles(db, projectId, withDeletedTrackers)) {
    const file = join(dataDir, 'files', row.path);
    const sizeBytes = await sizeOf(file);
    if (sizeBytes === undefined) throw conflict(`the attachment ${file} is missing; put it back from a backup`);
    if (sizeBytes !== row.size_bytes)
      throw conflict(`the attachment ${file} has ${sizeBytes} bytes instead of ${row.size_bytes}`);
    yield { path: attachmentPath(row.id), read: () => createReadStream(file) };
  }
}
