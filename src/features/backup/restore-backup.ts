// Makes a data folder of a backup: nothing is there, or all of it, each byte compared with its checksum.
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode, isThere, partialName, syncPath } from '../../platform/durable-files.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { attachmentFolder, readManifest, readSums, settingsFolder, sumUp } from './manifest.ts';
import type { Manifest } from './manifest.ts';

export interface RestoreOrder {
  /** Of the backup. */
  readonly path: string;
  readonly dataDir: string;
  /** How many migrations this program knows. */
  readonly schema: number;
  /** Changes what is restored before it gets its name. */
  readonly adapt: (folder: string, manifest: Manifest) => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
}

const damagesTold = 10;

/**
 * Throws as readManifest does; conflict for a data folder that holds something or is a mount point; invalid for a backup with
 * a file that is missing or differs. Then nothing is left but what a kill leaves, `.NAME.….partial` beside the folder.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const manifest = await readManifest(order.path, order.schema);
  const location = await requireFree(order.dataDir);
  await mkdir(dirname(location), { recursive: true });
  const partial = partialName(location);
  const folders = [partial, ...[settingsFolder, attachmentFolder].map((name) => join(partial, name))];
  try {
    for (const folder of folders) await mkdir(folder, { mode: 0o700 });
    await copyFiles(order, manifest, partial);
    await order.adapt(partial, manifest);
    for (const folder of folders) await syncPath(folder);
    await rename(partial, location).catch((error: unknown) => {
      throw hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR') ? holdsSomething(location) : error;
    });
    await syncPath(dirname(location));
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

const holdsSomething = (folder: string): Error =>
  conflict(`${folder} holds something; a backup is restored into a new or empty folder`);

/** The folder's real path. A folder in use can't be replaced, so it must be in the same file system as its parent. */
async function requireFree(dataDir: string): Promise<string> {
  if (!(await isThere(dataDir))) return resolve(dataDir);
  const location = await realpath(dataDir);
  const held = await readdir(location).catch((error: unknown) => {
    throw hasCode(error, 'ENOTDIR') ? holdsSomething(location) : error;
  });
  if (held.length > 0) throw holdsSomething(location);
  if ((await stat(location)).dev !== (await stat(dirname(location))).dev)
    throw conflict(`${location} is where a disk is mounted; restore into a folder in it, such as ${location}/tepal`);
  return location;
}

async function copyFiles({ path, onProgress }: RestoreOrder, { files }: Manifest, target: string): Promise<void> {
  const damages: string[] = [];
  let count = 0;
  for await (const { name, sha256 } of readSums(path)) {
    const found = await copyFile(join(path, name), join(target, name));
    if (found !== sha256) damages.push(`${name} ${found === undefined ? 'is missing' : 'has other bytes'}`);
    count += 1;
    onProgress(count, files);
  }
  if (count !== files) damages.push(`it names ${count} files instead of ${files}`);
  if (damages.length === 0) return;
  const more = damages.length > damagesTold ? `; and ${damages.length - damagesTold} more` : '';
  throw invalid(`the backup ${path} is damaged: ${damages.slice(0, damagesTold).join('; ')}${more}`);
}

/** SHA-256 of what was copied; undefined where there is no such file. */
async function copyFile(file: string, copy: string): Promise<string | undefined> {
  const output = await open(copy, 'wx', 0o600);
  try {
    const { sha256 } = await sumUp(createReadStream(file), (chunk) => output.writeFile(chunk));
    await output.sync();
    return sha256;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  } finally {
    await output.close();
  }
}
