// Git repositories in archives: each as a bundle with all of its refs, which is proved by fetching from it.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../../../platform/files/durable-files.ts';
import { readBytes } from '../../../platform/files/read-bytes.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import { says } from '../../../platform/texts/said.ts';
import type { PartContext, PartSource, PartTarget } from '../../archive/index.ts';
import type { ArchivedGit } from './archived-repositories.schema.ts';
import { keepLargeFiles, writeLargeFiles } from './archived-lfs.ts';
import { writeBytes } from './archived-files.ts';
import { personOf } from './archived-svn.ts';
import { readRefs } from '../repositories/git-objects.ts';
import { GitFailure, wholeTimeoutMs as timeoutMs } from '../repositories/git-program.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import * as store from '../repositories/git.store.ts';
import type { RefRow } from '../repositories/git.store.ts';

/** Of lines `<hash> <name>` in any order; HEAD, which is no ref of its own, is left out. */
export function digestRefs(list: Buffer): string {
  const lines = list
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith(' HEAD'));
  return createHash('sha256').update(lines.sort().join('\n'), 'latin1').digest('hex');
}

export const readDigest = async (git: GitProgram, path: string): Promise<string> =>
  digestRefs(await git.run([`--git-dir=${path}`, 'for-each-ref', '--format=%(objectname) %(refname)'], { timeoutMs }));

interface GitContext {
  readonly git: GitProgram;
  /** For files on their way. */
  readonly scratch: string;
}

/** Adds a bundle for each repository that has refs, and gives what else is to be known. Throws conflict for one that git can't read. */
export async function writeGit(
  { git, scratch, blobs }: GitContext & { blobs: BlobStore },
  target: PartTarget,
): Promise<ArchivedGit[]> {
  const rows = await store.listAllOf(target.db, target.projectId);
  const permissions = await store.listPermissions(
    target.db,
    rows.map(({ id }) => id),
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  await target.people.load(
    target.db,
    rows.flatMap(({ owner_id: owner }) => owner ?? []),
  );
  const written: ArchivedGit[] = [];
  const large = { blobs, written: new Set<string>() };
  for (const [index, row] of rows.entries()) {
    const path = join(git.folder, row.folder);
    if (!(await isThere(path)))
      throw conflict(
        says(
          'archive.git-missing',
        )`the Git repository ${row.name}: ${path} is missing; restore it from a backup, or delete the repository`,
      );
    const bundle = `git-${index + 1}.bundle`;
    const refs = await writeBundle(git, path, join(scratch, bundle)).catch((error: unknown) => {
      throw error instanceof GitFailure
        ? conflict(says('archive.git-uncopied')`the Git repository ${row.name} can't be copied: ${error.message}`)
        : error;
    });
    if (refs !== undefined) await target.add(bundle, readBytes(join(scratch, bundle)), 'asItIs');
    written.push({
      name: row.name,
      description: row.description,
      default_branch: row.default_branch,
      allows_closure: row.allows_closure === 1,
      ...(row.text_encoding === '' ? {} : { text_encoding: row.text_encoding }),
      created_at_ms: row.created_at_ms,
      updated_at_ms: row.updated_at_ms,
      refs_sha256: digestRefs(refs ?? Buffer.alloc(0)),
      bundle: refs === undefined ? null : bundle,
      large_files: await writeLargeFiles(large, target, row.id),
      behind: findBehind(await store.listRefs(target.db, row.id), await readRefs(git, row)),
      permissions: (permissions.get(row.id) ?? []).flatMap(({ pattern, permission, ugroup_id }) => {
        const group = target.nameGroup(ugroup_id);
        return group === undefined ? [] : [{ pattern, permission, group }];
      }),
      ...describeFork(row, names, target),
      ...(row.unread_xml === null ? {} : { unread: row.unread_xml }),
    });
  }
  return written;
}

function describeFork(
  { parent_id: parentId, owner_id: ownerId }: store.RepositoryRow,
  names: ReadonlyMap<number, string>,
  { people }: PartTarget,
): Pick<ArchivedGit, 'parent' | 'owner'> {
  const parent = names.get(parentId ?? 0);
  return {
    ...(parent === undefined ? {} : { parent }),
    ...(ownerId === null ? {} : { owner: personOf(people.refer(ownerId)) }),
  };
}

/** Bundles that are written until no branch moves meanwhile; after the last the archive fails. */
const roundsMax = 3;

/** Refs of the bundle, which are those of the repository; undefined where there is nothing to put into one. Throws GitFailure. */
export async function writeBundle(git: GitProgram, path: string, file: string): Promise<Buffer | undefined> {
  for (let round = 0; round < roundsMax; round += 1) {
    const present = await git.run([`--git-dir=${path}`, 'for-each-ref', '--count=1', '--format=%(refname)']);
    if (present.length === 0) return undefined;
    await git.run([`--git-dir=${path}`, 'bundle', 'create', '--quiet', file, '--all'], { timeoutMs });
    const refs = await git.run(['bundle', 'list-heads', file], { timeoutMs });
    if (digestRefs(refs) === (await readDigest(git, path))) return refs;
  }
  throw new GitFailure('a bundle does not have all of its branches and tags, or these change too often; try again');
}

function findBehind(recorded: readonly RefRow[], present: readonly RefRow[]): RefRow[] {
  const known = new Map(recorded.map(({ name, hash }) => [name, hash]));
  return present.flatMap(({ name, hash }) => {
    const found = known.get(name) ?? '';
    return found === hash ? [] : [{ name, hash: found }];
  });
}

/** Refs are on the disk, too, before a row names the repository. */
const fetchSettings = ['fetch.fsckObjects=true', 'core.fsync=all', 'gc.auto=0', 'maintenance.auto=false'].flatMap(
  (text) => ['-c', text],
);
const tolerated = ['badTimezone', 'missingSpaceBeforeDate', 'zeroPaddedFilemode'].flatMap((name) => [
  '-c',
  `fetch.fsck.${name}=ignore`,
]);

/**
 * Makes a repository of what the archive has, with every object checked by git. Throws invalid where that is damaged, or other than the
 * archive says.
 */
export async function unpackGit(
  { git, scratch }: GitContext,
  { name, bundle, default_branch: branch, refs_sha256 }: ArchivedGit,
  source: PartSource,
  path: string,
): Promise<void> {
  const fail = (why: string): Error =>
    invalid(says('archive.git-damaged')`the Git repository ${name} of the archive: ${why}`);
  try {
    await git.run(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', path]);
    if (bundle !== null) {
      const file = join(scratch, 'incoming.bundle');
      await writeBytes(source.readFile(bundle), file);
      const words = ['fetch', '--quiet', '--no-write-fetch-head', '--update-head-ok', '--', file, '+refs/*:refs/*'];
      await git.run([`--git-dir=${path}`, ...fetchSettings, ...tolerated, ...words], { timeoutMs });
      await rm(file);
    }
    if (branch !== null) await git.run([`--git-dir=${path}`, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  } catch (error) {
    throw error instanceof GitFailure ? fail(error.message) : error;
  }
  if ((await readDigest(git, path)) !== refs_sha256) throw fail('its branches and tags are not those that it had');
  await forgetStored(git, path);
}

/** Names under which commits of pull requests were kept, with the numbers that these had; whoever brings them keeps theirs anew. */
async function forgetStored(git: GitProgram, path: string): Promise<void> {
  const inRepository = `--git-dir=${path}`;
  const input = await git.run([inRepository, 'for-each-ref', '--format=delete %(refname)', 'refs/tlpr']);
  if (input.length > 0) await git.run([inRepository, 'update-ref', '--stdin'], { input });
}

/** The row of a repository that lies in `folder`, with its rights and refs; gives its id. */
export async function keepGit(
  {
    behind,
    permissions,
    allows_closure,
    bundle: _bundle,
    refs_sha256: _digest,
    unread,
    large_files: largeFiles = [],
    parent: _parent,
    owner,
    ...facts
  }: ArchivedGit,
  { folder, refs, blobNames }: { folder: string; refs: readonly RefRow[]; blobNames: ReadonlyMap<string, string> },
  { tx, projectId, findGroup, findUser, warn }: PartContext,
): Promise<number> {
  const row = await store.insertRepository(tx, {
    ...facts,
    project_id: projectId,
    folder,
    allows_closure: allows_closure ? 1 : 0,
    token_hash: null,
    owner_id: owner === undefined ? null : (findUser({ ...owner, isAnonymous: false, line: 0 })?.id ?? null),
    unread_xml: unread ?? null,
  });
  const rights = permissions.flatMap(({ group, ...right }) => {
    const ugroup_id = findGroup(group);
    if (ugroup_id === undefined)
      warn(says('left.git-group')`the Git repository ${facts.name}: there is no group \`${group}\``);
    return ugroup_id === undefined ? [] : [{ ...right, ugroup_id }];
  });
  await store.replacePermissions(tx, row.id, rights);
  const left = new Map(behind.map(({ name, hash }) => [name, hash]));
  const recorded = refs.map(({ name, hash }) => ({ name, hash: left.get(name) ?? hash }));
  await store.saveRefs(
    tx,
    row.id,
    recorded.filter(({ hash }) => hash !== ''),
  );
  await keepLargeFiles(tx, row.id, largeFiles, blobNames);
  return row.id;
}
