// What a repository holds: branches, tags, commits, trees and files.
import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { writeJsonWithBytes } from '../../../platform/texts/bytes-in-json.ts';
import { notFound, tooLarge } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { publicUrl } from '../../../settings/index.ts';
import { viewMinimalUser } from '../../people/index.ts';
import type { Page, Viewer } from '../../projects/index.ts';
import { listCrossReferences, namesOfCommit, readKeywords } from '../commits/referring.ts';
import type { ReferringTexts } from '../commits/referring.ts';
import { deletionFor } from '../repositories/git.access.ts';
import type { Repository } from '../repositories/git.access.ts';
import type { GitBranch, GitCommit, GitFile, GitTag, GitTreeEntry } from './git-contents.schema.ts';
import * as objects from '../repositories/git-objects.ts';
import type { Commit } from '../repositories/git-objects.ts';
import { branchPrefix, tagPrefix } from '../repositories/git-objects.ts';
import type { GitProgram } from '../repositories/git-program.ts';
import type { GitPushes } from '../transfers/git-pushes.service.ts';
import type { GitRepositories } from '../repositories/git-repositories.service.ts';
import { readAuthors } from './commit-authors.ts';
import { createRef, deleteRef } from './git-ref-changes.ts';
import type { WantedRef } from './git-ref-changes.ts';
import { findNamedCommit } from './named-commits.ts';
import type { FindingNeeds } from './named-commits.ts';
import { findLargeFile } from '../lfs/lfs-objects.service.ts';
import type { LfsObjects } from '../lfs/lfs-objects.service.ts';
import { pageOf } from '../repositories/git-repositories.view.ts';
import * as store from '../repositories/git.store.ts';

/** All throw notFound for a repository that the viewer may not read, and for what it does not hold. */
export interface GitContents {
  listBranches(viewer: Viewer, id: number, page: Page): Promise<{ branches: Static<typeof GitBranch>[]; size: number }>;
  listTags(viewer: Viewer, id: number, page: Page): Promise<{ tags: Static<typeof GitTag>[]; size: number }>;
  showCommit(viewer: Viewer, id: number, reference: string): Promise<Static<typeof GitCommit>>;
  /** `path` is empty for the root. */
  listTree(
    viewer: Viewer,
    id: number,
    place: { reference: string; path: string },
    page: Page,
  ): Promise<{ entries: Static<typeof GitTreeEntry>[]; size: number }>;
  /** Throws too-large for a file that no JSON should hold. */
  showFile(viewer: Viewer, id: number, place: { reference: string; path: string }): Promise<ShownFile>;
  /** Throws forbidden for who may not write it, invalid for a name that can't be or is taken. */
  createBranch(
    viewer: Viewer,
    id: number,
    wanted: { name: string; reference: string },
  ): Promise<Static<typeof GitBranch>>;
  /** As createBranch. The tag is a name alone, without a message. */
  createTag(viewer: Viewer, id: number, wanted: { name: string; reference: string }): Promise<Static<typeof GitTag>>;
  /** By its full name. Throws notFound, forbidden for who may not delete it, invalid for the default branch, conflict where it moved meanwhile, or away from the commit `expected`. */
  deleteRef(viewer: Viewer, id: number, ref: string, expected?: string): Promise<void>;
  /** The commit that a branch, a tag or a hash names. Asks for no right. */
  findCommit(repository: Repository, reference: string): Promise<Commit>;
}

/** A file in JSON, and what is another one wherever that is: it goes out in a short time, whatever its size. */
export interface ShownFile {
  json: Buffer<ArrayBuffer>;
  digest: string;
}

interface Needs {
  database: Database;
  clock: Clock;
  git: GitProgram;
  repositories: GitRepositories;
  pushes: GitPushes;
  lfs: LfsObjects;
  referring: ReferringTexts;
}

/** Bytes of a file that one answer holds; more are answered 413. */
const fileMaxBytes = 8_388_608;

export function createGitContents(needs: Needs): GitContents {
  const { git, repositories } = needs;
  const findCommit = (repository: Repository, reference: string): Promise<Commit> =>
    findNamedCommit(needs, repository, reference);
  return {
    findCommit,
    async listBranches(viewer, id, page) {
      const { repository, refs, size } = await readPage(needs, viewer, id, { prefix: branchPrefix, page });
      return { branches: refs.map((ref) => ({ ...ref, html_url: branchUrl(repository, ref.name) })), size };
    },
    async listTags(viewer, id, page) {
      const { refs, size } = await readPage(needs, viewer, id, { prefix: tagPrefix, page });
      return { tags: refs, size };
    },
    async showCommit(viewer, id, reference) {
      const repository = await repositories.read(viewer, id);
      return viewCommit(needs, viewer, repository, await findCommit(repository, reference));
    },
    async listTree(viewer, id, place, { limit, offset }) {
      const { repository, entry, clean } = await findEntry(needs, viewer, id, { ...place, wanted: 'tree' });
      const found = await objects.readTree(git, repository, entry.hash, { limit, offset });
      const entries = found.entries.map(({ hash, ...facts }) => ({
        ...facts,
        id: hash,
        path: clean === '' ? facts.name : `${clean}/${facts.name}`,
      }));
      return { entries, size: found.size };
    },
    async showFile(viewer, id, place) {
      const { repository, entry, clean } = await findEntry(needs, viewer, id, { ...place, wanted: 'blob' });
      requireShort(entry.sizeBytes);
      const kept = await objects.readBlob(git, repository, entry.hash);
      const large = await findLargeFile(needs, repository, kept);
      if (large?.object !== undefined) requireShort(large.object.size_bytes);
      const content = large?.object === undefined ? kept : await needs.lfs.readWhole(large.object);
      const name = clean.slice(clean.lastIndexOf('/') + 1);
      const facts: Omit<Static<typeof GitFile>, 'content'> = {
        encoding: 'base64',
        size: content.length,
        name,
        path: clean,
        ...(large === undefined ? {} : { large_file: large.facts }),
      };
      const digest = hash('sha1', `${entry.hash} ${large?.facts.is_stored} ${clean}`, 'base64url');
      return { json: await writeJsonWithBytes(facts, 'content', content), digest };
    },
    async createBranch(viewer, id, wanted) {
      const { repository, shown } = await makeRef(needs, viewer, id, { kind: 'branch', ...wanted });
      return { ...shown, html_url: branchUrl(repository, shown.name) };
    },
    createTag: async (viewer, id, wanted) => (await makeRef(needs, viewer, id, { kind: 'tag', ...wanted })).shown,
    deleteRef: (viewer, id, ref, expected) => deleteRef(needs, viewer, id, ref, expected),
  };
}

async function readPage(needs: Needs, viewer: Viewer, id: number, { prefix, page }: { prefix: string; page: Page }) {
  const { git, database, repositories } = needs;
  const repository = await repositories.read(viewer, id);
  const { rows, size } = await store.pageRefs(database.read, id, prefix, page);
  const commits = await objects.readCommits(
    git,
    repository,
    rows.map((row) => row.hash),
  );
  const shown = await viewCommits(needs, viewer, repository, [...commits.values()]);
  const mayDelete = deletionFor(viewer, repository);
  const refs = rows.flatMap(({ name, hash }) => {
    const commit = shown.get(commits.get(hash)?.hash ?? '');
    if (commit === undefined) return [];
    return [{ name: name.slice(prefix.length), commit, user_can_delete: mayDelete(name) }];
  });
  return { repository, refs, size };
}

async function makeRef(needs: Needs, viewer: Viewer, id: number, wanted: WantedRef) {
  const { repository, commit, mayDelete } = await createRef(needs, viewer, id, wanted);
  const shown = await viewCommit(needs, viewer, repository, commit);
  return { repository, shown: { name: wanted.name, commit: shown, user_can_delete: mayDelete } };
}

function requireShort(sizeBytes: number): void {
  if (sizeBytes > fileMaxBytes)
    throw tooLarge(
      says(
        'git.file-large',
      )`the file has ${sizeBytes} bytes; at most ${fileMaxBytes} can be shown: read it at /repositories/:id/raw, or clone the repository`,
    );
}

/** A place in a repository, by the reference that somebody gave. */
export interface Place {
  reference: string;
  /** Empty for the root. */
  path: string;
}

/** What is at the place, in the commit that the reference names; `clean` is its path. Throws notFound where that is no such thing. */
export async function findEntry(
  needs: FindingNeeds & { repositories: GitRepositories },
  viewer: Viewer,
  id: number,
  { reference, path, wanted }: Place & { wanted: 'tree' | 'blob' },
) {
  const repository = await needs.repositories.read(viewer, id);
  const commit = await findNamedCommit(needs, repository, reference);
  const clean = path.split('/').filter(Boolean).join('/');
  const name = `${commit.hash}:${clean}`;
  const fact = isPlace(clean)
    ? (
        await needs.git.cached.places.get(`${repository.folder} ${name}`, async () => ({
          facts: (await objects.readFacts(needs.git, repository, [name])).at(0),
        }))
      ).facts
    : undefined;
  if (fact?.type !== wanted)
    throw notFound(
      wanted === 'tree'
        ? says('git.no-folder')`there is no folder "${path}" in "${reference}"`
        : says('git.no-file')`there is no file "${path}" in "${reference}"`,
    );
  if (wanted === 'tree') requireListable(fact);
  return { repository, commit, entry: fact, clean };
}

/** Of a folder, some 400,000 names. */
const folderMaxBytes = 16_777_216;

function requireListable({ sizeBytes }: { sizeBytes: number }): void {
  if (sizeBytes > folderMaxBytes)
    throw tooLarge(
      says(
        'git.folder',
      )`the names in this folder have ${sizeBytes} bytes; at most ${folderMaxBytes} can be shown: clone the repository`,
    );
}

/** Whether there could be such a path in a commit: git takes `.` and `..` for places of its own folder, and reads lines. */
export const isPlace = (path: string): boolean =>
  path.isWellFormed() && !/[\n\0]|\r$/.test(path) && !path.split('/').some((part) => part === '.' || part === '..');

const branchUrl = (repository: Repository, name: string): string =>
  `${pageOf(repository)}?a=tree&hb=${encodeURIComponent(name)}`;

async function viewCommit(
  needs: Needs,
  viewer: Viewer,
  repository: Repository,
  commit: Commit,
): Promise<Static<typeof GitCommit>> {
  const shown = (await viewCommits(needs, viewer, repository, [commit])).get(commit.hash);
  if (shown === undefined) throw notFound();
  return shown;
}

/** Commits as the wire shows them, by hash. */
export async function viewCommits(
  { database: { read: db }, referring }: Pick<Needs, 'database' | 'referring'>,
  viewer: Viewer,
  repository: Repository,
  commits: readonly Commit[],
): Promise<Map<string, Static<typeof GitCommit>>> {
  const hashes = [...new Set(commits.map((commit) => commit.hash))];
  const { project_id: projectId, project } = repository;
  const named = commits.map((commit) => ({
    text: commit.message,
    names: namesOfCommit(projectId, repository.name, commit.hash),
  }));
  const keywords = await readKeywords(db, project);
  const [statuses, crossReferences, authorOf] = await Promise.all([
    store.listStatuses(db, repository.id, hashes),
    listCrossReferences({ db, referring }, viewer, keywords, named),
    readAuthors(db, commits),
  ]);
  const baseUrl = publicUrl(viewer.site.settings);
  return new Map(
    commits.map((commit, index) => {
      const { hash, parents, author, committer, message, signature } = commit;
      const status = statuses.get(hash);
      const user = authorOf(commit);
      const shown = {
        id: hash,
        parents: [...parents],
        author_name: author.name,
        authored_date: formatIso(author.atMs),
        committed_date: formatIso(committer.atMs),
        title: message.split('\n', 1)[0] ?? '',
        message: message.replace(/\n$/, ''),
        author_email: author.email,
        author: user === undefined ? null : viewMinimalUser(user, baseUrl),
        html_url: `${pageOf(repository)}?a=commit&h=${hash}`,
        commit_status: status === undefined ? null : { name: status.state, date: formatIso(status.at_ms) },
        verification: { signature: signature ?? null },
        cross_references: crossReferences[index] ?? [],
      };
      return [hash, shown];
    }),
  );
}
