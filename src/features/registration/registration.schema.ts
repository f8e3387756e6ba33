// Wire shapes of asking for a project.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../platform/http/index.ts';
import { Project } from '../projects/index.ts';

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const NewProject = Closed(
  {
    shortname: Type.String({ description: '3 to 30 letters, digits, "-" and "_"; starts with a letter.' }),
    label: Type.String({ description: 'Full name, 3 to 40 characters.' }),
    description: Type.Optional(Type.String()),
    is_public: Type.Boolean(),
    allow_restricted: Type.Optional(
      Nullable(Type.Boolean({ description: 'Whether restricted people may enter; where the platform has them.' })),
    ),
    template_id: Type.Optional(Id),
    xml_template_name: Type.Optional(Type.String({ description: '`empty`, or a bundled sample such as `scrum`.' })),
    from_archive: Type.Optional(
      Closed({
        file_name: Type.String(),
        file_size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      }),
    ),
    categories: Type.Optional(Type.Array(Closed({ category_id: Id, value_id: Id }))),
    fields: Type.Optional(Type.Array(Closed({ field_id: Id, value: Type.String() }))),
  },
  Object.keys(Project.properties),
  { title: 'NewProject' },
);

export const ProjectFields = Type.Object(
  {
    project_fields_representation: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        rank: Type.Integer(),
        is_required: Type.Boolean(),
        description: Type.String(),
        type: Type.Enum(['text', 'line']),
      }),
    ),
    total_size: Type.Integer({ description: 'Entries on this page.' }),
  },
  { title: 'ProjectFields' },
);
