// States of pull requests: merged, abandoned, opened again; by somebody here, or by what is pushed.
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { DomainError, forbidden, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { listUsersByIds, requireUser } from '../people/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { CodeAccess, RefMove, RepositoryRow } from '../source-control/index.ts';
import { findFor, mayChangeState } from './finding.ts';
import type { Found, StateWish } from './finding.ts';
import { findJudges, judgeMerge } from './merging/judging.ts';
import type { Judges } from './merging/judging.ts';
import { describeObstacles } from './merging/merge-rules.ts';
import type { MergeMethod, Obstacle } from './merging/merge-rules.ts';
import { deleteSource, requireDeletable } from './merging/source-branch.ts';
import { chooseMethod, prepareMerge } from './merging/ways.ts';
import { headReference, requireOnly } from './pull-requests.service.ts';
import * as store from './pull-requests.store.ts';
import type { PullRequestRow } from './pull-requests.store.ts';
import type { EventKind } from './pull-requests.tables.ts';
import { note } from './notifications/noting.ts';

interface Needs {
  database: Database;
  clock: Clock;
  code: CodeAccess;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

export interface StateChange {
  status: StateWish;
  method: MergeMethod | undefined;
  /** Kinds of warnings that who merges has seen; undefined for a client that does not ask. */
  confirmed?: readonly Obstacle['kind'][] | undefined;
  deletesSource?: boolean;
}

export interface PullRequestStates {
  /**
   * Throws as findFor, forbidden for who may not write both branches, asked again in the transaction that orders the change, and
   * invalid for a state that can't follow the one that is, and for a merge that rules do not allow yet.
   */
  change(viewer: Viewer, id: number, wanted: StateChange): Promise<void>;
}

export function createPullRequestStates(needs: Needs): PullRequestStates {
  const { database, code } = needs;
  needs.code.moves.add((repository, moves) => followMoves(needs, repository, moves));
  return {
    async change(viewer, id, { status, method, confirmed, deletesSource = false }) {
      requireUser(viewer);
      const found = await findFor(database.read, code, viewer, id);
      requireRights(viewer, found, status);
      if (status === 'merge') {
        if (deletesSource) await requireDeletable(database.read, viewer, found);
        await merge(needs, viewer, found, { wanted: method, confirmed });
        if (deletesSource) await deleteMerged(needs, viewer, id);
        return undefined;
      }
      return status === 'abandon' ? abandon(needs, viewer, id) : reopen(needs, viewer, found);
    },
  };
}

/**
 * The branch of a pull request that was merged just now; by the rights of this moment. It is merged whatever is refused here: the
 * answer tells that the branch is there still.
 */
async function deleteMerged({ database, code, loadAbsent }: Needs, first: Viewer, id: number): Promise<void> {
  const viewer = (await loadAbsent(requireUser(first).id)) ?? first;
  try {
    const found = await findFor(database.read, code, viewer, id);
    if (found.row.status === 'merge') await deleteSource(database.read, code, viewer, found);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

function requireRights(viewer: Viewer, found: Found, wish: StateWish): void {
  requireLivingProject(found.repository.project);
  if (mayChangeState(viewer, found, wish)) return;
  throw forbidden(
    found.row.fork_id === null
      ? says('pull.states')`you need permission to push to both branches to merge, abandon or reopen it`
      : says(
          'pull.states-fork',
        )`you need permission to push to the target branch to merge it, and to the target branch or the fork to abandon or reopen it`,
  );
}

function requireOpen({ status }: PullRequestRow): void {
  if (status !== 'review')
    throw invalid(
      status === 'merge'
        ? says('pull.merged')`can't be changed: the pull request is already merged`
        : says('pull.abandoned')`can't be changed: the pull request is abandoned; reopen it first`,
      'status',
    );
}

/** The pull request as it is in a transaction, for who still may change its state. */
async function findStill(
  tx: Reader,
  code: CodeAccess,
  viewer: Viewer,
  { id, wish }: { id: number; wish: StateWish },
): Promise<Found> {
  const found = await findFor(tx, code, viewer, id);
  requireRights(viewer, found, wish);
  return found;
}

async function abandon({ database, clock, code }: Needs, viewer: Viewer, id: number): Promise<void> {
  await database.transact(async (tx) => {
    const found = await findStill(tx, code, viewer, { id, wish: 'abandon' });
    requireOpen(found.row);
    await end(tx, found, { status: 'abandon', by: requireUser(viewer).id, atMs: clock.nowMs() });
  });
}

type Noted = Parameters<typeof note>[1];

/** The end of a pull request, with its event. */
async function end(
  tx: Writer,
  found: Noted,
  { status, by, atMs }: { status: 'merge' | 'abandon'; by: number; atMs: number },
): Promise<void> {
  await store.updatePullRequest(tx, found.row.id, { status, status_by: by, status_at_ms: atMs });
  await note(tx, found, { kind: status, by, atMs });
}

/** With what its branches hold by now. */
async function reopen(needs: Needs, viewer: Viewer, { row, repository, source }: Found): Promise<void> {
  const { database, clock, code } = needs;
  if (row.status !== 'abandon')
    throw invalid(
      says('pull.only-abandoned')`can't be reopened: only abandoned pull requests can be reopened`,
      'status',
    );
  if (source === undefined)
    throw invalid(says('pull.fork-gone')`can't be reopened: its fork no longer exists`, 'status');
  const [head, dest] = await Promise.all([
    code.findBranch(database.read, source.id, row.branch_src),
    code.findBranch(database.read, row.repository_id, row.branch_dest),
  ]);
  if (head === undefined || dest === undefined)
    throw invalid(says('pull.branch-gone')`can't be reopened: one of its branches no longer exists`, 'status');
  if (row.fork_id !== null) await code.bring(repository, source, head);
  if (await code.isAncestor(repository, [head, dest]))
    throw invalid(says('pull.nothing')`can't be changed: there are no new commits to merge`, 'status');
  await database.transact(async (tx) => {
    const now = await findStill(tx, code, viewer, { id: row.id, wish: 'review' });
    if (now.row.status !== 'abandon')
      throw invalid(says('pull.open-again')`can't be changed: it is already open again`, 'status');
    const isSame =
      (await code.findBranch(tx, source.id, row.branch_src)) === head &&
      (await code.findBranch(tx, row.repository_id, row.branch_dest)) === dest;
    if (!isSame)
      throw invalid(
        says('pull.branches-moved')`can't be merged right now: its branches were updated; try again`,
        'status',
      );
    await requireOnly(tx, row, 'status');
    const change = { status: 'review' as const, status_by: null, status_at_ms: null };
    await store.updatePullRequest(tx, row.id, { ...change, head_hash: head, dest_hash: dest });
    const by = requireUser(viewer).id;
    await note(tx, now, { kind: 'reopen', by, atMs: clock.nowMs() });
  });
  await code.keep(repository, headReference(row.id), head);
}

/** Attempts of one merge while others push to its branch; after the last it is answered 400. */
const attemptsMax = 3;

/**
 * Moves the branch as a push would; that it is merged then, followMoves finds out, as for a merge that somebody pushes. Rights and
 * rules are asked again in the transaction that orders the move.
 */
async function merge(
  needs: Needs,
  first: Viewer,
  { row: { id } }: Found,
  { wanted, confirmed }: { wanted: MergeMethod | undefined; confirmed: StateChange['confirmed'] },
): Promise<void> {
  const { database, code } = needs;
  const user = requireUser(first);
  let viewer = first;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const found = await findStill(database.read, code, viewer, { id, wish: 'merge' });
    const { row, repository } = found;
    requireOpen(row);
    const judges = await findJudges(database.read, needs, found);
    const method = await requireRules(database.read, needs, found, { judges, wanted, confirmed });
    const [author] = await listUsersByIds(database.read, [row.user_id]);
    const to = await prepareMerge(code, viewer, found, { method, author });
    const move = { branch: row.branch_dest, from: row.dest_hash, to };
    const by = viewer;
    const isMoved = await code.moveBranch(repository, user, move, async (tx) => {
      const now = await findStill(tx, code, by, { id, wish: 'merge' });
      requireOpen(now.row);
      if (now.row.head_hash !== row.head_hash)
        throw invalid(
          says('pull.pushed')`can't be merged right now: new commits were pushed; review them first`,
          'status',
        );
      await requireRules(tx, needs, now, { judges, wanted: method, confirmed });
      await store.updatePullRequest(tx, id, { merge_hash: to });
    });
    if (isMoved) return settle(needs, viewer, found);
    // Only the first transaction of a request is guarded against rights that were loaded before it.
    viewer = (await needs.loadAbsent(user.id)) ?? viewer;
  }
  throw invalid(says('pull.pushing')`can't be merged right now: the branch is being updated; try again`, 'status');
}

/** The way in which it is merged. Throws invalid for one that is not allowed, while something stands in the way, and for what is not confirmed. */
async function requireRules(
  db: Reader,
  needs: Needs,
  found: Found,
  {
    judges,
    wanted,
    confirmed,
  }: { judges: Judges; wanted: MergeMethod | undefined; confirmed: StateChange['confirmed'] },
): Promise<MergeMethod> {
  const { rules, obstacles, warnings } = await judgeMerge(db, needs, found, judges);
  const method = chooseMethod(rules, wanted);
  if (obstacles.length > 0)
    throw invalid(says('pull.obstacles')`can't be merged: ${describeObstacles(obstacles)}`, 'status');
  const unconfirmed = confirmed === undefined ? [] : warnings.filter(({ kind }) => !confirmed.includes(kind));
  if (unconfirmed.length > 0)
    throw invalid(
      says('pull.unconfirmed')`does not contain everything to confirm: ${describeObstacles(unconfirmed)}`,
      'confirmed',
    );
  return method;
}

/** What was merged is merged, also where more was pushed at the same moment: that is for another pull request. */
async function settle({ database, clock }: Needs, viewer: Viewer, found: Found): Promise<void> {
  const { row: merged } = found;
  await database.transact(async (tx) => {
    const now = await store.findPullRequest(tx, merged.id);
    if (now?.status !== 'review') return;
    await store.updatePullRequest(tx, merged.id, { head_hash: merged.head_hash, dest_hash: merged.dest_hash });
    await end(tx, found, { status: 'merge', by: requireUser(viewer).id, atMs: clock.nowMs() });
  });
}

interface Step {
  row: PullRequestRow;
  /** Into which it is to be merged. */
  target: RepositoryRow;
  by: number;
  /** What moved. */
  change: { head_hash?: string; dest_hash?: string };
  kind: EventKind | undefined;
}

/** What pushes mean for open pull requests: more to review, another history, merged, or without a branch. */
async function followMoves(
  { database, clock, code }: Needs,
  repository: RepositoryRow,
  moves: readonly RefMove[],
): Promise<(tx: Writer) => Promise<void>> {
  const last = new Map(
    moves.flatMap((move): [string, RefMove][] =>
      move.name.startsWith('refs/heads/') ? [[move.name.slice('refs/heads/'.length), move]] : [],
    ),
  );
  const open = await store.listOpenOf(database.read, repository.id, [...last.keys()].slice(0, branchesMax));
  const steps: Step[] = [];
  for (const row of open) {
    const target = row.fork_id === repository.id ? await code.find(database.read, row.repository_id) : repository;
    if (target !== undefined) steps.push(await judge(code, { repository, target }, row, last));
  }
  for (const { row, target, change } of steps)
    if (change.head_hash !== undefined) await code.keep(target, headReference(row.id), change.head_hash);
  return async (tx) => {
    for (const { row, target, by, change, kind } of steps) {
      const now = await store.findPullRequest(tx, row.id);
      if (now?.status !== 'review') continue;
      const atMs = clock.nowMs();
      if (kind === 'merge' || kind === 'abandon') {
        await end(tx, { row, repository: target }, { status: kind, by, atMs });
        continue;
      }
      if (Object.keys(change).length > 0) await store.updatePullRequest(tx, row.id, change);
      if (kind !== undefined) await note(tx, { row, repository: target }, { kind, by, atMs });
    }
  };
}

/** Branches of one push that are looked at. */
const branchesMax = 500;

async function judge(
  code: CodeAccess,
  { repository, target: into }: { repository: RepositoryRow; target: RepositoryRow },
  row: PullRequestRow,
  moves: ReadonlyMap<string, RefMove>,
): Promise<Step> {
  const source = store.sourceOf(row) === repository.id ? moves.get(row.branch_src) : undefined;
  const target = row.repository_id === repository.id ? moves.get(row.branch_dest) : undefined;
  const head = source === undefined ? row.head_hash : source.to;
  const dest = target === undefined ? row.dest_hash : target.to;
  const by = (source ?? target)?.by ?? 0;
  const change = {
    ...(head === '' || head === row.head_hash ? {} : { head_hash: head }),
    ...(dest === '' || dest === row.dest_hash ? {} : { dest_hash: dest }),
  };
  const step = { row, target: into, change };
  if (into.id !== repository.id && head !== '') await code.bring(into, repository, head);
  // What was to be merged when the target moved there is merged, also where its branch is deleted in the same push.
  const isMergedAt = async (hash: string): Promise<boolean> =>
    hash !== '' && dest !== '' && code.isAncestor(into, [hash, dest]);
  if (target !== undefined && ((await isMergedAt(row.head_hash)) || (await isMergedAt(row.merge_hash))))
    return { ...step, by: target.by, kind: 'merge' };
  if (head === '' || dest === '') return { ...step, by, kind: 'abandon' };
  if (await code.isAncestor(into, [head, dest])) return { ...step, by, kind: 'merge' };
  if (head === row.head_hash) return { ...step, by, kind: undefined };
  const isForward = await code.isAncestor(into, [row.head_hash, head]);
  return { ...step, by, kind: isForward ? 'update' : 'rebase' };
}
