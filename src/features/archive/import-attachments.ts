// Copies the attachments of an archive into the data folder, under random names.
import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveSource } from './archive-access.ts';
import type { ArchiveModel } from './archive-model.ts';

export interface CopiedFile {
  /** Where it was in the archive, as written there. */
  readonly source: string;
  /** Below the data folder's `files`. */
  readonly path: string;
  readonly sizeBytes: number;
}

export interface Attachments {
  /** In document order. */
  readonly copies: readonly CopiedFile[];
  /** Takes the copies away again. */
  readonly remove: () => Promise<void>;
}

/** Streams every attachment to `<dataDir>/files` and makes it durable; where one fails, all copies are removed. */
export async function copyAttachments(
  source: ArchiveSource,
  model: ArchiveModel,
  dataDir: string,
): Promise<Attachments> {
  const folder = join(dataDir, 'files');
  const copies: CopiedFile[] = [];
  const paths: string[] = [];
  const remove = async (): Promise<void> => {
    for (const path of paths) await rm(join(folder, path), { force: true });
  };
  try {
    for (const { path: from } of model.artifacts.files) {
      if (paths.length === 0) await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = randomBytes(16).toString('hex');
      paths.push(path);
      const sizeBytes = await copyFile(source.readFile(from), join(folder, path));
      copies.push({ source: from, path, sizeBytes });
    }
    if (paths.length > 0) await syncFolder(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { copies, remove };
}

async function copyFile(chunks: AsyncIterable<Uint8Array>, target: string): Promise<number> {
  const handle = await open(target, 'wx', 0o600);
  let sizeBytes = 0;
  try {
    for await (const chunk of chunks) {
      await handle.writeFile(chunk);
      sizeBytes += chunk.byteLength;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return sizeBytes;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
