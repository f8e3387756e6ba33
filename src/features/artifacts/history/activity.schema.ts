// Wire shapes of what happened last, and of references found in a text.
import { Type } from 'typebox';
import { I18nMessage, Nullable } from '../../../platform/http/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { projectSchemas } from '../../projects/index.ts';
import { fieldChanges } from '../../trackers/index.ts';

export const Heartbeats = Type.Object(
  {
    entries: Type.Array(
      Type.Object({
        updated_at: Type.String(),
        html_message: Type.String(),
        icon: Type.String(),
        small_icon: Type.String(),
        icon_name: Type.String(),
        user: Nullable(MinimalUser),
      }),
    ),
    are_there_activities_user_cannot_see: Type.Boolean(),
  },
  { title: 'Heartbeats' },
);

export const TextWithReferences = Type.Object({
  text: Type.String({ maxLength: 65_535, description: 'As long as a text of an artifact may be.' }),
});

export const FoundReference = Type.Object(
  {
    text: Type.String({ description: 'The reference as it stands in the text, such as `story #19`.' }),
    link: Type.String(),
    context: Type.String({ description: 'The word before it, or nothing.' }),
  },
  { title: 'FoundReference' },
);

const ofSome = (what: string) =>
  Type.Array(Type.String(), { description: `What was ${what}, of items, files and links; at most 20.` });

export const DescribedChange = Type.Object(
  {
    field_id: Type.Integer(),
    label: Type.String(),
    kind: Type.Enum([...fieldChanges.kinds], {
      description: 'value, items, files, links, text, or other where only is known that the field changed.',
    }),
    from: Type.String({ description: 'At most 200 characters; empty: no value.' }),
    to: Type.String({ description: 'At most 200 characters; empty: no value.' }),
    added: ofSome('added'),
    removed: ofSome('removed'),
    added_count: Type.Integer(),
    removed_count: Type.Integer(),
    lines: Type.Integer({ description: 'Of texts: lines that differ.' }),
    text: Type.String({ description: 'The change in words, such as `Status: Open → Closed`.' }),
    i18n: I18nMessage,
  },
  { title: 'DescribedChange' },
);

const activityKinds = ['created', 'commented', 'changed'] as const;

export const ActivityEntry = Type.Object(
  {
    id: Type.Integer({ description: 'Id of the changeset.' }),
    artifact: Type.Object({
      id: Type.Integer(),
      uri: Type.String(),
      html_url: Type.String(),
      xref: Type.String(),
      title: Nullable(Type.String()),
      project: projectSchemas.ProjectReference,
      tracker: Type.Object({
        id: Type.Integer(),
        label: Type.String(),
        color_name: Type.String(),
        icon: Type.String({ description: 'One emoji; empty: none.' }),
      }),
    }),
    user: Nullable(MinimalUser),
    made_by_agent: Type.Optional(Type.String({ description: 'The agent that made the change for the person.' })),
    at: Type.String({ format: 'date-time' }),
    kind: Type.Enum([...activityKinds], { description: 'commented: with or without changed fields.' }),
    comment: Nullable(Type.String({ description: 'Beginning of the comment.' })),
    changes: Type.Array(DescribedChange, { description: 'Changed fields, none of a new artifact; at most 20.' }),
    more_changes: Type.Integer({ description: 'Changed fields beyond these.' }),
    text: Type.String({ description: 'All of it in words, one line for each field.' }),
    i18n: I18nMessage,
  },
  { title: 'ActivityEntry' },
);

export const ActivityPage = Type.Object(
  {
    entries: Type.Array(ActivityEntry),
    next: Nullable(
      Type.String({
        description: 'What to send as `before` for the next page, which may be empty; null: there is none.',
      }),
    ),
  },
  { title: 'ActivityPage' },
);

export const ActivityQuery = Type.Object({
  kind: Type.Optional(Type.Enum([...activityKinds], { description: 'Only entries of this kind.' })),
  before: Type.Optional(Type.String({ description: 'The `next` of the page before.' })),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 30, description: 'Entries at most.' }),
});

export const ProjectActivityQuery = Type.Object({
  user: Type.Optional(Type.Integer({ description: 'Only changes by this account.' })),
  tracker: Type.Optional(Type.Integer({ description: 'Only changes in this tracker.' })),
  ...ActivityQuery.properties,
});
