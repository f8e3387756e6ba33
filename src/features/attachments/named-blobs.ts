// Every blob that the attachments of the site name.
import type { Reader } from '../../platform/database/index.ts';
import { storedJson } from '../../platform/database/index.ts';
import { listUnfinishedPayloads } from '../../platform/jobs/index.ts';
import * as store from './attachments.store.ts';
import { removal } from './blob-removal.ts';

/** A blob, and who needs it. */
export interface NamedBlob {
  readonly name: string;
  /** undefined for a preview, whose size nobody notes. */
  readonly sizeBytes: number | undefined;
  /** Such as `the file 12, "plan.pdf"`. */
  readonly owner: string;
}

/** Files that one query reads. */
const filesAtOnce = 1000;

/** Blobs of all files, of their parts and of their previews. */
export async function* listNamedBlobs(db: Reader): AsyncGenerator<NamedBlob> {
  for (let afterId = 0; ;) {
    const files = await store.listFilesAfter(db, afterId, filesAtOnce);
    const last = files.at(-1);
    if (last === undefined) return;
    const unfinished = files.filter(({ path }) => path === '').map(({ id }) => id);
    const parts = Map.groupBy(await store.listPartsOf(db, unfinished), ({ file_id }) => file_id);
    for (const { id, name, path, size_bytes: sizeBytes, preview_path: preview } of files) {
      const owner = `the file ${id}, ${JSON.stringify(name)}`;
      if (path !== '') yield { name: path, sizeBytes, owner };
      if (preview !== null && preview !== '')
        yield { name: preview, sizeBytes: undefined, owner: `the preview of ${owner}` };
      for (const part of parts.get(id) ?? [])
        yield { name: part.path, sizeBytes: part.size_bytes, owner: `a part of ${owner}` };
    }
    afterId = last.id;
  }
}

const readPayload = storedJson(removal.payload);

/** Names of blobs that nobody needs and that a job is about to remove. */
export async function listBlobsToRemove(db: Reader): Promise<string[]> {
  const payloads = await listUnfinishedPayloads(db, removal.name);
  return payloads.flatMap((text) => readPayload(text, 'a job that removes blobs').names);
}
