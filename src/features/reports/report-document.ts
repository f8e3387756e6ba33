// A report in the document of a tracker, in whose words fields and values have other ids. Pure.
import type { Static } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { fieldTypeOf } from '../trackers/index.ts';
import type { Definition, Field, SentIds } from '../trackers/index.ts';
import { listsPeople, noneId } from './criterion-value.ts';
import { fieldKeys } from './charts/chart-renderer.ts';
import { rendererTypes } from './renderers.schema.ts';
import type { RendererChange } from './renderers.schema.ts';
import type { ReportChange, ReportOfDocument } from './reports.schema.ts';

type Sent = Static<typeof ReportOfDocument>;
type Change = Static<typeof ReportChange>;

export interface ReadReport {
  /** Without columns and sort, which belong to its tables. */
  change: Change;
  renderers: { type: RendererType; change: RendererPart }[];
}

type RendererType = (typeof rendererTypes)[number];
type RendererPart = Static<typeof RendererChange>;
type SentRenderer = NonNullable<Sent['renderers']>[number];

/** Renderers of unknown types, and tables without columns, are passed over. Throws invalid. */
export function readReportOfDocument(sent: Sent, tracker: Definition, ids: SentIds): ReadReport {
  const { criteria = {}, renderers = [], expert_query: query, ...facts } = sent;
  const change: Change = {
    ...facts,
    is_public: true,
    criteria: Object.fromEntries(
      Object.entries(criteria).map(([key, value]) => renameCriterion(key, value, tracker, ids)),
    ),
    is_in_expert_mode: sent.is_in_expert_mode ?? (query !== undefined && query !== null && query !== ''),
    ...(query === undefined || query === null ? {} : { expert_query: query }),
  };
  return {
    change,
    renderers: renderers.flatMap((one, index) => {
      const type = rendererTypes.find((known) => known === one.type);
      if (type === undefined || (type === 'table' && !hasColumns(one))) return [];
      const rename = (id: number, place: string): number => {
        const found = ids.field(id);
        if (found === undefined)
          throw invalid(
            says('report.field-gone')`${id} is not a field in this document`,
            `renderers[${index}].${place}`,
          );
        return found;
      };
      return [{ type, change: renameRenderer(type, one, rename) }];
    }),
  };
}

const hasColumns = ({ columns = [], standard_columns: standard = [] }: SentRenderer): boolean =>
  columns.length + standard.length > 0;

/** All charts of a document are new ones. */
const omitId = <T extends { id?: number }>(chart: T): Omit<T, 'id'> => {
  const { id, ...others } = chart;
  return id === undefined ? chart : others;
};

function renameRenderer(
  type: RendererType,
  { label = 'Table', description = '', columns = [], sort = [], field_id: column, charts = [], ...sent }: SentRenderer,
  rename: (id: number, place: string) => number,
): RendererPart {
  const words = { label, description };
  switch (type) {
    case 'table':
      return {
        ...words,
        columns: columns.map((id, place) => rename(id, `columns[${place}]`)),
        standard_columns: sent.standard_columns ?? [],
        standard_sort: sent.standard_sort ?? [],
        sort: sort.map((step, place) => ({ ...step, field_id: rename(step.field_id, `sort[${place}].field_id`) })),
      };
    case 'plugin_cardwall':
      return { ...words, field_id: typeof column === 'number' ? rename(column, 'field_id') : null };
    case 'plugin_graphontrackersv5':
      return {
        ...words,
        charts: charts.map((chart, place) => ({
          ...omitId(chart),
          ...Object.fromEntries(
            fieldKeys.flatMap((key): [string, number][] => {
              const id = chart[key];
              return typeof id === 'number' ? [[key, rename(id, `charts[${place}].${key}`)]] : [];
            }),
          ),
        })),
      };
  }
}

function renameCriterion(key: string, value: unknown, tracker: Definition, ids: SentIds): [string, unknown] {
  const byId = /^\d{1,15}$/.test(key) ? tracker.fieldById.get(ids.field(Number(key)) ?? 0) : undefined;
  const field = byId ?? tracker.fieldByName.get(key);
  if (field === undefined || !hasOwnValues(field)) return [field === undefined ? key : String(field.id), value];
  return [String(field.id), renameValues(value, (id) => ids.value(field.id, id))];
}

const hasOwnValues = (field: Field): boolean =>
  ['list', 'open-list'].includes(fieldTypeOf(field.type).search ?? '') && !listsPeople(field);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The ids of list values in a criterion, as new ones; one that the document does not have stays, and finds nothing. */
function renameValues(value: unknown, rename: (id: number) => number | undefined): unknown {
  if (isList(value)) return value.map((item) => renameValues(item, rename));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, renameValues(member, rename)]));
  const [, prefix = '', digits] = /^(b?)(\d{1,15})$/.exec(String(value)) ?? [];
  if (digits === undefined || Number(digits) === noneId) return value;
  return `${prefix}${rename(Number(digits)) ?? digits}`;
}
