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
import type { MergeRules, Obstacle, Verdict } from './merge-rules.ts';
import * as store from './merge-rules.store.ts';

interface Needs {
  code: CodeAccess;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

/** Whether a verdict of each of these people counts. */
export type Judges = ReadonlyMap<number, boolean>;

export const readRules = async (db: Reader, { id, project_id: projectId }: Repository): Promise<MergeRules> =>
  (await store.findRulesOfRepository(db, id)) ?? (await store.findRulesOfProject(db, projectId)) ?? defaultRules;

/** Of those who said what they think so far; asked outside of transactions. */
export async function findJudges(db: Reader, { loadAbsent }: Needs, { row, repository }: Found): Promise<Judges> {
  const judges = new Map<number, boolean>();
  for (const { user_id: id } of await store.listVerdicts(db, row.id)) {
    const viewer = await loadAbsent(id);
    const rule = viewer && ruleOf(refRulesFor(viewer, repository), `refs/heads/${row.branch_dest}`);
    judges.set(id, viewer !== undefined && mayRead(viewer, repository) && (rule?.mayWrite || rule?.mayMerge) === true);
  }
  return judges;
}

/** By what `db` holds. Of people who are no known judges, what is against it counts, and what is for it does not. */
export async function judgeMerge(
  db: Reader,
  { code }: Pick<Needs, 'code'>,
  { row, repository }: Found,
  judges: Judges,
): Promise<{ rules: MergeRules; rows: store.VerdictRow[]; obstacles: Obstacle[]; warnings: Obstacle[] }> {
  const [rules, rows, checks, openThreads, asked] = await Promise.all([
    readRules(db, repository),
    store.listVerdicts(db, row.id),
    code.listChecks(db, repository.id, row.head_hash),
    countOpenThreads(db, row.id),
    listReviewers(db, [row.id]),
  ]);
  const verdicts = rows.map(({ user_id: userId, verdict, head_hash: hash }): Verdict => ({
    userId,
    verdict,
    isCurrent: hash === row.head_hash,
    counts: judges.get(userId) ?? verdict === 'changes',
  }));
  const reviewers = asked.get(row.id) ?? [];
  const judged = { authorId: row.user_id, reviewers, verdicts, checks, openThreads };
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
      return { user, verdict, date: formatIso(atMs), is_current: isCurrent, counts: judges.get(id) === true };
    }),
  };
}

/** Whether an obstacle is one that may be confirmed. */
export const isConcern = (kind: Obstacle['kind']): kind is (typeof concernKinds)[number] =>
  concernKinds.some((one) => one === kind);
