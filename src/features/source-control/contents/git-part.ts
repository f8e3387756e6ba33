// Git repositories as a part of backups: copied while pushes and `git gc` go on, and looked at for damage.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDurably, hasCode, isThere, linkOrCopy } from '../../../platform/files/durable-files.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { CopyOutcome, NamedFolder, SitePart } from '../../backup/index.ts';
import { readFacts } from '../repositories/git-objects.ts';
import { GitFailure, wholeTimeoutMs as timeoutMs } from '../repositories/git-program.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import { listUnrecordedRefs } from '../repositories/unrecorded-refs.ts';
import { listFoldersToRemove } from '../archives/git-removal.ts';
import { listLfsBlobs } from '../lfs/lfs.store.ts';
import * as store from '../repositories/git.store.ts';

/** Copies of one repository that are made until one is whole; the last stays, with a warning. */
const copiesMax = 3;

export const createGitPart = (database: Database, git: GitProgram): SitePart => ({
  folder: 'git',
  listBlobs: listLfsBlobs,
  named: {
    place: git.folder,
    async findObstacle() {
      return (await git.findVersion()) === undefined ? 'git is not installed, or does not run' : undefined;
    },
    list: async (db) =>
      (await store.listNamedFolders(db)).map(({ id, name, folder, unix_name: project }) => ({
        id,
        name: folder,
        path: join(git.folder, folder),
        owner: `the Git repository ${name} of ${project}`,
        isElsewhere: false,
      })),
    listLeaving: listFoldersToRemove,
    isOne: (name) => /\.git(?:\.leaving)?$/.test(name),
    copy: ({ path }, target) => copy(git, path, target),
    async judge(one) {
      const damages = await findDamages(git, one.path);
      if (damages.length > 0) return damages;
      const lost = await findLostRefs(database, git, one);
      return lost.length > 0 ? lost : findUnrecordedRefs(database, git, one);
    },
  },
});

/**
 * Makes a copy until git finds in it all that its refs need. What never is whole, as where the repository is damaged, is copied as
 * it is, with a warning.
 */
async function copy(git: GitProgram, path: string, target: string): Promise<CopyOutcome> {
  let fault: string | undefined;
  for (let round = 0; round < copiesMax && (await isThere(path)); round += 1) {
    await rm(target, { recursive: true, force: true });
    fault = await copyOnce(git, path, target);
    if (fault === undefined) return 'copied';
  }
  if (await isThere(path))
    return { warning: `its copy is not whole (${fault}); "tepal verify" tells whether it is damaged itself` };
  await rm(target, { recursive: true, force: true });
  return 'gone';
}

/**
 * Refs as git reads them at one moment, then objects: a push brings its objects before its refs. `git gc` removes objects after it
 * has put them into a pack, and packs are copied last; but it may replace a pack meanwhile. Gives what is wrong with the copy.
 */
async function copyOnce(git: GitProgram, path: string, target: string): Promise<string | undefined> {
  try {
    const refs = await readAllRefs(git, path);
    await copyFolder(path, target, leftOut);
    await mkdir(join(target, 'refs'), { mode: 0o700 });
    await writeFile(join(target, 'packed-refs'), refs, { flag: 'wx', mode: 0o600, flush: true });
    await git.run([`--git-dir=${target}`, 'rev-list', '--objects', '--all', '--quiet'], { timeoutMs });
    return refs.equals(await readAllRefs(git, target)) ? undefined : 'its branches and tags differ';
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    // Of what git can't read, whatever there is may be of use.
    if (!(await isThere(target))) await copyFolder(path, target, inTheMaking);
    return error.message;
  }
}

/** In the form of the file `packed-refs`. */
const readAllRefs = (git: GitProgram, path: string): Promise<Buffer> =>
  git.run([`--git-dir=${path}`, 'for-each-ref', '--format=%(objectname) %(refname)']);

/** Paths of what git removes by itself, and of names that no list of files can hold: those are logs of refs. */
const inTheMaking = /\.lock$|^gc\.pid$|^objects\/(?:.*\/)?(?:tmp_|\.tmp-)|\ufffd/;
/** Of that, and of refs, and of indexes that git makes anew, which may speak of objects that come later. */
const leftOut = new RegExp(
  `${inTheMaking.source}|^refs$|^packed-refs$|^objects/(?:pack/multi-pack-index|info/commit-graph)`,
);
const immutable = /^objects\/(?:[\da-f]{2}|pack)\/[^/]+$/;

/** In order of names, so that logs come before objects, and single objects before packs. What vanishes meanwhile is left out. */
async function copyFolder(from: string, to: string, omitted: RegExp, inside = ''): Promise<void> {
  await mkdir(join(to, inside), { mode: 0o700 });
  const entries = await ifThere(readdir(join(from, inside), { withFileTypes: true }));
  for (const entry of (entries ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(inside, entry.name);
    if (omitted.test(path)) continue;
    const [file, target] = [join(from, path), join(to, path)];
    if (entry.isDirectory()) await copyFolder(from, to, omitted, path);
    else if (entry.isFile()) await ifThere(immutable.test(path) ? linkOrCopy(file, target) : copyDurably(file, target));
  }
}

/** undefined where the file that it is about is not there. */
async function ifThere<R>(work: Promise<R>): Promise<R | undefined> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Findings of each kind about one repository; the others are left out. */
const findingsMax = 10;

/** Reads and hashes everything. A push meanwhile looks like damage, but not the same at two looks. */
async function findDamages(git: GitProgram, path: string): Promise<string[]> {
  const first = await listFaults(git, path);
  if (first.length === 0) return [];
  const again = new Set(await listFaults(git, path));
  return first.filter((fault) => again.has(fault)).slice(0, findingsMax);
}

async function listFaults(git: GitProgram, path: string): Promise<string[]> {
  try {
    await git.run([`--git-dir=${path}`, 'fsck', '--no-dangling', '--no-reflogs', '--no-progress'], { timeoutMs });
    return [];
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return error.message.split('\n').filter((line) => !line.startsWith('notice:'));
  }
}

/** Refs that the database knows at commits that the repository lacks, which is so where it is older than the database. */
async function findLostRefs(database: Database, git: GitProgram, { id, name }: NamedFolder): Promise<string[]> {
  const known = await store.listRefs(database.read, id);
  const hashes = known.map(({ hash }) => hash);
  const facts = await readFacts(git, { folder: name }, hashes);
  const lost = new Set(hashes.filter((_hash, index) => facts[index] === undefined));
  if (lost.size === 0) return [];
  return (await store.listRefs(database.read, id))
    .filter(({ hash }) => lost.has(hash))
    .slice(0, findingsMax)
    .map((ref) => `it lacks ${ref.hash}, at which the database knows ${ref.name}; put back a younger copy of it`);
}

/** Refs that the database has otherwise than the repository, at two looks: a push in between is no finding. */
async function findUnrecordedRefs(database: Database, git: GitProgram, one: NamedFolder): Promise<string[]> {
  const repository = { id: one.id, folder: one.name };
  const [first, again] = [
    await listUnrecordedRefs({ database, git }, repository),
    await listUnrecordedRefs({ database, git }, repository),
  ];
  const stays = new Set(first.map((ref) => JSON.stringify(ref)));
  return again
    .filter((ref) => stays.has(JSON.stringify(ref)))
    .slice(0, findingsMax)
    .map(
      ({ name, recorded = 'nothing', present = 'nothing' }) =>
        `${name} is at ${present}, and the database has it at ${recorded}; "tepal git record" records it`,
    );
}
