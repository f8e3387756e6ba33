// Wire shapes of what every project says about itself.
import { Type } from 'typebox';
import { Closed } from '../../../platform/http/index.ts';

/** Of the site. */
export const projectFieldsMax = 100;

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const name = Type.String({ minLength: 1, maxLength: 255, description: 'One line.' });
const description = Type.String({ maxLength: 2000, description: 'What to write there.' });
const type = Type.Enum(['text', 'line'], { description: '`text`: of many lines; `line`: of one.' });
const isRequired = Type.Boolean({
  description: 'Whether new projects, and those that change what they say, must fill it.',
});

export const ProjectField = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    rank: Type.Integer(),
    is_required: Type.Boolean(),
    description: Type.String(),
    type,
    filled_count: Type.Integer({ description: 'Projects that wrote something there.' }),
    filled_by: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String() }), {
      description: 'The first 50 of them, by name.',
    }),
  },
  { title: 'ProjectField' },
);

export const NewProjectField = Closed(
  {
    name,
    type,
    description: Type.Optional(description),
    is_required: Type.Optional(isRequired),
    rank: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Absent: behind the others.' })),
  },
  Object.keys(ProjectField.properties),
  { title: 'NewProjectField' },
);

export const ProjectFieldChange = Closed(
  {
    name: Type.Optional(name),
    type: Type.Optional(type),
    description: Type.Optional(description),
    is_required: Type.Optional(isRequired),
    rank: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  },
  Object.keys(ProjectField.properties),
  { title: 'ProjectFieldChange' },
);

export const ProjectFieldOrder = Type.Object({
  ids: Type.Array(Id, { maxItems: 1000, description: 'All fields, the first one first.' }),
});

/** What a project says of itself. */
export const FieldValues = Type.Object(
  {
    fields: Type.Array(
      Type.Object({
        field_id: Type.Integer(),
        name: Type.String(),
        description: Type.String(),
        type,
        is_required: Type.Boolean(),
        value: Type.String(),
      }),
    ),
  },
  { title: 'ProjectFieldValues' },
);

export const NewFieldValues = Type.Object({
  fields: Type.Array(
    Closed({ field_id: Id, value: Type.String({ maxLength: 65_535 }) }, ['name', 'description', 'type', 'is_required']),
    { maxItems: 1000, description: 'Fields that are left out are empty then.' },
  ),
});
