// Subversion repositories as requests, answers and rows have them.
import { Type } from 'typebox';
import { Closed } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { projectSchemas } from '../../projects/index.ts';

const commitRules = Type.Object({
  is_reference_mandatory: Type.Boolean({ description: 'Messages must refer to an artifact.' }),
  is_commit_message_change_allowed: Type.Boolean({ description: 'Messages may be changed later.' }),
});

const paths = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 100, description });

const immutableTags = Type.Object({
  paths: paths('Folders of tags, such as /tags; * stands for one folder. What is a tag there can’t be changed.'),
  whitelist: paths('Folders inside of them that hold tags and are none themselves.'),
});

const accessFile = Type.String({
  maxLength: 100_000,
  description: 'Goes to conf/authz of the repository; Subversion must be able to read it.',
});

const notification = {
  path: Type.String({ minLength: 1, maxLength: 1000 }),
  emails: Type.Array(Type.String({ minLength: 3, maxLength: 320 }), { maxItems: 200 }),
};

const sentNotification = Type.Object({
  ...notification,
  users: Type.Array(Type.Integer(), { maxItems: 200, description: 'Ids of people.' }),
  user_groups: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 200, description: 'Such as 101_3 or 105.' }),
});

const sentNotifications = Type.Array(sentNotification, { maxItems: 100 });

/** What is kept of a repository besides its columns; ids of groups are those of rows. */
export const StoredSettings = Type.Object({
  commit_rules: commitRules,
  immutable_tags: immutableTags,
  access_file: Type.String(),
  has_default_permissions: Type.Boolean(),
  email_notifications: Type.Array(
    Type.Object({
      path: Type.String(),
      emails: Type.Array(Type.String()),
      users: Type.Array(Type.Integer()),
      user_groups: Type.Array(Type.Integer()),
    }),
  ),
});

export const NewSvnRepository = Type.Object(
  {
    project_id: Type.Integer(),
    name: Type.String({ description: 'A letter, then at least two of letters, digits, "-", "_" and ".".' }),
    settings: Type.Optional(
      Closed({
        layout: Type.Optional(paths('Folders that the first revision makes, such as /trunk.')),
        commit_rules: Type.Optional(commitRules),
        immutable_tags: Type.Optional(immutableTags),
        access_file: Type.Optional(accessFile),
        email_notifications: Type.Optional(sentNotifications),
        has_default_permissions: Type.Optional(Type.Boolean()),
      }),
    ),
  },
  { title: 'NewSvnRepository' },
);

export const SvnSettingsUpdate = Type.Object(
  {
    settings: Closed({
      commit_rules: commitRules,
      immutable_tags: immutableTags,
      email_notifications: sentNotifications,
      access_file: Type.Optional(accessFile),
      has_default_permissions: Type.Optional(Type.Boolean()),
    }),
  },
  { title: 'SvnSettingsUpdate' },
);

const repository = {
  id: Type.Integer(),
  project: projectSchemas.MinimalProject,
  uri: Type.String(),
  name: Type.String(),
  svn_url: Type.String(),
};

const MinimalSvnRepository = Type.Object(repository, { title: 'MinimalSvnRepository' });

export const SvnRepositories = Type.Object({ repositories: Type.Array(MinimalSvnRepository) });

export const SvnRepository = Type.Object(
  {
    ...repository,
    folder: Type.Optional(Type.String({ description: 'Where it lies on the server, for site administrators.' })),
    settings: Type.Optional(
      Type.Object(
        {
          commit_rules: commitRules,
          immutable_tags: immutableTags,
          access_file: Type.String(),
          email_notifications: Type.Array(
            Type.Object({
              user_groups: Type.Array(projectSchemas.MinimalUserGroup),
              users: Type.Array(MinimalUser),
              ...notification,
            }),
          ),
          has_default_permissions: Type.Boolean(),
        },
        { description: 'For those who administer the project’s Subversion.' },
      ),
    ),
  },
  { title: 'SvnRepository' },
);
