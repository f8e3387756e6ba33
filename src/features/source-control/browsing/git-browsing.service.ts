// The history of repositories, and what changed in it. What git said of objects is kept by their hashes.
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { invalid, notFound, tooLarge } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Page, Viewer } from '../../projects/index.ts';
import type { ReferringTexts } from '../commits/referring.ts';
import { findEntry, isPlace, viewCommits } from '../contents/git-contents.service.ts';
import { findNamedCommit } from '../contents/named-commits.ts';
import type { GitCommit } from '../contents/git-contents.schema.ts';
import type { Place } from '../contents/git-contents.service.ts';
import type { Repository } from '../repositories/git.access.ts';
import { branchPrefix, readBlob, readCommits, readTree } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { GitRepositories } from '../repositories/git-repositories.service.ts';
import { pageRefs } from '../repositories/git.store.ts';
import type { Blame, CommitDifference, Comparison, Divergences, FolderEntry, Paths } from './git-browsing.schema.ts';
import { viewDifference } from './git-browsing.view.ts';
import { emptyTreeLike, listChanges, readDifferences } from './git-differences.ts';
import type { FileDifference } from './git-differences.ts';
import * as history from './git-history.ts';
import { createBlames } from './blame/git-blame.ts';
import { cutToSpan } from './blame/known-lines.ts';
import type { BlameRange, LineSpan } from './blame/known-lines.ts';
import { findByteLines, toTextLines } from './blame/wide-lines.ts';
import { createObjectCache } from '../repositories/object-cache.ts';
import type { FileChange } from './patch.ts';
import type { Commit } from '../repositories/git-objects.ts';
import { readTitles, viewShortCommits } from './short-commits.ts';

export interface HistoryWish {
  reference: string | undefined;
  without: string | undefined;
  path: string | undefined;
  author: string | undefined;
  message: string | undefined;
}

export interface DifferenceWish extends Page {
  /** Of one file alone. */
  path: string | undefined;
  /** All lines, not only those around changes. */
  isWhole: boolean;
}

/** Which files two commits have differently, and a page of them with their lines. */
export interface Difference {
  changes: readonly FileChange[];
  files: readonly FileDifference[];
}

/** All throw notFound for a repository that the viewer may not read, and for what it does not hold. */
export interface GitBrowsing {
  /** Newest first; `size` counts no further than one behind the page. */
  listCommits(
    viewer: Viewer,
    id: number,
    wish: HistoryWish,
    page: Page,
  ): Promise<{ commits: Static<typeof GitCommit>[]; size: number }>;
  /** What a commit changed against its first parent. */
  showDifference(
    viewer: Viewer,
    id: number,
    reference: string,
    wish: DifferenceWish,
  ): Promise<Static<typeof CommitDifference>>;
  /** What came to `head` since it parted from `base`. */
  compare(
    viewer: Viewer,
    id: number,
    references: { base: string; head: string },
    wish: DifferenceWish,
  ): Promise<Static<typeof Comparison>>;
  listFolder(
    viewer: Viewer,
    id: number,
    place: Place,
    page: Page,
  ): Promise<{ entries: Static<typeof FolderEntry>[]; size: number }>;
  /** Of lines behind the end of the file nothing is told. Throws too-large for long files. */
  showBlame(viewer: Viewer, id: number, place: Place, span: LineSpan): Promise<Static<typeof Blame>>;
  listPaths(viewer: Viewer, id: number, reference: string): Promise<Static<typeof Paths>>;
  /** A page of the branches, with how far each is from `base`. */
  listDivergences(
    viewer: Viewer,
    id: number,
    base: string | undefined,
    page: Page,
  ): Promise<{ divergences: Static<typeof Divergences>; size: number }>;
  /** Between two commits of a repository, whoever asks. */
  readDifference(repository: Repository, ends: { from: string; to: string }, wish: DifferenceWish): Promise<Difference>;
}

interface Needs {
  dataDir: string;
  database: Database;
  git: GitProgram;
  repositories: GitRepositories;
  referring: ReferringTexts;
}

/** Bytes of a file whose lines are told with their commits; more are answered 413. */
const blamedMaxBytes = 1_048_576;
/** Of each kind of cached facts. */
const maxBytes = 8_388_608;

const sizeOfChanges = (changes: readonly FileChange[]): number =>
  changes.reduce((sum, { path, oldPath = '' }) => sum + 400 + 2 * (path.length + oldPath.length), 0);

const sizeOfNames = (found: ReadonlyMap<string, string>): number =>
  found.keys().reduce((sum, name) => sum + 200 + 2 * name.length, 0);

export function createGitBrowsing(needs: Needs): GitBrowsing {
  const counts = createObjectCache<{ ahead: number; behind: number }>({
    name: 'git_commits_apart',
    maxBytes: 1_048_576,
    sizeOf: () => 100,
  });
  const countApart: CountApart = (repository, ends) =>
    counts.get(`${repository.id} ${ends.base} ${ends.head}`, () => history.countApart(needs.git, repository, ends));
  return {
    ...createListing(needs, countApart),
    ...createComparing(needs, countApart),
    ...createPlaces(needs),
    ...createBlaming(needs),
  };
}

type CountApart = (
  repository: Repository,
  ends: { base: string; head: string },
) => Promise<{ ahead: number; behind: number }>;

function createListing(needs: Needs, countApart: CountApart): Pick<GitBrowsing, 'listCommits' | 'listDivergences'> {
  const { git, repositories, database } = needs;
  return {
    async listCommits(viewer, id, { reference, without, path, ...texts }, { limit, offset }) {
      const repository = await repositories.read(viewer, id);
      const from = await findNamedCommit(needs, repository, nameOr(repository, reference));
      const left = without === undefined ? undefined : await findNamedCommit(needs, repository, without);
      const clean = cleanPath(path);
      if (clean !== undefined && !isPlace(clean)) throw notFound(says('git.no-path')`there is no path "${path ?? ''}"`);
      for (const [name, text] of Object.entries(texts))
        if (text !== undefined && /[\n\0]/.test(text))
          throw invalid(says('project-field.line')`must be a single line`, name);
      const filter = { from: from.hash, without: left?.hash, path: clean, ...texts };
      const hashes = await history.listHistory(git, repository, filter, { limit: limit + 1, offset });
      const shown = hashes.slice(0, limit);
      const commits = await readCommits(git, repository, shown);
      const views = await viewCommits(needs, viewer, repository, [...commits.values()]);
      const found = shown.flatMap((hash) => views.get(hash) ?? []);
      return { commits: found, size: offset + hashes.length };
    },
    async listDivergences(viewer, id, base, page) {
      const repository = await repositories.read(viewer, id);
      const { rows, size } = await pageRefs(database.read, id, branchPrefix, page);
      if (rows.length === 0) return { divergences: [], size };
      const from = await findNamedCommit(needs, repository, nameOr(repository, base));
      const divergences = await Promise.all(
        rows.map(async ({ name, hash }) => ({
          name: name.slice(branchPrefix.length),
          ...(await countApart(repository, { base: from.hash, head: hash })),
        })),
      );
      return { divergences, size };
    },
  };
}

function createComparing(
  needs: Needs,
  countApart: CountApart,
): Pick<GitBrowsing, 'readDifference' | 'showDifference' | 'compare'> {
  const { git, repositories } = needs;
  const changesByEnds = createObjectCache({ name: 'git_changes', maxBytes, sizeOf: sizeOfChanges });
  const readDifference: GitBrowsing['readDifference'] = async (repository, ends, wish) => {
    const key = `${repository.id} ${ends.from} ${ends.to}`;
    const changes = await changesByEnds.get(key, () => listChanges(git, repository, ends));
    const { path, offset, limit, isWhole } = wish;
    const wanted =
      path === undefined ? changes.slice(offset, offset + limit) : changes.filter((one) => one.path === path);
    if (path !== undefined && wanted.length === 0)
      throw notFound(says('git.same')`"${path}" is the same in both commits`);
    return { changes, files: await readDifferences(needs, repository, ends, wanted, isWhole) };
  };
  return {
    readDifference,
    async showDifference(viewer, id, reference, wish) {
      const repository = await repositories.read(viewer, id);
      const { hash } = await findNamedCommit(needs, repository, reference);
      const parents = await history.findParents(git, repository, hash);
      const ends = { from: parents[0] ?? emptyTreeLike(hash), to: hash };
      return { id: hash, parents, ...viewDifference(await readDifference(repository, ends, wish)) };
    },
    async compare(viewer, id, references, wish) {
      const repository = await repositories.read(viewer, id);
      const [base, head] = await Promise.all([
        findNamedCommit(needs, repository, references.base),
        findNamedCommit(needs, repository, references.head),
      ]);
      const mergeBase = await history.findMergeBase(git, repository, [base.hash, head.hash]);
      const counts = await countApart(repository, { base: base.hash, head: head.hash });
      const ends = { from: mergeBase ?? emptyTreeLike(head.hash), to: head.hash };
      const difference = viewDifference(await readDifference(repository, ends, wish));
      return { base: base.hash, head: head.hash, merge_base: mergeBase ?? null, ...counts, ...difference };
    },
  };
}

function requireBlamable({ sizeBytes }: { sizeBytes: number }): void {
  if (sizeBytes > blamedMaxBytes)
    throw tooLarge(
      says('git.blamed')`the file has ${sizeBytes} bytes; blame works for files of up to ${blamedMaxBytes}`,
    );
}

function createPlaces(needs: Needs): Pick<GitBrowsing, 'listFolder' | 'listPaths'> {
  const { git, repositories } = needs;
  const lastCommits = createObjectCache({ name: 'git_last_commits', maxBytes, sizeOf: sizeOfNames });
  const folders = createObjectCache<Awaited<ReturnType<typeof readTree>>>({
    name: 'git_folders',
    maxBytes,
    sizeOf: ({ entries }) => entries.length * 200,
  });
  const titlesOfFolders = createObjectCache<Map<string, Commit>>({
    name: 'git_titles',
    maxBytes: 3_145_728,
    sizeOf: (titles) => titles.size * 1500,
  });
  return {
    async listFolder(viewer, id, place, { limit, offset }) {
      const { repository, commit, entry, clean } = await findEntry(needs, viewer, id, { ...place, wanted: 'tree' });
      const { entries: shown, size } = await folders.get(`${repository.id} ${entry.hash} ${offset} ${limit}`, () =>
        readTree(git, repository, entry.hash, { limit, offset }),
      );
      const where = { hash: commit.hash, path: clean };
      const last = await lastCommits.get(`${repository.id} ${commit.hash} ${offset} ${limit} ${clean}`, () =>
        history.findLastCommits(
          git,
          repository,
          where,
          shown.map(({ name }) => name),
        ),
      );
      const titles = await titlesOfFolders.get(`${repository.id} ${commit.hash} ${offset} ${limit} ${clean}`, () =>
        readTitles(git, repository, [...new Set(last.values())]),
      );
      const commits = await viewShortCommits(needs, viewer, titles);
      const entries = shown.map(({ hash, ...facts }) => ({
        ...facts,
        id: hash,
        path: clean === '' ? facts.name : `${clean}/${facts.name}`,
        last_commit: commits.get(last.get(facts.name) ?? '') ?? null,
      }));
      return { entries, size };
    },
    async listPaths(viewer, id, reference) {
      const repository = await repositories.read(viewer, id);
      const { hash } = await findNamedCommit(needs, repository, reference);
      const { paths, isWhole } = await history.listPaths(git, repository, hash);
      return { paths, is_complete: isWhole };
    },
  };
}

function createBlaming(needs: Needs): Pick<GitBrowsing, 'showBlame'> {
  const { git } = needs;
  const blames = createBlames(git);
  const blameOfFiles = createObjectCache<{ ranges: readonly BlameRange[]; titles: Map<string, Commit> }>({
    name: 'git_blame',
    maxBytes,
    sizeOf: ({ ranges, titles }) => ranges.length * 150 + titles.size * 1500,
  });
  return {
    async showBlame(viewer, id, place, span) {
      const { repository, commit, entry, clean } = await findEntry(needs, viewer, id, { ...place, wanted: 'blob' });
      requireBlamable(entry);
      const file = { hash: commit.hash, path: clean, sizeBytes: entry.sizeBytes };
      const all = await blameOfFiles.get(`${repository.id} ${commit.hash} ${clean}`, async () => {
        const byteLines = findByteLines(await readBlob(git, repository, entry.hash));
        const found = await blames.read(repository, file);
        const ranges = byteLines === undefined ? found : toTextLines(found, byteLines);
        const hashes = new Set(ranges.map(({ hash }) => hash));
        return { ranges, titles: await readTitles(git, repository, [...hashes]) };
      });
      const shown = cutToSpan(all.ranges, span);
      const hashes = new Set(shown.map(({ hash }) => hash));
      const titles = new Map(all.titles.entries().filter(([hash]) => hashes.has(hash)));
      const commits = await viewShortCommits(needs, viewer, titles);
      return {
        path: clean,
        ranges: shown.map(({ hash, originalStart, ...range }) => ({
          ...range,
          commit: hash,
          original_start: originalStart,
        })),
        commits: [...commits.values()],
      };
    },
  };
}

const cleanPath = (path: string | undefined): string | undefined => path?.split('/').filter(Boolean).join('/');

/** What somebody named, or the default branch. */
function nameOr(repository: Repository, reference: string | undefined): string {
  const name = reference ?? repository.default_branch;
  if (name === null) throw notFound(says('git.empty')`this repository is empty`);
  return name;
}
