// Wire shapes of Git repositories (reference page 90), and of their permissions, which are our own.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Closed, Nullable, SentSecret, ShownSecret } from '../../../platform/http/index.ts';
import { grantedGroups, projectSchemas } from '../../projects/index.ts';
import { defaultCheck } from './git.store.ts';

const Groups = Type.Array(projectSchemas.MinimalUserGroup);

export const GitRepository = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    name: Type.String({ description: 'With its folders, such as tools/build.' }),
    label: Type.String(),
    path: Type.String({ description: 'Such as my-project/tools/build.git.' }),
    path_without_project: Type.String({ description: 'Its folders, such as tools; empty where it is in none.' }),
    description: Type.String(),
    last_update_date: Type.String(),
    permissions: Nullable(Type.Object({ read: Groups, write: Groups, rewind: Groups })),
    server: Type.Null(),
    html_url: Type.String(),
    clone_http_url: Nullable(Type.String({ description: 'null where Git over HTTP is off.' })),
    clone_ssh_url: Type.Optional(Type.String({ description: 'Where Git over SSH is on.' })),
    default_branch: Nullable(Type.String()),
    allow_artifact_closure: Type.Boolean(),
    text_encoding: Type.String({
      description:
        'How texts are read that have no byte order mark and are no UTF-8, such as windows-1251; empty: windows-1252.',
    }),
    parent_id: Nullable(Type.Integer({ description: 'The repository that it is a fork of, which may be gone.' })),
    owner_id: Nullable(Type.Integer({ description: 'Whose personal fork it is.' })),
    user_can_fork: Type.Boolean({ description: 'For themselves, in the same project.' }),
    user_can_push: Type.Boolean({ description: 'Whether there may be a branch or tag that they may make or move.' }),
    additional_information: Type.Union([
      Type.Array(Type.Never()),
      Type.Object({ opened_pull_requests: Type.Integer() }, { description: 'Where there are open pull requests.' }),
    ]),
    folder: Type.Optional(
      Type.String({ description: 'Where it lies on the server, for site administrators; of one repository alone.' }),
    ),
  },
  { title: 'GitRepository' },
);

export const GitRepositories = Type.Object({ repositories: Type.Array(GitRepository) }, { title: 'GitRepositories' });

export const DeletedGitRepository = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    deletion_date: Type.String(),
    purge_date: Type.String({ description: 'After it, it can not be had again.' }),
  },
  { title: 'DeletedGitRepository' },
);

export const NewGitRepository = Type.Object(
  {
    project_id: Type.Integer(),
    name: Type.String({ description: 'Letters, digits and "_", "-", ".", with "/" between folders.' }),
    description: Type.String({ default: '-- Default description --', maxLength: 10_000 }),
  },
  { title: 'NewGitRepository' },
);

export const NewGitFork = Closed(
  {
    project_id: Type.Optional(
      Nullable(
        Type.Integer({
          description: 'Of which you are an administrator; left out: a personal fork in the same project.',
        }),
      ),
    ),
    name: Type.Optional(
      Nullable(
        Type.String({ description: 'Left out: as what it copies; personal ones lie below u/ and your user name.' }),
      ),
    ),
    description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  },
  [],
  { title: 'NewGitFork' },
);

export const GitRepositoryChange = Type.Object(
  {
    default_branch: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    name: Type.Optional(Nullable(Type.String({ description: 'Addresses of it change; clones need the new one.' }))),
    description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
    allow_artifact_closure: Type.Optional(Nullable(Type.Boolean())),
    text_encoding: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 40,
          description: 'A name of an encoding of the web, such as windows-1251 or shift_jis.',
        }),
      ),
    ),
    migrate_to_gerrit: Type.Optional(Type.Unknown({ description: 'Refused: Tepal speaks to no Gerrit server.' })),
    disconnect_from_gerrit: Type.Optional(Type.Unknown({ description: 'Refused in the same way.' })),
  },
  { title: 'GitRepositoryChange' },
);

/** Rights that are others where nobody says so. */
const apart = <Schema extends typeof Groups | typeof grantedGroups.GroupReferences>(groups: Schema) => ({
  merge: Type.Optional(
    Type.Unsafe<Static<Schema>>({
      ...groups,
      description: 'Who merges by a pull request, be it without the right to push; left out: who writes.',
    }),
  ),
  delete: Type.Optional(
    Type.Unsafe<Static<Schema>>({ ...groups, description: 'Who deletes branches and tags; left out: who rewinds.' }),
  ),
});

export const GitPermissions = Type.Object(
  {
    read: Groups,
    write: Groups,
    rewind: Groups,
    ...apart(Groups),
    patterns: Type.Array(
      Type.Object({
        pattern: Type.String({ description: 'Such as refs/heads/release/*; the longest that matches counts.' }),
        write: Groups,
        rewind: Groups,
        ...apart(Groups),
      }),
    ),
  },
  { title: 'GitPermissions' },
);

export const GitPermissionsChange = Closed(
  {
    read: grantedGroups.GroupReferences,
    write: grantedGroups.GroupReferences,
    rewind: grantedGroups.GroupReferences,
    ...apart(grantedGroups.GroupReferences),
    patterns: Type.Optional(
      Type.Array(
        Closed({
          pattern: Type.String({ maxLength: 255 }),
          write: grantedGroups.GroupReferences,
          rewind: grantedGroups.GroupReferences,
          ...apart(grantedGroups.GroupReferences),
        }),
        { maxItems: 50 },
      ),
    ),
  },
  [],
  { title: 'GitPermissionsChange' },
);

/** Of the address that a status leads to; empty for none. */
export const checkUrlPattern = '^(?:https?://\\S+)?$';

const check = {
  state: Type.Enum(['failure', 'success', 'pending']),
  name: Type.String({
    default: defaultCheck,
    minLength: 1,
    maxLength: 100,
    description: 'Of the check, such as "tests"; what it said before is replaced.',
  }),
  description: Type.String({ default: '', maxLength: 1000 }),
  url: Type.String({
    default: '',
    maxLength: 2000,
    pattern: checkUrlPattern,
    description: 'Where more is to be read.',
  }),
};

export const CommitCheck = Type.Object({ ...check, date: Type.String() }, { title: 'CommitCheck' });

export const CommitStatusReport = Type.Object(
  {
    ...check,
    token: Type.Optional(Nullable(SentSecret({ maxLength: 200 }))),
  },
  { title: 'CommitStatusReport' },
);

export const StatusToken = Type.Object({ token: ShownSecret() }, { title: 'StatusToken' });
