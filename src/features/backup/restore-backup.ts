// Makes a data folder of a backup: nothing is there, or all of it, each byte compared with its checksum.
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode, isThere, syncPath } from '../../platform/files/durable-files.ts';
import { partialName } from '../../platform/files/unfinished.ts';
import { readBytes } from '../../platform/files/read-bytes.ts';
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

const damagesShown = 10;

/**
 * Throws as readManifest does; conflict for a data folder that holds something or is a mount point; invalid for a backup with
 * a file that is missing or differs. Then nothing is left but what a kill leaves, `.NAME.….partial` beside the folder.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const manifest = await readManifest(order.path, order.schema);
  const location = await requireFree(order.dataDir);
  await mkdir(dirname(location), { recursive: true });
  const partial = partialName(location);
  try {
    await mkdir(partial, { mode: 0o700 });
    const folders = createFolders(partial);
    for (const name of [settingsFolder, attachmentFolder, ...(manifest.empty_folders ?? [])]) await folders.make(name);
    await copyFiles(order, manifest, { folder: partial, makeFolder: folders.make });
    await order.adapt(partial, manifest);
    await folders.sync();
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
  conflict(`${folder} is not empty; restore the backup into a new or empty folder`);

/** The folder's real path. A folder in use can't be replaced, so it must be in the same file system as its parent. */
async function requireFree(dataDir: string): Promise<string> {
  if (!(await isThere(dataDir))) return resolve(dataDir);
  const location = await realpath(dataDir);
  const held = await readdir(location).catch((error: unknown) => {
    throw hasCode(error, 'ENOTDIR') ? holdsSomething(location) : error;
  });
  if (held.length > 0) throw holdsSomething(location);
  if ((await stat(location)).dev !== (await stat(dirname(location))).dev)
    throw conflict(`${location} is the mount point of a disk; restore into a folder in it, such as ${location}/tepal`);
  return location;
}

interface NewFolders {
  /** Makes a folder and those around it. */
  make(name: string): Promise<void>;
  /** Makes durable what is in them. */
  sync(): Promise<void>;
}

function createFolders(root: string): NewFolders {
  const made = new Set(['.']);
  const make = async (name: string): Promise<void> => {
    if (made.has(name)) return;
    await make(dirname(name));
    await mkdir(join(root, name), { mode: 0o700 });
    made.add(name);
  };
  return {
    make,
    async sync() {
      for (const name of made) await syncPath(join(root, name));
    },
  };
}

interface Target {
  readonly folder: string;
  readonly makeFolder: NewFolders['make'];
}

async function copyFiles({ path, onProgress }: RestoreOrder, manifest: Manifest, target: Target): Promise<void> {
  const { files } = manifest;
  const programs = new Set(manifest.programs);
  const damages: string[] = [];
  let count = 0;
  for await (const { name, sha256 } of readSums(path)) {
    await target.makeFolder(dirname(name));
    const found = await copyFile(join(path, name), join(target.folder, name), programs.has(name) ? 0o700 : 0o600);
    if (found !== sha256) damages.push(`${name} ${found === undefined ? 'is missing' : 'does not match its checksum'}`);
    count += 1;
    onProgress(count, files);
  }
  if (count !== files) damages.push(`it lists ${count} files instead of ${files}`);
  if (damages.length === 0) return;
  const more = damages.length > damagesShown ? `; and ${damages.length - damagesShown} more` : '';
  throw invalid(`the backup ${path} is damaged: ${damages.slice(0, damagesShown).join('; ')}${more}`);
}

/** SHA-256 of what was copied; undefined where there is no such file. */
async function copyFile(file: string, copy: string, mode: number): Promise<string | undefined> {
  const output = await open(copy, 'wx', mode);
  try {
    const { sha256 } = await sumUp(readBytes(file), (chunk) => output.writeFile(chunk));
    await output.sync();
    return sha256;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  } finally {
    await output.close();
  }
}
