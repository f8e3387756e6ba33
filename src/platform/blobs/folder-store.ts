// Blobs as files of one folder, readable by their owner only.
import { randomBytes } from 'node:crypto';
import { mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, syncPath } from '../files/durable-files.ts';
import { readBytes } from '../files/read-bytes.ts';
import type { BlobStore } from './blob-store.ts';

/** The folder is made at the first write. */
export function createFolderStore(folder: string): BlobStore {
  const fileOf = (name: string): string => join(folder, name);
  return {
    async write(chunks) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = randomBytes(16).toString('hex');
      try {
        return { name, sizeBytes: await writeFile(fileOf(name), chunks) };
      } catch (error) {
        await rm(fileOf(name), { force: true });
        throw error;
      }
    },
    flush: () => syncPath(folder),
    read: (name, range) => readBytes(fileOf(name), range),
    async sizeOf(name) {
      try {
        return (await stat(fileOf(name))).size;
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    remove: (name) => rm(fileOf(name), { force: true }),
    describe: fileOf,
  };
}

async function writeFile(file: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
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

/** Files of the folder, temporary names of others included; none where there is no folder. */
export async function* listStoredFiles(folder: string): AsyncGenerator<{ name: string; modifiedAtMs: number }> {
  try {
    for await (const entry of await opendir(folder)) {
      if (!entry.isFile()) continue;
      yield { name: entry.name, modifiedAtMs: (await stat(join(folder, entry.name))).mtimeMs };
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
