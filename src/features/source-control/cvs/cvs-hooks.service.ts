// Records commits of CVS. CVS tells of a commit once, so what it tells is a file before anything else is done with it.
import type { AbsolutePath } from '../../../platform/files/absolute-path.ts';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { copyDurably, hasCode, isThere, syncPath } from '../../../platform/files/durable-files.ts';
import { partialName } from '../../../platform/files/unfinished.ts';
import { notFound } from '../../../platform/errors.ts';
import type { SitePart } from '../../backup/index.ts';
import { findUserByName, provenEmailOf } from '../../people/index.ts';
import { projectRecords } from '../../projects/index.ts';
import type { SiteService } from '../../site/index.ts';
import type { Commits } from '../commits/commits.service.ts';
import { cutMessage, decodeMessage, isCommit, listFiles } from './cvs-loginfo.ts';

const StoredCommit = Type.Object({
  commitId: Type.String(),
  user: Type.String(),
  folder: Type.String(),
  files: Type.Array(Type.String()),
  /** Short name. */
  project: Type.String(),
  repository: Type.String(),
  atMs: Type.Number(),
  /** All that came by standard input, in base64. */
  input: Type.String(),
});

export type CvsCommit = Static<typeof StoredCommit>;

const readStoredCommit = storedJson(StoredCommit);

/** Of the data folder. */
const ownFolder = 'cvs';
const folderOf = (dataDir: string): string => join(dataDir, ownFolder);

/** Keeps what CVS tells until it is recorded. Needs the data folder and nothing in it; throws what the system refuses. */
export async function keepCvsCommit(dataDir: string, commit: CvsCommit): Promise<void> {
  const folder = folderOf(dataDir);
  await makeFolder(folder);
  const path = join(folder, `${randomUUID()}.json`);
  const partial = partialName(path);
  await writeFile(partial, JSON.stringify(commit), { mode: 0o600 });
  await syncPath(partial);
  await rename(partial, path);
  await syncPath(folder);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

export interface CvsHooks {
  /**
   * Records everything that was kept; gives how many calls of CVS that were. Throws notFound once all others are recorded, where
   * some name a project that is not there; these are kept.
   */
  catchUp(): Promise<number>;
}

interface CvsDeps {
  database: Database;
  dataDir: AbsolutePath;
  site: SiteService;
  commits: Commits;
}

export const createCvsHooks = (deps: CvsDeps): CvsHooks => ({
  async catchUp() {
    const folder = folderOf(deps.dataDir);
    const unknown = new Set<string>();
    let count = 0;
    for (const name of await listStored(folder)) {
      const path = join(folder, name);
      const text = await readStored(path);
      if (text === undefined) continue;
      const commit = readStoredCommit(text, path);
      if (await record(deps, commit)) {
        await rm(path, { force: true });
        count += 1;
      } else unknown.add(commit.project);
    }
    if (unknown.size > 0)
      throw notFound(`there is no project ${[...unknown].join(', ')}; the calls of CVS are stored in ${folder}`);
    return count;
  },
});

/** What was told and is not recorded, as a part of backups: what is recorded while the database is copied, is in one of both. */
export const createCvsPart = (dataDir: string): SitePart => ({
  folder: ownFolder,
  async copyWaiting(target) {
    const folder = folderOf(dataDir);
    for (const name of await listStored(folder)) {
      const copy = join(target, name);
      if (await isThere(copy)) continue;
      await makeFolder(target);
      await copyDurably(join(folder, name), copy).catch((error: unknown) => {
        if (!hasCode(error, 'ENOENT')) throw error;
      });
    }
  },
});

/** Names of files, those that are written just now left out. */
async function listStored(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[\w-]+\.json$/.test(name));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** undefined where another process was quicker. */
async function readStored(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** False where there is no such project. */
async function record({ database, site, commits }: CvsDeps, commit: CvsCommit): Promise<boolean> {
  const project = await projectRecords.findProjectByName(database.read, commit.project);
  if (project === undefined) return false;
  if (!isCommit(commit)) return true;
  const user = await findUserByName(database.read, commit.user);
  const { settings } = await site.current();
  const bytes = Buffer.from(commit.input, 'base64');
  await commits.record([
    {
      projectId: project.id,
      repository: { kind: 'cvs', name: commit.repository },
      revision: commit.commitId,
      message: cutMessage(decodeMessage(bytes, settings.sys_cvs_convert_cp1252_to_utf8), commit),
      authorName: user?.real_name || commit.user,
      authorEmail: user === undefined ? '' : provenEmailOf(user),
      authoredAtMs: commit.atMs,
      committedAtMs: commit.atMs,
      pushedBy: user?.id ?? 0,
      files: listFiles(commit),
      mayClose: true,
    },
  ]);
  return true;
}
