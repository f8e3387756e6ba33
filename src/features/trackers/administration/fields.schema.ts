// Wire shapes of new and changed fields. What GET shows of a field may be sent as it came.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { fieldTypeCodes } from '../fields/index.ts';
import { grantedGroups } from '../../projects/index.ts';
import { useKinds } from './field-uses.ts';
import { shownOfField } from '../trackers/trackers.schema.ts';

const label = (description: string) => Type.String({ maxLength: 255, description });

/** A value of a list. */
const SentValue = Type.Object({
  id: Type.Optional(
    Type.Union([Type.Integer(), Type.String({ maxLength: 40 })], {
      description:
        'Of a value that the field has. In a new field, and where it is negative, what `default_value` calls a new value.',
    }),
  ),
  label: Type.Optional(label('Of static values.')),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  is_hidden: Type.Optional(Type.Boolean()),
  value_color: Type.Optional(
    Type.String({ maxLength: 40, description: 'A name such as fiesta-red, #RRGGBB, or empty.' }),
  ),
  ugroup_reference: Type.Optional(Type.Object({ id: Type.String({ maxLength: 40 }) })),
});

const Bindings = Type.Object({
  type: Type.Optional(Nullable(Type.Enum(['static', 'users', 'ugroups']))),
  list: Type.Optional(
    Type.Array(Type.Object({ id: Type.Union([Type.Integer(), Type.String({ maxLength: 40 })]) }), {
      maxItems: 100,
      description: 'Whom a list of people offers: 0 submitters, 2 registered, 3 members, 4 administrators, or a group.',
    }),
  ),
});

const groups = Type.Optional(grantedGroups.GroupReferences);

const Scalar = Type.Union([Type.String({ maxLength: 65_535 }), Type.Number(), Type.Boolean(), Type.Null()]);
/** Values of one list. */
export const valuesMax = 5000;

const empty = Type.Array(Type.Unknown(), { maxItems: 0 });

/** What both a new field and a change may say. */
const facts = {
  description: Type.Optional(Type.String({ maxLength: 65_535 })),
  required: Type.Optional(Type.Boolean()),
  has_notifications: Type.Optional(Type.Boolean()),
  specific_properties: Type.Optional(
    Type.Union([Type.Record(Type.String(), Scalar), empty, Type.Null()], {
      description: 'By type, as GET shows them: maxchars, size, rows, cols, default_value, display_time, hint, …',
    }),
  ),
  default_value: Type.Optional(
    Type.Unknown({ description: 'Of lists: [{"id": …}] or [{"label": …}]; of other types as GET shows it.' }),
  ),
  values: Type.Optional(
    Type.Union([
      Type.Array(SentValue, {
        maxItems: valuesMax,
        description: 'The values of a list in their order. In a change, values that are left out are deleted.',
      }),
      Type.Record(Type.String(), Type.Unknown()),
      Type.Null(),
    ]),
  ),
  bindings: Type.Optional(Bindings),
  permissions_for_groups: Type.Optional(
    Nullable(
      Closed({ can_submit: groups, can_read: groups, can_update: groups }, [], {
        description: 'Each key replaces the groups that hold this permission.',
      }),
    ),
  ),
};

const newFacts = {
  type: Type.Enum([...fieldTypeCodes, 'shared']),
  original_field_id: Type.Optional(
    Nullable(Type.Integer({ description: 'Of type shared: the list of another tracker whose values it has.' })),
  ),
  label: label('What people call it.'),
  name: Type.Optional(
    Type.String({ maxLength: 255, description: 'Unique in the tracker; made from the label if absent.' }),
  ),
  is_used: Type.Optional(Type.Boolean()),
  ...facts,
};

const place = {
  parent_id: Type.Optional(Nullable(Type.Integer({ description: 'A fieldset or column; null for the top.' }))),
  next_sibling_id: Type.Optional(Nullable(Type.Integer({ description: 'What it stands before; null for the end.' }))),
};

export const NewField = Closed({ ...newFacts, ...place }, shownOfField, { title: 'NewField' });

/** A field in the definition of a whole tracker; ids of new ones are names that are good in this document alone. */
export const FieldOfDocument = Closed(
  {
    field_id: Type.Integer(),
    parent_id: place.parent_id,
    ...newFacts,
  },
  shownOfField,
);

export const FieldChange = Closed(
  {
    label: Type.Optional(Nullable(label('What people call it.'))),
    name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    new_values: Type.Optional(Nullable(Type.Array(label('Of a static value to add at the end.'), { maxItems: 1000 }))),
    use_it: Type.Optional(
      Nullable(Type.Boolean({ description: 'false takes the field out of use; its values are kept.' })),
    ),
    move: Type.Optional(Nullable(Type.Object({ parent_id: place.parent_id, next_sibling_id: place.next_sibling_id }))),
    ...facts,
    description: Type.Optional(Nullable(Type.String({ maxLength: 65_535 }))),
  },
  shownOfField,
  { title: 'FieldChange' },
);

export const FieldUses = Type.Array(
  Type.Object(
    {
      kind: Type.Enum([...useKinds], { description: 'shared: other lists have its values.' }),
      name: Nullable(Type.String({ description: 'Of a semantic.' })),
      field_ids: Type.Array(Type.Integer(), { description: 'Fields that share its values.' }),
      days: Nullable(
        Type.Integer({ description: 'Of a reminder: so many days after the date, before it where negative.' }),
      ),
    },
    { title: 'FieldUse' },
  ),
);
