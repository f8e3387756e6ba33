// Wire shapes of searches over several trackers.
import { Type } from 'typebox';

/** Of one widget, which shows all of them. */
export const queriesMax = 100;
export const queryMaxLength = 20_000;
export const titleMaxLength = 255;
export const descriptionMaxLength = 10_000;

const QueryFields = {
  tql_query: Type.String({
    minLength: 1,
    maxLength: queryMaxLength,
    description: 'SELECT … FROM … WHERE … ORDER BY …',
  }),
  title: Type.String({ minLength: 1, maxLength: titleMaxLength }),
  description: Type.String({ maxLength: descriptionMaxLength, default: '' }),
  is_default: Type.Boolean({ default: false, description: 'Whether the widget shows this query first.' }),
};

export const CrosstrackerQuery = Type.Object(
  { id: Type.String({ description: 'A UUID.' }), ...QueryFields },
  { title: 'CrosstrackerQuery' },
);

export const SubmittedQuery = Type.Object(
  {
    widget_id: Type.Integer({
      minimum: 1,
      description: 'Twice the id of a project, or twice your own user id plus one.',
    }),
    ...QueryFields,
  },
  { title: 'SubmittedCrosstrackerQuery' },
);

export const Widget = Type.Object({ queries: Type.Array(CrosstrackerQuery) }, { title: 'CrosstrackerWidget' });

export const Content = Type.Object(
  {
    artifacts: Type.Array(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'What was selected, by name; @artifact is the artifact.',
      }),
    ),
    selected: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        is_identifier: Type.Optional(
          Type.Boolean({ description: 'True where the numbers name artifacts and count nothing; else left out.' }),
        ),
      }),
    ),
  },
  { title: 'CrosstrackerContent' },
);
