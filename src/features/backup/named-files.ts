// Every blob that anything of the site names.
import type { Reader } from '../../platform/database/index.ts';
import { listAllStoredFiles } from '../archive/index.ts';
import { listNamedBlobs } from '../attachments/index.ts';
import type { NamedBlob } from '../attachments/index.ts';
import type { SitePart } from './parts.ts';

/** Blobs of attachments, of files that came with archives, and of parts of the site. */
export async function* listNeededBlobs(db: Reader, parts: readonly SitePart[]): AsyncGenerator<NamedBlob> {
  yield* listNamedBlobs(db);
  for await (const { blob, path, sizeBytes } of listAllStoredFiles(db))
    yield { name: blob, sizeBytes, owner: `${JSON.stringify(path)} of an imported archive` };
  for (const part of parts) if (part.listBlobs !== undefined) yield* part.listBlobs(db);
}
