// What an archive says of a project's repositories, beside their bundles and dumps.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { StoredSettings } from '../svn/svn.schema.ts';

/** What every engine stores. */
const text = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\u0000]*$' });

/** As project.xml names people. */
export const Person = Type.Object({
  format: Type.Enum(['username', 'ldap', 'id', 'email']),
  value: Type.String(),
});
export type Person = Static<typeof Person>;

const Ref = Type.Object({ name: Type.String({ maxLength: 1000 }), hash: Type.String({ maxLength: 64 }) });

const ArchivedLargeFile = Type.Object({
  oid: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  size_bytes: Type.Integer({ minimum: 0 }),
});
export type ArchivedLargeFile = Static<typeof ArchivedLargeFile>;

export const ArchivedGit = Type.Object({
  name: Type.String({ maxLength: 255 }),
  description: text(1_000_000),
  default_branch: Type.Union([Type.String({ maxLength: 255 }), Type.Null()]),
  allows_closure: Type.Boolean(),
  text_encoding: Type.Optional(Type.String({ maxLength: 40 })),
  created_at_ms: Type.Integer(),
  updated_at_ms: Type.Integer(),
  /** Of the list of its refs; what a copy must have, see `digestRefs`. */
  refs_sha256: Type.String(),
  /** File beside; null: it has no refs. */
  bundle: Type.Union([Type.String(), Type.Null()]),
  /** Branches and tags whose commits were recorded up to another place than where they are; an empty hash: not at all. */
  behind: Type.Array(Ref),
  /** Each is a file beside. Older archives have none. */
  large_files: Type.Optional(Type.Array(ArchivedLargeFile)),
  permissions: Type.Array(
    Type.Object({
      pattern: Type.String({ maxLength: 255 }),
      permission: Type.Enum(['read', 'write', 'rewind', 'merge', 'delete']),
      group: Type.String(),
    }),
  ),
  /** Name of the repository of the same project that it is a fork of. Older archives have neither this nor the owner. */
  parent: Type.Optional(Type.String({ maxLength: 255 })),
  /** Whose personal fork it is. */
  owner: Type.Optional(Person),
  /** XML of elements that nothing reads, as an archive of the origin had them. */
  unread: Type.Optional(text(60_000_000)),
});
export type ArchivedGit = Static<typeof ArchivedGit>;

export const ArchivedSvn = Type.Object({
  name: Type.String({ maxLength: 100 }),
  /** Empty: the folder was somebody else's. */
  folder: Type.String({ maxLength: 255 }),
  dump: Type.String(),
  uuid: Type.String({ maxLength: 100 }),
  youngest: Type.Integer({ minimum: 0 }),
  recorded_revision: Type.Integer({ minimum: 0 }),
  /** Files of `conf` and `hooks` that somebody put there or changed; they lie beside, and are not put back. */
  own_files: Type.Array(Type.String()),
  settings: Type.Object({
    ...StoredSettings.properties,
    email_notifications: Type.Array(
      Type.Object({
        path: Type.String(),
        emails: Type.Array(Type.String()),
        users: Type.Array(Person),
        user_groups: Type.Array(Type.String()),
      }),
    ),
  }),
});
export type ArchivedSvn = Static<typeof ArchivedSvn>;

type Unproved = 'dump' | 'uuid' | 'youngest' | 'recorded_revision';

/** The same of an archive of the origin, which says less: null is what it does not say, and no dump. */
export type SvnFacts = Omit<ArchivedSvn, Unproved> & { [K in Unproved]: ArchivedSvn[K] | null };

export const ArchivedRepositories = Type.Object({
  version: Type.Literal(1),
  git: Type.Array(ArchivedGit, { maxItems: 10_000 }),
  svn: Type.Array(ArchivedSvn, { maxItems: 10_000 }),
  /** Everybody whom a commit names as its pusher, or a setting. */
  people: Type.Array(Person),
});
export type ArchivedRepositories = Static<typeof ArchivedRepositories>;

export const ArchivedCommit = Type.Object({
  kind: Type.Enum(['git', 'svn', 'cvs']),
  repository: text(255),
  revision: text(200),
  message: Type.String(),
  author_name: Type.String(),
  author_email: Type.String(),
  authored_at_ms: Type.Integer(),
  committed_at_ms: Type.Integer(),
  /** null: nobody whom Tepal knows. */
  pushed_by: Type.Union([Person, Type.Null()]),
  files: Type.Array(Type.String()),
  has_acted: Type.Boolean(),
});
export type ArchivedCommit = Static<typeof ArchivedCommit>;

export const ArchivedStatus = Type.Object({
  repository: text(255),
  hash: Type.String({ pattern: '^[0-9a-f]{40,64}$' }),
  /** Older archives have one status for each commit, without a name. */
  name: Type.Optional(text(100)),
  state: Type.Enum(['success', 'failure', 'pending']),
  description: Type.Optional(text(1000)),
  url: Type.Optional(text(2000)),
  at_ms: Type.Integer(),
});
