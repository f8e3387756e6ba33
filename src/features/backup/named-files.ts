// Every blob that anything of the site names.
import type { Reader } from '../../platform/database/index.ts';
import { listAllKeptFiles } from '../archive/index.ts';
import { listNamedBlobs } from '../attachments/index.ts';
import type { NamedBlob } from '../attachments/index.ts';

/** Blobs of attachments, and of files that came with archives. */
export async function* listNeededBlobs(db: Reader): AsyncGenerator<NamedBlob> {
  yield* listNamedBlobs(db);
  for await (const { blob, path, sizeBytes } of listAllKeptFiles(db))
    yield { name: blob, sizeBytes, owner: `${JSON.stringify(path)} of an imported archive` };
}
