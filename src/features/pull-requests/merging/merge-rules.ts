// What has to be before a branch is merged, and what of it is not yet. Pure.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { says, several } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';

/**
 * `merge` moves the branch on where that is enough, and else makes a commit of both; `fast-forward` only moves on; `rebase` makes
 * the commits anew on top of the branch; `squash` makes one commit of all of them.
 */
export const mergeMethods = ['merge', 'fast-forward', 'rebase', 'squash'] as const;
export type MergeMethod = (typeof mergeMethods)[number];

/** What comes of something that is better not there when a branch is merged: nothing, a question, or a refusal. */
export const concerns = ['allow', 'confirm', 'refuse'] as const;
export type Concern = (typeof concerns)[number];

/** As they are kept. */
export const StoredRules = Type.Object({
  /** The first is what is done where nobody says how. */
  methods: Type.Array(Type.Enum([...mergeMethods])),
  required_approvals: Type.Integer(),
  /** Ids of people. */
  required_reviewers: Type.Array(Type.Integer()),
  required_checks: Type.Array(Type.String()),
  requires_resolved_threads: Type.Optional(Type.Boolean()),
  open_threads: Type.Optional(Type.Enum([...concerns])),
  missing_reviews: Type.Optional(Type.Enum([...concerns])),
  outdated_approvals: Type.Optional(Type.Enum([...concerns])),
});
export type MergeRules = Required<Static<typeof StoredRules>>;

/** What rules say of concerns that they were kept without. */
export const defaultConcerns = {
  open_threads: 'confirm',
  missing_reviews: 'confirm',
  outdated_approvals: 'confirm',
} as const;

/** Where nobody said anything else. */
export const defaultRules: MergeRules = {
  methods: ['merge'],
  required_approvals: 0,
  required_reviewers: [],
  required_checks: [],
  requires_resolved_threads: false,
  ...defaultConcerns,
};

/** What one who reviews thinks of one version. */
export interface Review {
  userId: number;
  verdict: 'approve' | 'changes';
  /** Whether it is about what would be merged now. */
  isCurrent: boolean;
  /** Whether it is of somebody who may write or merge. */
  counts: boolean;
}

export interface Check {
  name: string;
  state: 'success' | 'failure' | 'pending';
}

export type Obstacle =
  | { kind: 'approvals'; count: number }
  | { kind: 'reviewer'; userId: number }
  | { kind: 'changes'; userId: number }
  | { kind: 'review'; userId: number }
  | { kind: 'outdated'; userId: number }
  | { kind: 'check'; name: string; state: Check['state'] | 'missing' }
  | { kind: 'threads'; count: number };

/** A pull request as rules judge it. */
export interface Judged {
  authorId: number;
  /** Ids of those who pushed commits of it: they approve nothing of their own work. */
  pushers: ReadonlySet<number>;
  /** Ids of those who were asked. */
  reviewers: readonly number[];
  reviews: readonly Review[];
  checks: readonly Check[];
  /** Threads on lines that are not resolved. */
  openThreads: number;
}

/**
 * What has to be there, or gone, before it is merged. Who made the pull request approves nothing, not even where they are required to;
 * who pushed commits of it approves nothing either, and stays required where the rules say so.
 */
export function listObstacles(rules: MergeRules, judged: Judged): Obstacle[] {
  const { authorId, checks } = judged;
  const others = judged.reviews.filter(({ userId }) => userId !== authorId);
  const required = rules.required_reviewers.filter((id) => id !== authorId);
  const approvals = others.filter(
    ({ verdict, isCurrent, userId }) => verdict === 'approve' && isCurrent && !judged.pushers.has(userId),
  );
  const counted = approvals.filter(({ counts, userId }) => counts || required.includes(userId));
  const missing = rules.required_approvals - counted.length;
  const asksForReviews = rules.required_approvals > 0 || required.length > 0;
  return [
    ...(missing > 0 ? [{ kind: 'approvals' as const, count: missing }] : []),
    ...required
      .filter((id) => !approvals.some(({ userId }) => userId === id))
      .map((userId) => ({ kind: 'reviewer' as const, userId })),
    ...others
      .filter(({ verdict, counts, userId }) => verdict === 'changes' && (counts || required.includes(userId)))
      .filter(() => asksForReviews)
      .map(({ userId }) => ({ kind: 'changes' as const, userId })),
    ...rules.required_checks.flatMap((name): Obstacle[] => {
      const state = checks.find((check) => check.name === name)?.state ?? 'missing';
      return state === 'success' ? [] : [{ kind: 'check', name, state }];
    }),
    ...listConcerns(rules, judged, 'refuse'),
  ];
}

/** What whoever merges it is to confirm. */
export const listWarnings = (rules: MergeRules, judged: Judged): Obstacle[] => listConcerns(rules, judged, 'confirm');

/** What of the concerns is there whose rule is `wanted`. */
function listConcerns(
  rules: MergeRules,
  { authorId, reviewers, reviews, openThreads }: Judged,
  wanted: Concern,
): Obstacle[] {
  const threads = rules.requires_resolved_threads ? 'refuse' : rules.open_threads;
  const has = (rule: Concern): boolean => rule === wanted;
  const asked = reviewers.filter((id) => id !== authorId && !reviews.some(({ userId }) => userId === id));
  const outdated = reviews.filter(
    ({ userId, verdict, isCurrent }) => userId !== authorId && verdict === 'approve' && !isCurrent,
  );
  return [
    ...(has(threads) && openThreads > 0 ? [{ kind: 'threads' as const, count: openThreads }] : []),
    ...(has(rules.missing_reviews) ? asked.map((userId) => ({ kind: 'review' as const, userId })) : []),
    ...(has(rules.outdated_approvals) ? outdated.map(({ userId }) => ({ kind: 'outdated' as const, userId })) : []),
  ];
}

/** What is in the way, in words that follow "can not be:". */
export const describeObstacles = (obstacles: readonly Obstacle[]): Said => several(obstacles.map(describeObstacle));

function describeObstacle(obstacle: Obstacle): Said {
  if (obstacle.kind === 'approvals')
    return obstacle.count === 1
      ? says('pull.approval-missing')`an approval is missing`
      : says('pull.approvals-missing')`${obstacle.count} approvals are missing`;
  if (obstacle.kind === 'reviewer') return says('pull.must-approve')`user ${obstacle.userId} must approve it`;
  if (obstacle.kind === 'threads')
    return obstacle.count === 1
      ? says('pull.thread-open')`a thread is unresolved`
      : says('pull.threads-open')`${obstacle.count} threads are unresolved`;
  if (obstacle.kind === 'review')
    return says('pull.review-missing')`the requested review of user ${obstacle.userId} is missing`;
  if (obstacle.kind === 'outdated')
    return says('pull.approval-outdated')`user ${obstacle.userId} approved it before the last push`;
  if (obstacle.kind === 'changes') return says('pull.asks-changes')`user ${obstacle.userId} requested changes`;
  const states = {
    missing: says('pull.check-missing')`the check "${obstacle.name}" has not run`,
    pending: says('pull.check-running')`the check "${obstacle.name}" is running`,
    failure: says('pull.check-failed')`the check "${obstacle.name}" failed`,
    success: says('pull.check-passed')`the check "${obstacle.name}" passed`,
  };
  return states[obstacle.state];
}
