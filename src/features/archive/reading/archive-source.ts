// Gives safe access to the files of a project archive, which is a folder or a zip file.
// Nothing outside the archive can be reached, and nothing is unpacked: files are streamed within limits.
import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { invalid, tooLarge } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { createSizeGuard, DEFAULT_LIMITS, resolveFile } from '../model/archive-access.ts';
import type { ArchiveLimits, ArchiveSource } from '../model/archive-access.ts';
import { normalizeArchivePath } from '../model/archive-path.ts';
import { openZipArchive } from './zip-source.ts';

/** Walks step by step, because node's recursive listing follows symbolic links. */
const listFolder = async (root: string, limits: ArchiveLimits): Promise<Map<string, number>> => {
  const files = new Map<string, number>();
  const guard = createSizeGuard(limits);
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = normalizeArchivePath(folder === '' ? entry.name : `${folder}/${entry.name}`);
      if (path === undefined) continue;
      if (entry.isDirectory()) waiting.push(path);
      if (!entry.isFile()) continue;
      const { size } = await stat(join(root, path));
      guard(path, size);
      files.set(path, size);
    }
  return files;
};

async function* readFromFolder(root: string, path: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  const full = join(root, path);
  if ((await realpath(full)) !== full)
    throw invalid(says('archive.link')`\`${path}\` is a symbolic link that points outside the archive`);
  const handle = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW);
  let seenBytes = 0;
  const stream: AsyncIterable<Buffer> = handle.createReadStream();
  for await (const chunk of stream) {
    seenBytes += chunk.byteLength;
    if (seenBytes > sizeBytes) throw tooLarge(says('archive.grew')`\`${path}\` changed while it was being read`);
    yield chunk;
  }
}

const openFolderArchive = async (location: string, limits: ArchiveLimits): Promise<ArchiveSource> => {
  const root = await realpath(location);
  const files = await listFolder(root, limits);
  const readFile = (name: string): AsyncIterable<Uint8Array> => {
    const path = resolveFile(files, name);
    return readFromFolder(root, path, files.get(path) ?? 0);
  };
  return { location, files, readFile, packedBytes: (path) => files.get(path) ?? 0, close: async () => {} };
};

const findKind = async (location: string): Promise<'folder' | 'file'> => {
  try {
    const found = await stat(location);
    if (found.isDirectory()) return 'folder';
    if (found.isFile()) return 'file';
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')))
      throw error;
  }
  throw invalid(says('archive.none-at')`there is no archive at \`${location}\`: expected a folder or a zip file`);
};

/**
 * Opens a folder or zip file; the caller closes it. Throws invalid when there's none or it is damaged or unsafe, and
 * tooLarge beyond the limits.
 */
export const openArchive = async (location: string, limits: ArchiveLimits = DEFAULT_LIMITS): Promise<ArchiveSource> =>
  (await findKind(location)) === 'folder' ? openFolderArchive(location, limits) : openZipArchive(location, limits);
