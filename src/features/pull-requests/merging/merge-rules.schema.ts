// Wire shapes of what has to be before branches are merged. All of it is our own.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { UserReference } from '../user-reference.schema.ts';
import { concerns, mergeMethods } from './merge-rules.ts';

const Methods = Type.Array(Type.Enum([...mergeMethods]), {
  minItems: 1,
  maxItems: mergeMethods.length,
  uniqueItems: true,
  description: 'How branches may be merged. The first is what is done where nobody says how.',
});
const Approvals = Type.Integer({
  minimum: 0,
  maximum: 20,
  description: 'How many people who may write or merge the target have to approve what is merged.',
});
const checkName = Type.String({ minLength: 1, maxLength: 100 });
const Checks = Type.Array(checkName, {
  maxItems: 20,
  uniqueItems: true,
  description: 'Names of checks that have to pass.',
});

const concernTexts = {
  open_threads: 'What comes of threads on lines that are open: allow, confirm before merging, or refuse.',
  missing_reviews: 'The same of people who were asked for a review and said nothing.',
  outdated_approvals: 'The same of approvals that are older than the last push.',
};

export const MergeRulesView = Type.Object(
  {
    methods: Methods,
    required_approvals: Approvals,
    required_reviewers: Type.Array(MinimalUser),
    required_checks: Checks,
    requires_resolved_threads: Type.Boolean({
      description: 'Whether all threads on lines have to be resolved: the same as open_threads "refuse".',
    }),
    open_threads: Type.Enum([...concerns], { description: concernTexts.open_threads }),
    missing_reviews: Type.Enum([...concerns], { description: concernTexts.missing_reviews }),
    outdated_approvals: Type.Enum([...concerns], { description: concernTexts.outdated_approvals }),
    is_inherited: Type.Boolean({ description: 'Whether they are those of the project, or of all projects.' }),
  },
  { title: 'MergeRules' },
);

export const MergeRulesChange = Closed(
  {
    methods: Methods,
    required_approvals: Approvals,
    required_reviewers: Type.Array(UserReference, { maxItems: 20 }),
    required_checks: Checks,
    requires_resolved_threads: Type.Optional(
      Type.Boolean({ description: 'true: the same as open_threads "refuse", whatever that says.' }),
    ),
    open_threads: Type.Optional(
      Type.Enum([...concerns], { description: `${concernTexts.open_threads} Left out: confirm.` }),
    ),
    missing_reviews: Type.Optional(
      Type.Enum([...concerns], { description: `${concernTexts.missing_reviews} Left out: confirm.` }),
    ),
    outdated_approvals: Type.Optional(
      Type.Enum([...concerns], { description: `${concernTexts.outdated_approvals} Left out: confirm.` }),
    ),
  },
  [],
  { title: 'MergeRulesChange' },
);

export const concernKinds = ['threads', 'review', 'outdated'] as const;

const obstacle = (
  kinds: readonly ('approvals' | 'reviewer' | 'changes' | 'check' | 'threads' | 'review' | 'outdated')[],
) =>
  Type.Object({
    kind: Type.Enum([...kinds], {
      description:
        'threads: on lines, not resolved; review: somebody was asked for one and said nothing; outdated: an approval is older than the last push.',
    }),
    count: Type.Integer({ description: 'Of approvals that are missing, or threads that are open; else 0.' }),
    user: Nullable(MinimalUser),
    check: Type.String({ description: 'The name of a check; else empty.' }),
    state: Type.String({ description: 'Of a check: missing, pending or failure.' }),
  });

/** What a pull request says of its own merging. */
export const merging = {
  merge_methods: Methods,
  merge_obstacles: Type.Array(obstacle(['approvals', 'reviewer', 'changes', 'check', ...concernKinds]), {
    description: 'What of the rules of merging is not there yet.',
  }),
  merge_warnings: Type.Array(obstacle(concernKinds), {
    description: 'What whoever merges it is to confirm, by the rules of merging.',
  }),
  source_branch: Type.Object(
    {
      exists: Type.Boolean(),
      user_can_delete: Type.Boolean({
        description: 'Whether you may, it is no default branch, and no other open pull request needs it.',
      }),
    },
    { description: 'The branch that it asks to be merged.' },
  ),
  verdicts: Type.Array(
    Type.Object({
      user: MinimalUser,
      verdict: Type.Enum(['approve', 'changes']),
      date: Type.String(),
      is_current: Type.Boolean({ description: 'Whether nothing was pushed since.' }),
      counts: Type.Boolean({ description: 'Whether it is of somebody who may write or merge the target.' }),
    }),
  ),
};

export const NewReview = Closed(
  {
    verdict: Type.Enum(['approve', 'changes', 'none'], { description: 'none takes back what was said.' }),
    head: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The commit that was looked at; refused where there is another by now.',
      }),
    ),
  },
  [],
  { title: 'PullRequestNewVerdict' },
);
