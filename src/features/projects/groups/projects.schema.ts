// Wire shapes of projects and user groups.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';
import { User } from '../../people/index.ts';
import { givenRightKinds, rightNames } from './given-rights.ts';
import { groupUseKinds } from './group-uses.ts';
import { projectRoles } from './project-roles.ts';

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

export const UserGroupChange = Closed(
  {
    short_name: Type.Optional(NewUserGroup.properties.short_name),
    description: Type.Optional(Type.String({ maxLength: 10_000 })),
  },
  Object.keys(UserGroup.properties),
  { title: 'UserGroupChange' },
);

export const GivenRights = Type.Array(
  Type.Object(
    {
      kind: Type.Enum([...givenRightKinds], {
        description: 'What the right is on. artifact and comment: those that are for some groups alone, by tracker.',
      }),
      id: Type.Integer({ description: 'Of that thing; of the tracker for artifacts and comments.' }),
      label: Type.String(),
      right: Type.Enum([...rightNames]),
      groups: Type.Array(MinimalUserGroup, { description: 'Who has it; nobody where there are none.' }),
      count: Nullable(Type.Integer({ description: 'Of artifacts or comments.' })),
      pattern: Nullable(Type.String({ description: 'Of the refs that the right is on; null: of all.' })),
    },
    { title: 'GivenRight' },
  ),
);

export const GroupUses = Type.Array(
  Type.Object(
    {
      kind: Type.Enum([...groupUseKinds], {
        description: 'What is for the group, or tells it; artifacts and comments stay closed to others without it.',
      }),
      label: Type.String({ description: 'Of the tracker, planning, repository or other thing.' }),
      count: Type.Integer({ description: 'Of permissions, artifacts or other things of the kind.' }),
    },
    { title: 'GroupUse' },
  ),
);

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

const Role = Type.Enum([...projectRoles], {
  description: 'guest: may enter the project, and has the permissions of registered users in it.',
});

export const RoleQuery = Type.Optional(Role);

export const ProjectPerson = Type.Object({ user: User, role: Role }, { title: 'ProjectPerson' });

export const NewRole = Closed({ role: Role, user_references: UserReferences }, [], { title: 'NewProjectRole' });

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

const accessNames = ['public', 'unrestricted', 'private', 'private-wo-restr'] as const;
const Access = Type.Enum([...accessNames], {
  description: 'unrestricted: public for restricted accounts, too; private-wo-restr: closed to them even as members.',
});

export const ProjectChange = Closed(
  {
    status: Type.Optional(Type.Enum(['active', 'suspended'], { description: 'For administrators of the site.' })),
    label: Type.Optional(Type.String({ maxLength: 255, description: '3 to 40 characters on one line.' })),
    description: Type.Optional(Type.String({ maxLength: 65_535 })),
    icon: Type.Optional(Type.String({ maxLength: 64, description: 'One emoji; empty: none.' })),
    access: Type.Optional(Access),
    is_template: Type.Optional(
      Type.Boolean({
        description:
          'Whether everybody may create projects from it, which shows them all of its structure; for administrators of the site.',
      }),
    ),
  },
  Object.keys(Project.properties),
  { title: 'ProjectChange' },
);

export const OpenThings = Type.Array(
  Type.Object(
    {
      kind: Type.Enum([...givenRightKinds]),
      id: Type.Integer({ description: 'Of that thing; of the tracker for artifacts and comments.' }),
      label: Type.String(),
      right: Type.Enum([...rightNames]),
      count: Nullable(
        Type.Integer({
          description: 'Of artifacts or comments; for trackers, of the artifacts that have no groups of their own.',
        }),
      ),
      pattern: Nullable(Type.String({ description: 'Of refs; null: all of them.' })),
      who: Type.Array(Type.Enum(['anonymous', 'others', 'restricted_others'])),
    },
    { title: 'OpenThing' },
  ),
);

export const Visibility = Type.Object(
  {
    access: Access,
    possible: Type.Array(
      Type.Object({
        access: Access,
        groups: Type.Array(
          Type.Object({
            who: Type.Enum(['anonymous', 'others', 'restricted_others', 'members', 'restricted_members'], {
              description: 'Guests count as members.',
            }),
            count: Nullable(Type.Integer({ description: 'Accounts that may sign in; null for anybody at all.' })),
            sees: Type.Boolean(),
          }),
        ),
      }),
      { description: 'What the site allows, each with who would see the project then.' },
    ),
  },
  { title: 'ProjectVisibility' },
);

/** Shapes of which other features make theirs. */
export const projectSchemas = { Project, MinimalProject, ProjectReference, MinimalUserGroup };
