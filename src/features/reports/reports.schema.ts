// Wire shapes of reports.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../platform/http/index.ts';
import { trackerSchemas } from '../trackers/index.ts';
import { SubmittedChart } from './charts/charts.schema.ts';
import { chartsMax, columnsMax, Renderer, tableSettings } from './renderers.schema.ts';

const head = {
  id: Type.Integer(),
  uri: Type.String(),
  label: Type.String(),
  is_public: Type.Boolean({ description: 'Everybody’s; else it is its maker’s own.' }),
  is_default: Type.Boolean(),
  resources: Type.Array(Type.Object({ type: Type.String(), uri: Type.String() })),
};

export const Report = Type.Object(head, { title: 'Report' });

const criteriaDescription =
  'What artifacts must hold, by the name or id of a field, as in `query` of a tracker’s artifacts; 100 in a list: none. null: the field is offered, and nothing asked.';

export const FullReport = Type.Object(
  {
    ...head,
    description: Type.String(),
    tracker: trackerSchemas.TrackerReference,
    is_in_expert_mode: Type.Boolean({ description: 'Whether expert_query decides, and not the criteria.' }),
    criteria: Type.Record(Type.String(), Type.Unknown(), { description: criteriaDescription }),
    expert_query: Nullable(
      Type.String({ description: 'TQL; null where it asks for something that you may not read.' }),
    ),
    renderers: Type.Array(Renderer),
  },
  { title: 'FullReport' },
);

/** Criteria of one report; more are answered 400. */
const criteriaMax = 100;

const settings = {
  description: Type.Optional(Type.String({ maxLength: 65_535 })),
  is_public: Type.Optional(
    Type.Boolean({ description: 'Tracker administrators alone set it, or change what has it.' }),
  ),
  is_default: Type.Optional(Type.Boolean({ description: 'The one that a tracker opens with; only a public one.' })),
  criteria: Type.Optional(
    Type.Record(Type.String({ maxLength: 255 }), Type.Unknown(), {
      maxProperties: criteriaMax,
      description: criteriaDescription,
    }),
  ),
  expert_query: Type.Optional(Nullable(Type.String({ description: 'TQL, instead of criteria.' }))),
  is_in_expert_mode: Type.Optional(
    Type.Boolean({ description: 'Which of criteria and expert_query decides, where both are given.' }),
  ),
  table_renderer_id: Type.Optional(
    Type.Integer({ description: 'Whose columns and sort are meant, where a report has several tables.' }),
  ),
  ...tableSettings,
};

const Label = Type.String({ maxLength: 255 });

const shownOfReport = Object.keys(FullReport.properties);

/** A report in the document of a new tracker, as FullReport shows it; of its renderers those count that can be made. */
export const ReportOfDocument = Closed(
  {
    label: Label,
    description: settings.description,
    is_default: settings.is_default,
    criteria: settings.criteria,
    expert_query: settings.expert_query,
    is_in_expert_mode: settings.is_in_expert_mode,
    renderers: Type.Optional(
      Type.Array(
        Closed(
          {
            type: Type.String({ maxLength: 64 }),
            label: Type.Optional(Label),
            description: settings.description,
            columns: Type.Optional(Type.Array(Type.Integer(), { maxItems: columnsMax })),
            standard_columns: settings.standard_columns,
            sort: settings.sort,
            standard_sort: settings.standard_sort,
            field_id: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
            charts: Type.Optional(Type.Array(SubmittedChart, { maxItems: chartsMax })),
          },
          ['id'],
        ),
        { maxItems: 20 },
      ),
    ),
  },
  shownOfReport,
);

export const NewReport = Closed({ label: Label, ...settings }, shownOfReport, { title: 'NewReport' });
export const ReportChange = Closed({ label: Type.Optional(Label), ...settings }, shownOfReport, {
  title: 'ReportChange',
});
