// One entry of `values` as clients send it, or as GET showed it to them.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';

/** Text goes first: XML does not tell a label such as 5 from a number, and lists read ids in texts. */
const IdOrText = Type.Union([Type.String({ maxLength: 1000 }), Type.Integer()]);

/** What else GET shows of a link. */
const shownOfLink = ['uri', 'tracker'];

const Link = Closed(
  {
    id: Type.Integer({ description: 'Artifact id.' }),
    type: Type.Optional(
      Nullable(Type.String({ maxLength: 255, description: 'Short name such as _is_child; empty for a plain link.' })),
    ),
  },
  shownOfLink,
);

const LinkOfWay = Closed(
  {
    id: Type.Integer({ minimum: 1 }),
    direction: Type.Union([Type.Literal('forward'), Type.Literal('reverse')]),
    type: Type.String({ maxLength: 255 }),
  },
  shownOfLink,
);

const shown = Type.Optional(Type.Unknown({ description: 'As GET shows it, beside what counts.' }));

/** What GET shows of a field of any type says nothing, because clients put back what they got. */
const shownOfAll = ['label', 'type'];

/** Which of the keys a field takes is its type's to say: see entry-keys.ts. */
export const SubmittedValue = Closed(
  {
    field_id: Type.Integer({ description: 'A field of the tracker.' }),
    value: Type.Optional(
      Type.Unknown({ description: 'For text-like fields a text, for numbers a number, for dates ISO 8601.' }),
    ),
    bind_value_ids: Type.Optional(
      Nullable(
        Type.Array(IdOrText, {
          maxItems: 1000,
          description: 'For lists: ids of the chosen values. For open lists: labels, of which new ones become values.',
        }),
      ),
    ),
    links: Type.Optional(Type.Array(Link, { maxItems: 1000 })),
    all_links: Type.Optional(
      Type.Array(LinkOfWay, {
        maxItems: 1000,
        description:
          'All links in both directions: those that it does not name go, also those from other artifacts, whose history tells it.',
      }),
    ),
    change_links: Type.Optional(
      Closed(
        {
          add: Type.Optional(Type.Array(LinkOfWay, { maxItems: 1000 })),
          remove: Type.Optional(Type.Array(LinkOfWay, { maxItems: 1000 })),
        },
        [],
        { description: 'Links that come and go; all others stay, also those that somebody else adds meanwhile.' },
      ),
    ),
    parent: Type.Optional(Type.Object({ id: Type.Integer() })),
    file_descriptions: Type.Optional(
      Nullable(Type.Array(Type.Object({ id: Type.Integer({ description: 'File id.' }) }), { maxItems: 1000 })),
    ),
    granted_groups: Type.Optional(
      Type.Array(IdOrText, {
        maxItems: 1000,
        description: 'Short names or ids of the groups that may see the artifact. To end the limit send [] in `value`.',
      }),
    ),
    granted_groups_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
    format: Type.Optional(Nullable(Type.String({ maxLength: 32 }))),
    commonmark: Type.Optional(Nullable(Type.String())),
    manual_value: Type.Optional(Nullable(Type.Number())),
    is_autocomputed: Type.Optional(Nullable(Type.Boolean())),
    values: shown,
    bind_value_objects: shown,
    bind_type: shown,
    reverse_links: shown,
    post_processed_value: shown,
    is_time_displayed: shown,
  },
  shownOfAll,
  { title: 'SubmittedValue' },
);

export type SubmittedValue = Static<typeof SubmittedValue>;
