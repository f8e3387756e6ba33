// Wire shapes of projects and user groups.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';

export const MinimalUserGroup = Type.Object(
  {
    id: Type.String(),
    uri: Type.String(),
    label: Type.String(),
    users_uri: Type.String(),
    short_name: Type.String(),
    key: Type.String(),
  },
  { title: 'MinimalUserGroup' },
);

/** Keys that clients expect to exist; Tepal has nothing to say there yet. */
const additional = { additional_information: Type.Array(Type.Never()) };

export const ProjectUserGroup = Type.Object({ ...MinimalUserGroup.properties, ...additional });

export const ProjectReference = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    icon: Type.String(),
  },
  { title: 'ProjectReference' },
);

const minimalProject = {
  id: Type.Integer(),
  uri: Type.String(),
  label: Type.String(),
  label_without_icon: Type.String(),
  shortname: Type.String(),
  status: Nullable(Type.String()),
  access: Type.String(),
  is_template: Type.Boolean(),
};

export const MinimalProject = Type.Object(minimalProject, { title: 'MinimalProject' });

export const UserGroup = Type.Object(
  {
    ...MinimalUserGroup.properties,
    project: Nullable(MinimalProject),
    ...additional,
  },
  { title: 'UserGroup' },
);

export const ProjectStatusChange = Type.Object({ status: Type.Enum(['active', 'suspended']) });

export const Project = Type.Object(
  {
    ...minimalProject,
    resources: Type.Array(Type.Object({ type: Type.String(), uri: Type.String() })),
    additional_informations: Type.Record(Type.String(), Type.Unknown()),
    is_member_of: Type.Boolean(),
    description: Type.String(),
    additional_fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    icon: Type.String(),
  },
  { title: 'Project' },
);
