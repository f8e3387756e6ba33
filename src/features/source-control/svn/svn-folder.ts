// Folders of Subversion repositories: making them with their hooks, and taking them away.
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasCode, isThere, syncPath } from '../../../platform/files/durable-files.ts';
import { beginMark, endMark, partialName } from '../../../platform/files/unfinished.ts';
import { ProgramError, runProgram } from '../../../platform/programs/run-program.ts';
import { folderNameFor } from '../repositories/folder-names.ts';

/** Of the data folder. */
export const ownFolder = 'svn';

/** How many of the arguments that Subversion gives each hook Tepal takes. */
const hooks = { 'pre-commit': 2, 'post-commit': 2, 'pre-revprop-change': 5, 'post-revprop-change': 5 };

export const hookNames: readonly string[] = Object.keys(hooks);

/** Where a repository is, by its row's `folder`. */
export const locate = (dataDir: string, folder: string): string => resolve(dataDir, folder);

/** Whether the folder is one that Tepal made, which it may take away. */
export const isOwn = (folder: string): boolean => folder.startsWith(`${ownFolder}/`);

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** What a Node.js runs as `tepal`, of the sources or of an installed package. */
const programFile = fileURLToPath(
  new URL(extname(import.meta.url) === '.ts' ? '../../../main.ts' : '../../../../bin/tepal.mjs', import.meta.url),
);

/** The script that hooks of all repositories call: this program, for this data folder. */
const launcherOf = (dataDir: string): string => `#!/bin/sh
# Hooks of Subversion repositories call this. Tepal writes it anew with each repository, and by "tepal svn-hook install".
hook="$1"
shift
exec ${quote(process.execPath)} ${quote(programFile)} svn-hook "$hook" --data ${quote(resolve(dataDir))} -- "$@"
`;

const launcherPath = (dataDir: string): string => join(resolve(dataDir), ownFolder, 'run-hook');

/** A launcher in a hook, as `quote` writes it. */
const launcherPattern = /'(?:[^']|'\\'')*\/svn\/run-hook'/g;

/** Writes a script that is whole whenever somebody runs it. */
async function writeScript(path: string, text: string): Promise<void> {
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, text, { mode: 0o755 });
  await rename(fresh, path);
}

/** Has a repository, which may be anybody's, call Tepal. Throws what the system refuses. */
export async function installHooks(dataDir: string, repository: string): Promise<void> {
  const launcher = launcherPath(dataDir);
  await mkdir(join(dataDir, ownFolder), { recursive: true, mode: 0o700 });
  await writeScript(launcher, launcherOf(dataDir));
  for (const [hook, count] of Object.entries(hooks)) {
    const given = Array.from({ length: count }, (_, index) => `"$${index + 1}"`).join(' ');
    const script = `#!/bin/sh\nexec ${quote(launcher)} ${hook} ${given}\n`;
    await writeScript(join(repository, 'hooks', hook), script);
  }
}

/** Has hooks of repositories that were restored to a folder call the Tepal whose data folder that becomes. */
export async function moveHooks(folder: string, dataDir: string): Promise<void> {
  const place = join(folder, ownFolder);
  if (!(await isThere(place))) return;
  await writeScript(join(place, basename(launcherPath(dataDir))), launcherOf(dataDir));
  for (const repository of await readdir(place, { withFileTypes: true })) {
    for (const hook of repository.isDirectory() ? Object.keys(hooks) : []) {
      const path = join(place, repository.name, 'hooks', hook);
      if (!(await isThere(path))) continue;
      const text = await readFile(path, 'utf8');
      await writeFile(
        path,
        text.replaceAll(launcherPattern, () => quote(launcherPath(dataDir))),
      );
      await syncPath(path);
    }
  }
  await syncPath(place);
}

/** The rules of access as svnserve and Apache read them. */
export const accessFileOf = (repository: string): string => join(repository, 'conf', 'authz');

/** Empty where there is none. */
export async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}

/** Whole whenever somebody reads it. */
export async function writeAccessFile(repository: string, text: string): Promise<void> {
  const fresh = partialName(accessFileOf(repository));
  await writeFile(fresh, text);
  await rename(fresh, accessFileOf(repository));
}

/**
 * Makes a repository whose first revision, where there is a layout, has these folders; gives its folder inside of the data
 * folder, which is marked as unfinished until somebody ends that. Throws ProgramError; then nothing is left.
 */
export async function makeRepository(
  dataDir: string,
  facts: { name: string; layout: readonly string[]; author: string; accessFile: string },
): Promise<string> {
  const folder = join(ownFolder, folderNameFor(facts.name));
  const path = locate(dataDir, folder);
  await mkdir(join(dataDir, ownFolder), { recursive: true, mode: 0o700 });
  await beginMark(path);
  try {
    await runProgram('svnadmin', ['create', path]);
    if (facts.layout.length > 0) {
      const urls = facts.layout.map((part) => `${pathToFileURL(join(path, part)).href}@`);
      const words = ['-q', '--non-interactive', '--no-auth-cache', '--username', facts.author, '-m', 'Make the layout'];
      await runProgram('svn', ['mkdir', '--parents', ...words, '--', ...urls]);
    }
    await writeAccessFile(path, facts.accessFile);
    await installHooks(dataDir, path);
    await chmod(path, 0o770);
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    await endMark(path);
    throw error;
  }
  return folder;
}

/** Milliseconds for what reads or writes all of a repository; then it fails. */
const wholeTimeoutMs = 6 * 60 * 60 * 1000;

/** Writes all of the repository to a file that `svnadmin load` reads; what was there before goes. Throws ProgramError. */
export async function dumpRepository(dataDir: string, folder: string, dumpFile: string): Promise<void> {
  await rm(dumpFile, { force: true });
  await runProgram('svnadmin', ['dump', '-q', '-F', dumpFile, locate(dataDir, folder)], { timeoutMs: wholeTimeoutMs });
}

/** Number of the last revision. Throws ProgramError. */
export const readYoungest = async (path: string): Promise<number> =>
  Number((await runProgram('svnlook', ['youngest', path])).trim());

export const discardRepository = (dataDir: string, folder: string): Promise<void> =>
  rm(locate(dataDir, folder), { recursive: true, force: true });

/** Why repositories can't be copied and looked through; undefined where they can. */
export const findObstacle = (): Promise<string | undefined> => findFault(['--version', '--quiet']);

/** Copies a repository while others commit, with its hooks and settings; what is wrong where that fails. */
export const copyRepository = (path: string, target: string): Promise<string | undefined> =>
  findFault(['hotcopy', '--quiet', path, target]);

/** What is wrong with its files: of those of Subversion 1.9 and later, each byte is compared with a checksum. */
export const findDamage = (path: string): Promise<string | undefined> =>
  findFault(['verify', '--quiet', '--metadata-only', path]);

async function findFault(words: readonly string[]): Promise<string | undefined> {
  try {
    await runProgram('svnadmin', words, { timeoutMs: wholeTimeoutMs });
    return undefined;
  } catch (error) {
    if (error instanceof ProgramError) return error.message.split('\n').slice(0, 3).join('; ');
    throw error;
  }
}
