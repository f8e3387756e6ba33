// Wire shapes of charts: what one draws, and what is drawn.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';

export const chartTypes = ['pie', 'bar', 'gantt', 'burndown', 'cumulative_flow'] as const;
export const scales = ['day', 'week', 'month', 'year'] as const;

const ChartType = Type.Union([
  Type.Literal('pie'),
  Type.Literal('bar'),
  Type.Literal('gantt'),
  Type.Literal('burndown'),
  Type.Literal('cumulative_flow'),
]);
const Scale = Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month'), Type.Literal('year')]);
const Day = Type.String({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' });
const FieldId = (description: string) => Type.Integer({ minimum: 1, description });

/** What a chart reads; which of it counts is up to its type. */
const sources = {
  base_field_id: FieldId(
    'pie, bar: the list that is counted by; burndown: the number that remains; cumulative_flow: the list.',
  ),
  group_field_id: FieldId('bar: a second list, by which each bar is divided.'),
  start_field_id: FieldId('gantt: a date.'),
  due_field_id: FieldId('gantt: a date.'),
  finish_field_id: FieldId('gantt: a date; it counts before that of due_field_id.'),
  progress_field_id: FieldId('gantt: a number from 0 to 100, or to 1.'),
  scale: Scale,
  start_date: Day,
  stop_date: Day,
  as_of_date: Day,
  duration: Type.Integer({ minimum: 1, maximum: 399, description: 'burndown: working days.' }),
};

/** More of a chart that is kept for the origin, and drawn nowhere. */
const words = {
  title: Type.String({ maxLength: 255 }),
  description: Type.String({ maxLength: 65_535 }),
  width: Type.Integer({ minimum: 0, maximum: 999_999_999 }),
  height: Type.Integer({ minimum: 0, maximum: 999_999_999 }),
  summary_field_id: FieldId('gantt: kept for other programs; bars have the titles of artifacts.'),
  right_field_id: FieldId('gantt: kept for other programs.'),
};

export const Chart = Type.Object(
  {
    id: Type.Integer({ description: 'Place among the charts of its renderer, from 1.' }),
    type: Type.String({ description: 'Of other programs there may be types that are kept, and not drawn.' }),
    title: words.title,
    description: words.description,
    width: words.width,
    height: words.height,
    base_field_id: Nullable(sources.base_field_id),
    group_field_id: Nullable(sources.group_field_id),
    start_field_id: Nullable(sources.start_field_id),
    due_field_id: Nullable(sources.due_field_id),
    finish_field_id: Nullable(sources.finish_field_id),
    progress_field_id: Nullable(sources.progress_field_id),
    summary_field_id: Nullable(words.summary_field_id),
    right_field_id: Nullable(words.right_field_id),
    scale: Nullable(Scale),
    start_date: Nullable(Day),
    stop_date: Nullable(Day),
    as_of_date: Nullable(Day),
    duration: Nullable(Type.Integer({ description: 'burndown: working days.' })),
  },
  { title: 'Chart' },
);

export const SubmittedChart = Closed(
  {
    id: Type.Optional(
      Type.Integer({
        description: 'Of a chart that is there: it is kept with what is not named here. Without: a new one.',
      }),
    ),
    type: Type.Optional(
      Type.String({ maxLength: 64, description: `One of ${chartTypes.join(', ')}, for a new chart.` }),
    ),
    title: Type.Optional(words.title),
    description: Type.Optional(words.description),
    width: Type.Optional(words.width),
    height: Type.Optional(words.height),
    base_field_id: Type.Optional(Nullable(sources.base_field_id)),
    group_field_id: Type.Optional(Nullable(sources.group_field_id)),
    start_field_id: Type.Optional(Nullable(sources.start_field_id)),
    due_field_id: Type.Optional(Nullable(sources.due_field_id)),
    finish_field_id: Type.Optional(Nullable(sources.finish_field_id)),
    progress_field_id: Type.Optional(Nullable(sources.progress_field_id)),
    summary_field_id: Type.Optional(Nullable(words.summary_field_id)),
    right_field_id: Type.Optional(Nullable(words.right_field_id)),
    scale: Type.Optional(Nullable(Scale)),
    start_date: Type.Optional(Nullable(Day)),
    stop_date: Type.Optional(Nullable(Day)),
    as_of_date: Type.Optional(Nullable(Day)),
    duration: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 999_999_999 }))),
  },
  [],
  { title: 'SubmittedChart' },
);

/** As the query of the route that draws. */
export const chartQuery = {
  type: Type.Union(ChartType.anyOf, { description: 'What is drawn.' }),
  base_field_id: Type.Optional(sources.base_field_id),
  group_field_id: Type.Optional(sources.group_field_id),
  start_field_id: Type.Optional(sources.start_field_id),
  due_field_id: Type.Optional(sources.due_field_id),
  finish_field_id: Type.Optional(sources.finish_field_id),
  progress_field_id: Type.Optional(sources.progress_field_id),
  scale: Type.Optional(Type.Union(Scale.anyOf, { description: 'Of a Gantt chart: what a column stands for.' })),
  start_date: Type.Optional(Day),
  stop_date: Type.Optional(Day),
  duration: Type.Optional(sources.duration),
};

export const ChartQuery = Type.Object(chartQuery);

const ChartValue = Type.Object(
  { id: Type.Integer(), label: Type.String(), color_name: Nullable(Type.String()) },
  { title: 'ChartValue' },
);

export const ChartContent = Type.Object(
  {
    type: ChartType,
    size: Type.Integer({ description: 'How many artifacts match.' }),
    categories: Type.Array(Nullable(ChartValue), {
      description: 'pie, bar: values of the list in its order; null: artifacts without one.',
    }),
    dates: Type.Array(Type.String(), {
      description: 'burndown, cumulative_flow: days, at whose ends the values were, or now for the last of them.',
    }),
    series: Type.Array(
      Type.Object({
        name: Type.String({
          description: 'count; value: those with the value, or with none; remaining and ideal of a burndown.',
        }),
        value: Nullable(ChartValue),
        values: Type.Array(Nullable(Type.Number()), {
          description: 'One for each category or date; null for days to come.',
        }),
      }),
    ),
    bars: Type.Array(
      Type.Object({
        artifact: Type.Object({ id: Type.Integer(), uri: Type.String(), title: Type.String() }),
        color_name: Nullable(Type.String({ description: 'Of its status.' })),
        start: Nullable(Type.String()),
        end: Nullable(Type.String()),
        progress: Nullable(Type.Number({ description: 'From 0 to 1.' })),
      }),
      { description: 'gantt: artifacts with a date, those that start first at first.' },
    ),
    is_complete: Type.Boolean({ description: 'false: there are more bars than these.' }),
  },
  { title: 'ChartContent' },
);
