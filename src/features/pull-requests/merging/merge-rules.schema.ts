// Wire shapes of what has to be before branches are merged. All of it is our own.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { UserReference } from '../user-reference.schema.ts';
import { mergeMethods } from './merge-rules.ts';

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

export const MergeRulesView = Type.Object(
  {
    methods: Methods,
    required_approvals: Approvals,
    required_reviewers: Type.Array(MinimalUser),
    required_checks: Checks,
    requires_resolved_threads: Type.Boolean({ description: 'Whether all threads on lines have to be resolved.' }),
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
      Type.Boolean({ default: false, description: 'Whether all threads on lines have to be resolved.' }),
    ),
  },
  [],
  { title: 'MergeRulesChange' },
);

/** What a pull request says of its own merging. */
export const merging = {
  merge_methods: Methods,
  merge_obstacles: Type.Array(
    Type.Object({
      kind: Type.Enum(['approvals', 'reviewer', 'changes', 'check', 'threads']),
      count: Type.Integer({ description: 'Of approvals that are missing, or threads that are open; else 0.' }),
      user: Nullable(MinimalUser),
      check: Type.String({ description: 'The name of a check; else empty.' }),
      state: Type.String({ description: 'Of a check: missing, pending or failure.' }),
    }),
    { description: 'What of the rules of merging is not there yet.' },
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

export const NewVerdict = Closed(
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
