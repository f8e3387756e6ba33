// States of pull requests: merged, abandoned, opened again; by somebody here, or by what is pushed.
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import { requireUser } from '../people/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { CodeAccess, RefMove, Repository } from '../source-control/index.ts';
import { findFor, mayChangeState } from './finding.ts';
import type { Found } from './finding.ts';
import { keptName } from './pull-requests.service.ts';
import * as store from './pull-requests.store.ts';
import type { PullRequestRow } from './pull-requests.store.ts';
import type { EventKind } from './pull-requests.tables.ts';

interface Needs {
  database: Database;
  clock: Clock;
  code: CodeAccess;
}

export interface PullRequestStates {
  /**
   * Throws as findFor, forbidden for who may not write both branches, asked again in the transaction that orders the change, and
   * invalid for a state that can't follow the one that is.
   */
  change(viewer: Viewer, id: number, status: 'merge' | 'abandon' | 'review'): Promise<void>;
}

export function createPullRequestStates(needs: Needs): PullRequestStates {
  const { database, code } = needs;
  needs.code.moves.add((repository, moves) => followMoves(needs, repository, moves));
  return {
    async change(viewer, id, status) {
      requireUser(viewer);
      const found = await findFor(database.read, code, viewer, id);
      requireRights(viewer, found);
      if (status === 'merge') return merge(needs, viewer, found);
      return status === 'abandon' ? abandon(needs, viewer, id) : reopen(needs, viewer, found);
    },
  };
}

function requireRights(viewer: Viewer, found: Found): void {
  requireLivingProject(found.repository.project);
  if (!mayChangeState(viewer, found)) throw forbidden('only who may write both branches merges, abandons and reopens');
}

function requireOpen({ status }: PullRequestRow): void {
  if (status !== 'review')
    throw invalid(status === 'merge' ? 'can not be: it is merged already' : 'can not be: it is abandoned', 'status');
}

/** The pull request as it is in a transaction, for who still may change its state. */
async function findStill(tx: Reader, code: CodeAccess, viewer: Viewer, id: number): Promise<Found> {
  const found = await findFor(tx, code, viewer, id);
  requireRights(viewer, found);
  return found;
}

async function abandon({ database, clock, code }: Needs, viewer: Viewer, id: number): Promise<void> {
  await database.transact(async (tx) => {
    const { row } = await findStill(tx, code, viewer, id);
    requireOpen(row);
    await end(tx, row, { status: 'abandon', by: requireUser(viewer).id, atMs: clock.nowMs() });
  });
}

/** The end of a pull request, with its event. */
async function end(
  tx: Writer,
  { id }: PullRequestRow,
  { status, by, atMs }: { status: 'merge' | 'abandon'; by: number; atMs: number },
): Promise<void> {
  await store.updatePullRequest(tx, id, { status, status_by: by, status_at_ms: atMs });
  await store.insertEvent(tx, { pullRequestId: id, by, atMs, kind: status });
}

/** With what its branches hold by now. */
async function reopen(needs: Needs, viewer: Viewer, { row, repository }: Found): Promise<void> {
  const { database, clock, code } = needs;
  if (row.status !== 'abandon') throw invalid('can not be: only an abandoned one is opened again', 'status');
  const [head, dest] = await Promise.all([
    code.findBranch(database.read, row.repository_id, row.branch_src),
    code.findBranch(database.read, row.repository_id, row.branch_dest),
  ]);
  if (head === undefined || dest === undefined) throw invalid('can not be: one of its branches is gone', 'status');
  if (await code.isAncestor(repository, [head, dest])) throw invalid('can not be: there is nothing to merge', 'status');
  await database.transact(async (tx) => {
    const now = await findStill(tx, code, viewer, row.id);
    if (now.row.status !== 'abandon') throw invalid('can not be: it is open again already', 'status');
    const isSame =
      (await code.findBranch(tx, row.repository_id, row.branch_src)) === head &&
      (await code.findBranch(tx, row.repository_id, row.branch_dest)) === dest;
    if (!isSame) throw invalid('can not be just now: its branches moved; try again', 'status');
    const open = await store.listOpenOf(tx, row.repository_id, [row.branch_src]);
    if (open.some((one) => one.branch_src === row.branch_src && one.branch_dest === row.branch_dest))
      throw invalid('can not be: there is another open pull request of these branches', 'status');
    const change = { status: 'review' as const, status_by: null, status_at_ms: null };
    await store.updatePullRequest(tx, row.id, { ...change, head_hash: head, dest_hash: dest });
    const by = requireUser(viewer).id;
    await store.insertEvent(tx, { pullRequestId: row.id, by, atMs: clock.nowMs(), kind: 'reopen' });
  });
  await code.keep(repository, keptName(row.id), head);
}

const attemptsMax = 3;

/** Moves the branch as a push would; that it is merged then, followMoves finds out, as for a merge that somebody pushes. */
async function merge({ database, code, clock }: Needs, viewer: Viewer, { row: { id } }: Found): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const { row, repository } = await findStill(database.read, code, viewer, id);
    requireOpen(row);
    const to = await prepare(code, viewer, { row, repository });
    const move = { branch: row.branch_dest, from: row.dest_hash, to };
    const isMoved = await code.moveBranch(repository, requireUser(viewer), move, async (tx) => {
      const now = await findStill(tx, code, viewer, id);
      requireOpen(now.row);
      if (now.row.head_hash !== row.head_hash)
        throw invalid('can not be just now: something else was pushed meanwhile; look at it first', 'status');
    });
    if (isMoved) return settle({ database, clock }, viewer, row);
  }
  throw invalid('can not be just now: others push to the branch; try again', 'status');
}

/** What was merged is merged, also where more was pushed at the same moment: that is for another pull request. */
async function settle({ database, clock }: Omit<Needs, 'code'>, viewer: Viewer, merged: PullRequestRow): Promise<void> {
  await database.transact(async (tx) => {
    const now = await store.findPullRequest(tx, merged.id);
    if (now?.status !== 'review') return;
    await store.updatePullRequest(tx, merged.id, { head_hash: merged.head_hash, dest_hash: merged.dest_hash });
    await end(tx, merged, { status: 'merge', by: requireUser(viewer).id, atMs: clock.nowMs() });
  });
}

/** The commit that the branch will be at. */
async function prepare(code: CodeAccess, viewer: Viewer, { row, repository }: Found): Promise<string> {
  const outlook = await code.foreseeMerge(repository, { into: row.dest_hash, head: row.head_hash });
  if (outlook.kind === 'conflict')
    throw invalid(
      `can not be: it conflicts with "${row.branch_dest}"; merge that into "${row.branch_src}" first`,
      'status',
    );
  if (outlook.kind !== 'no_fastforward') return row.head_hash;
  const user = requireUser(viewer);
  return code.writeCommit(repository, {
    tree: outlook.tree,
    parents: [row.dest_hash, row.head_hash],
    message: `Merge "${row.title}"\n\nPull request ${row.id}: ${row.branch_src} into ${row.branch_dest}\n\n${row.description}\n`,
    author: { name: user.real_name, email: user.email },
  });
}

interface Step {
  row: PullRequestRow;
  by: number;
  head: string | undefined;
  dest: string | undefined;
  kind: EventKind | undefined;
}

/** What pushes mean for open pull requests: more to review, another history, merged, or without a branch. */
async function followMoves(
  { database, clock, code }: Needs,
  repository: Pick<Repository, 'id'> & Parameters<CodeAccess['keep']>[0],
  moves: readonly RefMove[],
): Promise<(tx: Writer) => Promise<void>> {
  const last = new Map(
    moves.flatMap((move): [string, RefMove][] =>
      move.name.startsWith('refs/heads/') ? [[move.name.slice('refs/heads/'.length), move]] : [],
    ),
  );
  const open = await store.listOpenOf(database.read, repository.id, [...last.keys()].slice(0, branchesMax));
  const steps: Step[] = [];
  for (const row of open) steps.push(await judge(code, repository, row, last));
  for (const { row, head } of steps)
    if (head !== undefined && head !== row.head_hash) await code.keep(repository, keptName(row.id), head);
  return async (tx) => {
    for (const { row, by, head, dest, kind } of steps) {
      const now = await store.findPullRequest(tx, row.id);
      if (now?.status !== 'review') continue;
      const atMs = clock.nowMs();
      if (kind === 'merge' || kind === 'abandon') await end(tx, row, { status: kind, by, atMs });
      else {
        await store.updatePullRequest(tx, row.id, {
          head_hash: head ?? row.head_hash,
          dest_hash: dest ?? row.dest_hash,
        });
        if (kind !== undefined) await store.insertEvent(tx, { pullRequestId: row.id, by, atMs, kind });
      }
    }
  };
}

/** Branches of one push that are looked at. */
const branchesMax = 500;

async function judge(
  code: CodeAccess,
  repository: Parameters<CodeAccess['isAncestor']>[0],
  row: PullRequestRow,
  moves: ReadonlyMap<string, RefMove>,
): Promise<Step> {
  const source = moves.get(row.branch_src);
  const target = moves.get(row.branch_dest);
  const head = source === undefined ? row.head_hash : source.to;
  const dest = target === undefined ? row.dest_hash : target.to;
  const by = (source ?? target)?.by ?? 0;
  const step = { row, head: head === '' ? undefined : head, dest: dest === '' ? undefined : dest };
  // What was to be merged when the target moved there is merged, also where its branch is deleted in the same push.
  if (target !== undefined && dest !== '' && (await code.isAncestor(repository, [row.head_hash, dest])))
    return { ...step, by: target.by, kind: 'merge' };
  if (head === '' || dest === '') return { ...step, by, kind: 'abandon' };
  if (await code.isAncestor(repository, [head, dest])) return { ...step, by, kind: 'merge' };
  if (head === row.head_hash) return { ...step, by, kind: undefined };
  const isForward = await code.isAncestor(repository, [row.head_hash, head]);
  return { ...step, by, kind: isForward ? 'update' : 'rebase' };
}
