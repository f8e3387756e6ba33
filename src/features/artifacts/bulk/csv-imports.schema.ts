// Wire shapes of artifacts that come from a table in CSV.
import { Type } from 'typebox';
import { Closed, Nullable, I18nMessage } from '../../../platform/http/index.ts';

/** Characters of one import; more are answered 400. */
const csvMax = 2_097_152;
/** Columns that one import says the meaning of; more are answered 400. */
const columnsMax = 300;
/** Lines that one import takes: as many as a batch has. */
export const importedLinesMax = 1000;

const columnShape = {
  column: Type.Integer({ minimum: 0, maximum: columnsMax - 1, description: 'Its place in a line, from 0.' }),
  target: Type.Enum(['field', 'id', 'comment', 'nothing'] as const, {
    description:
      'What its cells are: values of a field, the artifact to update (a line without one makes one), the comment, or nothing.',
  }),
  field_id: Nullable(Type.Integer({ description: 'Where the target is a field.' })),
};

export const ArtifactImport = Type.Object(
  {
    csv: Type.String({
      maxLength: csvMax,
      description:
        'Lines of CSV with commas, semicolons or tabs; the first names the columns, after a line such as sep=; where there is one. Cells in quotes may have several lines.',
    }),
    is_dry_run: Type.Boolean({ description: 'true: tell what would become of each line, and change nothing.' }),
    columns: Type.Optional(
      Type.Array(Closed(columnShape, ['name']), {
        maxItems: columnsMax,
        description:
          'What columns are; those that are not named are nothing. Left out: what their names say, such as those of a report as CSV.',
      }),
    ),
    skip: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: `Lines after the first to pass over: ${importedLinesMax} are taken at a time.`,
      }),
    ),
    date_order: Type.Optional(
      Type.Enum(['month_day_year', 'day_month_year'] as const, {
        description:
          'Of dates such as 3/4/2026; dates with the year first or with dots are always understood. Left out: as the other dates of the file show; where none does, 400 names both readings.',
      }),
    ),
    decimal_separator: Type.Optional(
      Type.Enum(['point', 'comma'] as const, {
        description:
          'Of numbers such as 1.234; 1234.5, 2,5 and 1 234,75 are always understood. Left out: as the other numbers or the separator of the file show; where neither does, 400 names both readings.',
      }),
    ),
  },
  { title: 'ArtifactImport' },
);

const Problem = Type.Object({
  column: Nullable(Type.Integer({ description: 'null: the whole line.' })),
  message: Type.String(),
  i18n: Type.Optional(I18nMessage),
});

export const ArtifactImportAnswer = Type.Object(
  {
    columns: Type.Array(Type.Object({ ...columnShape, name: Type.String() })),
    total: Type.Integer({ description: 'Lines of the file after the first.' }),
    lines: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Of the file, from 1.' }),
        id: Nullable(Type.Integer({ description: 'The artifact; null for a new one in a dry run.' })),
        is_new: Type.Boolean(),
        changes: Type.Integer({
          description: 'Cells that say something other than the artifact has; 0: it is left alone.',
        }),
        problems: Type.Array(Problem),
        cells: Type.Array(Type.String(), { description: 'What the line has, shortened.' }),
      }),
    ),
  },
  { title: 'ArtifactImportAnswer' },
);
