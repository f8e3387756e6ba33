// One entry of `values` as clients send it, or as GET showed it to them.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';

/** Text goes first: XML does not tell a label such as 5 from a number, and lists read ids in texts. */
const IdOrText = Type.Union([Type.String({ maxLength: 1000 }), Type.Integer()]);

const Link = Type.Object({
  id: Type.Integer({ description: 'Artifact id.' }),
  type: Type.Optional(
    Nullable(Type.String({ maxLength: 255, description: 'Short name such as _is_child; empty for a plain link.' })),
  ),
});

/** Keys that a type does not know are ignored, because clients put back what they got. */
export const SubmittedValue = Type.Object(
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
      Type.Array(
        Type.Object({
          id: Type.Integer({ minimum: 1 }),
          direction: Type.Union([Type.Literal('forward'), Type.Literal('reverse')]),
          type: Type.String({ maxLength: 255 }),
        }),
        { maxItems: 1000 },
      ),
    ),
    parent: Type.Optional(Type.Object({ id: Type.Integer() })),
    file_descriptions: Type.Optional(
      Nullable(Type.Array(Type.Object({ id: Type.Integer({ description: 'File id.' }) }), { maxItems: 1000 })),
    ),
    granted_groups_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
    format: Type.Optional(Nullable(Type.String({ maxLength: 32 }))),
    commonmark: Type.Optional(Nullable(Type.String())),
    manual_value: Type.Optional(Nullable(Type.Number())),
    is_autocomputed: Type.Optional(Nullable(Type.Boolean())),
  },
  { title: 'SubmittedValue' },
);

export type SubmittedValue = Static<typeof SubmittedValue>;
