// Subversion repositories in archives: each as a dump, which is proved by loading it.
import type { AbsolutePath } from '../../../platform/files/absolute-path.ts';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../platform/database/index.ts';
import { isThere } from '../../../platform/files/durable-files.ts';
import { readBytes } from '../../../platform/files/read-bytes.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { ProgramError, runProgram } from '../../../platform/programs/run-program.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { PartContext, PartSource, PartTarget } from '../../archive/index.ts';
import type { ArchivedSvn, Person, SvnFacts } from './archived-repositories.schema.ts';
import { addRules, listUndefinedGroups, tidyRules, withoutAdded } from '../svn/access-rules.ts';
import { findRulesFault } from '../svn/rules-check.ts';
import { writeBytes } from './archived-files.ts';
import { folderNameFor, isFolderName } from '../repositories/folder-names.ts';
import { hookNames, isOwn, locate, ownFolder, readYoungest, writeAccessFile } from '../svn/svn-folder.ts';
import { readSettings } from '../svn/svn-settings.ts';
import { listFoldersToRemove } from '../svn/svn.service.ts';
import * as store from '../svn/svn.store.ts';
import type { SvnRow } from '../svn/svn.store.ts';

const timeoutMs = 6 * 60 * 60 * 1000;

interface Place {
  readonly dataDir: AbsolutePath;
  /** For files on their way. */
  readonly scratch: string;
}

/** Adds a dump for each repository, and gives what else is to be known. Throws conflict for one that Subversion can't read. */
export async function writeSvn(place: Place, target: PartTarget): Promise<ArchivedSvn[]> {
  const written: ArchivedSvn[] = [];
  for (const [index, row] of (await store.listAllOf(target.db, target.projectId)).entries()) {
    const path = locate(place.dataDir, row.folder);
    if (!(await isThere(path)))
      throw conflict(
        says(
          'archive.svn-missing',
        )`the Subversion repository ${row.name}: ${path} is missing; restore it from a backup, or delete the repository`,
      );
    try {
      written.push(await writeOne(place, target, { row, path, label: `svn-${index + 1}` }));
    } catch (error) {
      throw error instanceof ProgramError
        ? conflict(
            says('archive.svn-uncopied')`the Subversion repository ${row.name} can't be copied: ${error.message}`,
            error,
          )
        : error;
    }
  }
  return written;
}

async function writeOne(
  { scratch }: Place,
  target: PartTarget,
  { row, path, label }: { row: SvnRow; path: string; label: string },
): Promise<ArchivedSvn> {
  const dump = `${label}.svndump`;
  const youngest = await readYoungest(path);
  const uuid = (await runProgram('svnlook', ['uuid', path])).trim();
  const range = ['-r', `0:${youngest}`];
  await runProgram('svnadmin', ['dump', '-q', '--deltas', ...range, '-F', join(scratch, dump), path], { timeoutMs });
  await target.add(dump, readBytes(join(scratch, dump)), 'asItIs');
  await rm(join(scratch, dump));
  const settings = readSettings(row.settings_json, `settings of Subversion repository ${row.id}`);
  const own_files = await listOwnFiles(path, settings.access_file);
  for (const name of own_files) await target.add(`${label}/${name}`, readBytes(join(path, name)));
  await target.people.load(
    target.db,
    settings.email_notifications.flatMap(({ users }) => users),
  );
  return {
    name: row.name,
    folder: isOwn(row.folder) ? row.folder : '',
    dump,
    uuid,
    youngest,
    recorded_revision: Math.min(row.recorded_revision, youngest),
    own_files,
    settings: {
      ...settings,
      email_notifications: settings.email_notifications.map(({ users, user_groups, ...one }) => ({
        ...one,
        users: users.map((id) => personOf(target.people.refer(id))),
        user_groups: user_groups.flatMap((id) => target.nameGroup(id) ?? []),
      })),
    },
  };
}

export const personOf = ({ format, value }: Person): Person => ({ format, value });

/** What Subversion writes to `conf`: sections without a setting. */
const hasSettings = /^(?!#|\[|\s*$)/m;
const callsTepal = /^#!\/bin\/sh\nexec [^\n]*\/svn\/run-hook' [^\n]*\n$/;

/** Scripts that call Tepal alone, and files as Subversion made them, are not among them, nor rules of access that the settings have. */
async function listOwnFiles(path: string, accessFile: string): Promise<string[]> {
  const isUsual = (folder: string, name: string, text: string): boolean => {
    if (folder === 'hooks') return hookNames.includes(name) && callsTepal.test(text);
    return (name === 'authz' && withoutAdded(text) === accessFile) || !hasSettings.test(text);
  };
  const found: string[] = [];
  for (const folder of ['conf', 'hooks'])
    for (const entry of await readdir(join(path, folder), { withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.tmpl')) continue;
      const text = await readFile(join(path, folder, entry.name), 'utf8');
      if (!isUsual(folder, entry.name, text)) found.push(`${folder}/${entry.name}`);
    }
  return found.sort();
}

/** The folder that it had, so that working copies go on, where nothing is there now, or about to be removed. */
export async function chooseSvnFolder(
  { dataDir, database }: { dataDir: string; database: Database },
  { folder, name }: SvnFacts,
): Promise<string> {
  const isFree =
    folder.startsWith(`${ownFolder}/`) &&
    isFolderName(folder.slice(ownFolder.length + 1)) &&
    !(await isThere(locate(dataDir, folder))) &&
    !(await listFoldersToRemove(database.read)).includes(folder);
  return isFree ? folder : `${ownFolder}/${folderNameFor(name)}`;
}

/** Makes a repository of what the archive has. Throws invalid where that is damaged, or other than the archive says. */
export async function unpackSvn(
  { scratch }: Place,
  { name, dump, uuid, youngest, settings }: SvnFacts,
  source: PartSource,
  path: string,
): Promise<void> {
  const fail = (why: string): Error =>
    invalid(says('archive.svn-damaged')`the Subversion repository ${name} of the archive: ${why}`);
  const file = join(scratch, 'incoming.svndump');
  if (dump !== null) await writeBytes(source.readFile(dump), file);
  try {
    await runProgram('svnadmin', ['create', path]);
    const words = ['load', '-q', '--bypass-prop-validation', '--force-uuid', '-F', file, path];
    if (dump !== null) await runProgram('svnadmin', words, { timeoutMs });
    if (youngest !== null && (await readYoungest(path)) !== youngest)
      throw fail('it does not have as many revisions as it had');
    if (uuid !== null && (await runProgram('svnlook', ['uuid', path])).trim() !== uuid) throw fail('it is another one');
  } catch (error) {
    throw error instanceof ProgramError ? fail(error.message) : error;
  } finally {
    await rm(file, { force: true });
  }
  await writeAccessFile(path, settings.access_file);
}

/** The same with rules of access as Subversion wants them. */
export const withTidyRules = ({ settings, ...facts }: SvnFacts): SvnFacts => ({
  ...facts,
  settings: { ...settings, access_file: tidyRules(settings.access_file) },
});

/** What Subversion can't read in the rules of access, whichever groups there are. Throws unavailable where nothing can check them. */
export async function findArchivedFault(
  dataDir: string,
  { settings: { access_file: rules } }: SvnFacts,
): Promise<Said | undefined> {
  if (rules.trim() === '') return undefined;
  const groups = listUndefinedGroups(rules).map((name) => ({ name, usernames: [] }));
  return findRulesFault(dataDir, addRules(rules, { groups, root: undefined }));
}

/** The row of a repository that lies in `folder`, whose commits up to `recorded` ask for nothing any more. */
export async function keepSvn(
  { name, own_files, settings }: SvnFacts,
  { folder, recorded, rulesFault }: { folder: string; recorded: number; rulesFault: Said | undefined },
  { tx, projectId, findUser, findGroup, warn }: PartContext,
): Promise<void> {
  const notified = settings.email_notifications.map(({ users, user_groups, ...one }) => ({
    ...one,
    users: users.flatMap((person) => findUser({ ...person, isAnonymous: false, line: 0 })?.id ?? []),
    user_groups: user_groups.flatMap((group) => findGroup(group) ?? []),
  }));
  const settings_json = JSON.stringify({ ...settings, email_notifications: notified });
  await store.insertRepository(tx, { project_id: projectId, name, folder, settings_json, recorded_revision: recorded });
  if (rulesFault !== undefined)
    warn(
      says(
        'left.svn-rules',
      )`the Subversion repository ${name} can't be read until its access rules are fixed in its settings; ${rulesFault}`,
    );
  if (own_files.length > 0)
    warn(
      says(
        'left.svn-files',
      )`the Subversion repository ${name}: these files are only in the archive; restore them manually: ${own_files.join(', ')}`,
    );
}
