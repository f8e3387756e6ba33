// Repositories for features that build on them: what they hold, and the one way in which refs move.
import type { Static } from 'typebox';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import type { ExtensionPoint } from '../../../platform/extension-point.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Storage } from '../../storage/index.ts';
import type { GitCommit } from '../contents/git-contents.schema.ts';
import type { ReferringTexts } from '../commits/referring.ts';
import { viewCommits } from '../contents/git-contents.service.ts';
import type { Repository } from '../repositories/git.access.ts';
import { branchPrefix, isRefusal, readCommits, readFacts } from '../repositories/git-objects.ts';
import type { Commit } from '../repositories/git-objects.ts';
import { fetchFrom } from '../repositories/git-copying.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import {
  findRepositoriesById,
  findRepositoryById,
  listRepositoriesOf,
} from '../repositories/git-repositories.service.ts';
import type { OpenRequests } from '../repositories/open-requests.ts';
import { bringObjects } from '../lfs/uploaded-objects.ts';
import * as store from '../repositories/git.store.ts';
import type { RepositoryRow } from '../repositories/git.store.ts';
import type { GitPushes, RefMove } from '../transfers/git-pushes.service.ts';
import type { Slots } from '../transfers/git-slots.ts';
import type { Difference, DifferenceWish, GitBrowsing } from './git-browsing.service.ts';
import { findMergeBase, listHistory } from './git-history.ts';
import type { CommitFilter } from './git-history.ts';
import { previewMerge, isAncestor, rebase, writeCommit } from './git-merging.ts';
import type { MergeOutlook, NewCommit } from './git-merging.ts';
import type { GitContents } from '../contents/git-contents.service.ts';
import { listPushersOf } from '../commits/commits.store.ts';
import { rewriteFiles } from './git-writing.ts';
import { createKnownCommits } from './known-commits.ts';
import { createObjectCache } from '../repositories/object-cache.ts';

interface Mover {
  id: number;
  username: string;
}

export interface CodeAccess {
  /** Hear of refs that moved: what they give is run in the transaction that records the moves. */
  moves: ExtensionPoint<
    (repository: RepositoryRow, moves: readonly RefMove[]) => Promise<(tx: Writer) => Promise<void>>
  >;
  /** What has texts that name commits and pull requests. */
  referring: ReferringTexts;
  /** Count what repositories show as open pull requests. */
  openRequests: OpenRequests;
  /** Places of those who read repositories, for routes. */
  slots: Slots;
  /** Asks for no right; undefined where there is none, or where its project has switched Git off. */
  find(db: Reader, id: number): Promise<Repository | undefined>;
  /** The same of many, by id. */
  findAll(db: Reader, ids: readonly number[]): Promise<Map<number, Repository>>;
  /** Those of a project that the viewer may read, in order of name. None where Git is off. */
  listOf(viewer: Viewer, projectId: number, limit: number): Promise<Repository[]>;
  listReferringBranches: typeof store.listReferringBranches;
  /** The hash of a branch, as far as it is recorded; undefined where there is none. */
  findBranch(db: Reader, id: number, name: string): Promise<string | undefined>;
  readCommits(repository: RepositoryRow, hashes: readonly string[]): Promise<Map<string, Commit>>;
  /** Those of the hashes that are commits of the repository, and are kept in it; one program at most, none for what was there before. */
  listThere(repository: RepositoryRow, hashes: readonly string[]): Promise<Set<string>>;
  viewCommits(
    viewer: Viewer,
    repository: Repository,
    commits: readonly Commit[],
  ): Promise<Map<string, Static<typeof GitCommit>>>;
  listHistory(repository: Repository, filter: CommitFilter, page: { limit: number; offset: number }): Promise<string[]>;
  /** Ids of those who pushed these commits to the repository, or made them there. */
  listPushers(db: Reader, repository: Repository, hashes: readonly string[]): Promise<number[]>;
  /** undefined where two histories have nothing in common. */
  findMergeBase(repository: Repository, ends: readonly [string, string]): Promise<string | undefined>;
  isAncestor(repository: RepositoryRow, ends: readonly [older: string, newer: string]): Promise<boolean>;
  readDifference(repository: Repository, ends: { from: string; to: string }, wish: DifferenceWish): Promise<Difference>;
  previewMerge(repository: Repository, ends: { into: string; head: string }): Promise<MergeOutlook>;
  writeCommit(repository: Repository, commit: NewCommit): Promise<string>;
  /** Throws too-large where the repository's project may store nothing more. */
  requireRoom(viewer: Viewer, repository: Repository): Promise<void>;
  /** See git-writing.ts. */
  rewriteFiles(
    repository: Repository,
    hash: string,
    changes: ReadonlyMap<string, (content: Buffer) => Buffer>,
  ): Promise<string>;
  /** See git-merging.ts; undefined where it can not be. */
  rebase(repository: Repository, wish: Parameters<typeof rebase>[2]): Promise<string | undefined>;
  /** What checks said of a commit, in order of name. */
  listChecks: typeof store.listChecks;
  /** Statuses of commits, by hash. */
  listStatuses: typeof store.listStatuses;
  /**
   * Moves a branch as a push would, once `requireRights` passes in the transaction that orders the record; all that comes of a
   * push has come when it resolves. False where the branch is not, or no longer, at `from`; what
   * is known of it is what it is by then.
   */
  moveBranch(
    repository: Repository,
    by: Mover,
    move: { branch: string; from: string; to: string },
    requireRights: (tx: Writer) => Promise<void>,
  ): Promise<boolean>;
  /** Deletes a branch as who may do so; see GitContents. */
  deleteRef: GitContents['deleteRef'];
  /** Has a commit of a fork in this repository, with all that it leads to; no ref leads to it there yet. */
  bring(repository: RepositoryRow, from: RepositoryRow, hash: string): Promise<void>;
  /** Keeps a commit, whatever becomes of the branches that lead to it. The name is no branch, and nobody can push to it. */
  keep(repository: RepositoryRow, name: string, hash: string): Promise<void>;
  /** The same of many, by name; what git does not have is left out. */
  keepAll(repository: RepositoryRow, hashes: ReadonlyMap<string, string>): Promise<void>;
}

interface Needs {
  database: Database;
  git: GitProgram;
  browsing: GitBrowsing;
  pushes: GitPushes;
  slots: Slots;
  moves: CodeAccess['moves'];
  openRequests: CodeAccess['openRequests'];
  storage: Storage;
  contents: Pick<GitContents, 'deleteRef'>;
  referring: ReferringTexts;
}

export function createCodeAccess(needs: Needs): CodeAccess {
  const { database, git, browsing, pushes, slots, moves, openRequests, storage, contents, referring } = needs;
  const outlooks = createObjectCache<MergeOutlook>({ name: 'git_merges', maxBytes: 2_097_152, sizeOf: () => 100 });
  const bases = createObjectCache<{ hash: string | undefined }>({
    name: 'git_merge_bases',
    maxBytes: 2_097_152,
    sizeOf: () => 100,
  });
  const knownCommits = createKnownCommits();
  return {
    moves,
    openRequests,
    referring,
    slots,
    find: findRepositoryById,
    findAll: findRepositoriesById,
    listOf: (viewer, projectId, limit) => listRepositoriesOf(database.read, viewer, projectId, limit),
    listReferringBranches: store.listReferringBranches,
    findBranch: async (db, id, name) => (await store.findRef(db, id, branchPrefix + name))?.hash,
    readCommits: (repository, hashes) => readCommits(git, repository, hashes),
    async listThere(repository, hashes) {
      return knownCommits.list(repository.id, hashes, async (unknown) => {
        const facts = await readFacts(git, repository, unknown);
        return facts.flatMap((fact) => (fact?.type === 'commit' ? [fact.hash] : []));
      });
    },
    viewCommits: (viewer, repository, commits) => viewCommits({ database, referring }, viewer, repository, commits),
    listPushers: (db, { project_id: projectId, name }, hashes) =>
      listPushersOf(db, { projectId, kind: 'git', name }, hashes),
    listHistory: (repository, filter, page) => listHistory(git, repository, filter, page),
    async findMergeBase(repository, ends) {
      const key = `${repository.id} ${ends.join(' ')}`;
      return (await bases.get(key, async () => ({ hash: await findMergeBase(git, repository, ends) }))).hash;
    },
    isAncestor: (repository, ends) => isAncestor(git, repository, ends),
    readDifference: browsing.readDifference,
    previewMerge: (repository, ends) =>
      outlooks.get(`${repository.id} ${ends.into} ${ends.head}`, () => previewMerge(git, repository, ends)),
    writeCommit: (repository, commit) => writeCommit(git, repository, commit),
    requireRoom: ({ site: { settings } }, { project_id: projectId }) =>
      storage.requireRoom({ settings, projectId, kind: 'repositories' }, 1),
    rewriteFiles: (repository, hash, changes) => rewriteFiles(git, repository, hash, changes),
    rebase: (repository, wish) => rebase(git, repository, wish),
    listStatuses: store.listStatuses,
    listChecks: store.listChecks,
    async moveBranch(repository, by, { branch, from, to }, requireRights) {
      const announcement = await pushes.announce(repository, requireRights);
      const variables = pushes.identify(by);
      try {
        await git.runIn(repository, ['update-ref', branchPrefix + branch, to, from], { variables });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return false;
      } finally {
        await pushes.record(repository.id);
        await announcement.withdraw();
      }
      return true;
    },
    deleteRef: contents.deleteRef,
    async bring(repository, from, hash) {
      await fetchFrom(git, repository, { from, what: [hash] });
      await bringObjects({ database, git }, repository, from, hash);
    },
    async keep(repository, name, hash) {
      await git.runIn(repository, ['update-ref', `refs/${name}`, hash]);
    },
    keepAll: (repository, hashes) => keepAll(git, repository, [...hashes]),
  };
}

async function keepAll(
  git: GitProgram,
  repository: RepositoryRow,
  named: readonly (readonly [name: string, hash: string])[],
): Promise<void> {
  const facts = await readFacts(
    git,
    repository,
    named.map(([, hash]) => hash),
  );
  const lines = named.flatMap(([name, hash], index) =>
    facts[index]?.type === 'commit' ? `update refs/${name} ${hash}\n` : [],
  );
  await git.runIn(repository, ['update-ref', '--stdin'], { input: lines.join('') });
}
