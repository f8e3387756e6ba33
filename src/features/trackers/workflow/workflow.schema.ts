// Wire shapes of workflows: transitions with their conditions and actions, rules between fields, triggers.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { comparators } from '../definition/definition.ts';

/** Rules of each kind, and transitions, of one workflow; more are answered 400. */
const listMax = 10_000;

const DateRules = Type.Array(
  Type.Object({
    source_field_id: Type.Integer(),
    target_field_id: Type.Integer(),
    comparator: Type.Enum([...comparators], { description: 'How the source stands to the target.' }),
  }),
  { maxItems: listMax },
);

const ListRules = Type.Array(
  Type.Object({
    source_field_id: Type.Integer(),
    source_value_id: Type.Integer(),
    target_field_id: Type.Integer(),
    target_value_id: Type.Integer({ description: 'Allowed with the value of the source; 100 is none.' }),
  }),
  { maxItems: listMax },
);

export const WorkflowRules = Type.Object({ dates: DateRules, lists: ListRules });

const FieldValue = Type.Object({ field_id: Type.Integer(), field_value_id: Type.Integer() });

const TriggerList = Type.Array(
  Type.Object({
    condition: Type.Union([Type.Literal('all_of'), Type.Literal('at_least_one')]),
    triggering_fields: Type.Array(FieldValue, {
      minItems: 1,
      maxItems: 100,
      description: 'Values of list fields of other trackers of the project.',
    }),
    target: FieldValue,
  }),
  { maxItems: 1000, description: 'What sets fields of this tracker when children change.' },
);

export const Triggers = Type.Object({ triggers: TriggerList });

export const NewTransition = Type.Object({
  tracker_id: Type.Integer(),
  from_id: Type.Integer({ description: 'A value of the workflow’s field; 0: a new artifact.' }),
  to_id: Type.Integer(),
});

export const TransitionReference = Type.Object({ id: Type.Integer(), uri: Type.String() });

export const Transition = Type.Object(
  {
    id: Type.Integer(),
    from_id: Nullable(Type.Integer()),
    to_id: Type.Integer(),
    authorized_user_group_ids: Type.Array(Type.String()),
    not_empty_field_ids: Type.Array(Type.Integer()),
    is_comment_required: Type.Boolean(),
  },
  { title: 'Transition' },
);

const conditions = {
  authorized_user_group_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000, description: 'Such as 101_3; at least one.' }),
  ),
  not_empty_field_ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 })),
  is_comment_required: Type.Optional(Type.Boolean()),
};

export const TransitionChange = Closed(conditions, Object.keys(Transition.properties));

/** The keys of all types; which of them count is said by `type`. */
const PostActionInput = Type.Object({
  type: Type.String({
    maxLength: 64,
    description:
      'run_job, set_field_value, frozen_fields, hidden_fieldsets, add_to_top_backlog, program_management_add_to_top_backlog',
  }),
  job_url: Type.Optional(Type.String({ maxLength: 2000 })),
  field_id: Type.Optional(Type.Integer()),
  field_type: Type.Optional(Type.String({ maxLength: 16, description: 'date, int or float.' })),
  value: Type.Optional(
    Type.Unknown({ description: 'A number; of a date "current", "" to clear it, null for nothing.' }),
  ),
  field_ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 })),
  fieldset_ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 })),
});

const PostActions = Type.Array(PostActionInput, { maxItems: 100 });

export const PostActionList = Type.Object({ post_actions: PostActions });

export const ShownPostAction = Type.Object({ id: Type.Integer(), type: Type.String() }, { additionalProperties: true });

/** The workflow as GET shows it with its tracker; the keys that are optional are for administrators of the tracker. */
export const TrackerWorkflow = Type.Object({
  field_id: Type.Integer(),
  is_used: Type.String({ description: '"1", "0" or empty.' }),
  is_legacy: Type.Boolean(),
  is_advanced: Type.Boolean(),
  rules: WorkflowRules,
  transitions: Type.Array(
    Type.Object({
      id: Type.Integer(),
      from_id: Nullable(Type.Integer()),
      to_id: Type.Integer(),
      authorized_user_group_ids: Type.Optional(Type.Array(Type.String())),
      not_empty_field_ids: Type.Optional(Type.Array(Type.Integer())),
      is_comment_required: Type.Optional(Type.Boolean()),
      post_actions: Type.Optional(Type.Array(ShownPostAction)),
    }),
  ),
  triggers: Type.Optional(TriggerList),
});

/** A workflow in the document of a whole tracker: what is absent stays, lists that are given take the place of the old. */
export const WorkflowOfDocument = Type.Object({
  field_id: Type.Optional(Type.Integer({ description: 'The list that it moves; 0: there is no workflow.' })),
  is_used: Type.Optional(Type.Enum(['1', '0', ''], { description: 'As GET shows it.' })),
  is_advanced: Type.Optional(Type.Boolean()),
  rules: Type.Optional(Type.Object({ dates: Type.Optional(DateRules), lists: Type.Optional(ListRules) })),
  transitions: Type.Optional(
    Type.Array(
      Closed(
        {
          from_id: Type.Optional(Nullable(Type.Integer({ description: 'null or 0: a new artifact.' }))),
          to_id: Type.Integer(),
          ...conditions,
          post_actions: Type.Optional(PostActions),
        },
        ['id'],
      ),
      { maxItems: listMax },
    ),
  ),
  triggers: Type.Optional(TriggerList),
});
