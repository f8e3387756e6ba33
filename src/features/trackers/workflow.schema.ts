// Wire shapes of workflows: transitions with their conditions and actions, rules between fields, triggers.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { comparators } from './definition.ts';

const listMax = 10_000;

export const WorkflowRules = Type.Object({
  dates: Type.Array(
    Type.Object({
      source_field_id: Type.Integer(),
      target_field_id: Type.Integer(),
      comparator: Type.Enum([...comparators], { description: 'How the source stands to the target.' }),
    }),
    { maxItems: listMax },
  ),
  lists: Type.Array(
    Type.Object({
      source_field_id: Type.Integer(),
      source_value_id: Type.Integer(),
      target_field_id: Type.Integer(),
      target_value_id: Type.Integer({ description: 'Allowed with the value of the source; 100 is none.' }),
    }),
    { maxItems: listMax },
  ),
});

const FieldValue = Type.Object({ field_id: Type.Integer(), field_value_id: Type.Integer() });

export const Triggers = Type.Object({
  triggers: Type.Array(
    Type.Object({
      condition: Type.Union([Type.Literal('all_of'), Type.Literal('at_least_one')]),
      triggering_fields: Type.Array(FieldValue, {
        minItems: 1,
        maxItems: 100,
        description: 'Values of list fields of child trackers.',
      }),
      target: FieldValue,
    }),
    { maxItems: 1000, description: 'What sets fields of this tracker when children change.' },
  ),
});

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

export const TransitionChange = Type.Object({
  authorized_user_group_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000, description: 'Such as 101_3; at least one.' }),
  ),
  not_empty_field_ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 })),
  is_comment_required: Type.Optional(Type.Boolean()),
});

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

export const PostActionList = Type.Object({ post_actions: Type.Array(PostActionInput, { maxItems: 100 }) });

export const ShownPostAction = Type.Object({ id: Type.Integer(), type: Type.String() }, { additionalProperties: true });
