// Finds pull requests for who may see them, and says who may do what.
import type { Reader } from '../../platform/database/index.ts';
import { forbidden, gone, notFound } from '../../platform/errors.ts';
import type { DomainError } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { requireUser } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayRead, mayWriteBranch, refRulesFor, ruleOf } from '../source-control/index.ts';
import type { CodeAccess, Repository } from '../source-control/index.ts';
import { findPullRequest } from './pull-requests.store.ts';
import type { PullRequestRow } from './pull-requests.store.ts';

/** A pull request with the repository that it is in, into which it is to be merged. */
export interface Found {
  row: PullRequestRow;
  repository: Repository;
  /** Where its branch is: the same, or a fork; undefined where that is gone. */
  source: Repository | undefined;
}

export const noPullRequest = (id: number): DomainError =>
  notFound(says('pull.missing')`there is no pull request ${id}`);

/** Throws notFound, and forbidden for who may not read the repository. */
export async function findFor(db: Reader, code: CodeAccess, viewer: Viewer, id: number): Promise<Found> {
  const row = await findPullRequest(db, id);
  const repository = row === undefined ? undefined : await code.find(db, row.repository_id);
  if (row === undefined || repository === undefined) throw noPullRequest(id);
  if (!mayRead(viewer, repository))
    throw forbidden(says('pull.no-repository')`you don't have access to the repository of this pull request`);
  const source = row.fork_id === null ? repository : await code.find(db, row.fork_id);
  return { row, repository, source };
}

export const mayMerge = (viewer: Viewer, { row, repository }: Pick<Found, 'row' | 'repository'>): boolean =>
  ruleOf(refRulesFor(viewer, repository), `refs/heads/${row.branch_dest}`)?.mayMerge === true;

/** False where the fork is gone. */
export const mayWriteSource = (viewer: Viewer, { row, source }: Found): boolean =>
  source !== undefined && mayWriteBranch(viewer, source, row.branch_src);

export type StateWish = 'merge' | 'abandon' | 'review';

/**
 * In one repository one writes the source and merges into the target. Of a fork few may write the source: there who merges
 * into the target may merge, and either side abandons it and opens it again.
 */
export function mayChangeState(viewer: Viewer, found: Found, wish: StateWish): boolean {
  if (found.row.fork_id === null) return mayMerge(viewer, found) && mayWriteSource(viewer, found);
  return mayMerge(viewer, found) || (wish !== 'merge' && mayWriteSource(viewer, found));
}

export const mayEdit = (viewer: Viewer, found: Found): boolean =>
  viewer.user !== undefined && (viewer.user.id === found.row.user_id || mayMerge(viewer, found));

/** Throws as findFor, and unauthenticated. */
export async function findForTalk(db: Reader, code: CodeAccess, viewer: Viewer, id: number): Promise<Found> {
  requireUser(viewer);
  return findFor(db, code, viewer, id);
}

/** Both commits that the difference is between. Throws gone where git has one of them no more. */
export async function findEnds(code: CodeAccess, { row, repository }: Found): Promise<{ from: string; to: string }> {
  const commits = await code.readCommits(repository, [row.head_hash, row.dest_hash]);
  if (commits.size < new Set([row.head_hash, row.dest_hash]).size)
    throw gone(says('pull.no-commits')`commits of this pull request are no longer in the repository`);
  const base = await code.findMergeBase(repository, [row.dest_hash, row.head_hash]);
  return { from: base ?? row.dest_hash, to: row.head_hash };
}
