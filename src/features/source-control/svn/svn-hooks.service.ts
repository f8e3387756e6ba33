// What hooks of Subversion repositories do: refuse commits against the rules, and record those that were made.
import { realpath } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { mapConstraint } from '../../../platform/database/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { measureFile } from '../../../platform/files/folder-size.ts';
import { findUserByName, provenEmailOf } from '../../people/index.ts';
import { projectRecords, projectServices } from '../../projects/index.ts';
import { forgetRepositories } from '../../storage/index.ts';
import type { Room } from '../../storage/index.ts';
import { trackerRecords, writtenReferences } from '../../trackers/index.ts';
import type { NewCommit } from '../commits/commits.service.ts';
import { svnService } from '../commits/services.ts';
import { installHooks } from './svn-folder.ts';
import { readSettings, usualSettings } from './svn-settings.ts';
import { takenName } from './svn.service.ts';
import type { SvnDeps } from './svn.service.ts';
import * as store from './svn.store.ts';
import type { SvnRow } from './svn.store.ts';
import { findTouchedTag } from './svn-tags.ts';
import { listTree, readChanges, readMessage, readRevision, readYoungest } from './svnlook.ts';
import type { RevisionFacts } from './svnlook.ts';

/** `repository` is the folder that Subversion names. Each throws notFound for one that Tepal does not know. */
export interface SvnHooks {
  /** Throws forbidden where the commit breaks a rule, and too-large where there is no room for it, with a text for who commits. */
  checkCommit(repository: string, transaction: string): Promise<void>;
  /** Records all revisions that are not recorded yet; gives how many those were. */
  catchUp(repository: string): Promise<number>;
  /** Throws forbidden unless `message`, the new value of a property of a revision, may be set. */
  checkProperty(repository: string, change: { name: string; action: string; message: string }): Promise<void>;
  /** The message of a revision is another one by now. */
  reword(repository: string, revision: number): Promise<void>;
  /**
   * Writes the hooks of a repository. One that Tepal did not make becomes one of the project with this short name, under the
   * name of its folder, and its revisions are recorded, which ask for nothing. Throws notFound for an unknown project or where
   * none is named, conflict for a taken name.
   */
  install(repository: string, unixName: string | undefined): Promise<void>;
}

export type SvnHookDeps = Pick<SvnDeps, 'database' | 'clock' | 'dataDir' | 'site' | 'commits'> & {
  room: Pick<Room, 'requireRoom' | 'claimRoom'>;
};

export type RecordDeps = Pick<SvnDeps, 'database' | 'clock' | 'commits'>;

export function createSvnHooks(deps: SvnHookDeps): SvnHooks {
  const { database, dataDir } = deps;
  const find = async (path: string): Promise<Place> => {
    const folder = await realpath(path);
    const row = await store.findRepositoryIn(database.read, await foldersOf(dataDir, folder));
    if (row === undefined) throw notFound(`Tepal knows no Subversion repository ${path}; see "tepal svn-hook install"`);
    return { row, folder };
  };
  return {
    async checkCommit(path, transaction) {
      const { row, folder } = await find(path);
      if (await projectServices.isServiceOff(database.read, row.project_id, svnService))
        throw forbidden('Subversion is disabled in this project; a project administrator can enable it');
      await requireMessage(deps, row, await readMessage(folder, { transaction }));
      await claimRoom(deps, { row, folder }, transaction);
      const { immutable_tags: rules } = settingsOf(row);
      if (rules.paths.length + rules.whitelist.length === 0) return;
      const changes = await readChanges(folder, { transaction });
      const tag = await findTouchedTag(changes, rules, (inside) => listTree(folder, inside));
      if (tag !== undefined)
        throw forbidden(`/${tag} is a tag and can't be changed; create another tag, or commit without that change`);
    },
    catchUp: async (path) => recordRevisions(deps, await find(path), true),
    async checkProperty(path, { name, action, message }) {
      const { row } = await find(path);
      const isAllowed = settingsOf(row).commit_rules.is_commit_message_change_allowed;
      if (name !== 'svn:log' || action !== 'M' || !isAllowed)
        throw forbidden(
          isAllowed
            ? 'of a revision, only the message may be changed'
            : 'messages of this repository may not be changed',
        );
      await requireMessage(deps, row, message);
    },
    async reword(path, revision) {
      const { row, folder } = await find(path);
      const key = { projectId: row.project_id, kind: 'svn', name: row.name } as const;
      await deps.commits.reword(key, `r${revision}`, await readMessage(folder, { revision }));
    },
    install: (path, unixName) => install(deps, path, unixName),
  };
}

interface Place {
  row: SvnRow;
  /** Of the repository, without links. */
  folder: string;
}

const settingsOf = (row: SvnRow) => readSettings(row.settings_json, `settings of Subversion repository ${row.id}`);

/** How a row may name the folder, which is written without links. */
const foldersOf = async (dataDir: string, folder: string): Promise<string[]> => [
  folder,
  relative(await realpath(resolve(dataDir)), folder),
];

async function requireMessage({ database, site }: SvnHookDeps, row: SvnRow, message: string): Promise<void> {
  const { settings } = await site.current();
  if (!settings.sys_allow_empty_svn_commit_message && message.trim() === '')
    throw forbidden('the commit message is empty; describe the change');
  if (!settingsOf(row).commit_rules.is_reference_mandatory) return;
  const trackers = await trackerRecords.listTrackerRows(database.read, row.project_id);
  const names = trackers.map((tracker) => tracker.item_name);
  if (!writtenReferences.listReferences(message).some(({ keyword }) => writtenReferences.isKeyword(keyword, names)))
    throw forbidden('the commit message has no reference to an artifact; add one, such as art #12');
}

/** What a commit adds lies in one file of its transaction. */
async function claimRoom(
  { database, room, site }: SvnHookDeps,
  { row, folder }: Place,
  transaction: string,
): Promise<void> {
  const { settings } = await site.current();
  const bytes = Math.max(1, await measureFile(join(folder, 'db', 'txn-protorevs', `${transaction}.rev`)));
  const place = { settings, projectId: row.project_id, kind: 'repositories' } as const;
  await room.requireRoom(place, bytes);
  await database.transact((tx) => room.claimRoom(tx, place, bytes));
}

/** Revisions that one transaction records. */
const revisionsAtOnce = 100;

/** Records all revisions that are not recorded yet; gives how many those were. */
export async function recordRevisions(deps: RecordDeps, { row, folder }: Place, mayClose: boolean): Promise<number> {
  const youngest = await readYoungest(folder);
  let count = 0;
  for (let first = row.recorded_revision + 1; first <= youngest; first += revisionsAtOnce) {
    const last = Math.min(first + revisionsAtOnce - 1, youngest);
    const commits: NewCommit[] = [];
    for (let revision = first; revision <= last; revision += 1)
      commits.push(await commitOf(deps, row, revision, await readRevision(folder, revision), mayClose));
    count += await deps.database.transact(async (tx) => {
      await store.advanceRecorded(tx, row.id, last);
      await forgetRepositories(tx, row.project_id);
      return deps.commits.recordIn(tx, commits);
    });
  }
  return count;
}

/** The user name of Subversion is that of Tepal, in any case. */
async function commitOf(
  { database, clock }: RecordDeps,
  row: SvnRow,
  revision: number,
  { author, message, atMs = clock.nowMs() }: RevisionFacts,
  mayClose: boolean,
): Promise<NewCommit> {
  const user = author === '' ? undefined : await findUserByName(database.read, author);
  return {
    projectId: row.project_id,
    repository: { kind: 'svn', name: row.name },
    revision: `r${revision}`,
    message,
    authorName: user?.real_name || author,
    authorEmail: user === undefined ? '' : provenEmailOf(user),
    authoredAtMs: atMs,
    committedAtMs: atMs,
    pushedBy: user?.id ?? 0,
    mayClose,
  };
}

async function install(deps: SvnHookDeps, path: string, unixName: string | undefined): Promise<void> {
  const { database, dataDir } = deps;
  const folder = await realpath(path);
  const known = await store.findRepositoryIn(database.read, await foldersOf(dataDir, folder));
  await readYoungest(folder);
  const row = known ?? (await adopt(deps, folder, unixName));
  await recordRevisions(deps, { row, folder }, known !== undefined);
  await installHooks(dataDir, folder);
}

async function adopt({ database }: SvnHookDeps, folder: string, unixName: string | undefined): Promise<SvnRow> {
  const project = unixName === undefined ? undefined : await projectRecords.findProjectByName(database.read, unixName);
  if (project === undefined)
    throw notFound(
      unixName === undefined
        ? 'use --project to name the project of the repository'
        : `there is no project "${unixName}"`,
    );
  try {
    return await database.transact(async (tx) => {
      await projectServices.beginService(tx, project.id, svnService);
      return store.insertRepository(tx, {
        project_id: project.id,
        name: basename(folder),
        folder,
        settings_json: JSON.stringify(usualSettings),
        recorded_revision: 0,
      });
    });
  } catch (error) {
    throw mapConstraint(error, takenName);
  }
}
