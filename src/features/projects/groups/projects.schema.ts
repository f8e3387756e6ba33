// Wire shapes of projects and user groups.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';

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

export const GroupBinding = Type.Object(
  {
    label: Type.String({ description: 'What the group of the directory is called.' }),
    synchro_policy: Type.String({ description: 'auto: members follow every night.' }),
    bind_option: Type.String({ description: 'bind, or preserve_members where others may stay.' }),
    dn: Type.Optional(Type.String({ description: 'Its distinguished name; for site administrators.' })),
  },
  { title: 'GroupBinding' },
);

const additional = {
  additional_information: Type.Union([
    Type.Array(Type.Never()),
    Type.Object({ ldap: Nullable(GroupBinding) }, { description: 'Where a directory is in use.' }),
  ]),
};

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

export const NewUserGroup = Type.Object({
  project_id: Type.Integer(),
  short_name: Type.String({ minLength: 1, maxLength: 255, description: 'Letters, digits, "-" and "_".' }),
  description: Type.String({ default: '', maxLength: 10_000 }),
});

export const UserMembership = Type.Object(
  {
    username: Type.String(),
    user_groups: Type.Array(Type.String({ description: 'As GET /users/:id/membership names them.' })),
  },
  { title: 'UserMembership' },
);

const referenceText = Type.Optional(Nullable(Type.String({ maxLength: 320 })));

/** Exactly one of the keys, the same in all references of a request; null counts as absent. */
export const UserReference = Type.Object(
  {
    id: Type.Optional(Nullable(Type.Integer())),
    username: referenceText,
    email: referenceText,
    ldap_id: referenceText,
  },
  { title: 'UserReference' },
);

const UserReferences = Type.Array(UserReference, { maxItems: 5000 });

/** Clients send the list, or an object that holds it. */
export const NewMembers = Type.Union([UserReferences, Type.Object({ user_references: UserReferences })]);

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
