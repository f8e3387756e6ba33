// Wire shapes of inboxes.
import { Type } from 'typebox';
import { I18nMessage, Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { projectSchemas } from '../../projects/index.ts';
import { inboxKinds, inboxReasons } from './inbox.tables.ts';

const Reason = Type.Enum([...inboxReasons]);

/** What happened, as far as the person could see it then. */
export const InboxNews = Type.Object({
  is_new: Type.Boolean({ description: 'Whether it was created.' }),
  comment: Nullable(Type.String({ description: 'Beginning of the last comment.' })),
  changes: Type.Array(
    Type.Object({
      label: Type.String(),
      before: Type.String({ description: 'Empty: no value.' }),
      after: Type.String({ description: 'Empty: no value.' }),
      text: Type.Optional(Type.String({ description: 'The change in words, such as `Status: Open → Closed`.' })),
      i18n: Type.Optional(I18nMessage),
    }),
  ),
  events: Type.Array(Type.String(), {
    description: 'Of a pull request: update, rebase, merge, abandon, reopen, reviewers, approve, changes or withdraw.',
  }),
});

export const InboxThing = Type.Object({
  kind: Type.Enum([...inboxKinds]),
  id: Type.Integer(),
  uri: Type.String(),
  html_url: Type.String(),
  xref: Type.String(),
  title: Nullable(Type.String()),
  project: projectSchemas.ProjectReference,
  tracker: Nullable(Type.Object({ label: Type.String(), color_name: Type.String(), icon: Type.String() })),
  status: Nullable(Type.Object({ value: Type.String(), color: Nullable(Type.String()) })),
});

export const InboxEntry = Type.Object(
  {
    id: Type.Integer(),
    thing: InboxThing,
    reason: Reason,
    actor: MinimalUser,
    updates: Type.Integer({ description: 'Notifications since you read it.' }),
    news: InboxNews,
    at: Type.String({ format: 'date-time' }),
    is_unread: Type.Boolean(),
    is_done: Type.Boolean(),
    is_saved: Type.Boolean(),
    snoozed_until: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'InboxEntry' },
);

export const InboxPage = Type.Object(
  {
    entries: Type.Array(InboxEntry),
    next: Nullable(Type.String({ description: 'What to send as `before` for the next page; null: there is none.' })),
  },
  { title: 'InboxPage' },
);

export const InboxCounts = Type.Object(
  {
    unread: Type.Integer(),
    is_more: Type.Boolean({ description: 'Whether there are more unread entries than are counted.' }),
    reasons: Type.Array(Type.Object({ reason: Reason, unread: Type.Integer() })),
    projects: Type.Array(Type.Object({ project: projectSchemas.ProjectReference, unread: Type.Integer() })),
  },
  { title: 'InboxCounts' },
);

const filter = {
  reason: Type.Optional(Type.Enum([...inboxReasons], { description: 'Only entries with this reason.' })),
  project: Type.Optional(Type.Integer({ description: 'Only entries of this project.' })),
  unread: Type.Optional(Type.Boolean({ description: 'Only unread entries, or only read ones.' })),
};

export const inboxStates = ['open', 'snoozed', 'saved', 'done'] as const;

export const InboxQuery = Type.Object({
  state: Type.Enum([...inboxStates], {
    default: 'open',
    description: 'Open entries are neither done nor snoozed.',
  }),
  ...filter,
  before: Type.Optional(Type.String({ description: 'The `next` of the page before.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Entries at most.' }),
});

const change = {
  is_unread: Type.Optional(Type.Boolean()),
  is_done: Type.Optional(Type.Boolean()),
  is_saved: Type.Optional(Type.Boolean()),
  snoozed_until: Type.Optional(
    Nullable(Type.String({ description: 'When the entry comes back, as a date in ISO 8601; null: now.' })),
  ),
};

export const InboxChange = Type.Object(change, { title: 'InboxChange' });

/** Entries that one request can name. */
export const bulkMax = 500;

export const InboxBulkChange = Type.Object(
  {
    ids: Type.Optional(
      Type.Array(Type.Integer(), {
        minItems: 1,
        maxItems: bulkMax,
        description: 'Without it: all open entries; with it no filter.',
      }),
    ),
    until: Type.Optional(
      Type.String({ description: 'Without `ids`: only entries up to this `at`, so that later ones stay unread.' }),
    ),
    ...filter,
    ...change,
  },
  { title: 'InboxBulkChange' },
);

export const InboxBulkResult = Type.Object(
  { changed: Type.Integer({ description: 'Entries that were changed.' }) },
  { title: 'InboxBulkResult' },
);
