// Wire shapes of what a report shows: tables, charts and boards.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../platform/http/index.ts';
import { artifactFilters } from '../artifacts/index.ts';
import { Chart, SubmittedChart } from './charts/charts.schema.ts';

export const Order = Type.Union([Type.Literal('asc'), Type.Literal('desc')]);

/** Columns of one table; more are answered 400. */
export const columnsMax = 100;
/** Fields that one table is sorted by; more are answered 400. */
const sortMax = 10;
/** Charts of one renderer; more are answered 400. */
export const chartsMax = 50;

const standardMax = artifactFilters.standardNames.length;

const StandardColumn = {
  name: Type.String({
    pattern: `^(?:${artifactFilters.standardNames.join('|')})$`,
    description: 'What every artifact has, whether the form has a field for it or not.',
  }),
  place: Type.Integer({ minimum: 0, maximum: columnsMax + standardMax, description: 'Among all columns, from 0.' }),
};

const StandardSort = {
  name: StandardColumn.name,
  place: Type.Integer({ minimum: 0, maximum: sortMax + standardMax, description: 'Among all steps, from 0.' }),
};

export const tableSettings = {
  standard_columns: Type.Optional(
    Type.Array(Closed(StandardColumn), {
      maxItems: standardMax,
      description: 'Of a table: columns beside those of fields; without them they stay.',
    }),
  ),
  standard_sort: Type.Optional(
    Type.Array(Closed({ ...StandardSort, order: Type.Optional(Order) }), {
      maxItems: standardMax,
      description: 'Of a table: what it is sorted by beside fields; without it that stays.',
    }),
  ),
  columns: Type.Optional(Type.Array(Type.Integer(), { maxItems: columnsMax, description: 'Ids of fields.' })),
  sort: Type.Optional(
    Type.Array(Closed({ field_id: Type.Integer(), order: Type.Optional(Order) }), { maxItems: sortMax }),
  ),
};

export const Renderer = Type.Object(
  {
    id: Type.Integer({ description: 'Its own in the report; what table_renderer_id names.' }),
    type: Type.String({ description: 'table, plugin_graphontrackersv5, plugin_cardwall, or what is kept of others.' }),
    label: Type.String(),
    description: Type.String(),
    columns: Type.Array(Type.Integer(), { description: 'Of a table: ids of fields.' }),
    standard_columns: Type.Array(Type.Object(StandardColumn), {
      description: 'Of a table: columns beside those of fields, by their places among all.',
    }),
    sort: Type.Array(Type.Object({ field_id: Type.Integer(), order: Order })),
    standard_sort: Type.Array(Type.Object({ ...StandardSort, order: Order }), {
      description: 'Of a table: what it is sorted by beside fields, by the places among all steps.',
    }),
    field_id: Nullable(Type.Integer({ description: 'Of a cardwall: the list by whose values its columns are.' })),
    charts: Type.Array(Chart),
  },
  { title: 'Renderer' },
);

export const rendererTypes = ['table', 'plugin_graphontrackersv5', 'plugin_cardwall'] as const;

const RendererType = Type.Union([
  Type.Literal('table'),
  Type.Literal('plugin_graphontrackersv5'),
  Type.Literal('plugin_cardwall'),
]);

const settings = {
  label: Type.Optional(Type.String({ maxLength: 255 })),
  description: Type.Optional(Type.String({ maxLength: 65_535 })),
  rank: Type.Optional(Type.Integer({ minimum: 0, description: 'Its place among the others of the report, from 0.' })),
  columns: Type.Optional(
    Type.Array(Type.Integer(), { maxItems: columnsMax, description: 'Of a table: ids of fields.' }),
  ),
  standard_columns: tableSettings.standard_columns,
  sort: tableSettings.sort,
  standard_sort: tableSettings.standard_sort,
  field_id: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
  charts: Type.Optional(
    Type.Array(SubmittedChart, { maxItems: chartsMax, description: 'All charts of the renderer, in their order.' }),
  ),
};

const shown = Object.keys(Renderer.properties);

export const NewRenderer = Closed({ type: RendererType, ...settings }, shown, {
  title: 'NewRenderer',
});
export const RendererChange = Closed(settings, shown, { title: 'RendererChange' });
