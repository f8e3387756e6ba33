// Wire shapes of workflows: transitions with their conditions and actions, rules between fields, triggers.
import { Type } from 'typebox';
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
