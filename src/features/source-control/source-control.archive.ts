// Repositories and recorded commits as a part of project archives: written with each, proved before a project is erased, brought back
// by each import.
import type { AbsolutePath } from '../../platform/files/absolute-path.ts';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { measureFolder } from '../../platform/files/folder-size.ts';
import { withScratch } from '../../platform/files/scratch.ts';
import { conflict, invalid, unavailable } from '../../platform/errors.ts';
import { beginMark, endMark } from '../../platform/files/unfinished.ts';
import { says } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import { kept, list, stored, storedParts } from '../archive/index.ts';
import type { ElementPart, FolderPart, PartContext, PartSource, PreparedPart } from '../archive/index.ts';
import { checkCommits, keepCommits, writeCommits } from './archives/archived-commits.ts';
import { readJsonFile } from './archives/archived-files.ts';
import { keepGit, unpackGit, writeGit } from './archives/archived-git.ts';
import { ArchivedRepositories } from './archives/archived-repositories.schema.ts';
import { distinctLargeFiles, proveLargeFiles, releaseProved, unpackLargeFile } from './archives/archived-lfs.ts';
import { describeGit, readGitElement, writeRest } from './archives/element-git.ts';
import type { GitElement } from './archives/element-git.ts';
import { listRemarks, readSvnElement, writeSvnRest } from './archives/element-svn.ts';
import type { SvnElement } from './archives/element-svn.ts';
import { leaveBundle, leaveMissing, listNamed } from './archives/missing-files.ts';
import type { RepositoryFacts } from './archives/missing-files.ts';
import type { ArchivedGit, SvnFacts } from './archives/archived-repositories.schema.ts';
import {
  chooseSvnFolder,
  findArchivedFault,
  keepSvn,
  unpackSvn,
  withTidyRules,
  writeSvn,
} from './archives/archived-svn.ts';
import type { Commits } from './commits/commits.service.ts';
import { pageCommitsOf } from './commits/commits.store.ts';
import { releaseObjects } from './lfs/lfs.store.ts';
import { folderNameFor, requireRepositoryName } from './repositories/folder-names.ts';
import { isRefName, readRefs } from './repositories/git-objects.ts';
import { requirePattern } from './contents/git-permissions.service.ts';
import type { GitProgram } from './repositories/git-program.ts';
import { orderProvedRemoval, orderRemoval } from './archives/git-removal.ts';
import * as gitStore from './repositories/git.store.ts';
import type { RefRow } from './repositories/git.store.ts';
import { listRuleGroups } from './svn/svn-access.service.ts';
import { findObstacle, installHooks, isOwn, locate, ownFolder, readYoungest } from './svn/svn-folder.ts';
import { orderProvedSvnRemoval, requireSvnName } from './svn/svn.service.ts';
import * as svnStore from './svn/svn.store.ts';
import { askForFirstGraph } from './transfers/git-graphs.ts';

const indexFile = 'index.json';

export interface ArchivePartDeps {
  readonly database: Database;
  readonly dataDir: AbsolutePath;
  readonly git: GitProgram;
  readonly blobs: BlobStore;
  readonly commits: Commits;
  readonly clock: Clock;
}

export function createArchivePart(deps: ArchivePartDeps): FolderPart {
  return {
    folder: 'tepal-repositories',
    index: indexFile,
    async write(target) {
      const { db, projectId } = target;
      const gitCount = (await gitStore.listAllOf(db, projectId)).length;
      const svnCount = (await svnStore.listAllOf(db, projectId)).length;
      const hasCommits = (await pageCommitsOf(db, projectId, 0, 1)).length > 0;
      if (gitCount + svnCount === 0 && !hasCommits) return 0;
      await requirePrograms(deps, gitCount > 0, svnCount > 0, conflict);
      return withScratch(deps.dataDir, async (scratch) => {
        const git = await writeGit({ git: deps.git, blobs: deps.blobs, scratch }, target);
        const svn = await writeSvn({ dataDir: deps.dataDir, scratch }, target);
        const { people } = await writeCommits(target);
        const named = svn.flatMap(({ settings }) => settings.email_notifications.flatMap(({ users }) => users));
        const owners = git.flatMap(({ owner }) => owner ?? []);
        const index: ArchivedRepositories = { version: 1, git, svn, people: [...people, ...named, ...owners] };
        await target.add(indexFile, once(JSON.stringify(index)));
        return Math.max(1, git.length + svn.length);
      });
    },
    async prove(source) {
      const index = await readIndex(source);
      await withScratch(deps.dataDir, async (scratch) => {
        for (const [at, one] of index.git.entries())
          await unpackGit({ git: deps.git, scratch }, one, source, join(scratch, `${at}.git`));
        for (const [at, one] of index.svn.entries())
          await unpackSvn({ dataDir: deps.dataDir, scratch }, one, source, join(scratch, `${at}.svn`));
        await proveLargeFiles(source, distinctLargeFiles(index.git));
        await checkCommits(source);
      });
      const count = Math.max(1, index.git.length + index.svn.length);
      return { count, erase: (tx, project) => eraseProved(deps, tx, project, index) };
    },
    prepare: (source) => prepare(deps, source),
  };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Throws by `refuse` where a program that is needed is missing. */
async function requirePrograms(
  { git }: ArchivePartDeps,
  needsGit: boolean,
  needsSvn: boolean,
  refuse: (message: string) => Error,
): Promise<void> {
  if (needsGit && (await git.findVersion()) === undefined)
    throw refuse('the project has Git repositories, and git is not installed here, or does not run');
  const obstacle = needsSvn ? await findObstacle() : undefined;
  if (obstacle !== undefined) throw refuse(`the project has Subversion repositories: ${obstacle}`);
}

/** Throws invalid for names, branches and patterns that can't be, and for a name that comes twice. */
async function readIndex(source: PartSource): Promise<ArchivedRepositories> {
  const index = await readJsonFile(ArchivedRepositories, source.readFile(indexFile), indexFile);
  requireSound(index);
  return index;
}

function requireSound(index: RepositoryFacts): void {
  for (const { name } of index.git) requireRepositoryName(name);
  for (const { name } of index.svn) requireSvnName(name);
  for (const list of [index.git, index.svn]) {
    const double = list.find(({ name }, position) => list.findIndex((one) => one.name === name) < position);
    if (double !== undefined) throw invalid(`${indexFile}: there are two repositories \`${double.name}\``);
  }
  for (const { name, default_branch: branch, permissions } of index.git) {
    if (branch !== null && !isRefName(branch))
      throw invalid(`${indexFile}: \`${name}\` has the default branch ${JSON.stringify(branch)}`);
    for (const { pattern } of permissions) if (pattern !== '') requirePattern(pattern, `${indexFile}: \`${name}\``);
  }
}

/** Lets the folders go that hold what was proved, and nothing else. */
async function eraseProved(
  { clock }: ArchivePartDeps,
  tx: Writer,
  { id, archive }: { id: number; archive: string },
  index: ArchivedRepositories,
): Promise<void> {
  const proved = new Map(index.git.map((one) => [one.name, one]));
  const youngest = new Map(index.svn.map((one) => [one.name, one.youngest]));
  const changed = (name: string): Error =>
    conflict(says('archive.repository-new')`the repository ${name} was created during the export; try again`);
  const nowMs = clock.nowMs();
  for (const row of await gitStore.listAllOf(tx, id)) {
    const facts = proved.get(row.name);
    if (facts === undefined) throw changed(row.name);
    await releaseProved(tx, row, facts.large_files ?? [], nowMs);
    await orderProvedRemoval(tx, { folder: row.folder, refsSha256: facts.refs_sha256, archive }, nowMs);
  }
  // Nobody wanted these to be kept.
  for (const { id: deletedId, folder } of await gitStore.listDeletedOf(tx, id)) {
    await releaseObjects(tx, deletedId, nowMs);
    await orderRemoval(tx, folder, nowMs);
  }
  for (const { name, folder, id: repositoryId } of await svnStore.listAllOf(tx, id)) {
    const last = youngest.get(name);
    if (last === undefined) throw changed(name);
    if (isOwn(folder))
      await orderProvedSvnRemoval(tx, { folder, name: `erased-${name}-${repositoryId}`, youngest: last }, nowMs);
  }
}

interface MadeGit {
  readonly facts: ArchivedGit;
  readonly folder: string;
  readonly refs: readonly RefRow[];
}

interface MadeSvn {
  readonly facts: SvnFacts;
  /** What Subversion can't read in its rules of access. */
  readonly rulesFault: Said | undefined;
  readonly folder: string;
  readonly recorded: number;
}

async function prepare(deps: ArchivePartDeps, source: PartSource): Promise<PreparedPart> {
  const index = await readIndex(source);
  await requirePrograms(deps, index.git.length > 0, index.svn.length > 0, unavailable);
  await checkCommits(source);
  const { present, missing } = leaveMissing(index, source);
  const prepared = await prepareRepositories(deps, present, source);
  return {
    ...prepared,
    async keep(context) {
      for (const sentence of missing) context.warn(sentence);
      await keepCommits(deps.commits, source, await prepared.keep(context), context);
    },
  };
}

interface PreparedRepositories extends Omit<PreparedPart, 'keep'> {
  /** Gives the ids of Git repositories by name. */
  keep(context: PartContext): Promise<Map<string, number>>;
}

async function prepareRepositories(
  deps: ArchivePartDeps,
  index: RepositoryFacts,
  source: PartSource,
): Promise<PreparedRepositories> {
  const { dataDir, git, blobs } = deps;
  const blobNames = new Map<string, string>();
  const made: string[] = [];
  const begin = async (path: string): Promise<string> => {
    await beginMark(path);
    made.push(path);
    return path;
  };
  const settle = async (): Promise<void> => {
    for (const path of made) await endMark(path);
  };
  const remove = async (): Promise<void> => {
    for (const path of made) await rm(path, { recursive: true, force: true });
    for (const name of blobNames.values()) await blobs.remove(name);
    await settle();
  };
  const gits: MadeGit[] = [];
  const svns: MadeSvn[] = [];
  let repositoryBytes = 0;
  try {
    await withScratch(dataDir, async (scratch) => {
      if (index.git.length > 0) await mkdir(git.folder, { recursive: true, mode: 0o700 });
      for (const facts of index.git) {
        const folder = `${folderNameFor(facts.name)}.git`;
        await unpackGit({ git, scratch }, facts, source, await begin(join(git.folder, folder)));
        gits.push({ facts, folder, refs: await readRefs(git, { folder }) });
      }
      for (const file of distinctLargeFiles(index.git))
        blobNames.set(file.oid, await unpackLargeFile(blobs, source, file));
      if (blobNames.size > 0) await blobs.flush();
      if (index.svn.length > 0) await mkdir(join(dataDir, ownFolder), { recursive: true, mode: 0o700 });
      for (const facts of index.svn.map(withTidyRules)) {
        const folder = await chooseSvnFolder(deps, facts);
        const path = await begin(locate(dataDir, folder));
        await unpackSvn({ dataDir, scratch }, facts, source, path);
        await installHooks(dataDir, path);
        const rulesFault = await findArchivedFault(dataDir, facts);
        svns.push({ facts, folder, rulesFault, recorded: facts.recorded_revision ?? (await readYoungest(path)) });
      }
    });
    for (const file of distinctLargeFiles(index.git)) repositoryBytes += file.size_bytes;
    for (const path of made) repositoryBytes += await measureFolder(path);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    repositoryBytes,
    people: index.people.map((person) => ({ ...person, isAnonymous: false, line: 0 })),
    count: gits.length + svns.length,
    async keep(context) {
      const ids = await keepGits(gits, blobNames, { context, nowMs: deps.clock.nowMs() });
      for (const { facts, ...place } of svns) await keepSvn(facts, place, context);
      return ids;
    },
    settle,
    remove,
  };
}

/** The rows of Git repositories with what they are forks of; gives their ids by name. */
async function keepGits(
  gits: readonly MadeGit[],
  blobNames: ReadonlyMap<string, string>,
  { context, nowMs }: { context: PartContext; nowMs: number },
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { facts, ...place } of gits) {
    const id = await keepGit(facts, { ...place, blobNames }, context);
    await askForFirstGraph(context.tx, id, nowMs);
    ids.set(facts.name, id);
  }
  for (const { facts } of gits) {
    const [id, parent] = [ids.get(facts.name), ids.get(facts.parent ?? '')];
    if (id !== undefined && parent !== undefined)
      await gitStore.updateRepository(context.tx, id, { parent_id: parent });
  }
  return ids;
}

const groups = list('ugroup', stored('group that may'));
const gitRights = { read: groups, write: groups, wplus: groups };

/** `<git>` of the origin's archives: its repositories are made from their bundles; what else is in it stays as it came. */
export function createGitElementPart(deps: ArchivePartDeps): ElementPart {
  return {
    element: 'git',
    outcome: stored('Git repositories', {
      repository: stored('repository, with all that its bundle has', {
        ...storedParts({
          '@name': 'its name',
          '@description': 'its description',
          '@bundle-path': 'its commits, branches and tags',
          '@allow_artifact_closure': 'whether messages close artifacts',
          '@default_branch': 'its default branch',
        }),
        ...gitRights,
        permissions: stored('who may', { ...gitRights, fine_grained: kept('rights of branches and tags') }),
      }),
      'ugroups-admin': kept('who administers Git'),
      'jenkins-servers-admin': kept('Jenkins servers'),
    }),
    read(element) {
      const repositories = readGitElement(element);
      const files = repositories.flatMap(({ bundle, line }) => listNamed(bundle, line));
      const others = new Set(element.children.map(({ name }) => name).filter((name) => name !== 'repository'));
      const unknown = [...others].map((name) => `git: ${name}`);
      if (repositories.length === 0) return { kept: unknown, import: (_context, block) => Promise.resolve(block) };
      return {
        kept: unknown,
        files,
        prepare: (source) => prepareGitElement(deps, repositories, source),
        import({ warn }, block) {
          for (const { name, unread, line } of repositories)
            for (const inner of unread)
              warn(
                line,
                'repository',
                says('left.not-applied')`\`${name}\`: <${inner.name}> is not applied, but stored for exports`,
              );
          const rest = writeRest(element);
          return Promise.resolve(rest === undefined ? undefined : { ...block, xml: rest });
        },
      };
    },
  };
}

async function prepareGitElement(
  deps: ArchivePartDeps,
  repositories: readonly GitElement[],
  source: PartSource,
): Promise<PreparedPart> {
  await requirePrograms(deps, true, false, unavailable);
  const index = await withScratch(deps.dataDir, async (scratch): Promise<ArchivedRepositories> => {
    const git: ArchivedGit[] = [];
    const place = { git: deps.git, scratch, nowMs: deps.clock.nowMs() };
    for (const repository of repositories) git.push(await describeGit(place, leaveBundle(repository, source), source));
    return { version: 1, git, svn: [], people: [] };
  });
  requireSound(index);
  const prepared = await prepareRepositories(deps, index, source);
  return { ...prepared, keep: async (context) => void (await prepared.keep(context)) };
}

/** `<svn>` of the origin's archives: its repositories are made from their dumps; what else is in it stays as it came. */
export function createSvnElementPart(deps: ArchivePartDeps): ElementPart {
  return {
    element: 'svn',
    outcome: stored('Subversion repositories', {
      repository: stored('repository, with all that its dump has', {
        ...storedParts({ '@name': 'its name', '@dump-file': 'its revisions', 'access-file': 'rules of access' }),
        notification: stored(
          'who is told of commits',
          storedParts({ '@path': 'where', '@emails': 'by which addresses' }),
        ),
      }),
    }),
    read(element) {
      const repositories = readSvnElement(element);
      const files = repositories.flatMap(({ facts, line }) => listNamed(facts.dump, line));
      if (repositories.length === 0) return { import: (_context, block) => Promise.resolve(block) };
      return {
        files,
        prepare: (source) => prepareSvnElement(deps, repositories, source),
        async import({ tx, projectId, warn }, block) {
          const groups = new Set(await listRuleGroups(tx, projectId));
          for (const repository of repositories)
            for (const remark of listRemarks(repository, groups))
              warn(repository.line, 'repository', says('left.of-repository')`\`${repository.facts.name}\`: ${remark}`);
          const rest = writeSvnRest(element);
          return rest === undefined ? undefined : { ...block, xml: rest };
        },
      };
    },
  };
}

async function prepareSvnElement(
  deps: ArchivePartDeps,
  repositories: readonly SvnElement[],
  source: PartSource,
): Promise<PreparedPart> {
  await requirePrograms(deps, false, true, unavailable);
  const index: RepositoryFacts = { git: [], svn: repositories.map(({ facts }) => facts), people: [] };
  requireSound(index);
  const prepared = await prepareRepositories(deps, leaveMissing(index, source).present, source);
  return { ...prepared, keep: async (context) => void (await prepared.keep(context)) };
}
