// Pull requests: making, listing, showing and changing them.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/markup/index.ts';
import type { MarkupRenderer } from '../../platform/markup/index.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { says } from '../../platform/texts/said.ts';
import type { Artifacts } from '../artifacts/index.ts';
import { listLabelsOfAll, viewLabel } from '../labels/index.ts';
import { requireUser } from '../people/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { listCrossReferences, mayRead, mayWriteBranch, noRepository, readKeywords } from '../source-control/index.ts';
import type { CodeAccess, GitCommit, Repository } from '../source-control/index.ts';
import { writtenReferences } from '../trackers/index.ts';
import { findEnds, findFor, mayChangeState, mayEdit, mayMerge, mayWriteSource } from './finding.ts';
import type { Found } from './finding.ts';
import { listClosed } from './merging/closing.ts';
import { showMerging } from './merging/judging.ts';
import { readPeople } from './people.ts';
import { namesOf } from './referring.ts';
import type {
  ChangedFiles,
  ListedPullRequest,
  NewPullRequest,
  PullRequest,
  PullRequestChange,
} from './pull-requests.schema.ts';
import * as store from './pull-requests.store.ts';
import type { PullRequestRow } from './pull-requests.store.ts';
import { renderText, viewMinimal, viewPeople, viewPerson } from './pull-requests.view.ts';
import type { People } from './pull-requests.view.ts';
import { note } from './notifications/noting.ts';
import { truncate } from '../../platform/texts/shorten.ts';

export interface PullRequestNeeds {
  database: Database;
  clock: Clock;
  code: CodeAccess;
  markup: MarkupRenderer;
  /** Somebody who asks for nothing just now, with what they may. */
  loadAbsent(userId: number): Promise<Viewer | undefined>;
  artifacts: Pick<Artifacts, 'listWhole'>;
}

export type Filter = store.Filter;

/** What is found throws notFound where it is not there, and forbidden for who may not read its repository. */
export interface PullRequests {
  /** Throws notFound for unknown repositories, forbidden where the source may not be written, invalid for branches that can't be merged into each other. */
  create(viewer: Viewer, wanted: Static<typeof NewPullRequest>): Promise<number>;
  show(viewer: Viewer, id: number): Promise<Static<typeof PullRequest>>;
  list(
    viewer: Viewer,
    repositoryId: number,
    filter: store.Filter,
    page: Page & { order: 'asc' | 'desc' },
  ): Promise<{ collection: Static<typeof ListedPullRequest>[]; size: number }>;
  listPeople(
    viewer: Viewer,
    repositoryId: number,
    which: 'authors' | 'reviewers',
    page: Page,
  ): Promise<{ people: ReturnType<typeof viewPeople>; size: number }>;
  listCommits(viewer: Viewer, id: number, page: Page): Promise<{ commits: Static<typeof GitCommit>[]; size: number }>;
  listFiles(viewer: Viewer, id: number): Promise<Static<typeof ChangedFiles>>;
  /** Title, description and their format. Throws forbidden for who neither made it nor may merge it, invalid for an empty title and a description without a format. */
  edit(viewer: Viewer, id: number, change: Static<typeof PullRequestChange>): Promise<void>;
}

/** Of the commits of one pull request that are counted. */
const commitsMax = 10_000;

export const createPullRequests = (needs: PullRequestNeeds): PullRequests => ({
  ...createListing(needs),
  ...createContents(needs),
});

function createContents({ database, code }: PullRequestNeeds): Pick<PullRequests, 'listCommits' | 'listFiles'> {
  const db = database.read;
  return {
    async listCommits(viewer, id, { limit, offset }) {
      const found = await findFor(db, code, viewer, id);
      const { from, to } = await findEnds(code, found);
      const filter = { from: to, without: from, path: undefined, author: undefined, message: undefined };
      const hashes = await code.listHistory(found.repository, filter, { limit: commitsMax, offset: 0 });
      const shown = hashes.slice(offset, offset + limit);
      const commits = await code.readCommits(found.repository, shown);
      const views = await code.viewCommits(viewer, found.repository, [...commits.values()]);
      return { commits: shown.flatMap((hash) => views.get(hash) ?? []), size: hashes.length };
    },
    async listFiles(viewer, id) {
      const found = await findFor(db, code, viewer, id);
      const wish = { path: undefined, isWhole: false, limit: 0, offset: 0 };
      const { changes } = await code.readDifference(found.repository, await findEnds(code, found), wish);
      return changes.map(({ path, status, added, removed }) => ({
        path,
        status,
        lines_added: added === undefined ? '' : String(added),
        lines_removed: removed === undefined ? '' : String(removed),
      }));
    },
  };
}

function createListing(needs: PullRequestNeeds): Omit<PullRequests, 'listCommits' | 'listFiles'> {
  const { database, code } = needs;
  const db = database.read;
  const readRepository = async (viewer: Viewer, id: number): Promise<Repository> => {
    const repository = await code.find(db, id);
    if (repository === undefined || !mayRead(viewer, repository)) throw noRepository();
    return repository;
  };
  return {
    create: (viewer, wanted) => create(needs, viewer, wanted),
    async show(viewer, id) {
      return show(needs, viewer, await findFor(db, code, viewer, id));
    },
    async list(viewer, repositoryId, filter, page) {
      const repository = await readRepository(viewer, repositoryId);
      const { rows, size } = await store.pagePullRequests(db, repository.id, filter, page);
      const ids = rows.map((row) => row.id);
      const reviewers = await store.listReviewers(db, ids);
      const labels = await listLabelsOfAll(db, 'pull-request', ids);
      const people = await readPeople(db, [...rows.map((row) => row.user_id), ...[...reviewers.values()].flat()]);
      const there = await code.listThere(repository, [...new Set(rows.map((row) => row.head_hash))]);
      const forks = await code.findAll(db, [...new Set(rows.flatMap((row) => row.fork_id ?? []))]);
      const collection = rows.map((row) => ({
        ...viewMinimal(viewer, { row, repository, source: forks.get(row.fork_id ?? 0) ?? repository }, people, {
          reviewers: reviewers.get(row.id) ?? [],
          isBroken: !there.has(row.head_hash),
        }),
        labels: (labels.get(row.id) ?? []).map(viewLabel),
      }));
      return { collection, size };
    },
    async listPeople(viewer, repositoryId, which, { limit, offset }) {
      const repository = await readRepository(viewer, repositoryId);
      const ids = await (which === 'authors' ? store.listAuthors : store.listReviewersOfRepository)(db, repository.id);
      const shown = ids.slice(offset, offset + limit);
      return { people: viewPeople(viewer, await readPeople(db, shown), shown), size: ids.length };
    },
    async edit(viewer, id, { title, description, description_format: format }) {
      if (title !== undefined && title !== null && title.trim() === '')
        throw invalid(says('pull.empty')`is required`, 'title');
      if (description !== undefined && description !== null && (format ?? null) === null)
        throw invalid(says('pull.format')`is required with a description: text or commonmark`, 'description_format');
      const found = await findFor(db, code, viewer, id);
      if (!mayEdit(viewer, found))
        throw forbidden(
          says(
            'pull.change',
          )`only its author and people with permission to merge it can change the title and description`,
        );
      requireLivingProject(found.repository.project);
      await database.transact(async (tx) => {
        const now = await findFor(tx, code, viewer, id);
        if (!mayEdit(viewer, now)) throw forbidden(says('pull.no-change')`you can no longer change this pull request`);
        const texts = { title: title ?? now.row.title, description: description ?? now.row.description };
        await store.updatePullRequest(tx, id, { ...texts, description_format: format ?? now.row.description_format });
        await store.replaceReferences(tx, id, referencesOf(texts));
      });
    },
  };
}

async function requireBranch(code: CodeAccess, db: Reader, id: number, branch: string, part: string): Promise<string> {
  const hash = await code.findBranch(db, id, branch);
  if (hash === undefined) throw invalid(says('pull.no-branch')`there is no branch "${branch}"`, part);
  return hash;
}

async function requireReadable(code: CodeAccess, db: Reader, viewer: Viewer, id: number): Promise<Repository> {
  const repository = await code.find(db, id);
  if (repository === undefined) throw noRepository();
  if (!mayRead(viewer, repository)) throw forbidden(says('pull.unread')`you don't have access to this repository`);
  return repository;
}

/** Both ends of what is asked for, with the commits of both in the target. */
async function prepareEnds(
  { database, code }: PullRequestNeeds,
  viewer: Viewer,
  { repository_id: id, repository_dest_id: targetId, branch_src, branch_dest }: Static<typeof NewPullRequest>,
) {
  const db = database.read;
  const source = await requireReadable(code, db, viewer, id);
  const target = targetId === id ? source : await requireReadable(code, db, viewer, targetId);
  if (!mayWriteBranch(viewer, source, branch_src))
    throw forbidden(
      says('pull.source-write')`you need permission to push to "${branch_src}" to open a pull request for it`,
    );
  requireLivingProject(source.project);
  requireLivingProject(target.project);
  if (target.id !== id && source.parent_id !== target.id)
    throw invalid(
      says('pull.repository')`must be the same repository, or the one it was forked from`,
      'repository_dest_id',
    );
  if (target.id === id && branch_src === branch_dest)
    throw invalid(says('pull.same-branch')`must be another branch than branch_src`, 'branch_dest');
  const head = await requireBranch(code, db, id, branch_src, 'branch_src');
  const dest = await requireBranch(code, db, target.id, branch_dest, 'branch_dest');
  if (target.id !== id) {
    await code.requireRoom(viewer, target);
    await code.bring(target, source, head);
  }
  if (await code.isAncestor(target, [head, dest]))
    throw invalid(
      says('pull.nothing-new')`has no new commits: "${branch_dest}" already contains all commits of "${branch_src}"`,
      'branch_src',
    );
  return { source, target, head, dest };
}

/** Of one repository, or from a fork into the one that it was copied from. */
async function create(needs: PullRequestNeeds, viewer: Viewer, wanted: Static<typeof NewPullRequest>): Promise<number> {
  const { database, clock, code } = needs;
  const { branch_src: branch, branch_dest: into } = wanted;
  const user = requireUser(viewer);
  const { source, target, head, dest } = await prepareEnds(needs, viewer, wanted);
  const forkId = source.id === target.id ? null : source.id;
  const commit = (await code.readCommits(target, [head])).get(head);
  const [title = '', ...rest] = (commit?.message ?? '').split('\n');
  const row = await database.transact(async (tx) => {
    const now = await code.find(tx, target.id);
    const sourceNow = forkId === null ? now : await code.find(tx, forkId);
    if (now === undefined || !mayRead(viewer, now)) throw noRepository();
    if (sourceNow === undefined || !mayRead(viewer, sourceNow)) throw noRepository();
    const isStill =
      (await code.findBranch(tx, source.id, branch)) === head && (await code.findBranch(tx, target.id, into)) === dest;
    if (!isStill) throw invalid(says('pull.moved')`was updated just now; try again`, 'branch_src');
    const made = await store.insertPullRequest(tx, {
      repository_id: target.id,
      fork_id: forkId,
      branch_src: branch,
      branch_dest: into,
      head_hash: head,
      dest_hash: dest,
      title: truncate(title.trim(), titleMax) || branch,
      description: rest.join('\n').trim(),
      description_format: 'commonmark',
      user_id: user.id,
      created_at_ms: clock.nowMs(),
      status: 'review',
      status_by: null,
      status_at_ms: null,
    });
    await requireOnly(tx, made, 'branch_src');
    await store.replaceReferences(tx, made.id, referencesOf(made));
    await note(tx, { row: made, repository: now }, { kind: 'opened', by: user.id, atMs: made.created_at_ms });
    return made;
  });
  await code.keep(target, headReference(row.id), head);
  return row.id;
}

/** Throws invalid where another open one is of the same branches. */
export async function requireOnly(db: Reader, row: PullRequestRow, part: string): Promise<void> {
  const open = await store.listOpenOf(db, store.sourceOf(row), [row.branch_src]);
  const isSame = (one: PullRequestRow): boolean =>
    one.id !== row.id &&
    one.repository_id === row.repository_id &&
    one.fork_id === row.fork_id &&
    one.branch_src === row.branch_src &&
    one.branch_dest === row.branch_dest;
  if (open.some(isSame))
    throw invalid(
      says(
        'pull.there',
      )`can't be opened: there is already an open pull request from "${row.branch_src}" to "${row.branch_dest}"`,
      part,
    );
}

/** What may speak of something. */
const speakingOf = ({ title, description }: Pick<PullRequestRow, 'title' | 'description'>): string =>
  `${title}\n${description}`;

/** What title and description speak of. */
export const referencesOf = (texts: Pick<PullRequestRow, 'title' | 'description'>) =>
  writtenReferences.listReferences(speakingOf(texts));

/** Characters of a title that a commit's message gives; the rest is cut off. */
const titleMax = 1000;

/** Under which the repository keeps the commits of a pull request. */
export const headReference = (id: number): string => `tlpr/${id}/head`;

/** The numbers of what changed, and how a merge would go, as far as git still has the commits. */
async function readState(code: CodeAccess, found: Found) {
  const { row, repository } = found;
  const commits = await code.readCommits(repository, [row.head_hash, row.dest_hash]);
  const none = { files_changed: 0, lines_added: 0, lines_removed: 0 };
  if (!commits.has(row.head_hash) || !commits.has(row.dest_hash))
    return { isBroken: true, mergeStatus: 'unknown-merge-status', stat: none };
  const wish = { path: undefined, isWhole: false, limit: 0, offset: 0 };
  const { changes } = await code.readDifference(repository, await findEnds(code, found), wish);
  const outlook =
    row.status === 'review'
      ? (await code.previewMerge(repository, { into: row.dest_hash, head: row.head_hash })).kind
      : 'merged';
  return {
    isBroken: false,
    mergeStatus: outlook === 'merged' ? 'unknown-merge-status' : outlook,
    stat: {
      files_changed: changes.length,
      lines_added: changes.reduce((sum, { added = 0 }) => sum + added, 0),
      lines_removed: changes.reduce((sum, { removed = 0 }) => sum + removed, 0),
    },
  };
}

const resourcesOf = (id: number): Static<typeof PullRequest>['resources'] => {
  const at = (name: string) => ({ uri: `pull_requests/${id}/${name}` });
  return {
    comments: at('comments'),
    'inline-comments': at('inline-comments'),
    labels: at('labels'),
    files: at('files'),
    file_diff: at('file_diff'),
    timeline: at('timeline'),
  };
};

async function show(needs: PullRequestNeeds, viewer: Viewer, found: Found): Promise<Static<typeof PullRequest>> {
  const { database, code, markup } = needs;
  const db = database.read;
  const { row, repository } = found;
  const reviewers = (await store.listReviewers(db, [row.id])).get(row.id) ?? [];
  const people = await readPeople(db, [row.user_id, ...reviewers, ...(row.status_by === null ? [] : [row.status_by])]);
  const [state, merging, statuses, keywords] = await Promise.all([
    readState(code, found),
    showMerging(db, needs, viewer, found),
    code.listStatuses(db, repository.id, [row.head_hash]),
    readKeywords(db, repository.project),
  ]);
  const named = { text: speakingOf(row), names: namesOf(row.id) };
  const [crossReferences = []] = await listCrossReferences({ db, referring: code.referring }, viewer, keywords, [
    named,
  ]);
  const text = { content: row.description, format: row.description_format };
  const build = statuses.get(row.head_hash);
  const canEdit = mayEdit(viewer, found);
  return {
    ...viewMinimal(viewer, found, people, { reviewers, isBroken: state.isBroken }),
    description: escapeHtml(row.description),
    raw_title: row.title,
    raw_description: row.description,
    description_format: row.description_format,
    post_processed_description: await renderText({ markup, keywords }, viewer, text),
    reference_src: row.head_hash,
    reference_dest: row.dest_hash,
    head_reference: `refs/${headReference(row.id)}`,
    resources: resourcesOf(row.id),
    user_can_merge: mayChangeState(viewer, found, 'merge'),
    user_can_abandon: mayChangeState(viewer, found, 'abandon'),
    user_can_reopen: row.status === 'abandon' && mayChangeState(viewer, found, 'review'),
    user_can_apply_suggestions: row.status === 'review' && mayWriteSource(viewer, found),
    user_can_update_labels: mayMerge(viewer, found),
    user_can_update_title_and_description: canEdit,
    merge_status: state.mergeStatus,
    ...merging,
    will_close: state.isBroken ? [] : await listClosed(needs, viewer, found, keywords.itemNames),
    short_stat: state.stat,
    last_build_status: build?.state ?? 'unknown',
    last_build_date: build === undefined ? null : formatIso(build.at_ms),
    status_info: viewStatus(viewer, row, people),
    cross_references: crossReferences,
  };
}

const viewStatus = (viewer: Viewer, row: PullRequestRow, people: People): Static<typeof PullRequest>['status_info'] =>
  row.status_at_ms === null
    ? null
    : {
        status_type: row.status,
        status_date: formatIso(row.status_at_ms),
        status_updater: viewPerson(viewer, people, row.status_by ?? 0) ?? null,
      };
