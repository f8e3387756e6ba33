// Wire shapes of boards of milestones: as cards of a wall, and as a taskboard.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { artifactSchemas } from '../artifacts/index.ts';
import { MinimalUser } from '../people/index.ts';
import { projectSchemas } from '../projects/index.ts';
import { SubmittedValue, trackerSchemas } from '../trackers/index.ts';

const Card = Type.Object(
  {
    id: Type.String({ description: 'Planning and artifact, with a _ between.' }),
    label: Type.String(),
    uri: Type.String(),
    project: projectSchemas.ProjectReference,
    artifact: artifactSchemas.ArtifactReference,
    planning_id: Type.Integer(),
    status: Type.String({ description: 'Open or Closed.' }),
    accent_color: Nullable(Type.String()),
    column_id: Nullable(Type.Integer({ description: 'null: in no column.' })),
    allowed_column_ids: Type.Array(Type.Integer()),
    values: Type.Array(artifactSchemas.ShownValue),
  },
  { title: 'Card' },
);

export const Cardwall = Type.Object(
  {
    columns: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String(), color: Type.String() })),
    swimlanes: Type.Array(Type.Object({ cards: Type.Array(Card) })),
  },
  { title: 'Cardwall' },
);

export const CardChange = Type.Object({
  label: Type.String({ description: 'The title.' }),
  values: Type.Array(SubmittedValue, { description: 'Of fields that the card shows; they win over the others.' }),
  column_id: Type.Optional(Nullable(Type.Integer({ description: 'One that no value stands in changes nothing.' }))),
});

/** Values of one column, and cards that one request moves; more are answered 400. */
const idsMax = 1000;

/** The board of a tracker's milestones, as it is set up. */
export const CardwallSetting = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        id: Type.Integer(),
        label: Type.String(),
        color: Type.String(),
        value_ids: Type.Array(Type.Integer(), { description: 'List values whose cards stand in it.' }),
        none_of: Type.Array(Type.Integer(), { description: 'Trackers whose cards without a value stand in it.' }),
      }),
    ),
    mappings: Type.Array(Type.Object({ tracker_id: Type.Integer(), field_id: Type.Integer() })),
  },
  { title: 'CardwallSetting' },
);

/** Of a project: trackers whose milestones have no board are missing. */
export const CardwallSettings = Type.Array(
  Type.Object(
    { tracker_id: Type.Integer({ description: 'Of the milestones.' }), ...CardwallSetting.properties },
    { title: 'CardwallSettingOfTracker' },
  ),
);

export const CardwallSettingChange = Type.Object({
  columns: Type.Array(
    Type.Object({
      id: Type.Optional(Type.Integer({ description: 'Of a column that stays; without it there is a new one.' })),
      label: Type.String({ minLength: 1, maxLength: 255 }),
      color: Type.Optional(Type.String({ maxLength: 64, description: 'Name of a colour, or #RRGGBB; empty: none.' })),
      value_ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: idsMax })),
      none_of: Type.Optional(Type.Array(Type.Integer(), { maxItems: idsMax })),
    }),
    { maxItems: 100, description: 'All of them, in order; those that are not named go.' },
  ),
  mappings: Type.Optional(
    Type.Array(Type.Object({ tracker_id: Type.Integer(), field_id: Type.Integer() }), {
      maxItems: 100,
      description: 'The list by which cards of a tracker stand in columns; without one, the status by equal labels.',
    }),
  ),
});

const columnKeys = { id: Type.Integer(), label: Type.String(), header_color: Type.String() };

export const TaskboardColumn = Type.Object(columnKeys, { title: 'TaskboardColumn' });

const taskboardCardKeys = {
  id: Type.Integer(),
  tracker_id: Type.Integer(),
  label: Type.String(),
  xref: Type.String(),
  rank: Type.Integer(),
  color: Type.String(),
  background_color: Type.String(),
  artifact_html_uri: Type.String(),
  has_children: Type.Boolean(),
  assignees: Type.Array(MinimalUser),
  mapped_list_value: Nullable(Type.Object({ id: Type.Integer(), label: Type.String() })),
  initial_effort: Nullable(Type.Number()),
  remaining_effort: Nullable(Type.Object({ value: Nullable(Type.Number()), can_update: Type.Boolean() })),
  is_open: Type.Boolean(),
  is_collapsed: Type.Boolean(),
};

export const TaskboardCard = Type.Object(taskboardCardKeys, { title: 'TaskboardCard' });

const PlacedCard = Type.Object(
  {
    ...taskboardCardKeys,
    column_id: Nullable(Type.Integer({ description: 'null: in no column.' })),
    can_move: Type.Boolean({ description: 'Whether you may change the list that puts it into a column.' }),
    allowed_column_ids: Type.Array(Type.Integer(), {
      description:
        'Columns that it may go to now, its own included: those that its tracker has, as its workflow allows.',
    }),
  },
  { title: 'PlacedCard' },
);

/** A milestone's taskboard at once, as a page of it needs it. */
export const Taskboard = Type.Object(
  {
    columns: Type.Array(Type.Object({ ...columnKeys, is_collapsed: Type.Boolean() })),
    rows: Type.Array(
      Type.Object({
        card: PlacedCard,
        cards: Type.Array(PlacedCard, { description: 'What is below it, in order of rank.' }),
      }),
    ),
    additions: Type.Array(
      Type.Object({
        row_tracker_id: Type.Integer(),
        tracker: trackerSchemas.TrackerReference,
        title_field_id: Type.Integer(),
        list_field_id: Type.Integer(),
        columns: Type.Array(Type.Object({ column_id: Type.Integer(), value_id: Type.Integer() })),
      }),
      { description: 'What you may add below rows of a tracker, by its title, and which list value puts it where.' },
    ),
    hides_closed: Type.Boolean({ description: 'Whether you have chosen to see open cards alone.' }),
  },
  { title: 'Taskboard' },
);

export const TaskboardCardChange = Type.Object({ remaining_effort: Type.Number() });

export const CellChange = Type.Object({
  add: Type.Optional(Nullable(Type.Integer({ description: 'A child of the row, or the row itself.' }))),
  order: Type.Optional(
    Nullable(
      Type.Object({
        ids: Type.Array(Type.Integer(), { maxItems: idsMax }),
        direction: Type.String({ description: 'before or after.' }),
        compared_to: Type.Integer(),
      }),
    ),
  ),
});
