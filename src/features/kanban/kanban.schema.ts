// Wire shapes of kanbans, their columns and their items (reference pages 80, section 5, and 81, sections 1 to 3).
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { artifactSchemas } from '../artifacts/index.ts';
import { projectSchemas } from '../projects/index.ts';

const KanbanTracker = Type.Object({
  uri: Type.String(),
  id: Type.Integer(),
  label: Type.String(),
  item_name: Type.String(),
  project: projectSchemas.ProjectReference,
});

export const KanbanColumn = Type.Object(
  {
    id: Type.Integer({ description: 'Of the list value that the column stands for.' }),
    label: Type.String(),
    is_open: Type.Boolean({ description: 'Whether you have it unfolded.' }),
    limit: Nullable(Type.Integer({ description: 'How many items should stand in it at most; nothing refuses more.' })),
    color: Type.String({ description: 'Always empty.' }),
    user_can_add_in_place: Type.Boolean(),
    user_can_remove_column: Type.Boolean(),
    user_can_edit_label: Type.Boolean(),
  },
  { title: 'KanbanColumn' },
);

const Uri = Type.Object({ uri: Type.String() });

export const Kanban = Type.Object(
  {
    id: Type.Integer(),
    tracker_id: Type.Integer(),
    tracker: KanbanTracker,
    uri: Type.String(),
    label: Type.String(),
    columns: Type.Array(KanbanColumn),
    resources: Type.Object({ backlog: Uri, items: Uri }),
    backlog: Type.Object({ label: Type.String(), is_open: Type.Boolean(), user_can_add_in_place: Type.Boolean() }),
    archive: Type.Object({ label: Type.String(), is_open: Type.Boolean() }),
    user_can_add_columns: Type.Boolean(),
    user_can_reorder_columns: Type.Boolean(),
    user_can_add_artifact: Type.Boolean(),
    is_promoted: Type.Boolean(),
  },
  { title: 'Kanban' },
);

export const KanbanSummary = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    is_promoted: Type.Boolean(),
    tracker: KanbanTracker,
    open_items_count: Type.Integer({ description: 'In the backlog and the columns, as far as you may see them.' }),
    closed_items_count: Type.Integer(),
  },
  { title: 'KanbanSummary' },
);

const label = (description: string) => Type.String({ maxLength: 255, description });

export const NewKanban = Type.Object({
  label: label('Its name.'),
  tracker_id: Type.Integer({ description: 'Whose artifacts stand on it; a tracker has one kanban at most.' }),
  is_promoted: Type.Optional(
    Type.Boolean({ description: 'Whether it stands first among the boards in the side bar of the project.' }),
  ),
});

export const KanbanChange = Type.Object({
  label: Type.Optional(Nullable(label('An empty one changes nothing.'))),
  is_promoted: Type.Optional(Nullable(Type.Boolean())),
  collapse_column: Type.Optional(
    Nullable(
      Type.Object(
        { column_id: Type.Integer(), value: Type.Boolean() },
        { description: 'Folds a column, for you alone.' },
      ),
    ),
  ),
  collapse_archive: Type.Optional(Nullable(Type.Boolean())),
  collapse_backlog: Type.Optional(Nullable(Type.Boolean())),
});

/** Clients send new columns and items by themselves or below a name. */
export const NewColumn = Type.Object({
  label: Type.Optional(label('')),
  column: Type.Optional(Type.Object({ label: label('') })),
});

export const ColumnOrder = Type.Union([
  Type.Array(Type.Integer(), { maxItems: 1000 }),
  Type.Object({ column_ids: Type.Array(Type.Integer(), { maxItems: 1000 }) }),
]);

export const ColumnChange = Type.Object({
  label: Type.Optional(Nullable(label('Renames the list value.'))),
  wip_limit: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'null takes the limit away.' })),
  ),
});

const TimeInfo = Type.Record(Type.String(), Nullable(Type.String()), {
  description:
    'When the item came into each column, by its id, last; `kanban`: the earliest of these; `archive`: when it was closed.',
});

export const KanbanItem = Type.Object(
  {
    id: Type.Integer(),
    item_name: Type.String({ description: 'Short name of the tracker.' }),
    label: Type.String(),
    color: Type.String(),
    card_fields: Type.Array(artifactSchemas.ShownValue),
    timeinfo: Type.Union([TimeInfo, Type.Array(Type.String(), { maxItems: 0 })]),
    in_column: Type.Union([Type.Integer(), Type.String()], { description: 'An id, "backlog" or "archive".' }),
    background_color_name: Type.String(),
  },
  { title: 'KanbanItem' },
);

export const KanbanItems = Type.Object({ collection: Type.Array(KanbanItem), total_size: Type.Integer() });

/** Items that one request moves or orders; more are answered 400. */
const itemsMax = 1000;

export const ItemMove = Type.Object({
  add: Type.Optional(
    Nullable(
      Type.Object({
        ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: itemsMax, description: 'Items that come here.' }),
      }),
    ),
  ),
  order: Type.Optional(
    Nullable(
      Type.Object({
        ids: Type.Array(Type.Integer(), { maxItems: itemsMax }),
        direction: Type.String({ description: 'before or after.' }),
        compared_to: Type.Integer(),
      }),
    ),
  ),
  from_column: Type.Optional(Nullable(Type.Union([Type.String(), Type.Integer()]))),
});

const newItem = {
  label: label('Title.'),
  kanban_id: Type.Integer(),
  column_id: Type.Optional(Nullable(Type.Integer({ description: '0, or nothing: into the backlog.' }))),
};

export const NewItem = Type.Object({
  item: Type.Optional(Type.Object(newItem)),
  label: Type.Optional(newItem.label),
  kanban_id: Type.Optional(newItem.kanban_id),
  column_id: newItem.column_id,
});

export const ReportChoice = Type.Object({ tracker_report_ids: Type.Array(Type.Integer(), { maxItems: 200 }) });

export const ReportOffers = Type.Array(Type.Object({ id: Type.Integer(), label: Type.String() }));

export const CumulativeFlow = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        id: Type.String(),
        label: Type.String(),
        values: Type.Array(Type.Object({ start_date: Type.String(), kanban_items_count: Type.Integer() })),
      }),
    ),
  },
  { title: 'KanbanCumulativeFlow' },
);

export const CycleTimes = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        started_on: Type.String({ description: 'When it came into a column for the first time.' }),
        closed_on: Type.String(),
        days: Type.Number(),
      }),
      { description: 'By the moment when they were closed.' },
    ),
    is_cut: Type.Boolean({ description: 'Whether more items changed than were looked at.' }),
  },
  { title: 'KanbanCycleTimes' },
);
