// Wire shapes of semantics, as a change of a tracker gives them.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';

const FieldOf = Nullable(Type.Object({ field_id: Type.Integer() }));
const valueIds = Type.Array(Type.Integer(), { maxItems: 1000 });

const fieldIds = Type.Array(Type.Integer(), { maxItems: 100 });

/** What is absent stays, null takes away. */
export const SemanticsChange = Type.Object({
  title: Type.Optional(FieldOf),
  description: Type.Optional(FieldOf),
  status: Type.Optional(
    Nullable(
      Type.Object({
        field_id: Type.Integer({ description: 'A list of static values.' }),
        value_ids: Type.Array(Type.Integer(), { maxItems: 1000, description: 'The open ones.' }),
      }),
    ),
  ),
  done: Type.Optional(
    Nullable(Type.Object({ value_ids: valueIds }, { description: 'Closed values of the status that mean success.' })),
  ),
  contributor: Type.Optional(FieldOf),
  initial_effort: Type.Optional(FieldOf),
  velocity: Type.Optional(FieldOf),
  tooltip: Type.Optional(Nullable(Type.Object({ field_ids: fieldIds }))),
  plugin_cardwall_card_fields: Type.Optional(
    Nullable(
      Type.Object(
        { field_ids: fieldIds, background_color_field_id: Type.Optional(Nullable(Type.Integer())) },
        { description: 'What a card shows, and the list of static values that colours it.' },
      ),
    ),
  ),
  timeframe: Type.Optional(
    Nullable(
      Type.Object({
        start_date_field_id: Type.Optional(Type.Integer()),
        end_date_field_id: Type.Optional(Type.Integer()),
        duration_field_id: Type.Optional(Type.Integer()),
        implied_from_tracker: Type.Optional(Type.Object({ id: Type.Integer() })),
      }),
    ),
  ),
  progress: Type.Optional(
    Nullable(
      Type.Object({
        total_effort_field_id: Type.Optional(Type.Integer()),
        remaining_effort_field_id: Type.Optional(Type.Integer()),
        artifact_link_type: Type.Optional(Type.String({ maxLength: 255 })),
      }),
    ),
  ),
});
