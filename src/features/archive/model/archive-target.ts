// Where an export goes: a new folder or a new zip file. Until it is complete and durable it has another name.
import { createWriteStream } from 'node:fs';
import { link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode, isThere, syncPath } from '../../../platform/files/durable-files.ts';
import { partialName } from '../../../platform/files/unfinished.ts';
import { createZipWriter } from '../../../platform/files/zip-writer.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';

type Chunks = AsyncIterable<string | Uint8Array>;

export interface ArchiveTarget {
  /**
   * Adds a file; `name` is a safe relative path that was not given before. Await each before the next. A zip file holds
   * one that is `asItIs` without compression.
   */
  add(name: string, chunks: Chunks, how?: 'asItIs'): Promise<void>;
  /** Makes everything durable and gives it its name. Throws conflict when somebody else took the name meanwhile. */
  finish(): Promise<void>;
  /** Takes away what was written; nothing after `finish`. */
  remove(): Promise<void>;
}

const taken = (location: string): Error =>
  conflict(says('archive.there')`${location} already exists; an export does not overwrite files`);

async function createFolderTarget(location: string): Promise<ArchiveTarget> {
  const partial = partialName(location);
  await mkdir(partial, { mode: 0o700 });
  const folders = new Set([partial]);
  return {
    async add(name, chunks) {
      const file = join(partial, name);
      if (!folders.has(dirname(file))) await mkdir(dirname(file), { recursive: true });
      folders.add(dirname(file));
      await pipeline(Readable.from(chunks), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
    },
    async finish() {
      for (const folder of folders) await syncPath(folder);
      try {
        await rename(partial, location);
      } catch (error) {
        throw hasCode(error, 'EEXIST', 'ENOTEMPTY', 'ENOTDIR') ? taken(location) : error;
      }
      await syncPath(dirname(location));
    },
    remove: () => rm(partial, { recursive: true, force: true }),
  };
}

async function createZipTarget(location: string): Promise<ArchiveTarget> {
  const partial = partialName(location);
  const zip = await createZipWriter();
  const written = pipeline(zip.output, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
  // Whoever adds to it hears of it, and so does who finishes it.
  written.catch(zip.breakOff);
  return {
    add: (name, chunks, how) => zip.add({ name, isCompressed: how !== 'asItIs' }, chunks),
    async finish() {
      zip.end();
      await written;
      try {
        await link(partial, location);
      } catch (error) {
        throw hasCode(error, 'EEXIST') ? taken(location) : error;
      }
      await rm(partial);
      await syncPath(dirname(location));
    },
    async remove() {
      zip.breakOff(new Error('the archive is given up'));
      await Promise.allSettled([written]);
      await rm(partial, { force: true });
    },
  };
}

/**
 * Starts an archive at `path`: a zip file where it ends in `.zip`, else a folder. The parent folder must exist. Throws
 * conflict when something is there already, and invalid when nothing can be written there.
 */
export async function createTarget(path: string): Promise<ArchiveTarget> {
  const location = resolve(path);
  if (await isThere(location)) throw taken(location);
  try {
    await readdir(dirname(location));
    return await (location.toLowerCase().endsWith('.zip') ? createZipTarget(location) : createFolderTarget(location));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw invalid(says('archive.unwritable')`${location} can't be written: ${error.message}`);
    throw error;
  }
}
