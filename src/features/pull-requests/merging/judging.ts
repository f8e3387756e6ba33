// What stands in the way of a merge, by the rules of the repository, its project or all projects.
import type { Static } from 'typebox';
import type { Reader } from '../../../platform/database/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayRead, refRulesFor, ruleOf } from '../../source-control/index.ts';
import type { CodeAccess, Repository } from '../../source-control/index.ts';
import type { Found } from '../finding.ts';
import { readPeople } from '../people.ts';
import type { PullRequest } from '../pull-requests.schema.ts';
import { countOpenThreads, listReviewers } from '../pull-requests.store.ts';
import { viewPerson } from '../pull-requests.view.ts';
import { concernKinds } from './merge-rules.schema.ts';
import { showSourceBranch } from './source-branch.ts';
import { defaultRules, listObstacles, listWarnings } from './merge-rules.ts';
import type { MergeRules, Obstacle, Review } from './merge-rules.ts';
import * as store from './merge-rules.store.ts';

interface Needs {
  code: CodeAccess;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

export interface Judges {
  /** Whether a verdict of each of these people counts. */
  counts: ReadonlyMap<number, boolean>;
  /** Who pushed commits that would be merged. */
  pushers: ReadonlySet<number>;
}

export const readRules = async (db: Reader, { id, project_id: projectId }: Repository): Promise<MergeRules> =>
  (await store.findRulesOfRepository(db, id)) ?? (await store.findRulesOfProject(db, projectId)) ?? defaultRules;

/** Of those who said what they think so far; asked outside of transactions. */
export async function findJudges(db: Reader, { code, loadAbsent }: Needs, found: Found): Promise<Judges> {
  const { row, repository } = found;
  const judges = new Map<number, boolean>();
  for (const { user_id: id } of await store.listReviews(db, row.id)) {
    const viewer = await loadAbsent(id);
    const rule = viewer && ruleOf(refRulesFor(viewer, repository), `refs/heads/${row.branch_dest}`);
    judges.set(id, viewer !== undefined && mayRead(viewer, repository) && (rule?.mayWrite || rule?.mayMerge) === true);
  }
  const isReviewed = judges.size > 0;
  return { counts: judges, pushers: isReviewed ? await findPushers(db, code, found) : new Set() };
}

/** How many commits are looked at for who pushed them. */
const commitsMax = 10_000;

/** Who brought what is between the target and the head, here or in the fork. */
async function findPushers(
  db: Reader,
  code: CodeAccess,
  { row, repository, source }: Found,
): Promise<ReadonlySet<number>> {
  const filter = {
    from: row.head_hash,
    without: row.dest_hash,
    path: undefined,
    author: undefined,
    message: undefined,
  };
  const there = await code.listThere(repository, [row.head_hash, row.dest_hash]);
  if (there.size < new Set([row.head_hash, row.dest_hash]).size) return new Set();
  const hashes = await code.listHistory(repository, filter, { limit: commitsMax, offset: 0 });
  const places = source === undefined || source.id === repository.id ? [repository] : [repository, source];
  const pushers = await Promise.all(places.map((place) => code.listPushers(db, place, hashes)));
  return new Set(pushers.flat());
}

/** By what `db` holds. Of people who are no known judges, what is against it counts, and what is for it does not. */
export async function judgeMerge(
  db: Reader,
  { code }: Pick<Needs, 'code'>,
  { row, repository }: Found,
  judges: Judges,
): Promise<{ rules: MergeRules; rows: store.ReviewRow[]; obstacles: Obstacle[]; warnings: Obstacle[] }> {
  const [rules, rows, checks, openThreads, asked] = await Promise.all([
    readRules(db, repository),
    store.listReviews(db, row.id),
    code.listChecks(db, repository.id, row.head_hash),
    countOpenThreads(db, row.id),
    listReviewers(db, [row.id]),
  ]);
  const reviews = rows.map(({ user_id: userId, verdict, head_hash: hash }): Review => ({
    userId,
    verdict,
    isCurrent: hash === row.head_hash,
    counts: judges.counts.get(userId) ?? verdict === 'changes',
  }));
  const reviewers = asked.get(row.id) ?? [];
  const judged = { authorId: row.user_id, pushers: judges.pushers, reviewers, reviews, checks, openThreads };
  return { rules, rows, obstacles: listObstacles(rules, judged), warnings: listWarnings(rules, judged) };
}

type Shown = Static<typeof PullRequest>;

/** What a pull request says of its merging. */
export async function showMerging(
  db: Reader,
  needs: Needs,
  viewer: Viewer,
  found: Found,
): Promise<Pick<Shown, 'merge_methods' | 'merge_obstacles' | 'merge_warnings' | 'source_branch' | 'verdicts'>> {
  const judges = await findJudges(db, needs, found);
  const { rules, rows, obstacles, warnings } = await judgeMerge(db, needs, found, judges);
  const named = [...obstacles, ...warnings].flatMap((one) => ('userId' in one ? one.userId : []));
  const people = await readPeople(db, [...rows.map((one) => one.user_id), ...named]);
  const isOpen = found.row.status === 'review';
  const view = (one: Obstacle) => ({
    count: 'count' in one ? one.count : 0,
    user: 'userId' in one ? (viewPerson(viewer, people, one.userId) ?? null) : null,
    check: one.kind === 'check' ? one.name : '',
    state: one.kind === 'check' ? one.state : '',
  });
  return {
    merge_methods: rules.methods,
    merge_obstacles: (isOpen ? obstacles : []).map((one) => ({ kind: one.kind, ...view(one) })),
    merge_warnings: (isOpen ? warnings : []).flatMap((one) =>
      isConcern(one.kind) ? [{ kind: one.kind, ...view(one) }] : [],
    ),
    source_branch: await showSourceBranch(db, needs.code, viewer, found),
    verdicts: rows.flatMap(({ user_id: id, verdict, head_hash: hash, at_ms: atMs }) => {
      const user = viewPerson(viewer, people, id);
      if (user === undefined) return [];
      const isCurrent = hash === found.row.head_hash;
      return {
        user,
        verdict,
        date: formatIso(atMs),
        is_current: isCurrent,
        counts: judges.counts.get(id) === true && !(verdict === 'approve' && judges.pushers.has(id)),
      };
    }),
  };
}

/** Whether an obstacle is one that may be confirmed. */
export const isConcern = (kind: Obstacle['kind']): kind is (typeof concernKinds)[number] =>
  concernKinds.some((one) => one === kind);
