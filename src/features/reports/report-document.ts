// A report in the document of a tracker, in whose words fields and values have other ids. Pure.
import type { Static } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { fieldTypeOf } from '../trackers/index.ts';
import type { Definition, Field, SentIds } from '../trackers/index.ts';
import { listsPeople, noneId } from './criterion-value.ts';
import type { ReportChange, ReportOfDocument } from './reports.schema.ts';

type Sent = Static<typeof ReportOfDocument>;
type Change = Static<typeof ReportChange>;

export interface ReadReport {
  /** Without columns and sort, which belong to its tables. */
  change: Change;
  tables: { label: string; description: string; change: Change }[];
}

/** Renderers of other types than tables say nothing that they could be made from, and are passed over. Throws invalid. */
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
  const tables = renderers.flatMap(({ type, label = 'Table', description = '', columns = [], sort = [] }, index) => {
    if (type !== 'table' || columns.length === 0) return [];
    const path = `renderers[${index}]`;
    const rename = (id: number, place: string): number => {
      const found = ids.field(id);
      if (found === undefined) throw invalid(`${id} is no field of this document`, `${path}.${place}`);
      return found;
    };
    const table: Change = {
      columns: columns.map((id, place) => rename(id, `columns[${place}]`)),
      sort: sort.map((step, place) => ({ ...step, field_id: rename(step.field_id, `sort[${place}].field_id`) })),
    };
    return [{ label, description, change: table }];
  });
  return { change, tables };
}

function renameCriterion(key: string, value: unknown, tracker: Definition, ids: SentIds): [string, unknown] {
  const byId = /^\d{1,15}$/.test(key) ? tracker.fieldById.get(ids.field(Number(key)) ?? 0) : undefined;
  const field = byId ?? tracker.fieldByName.get(key);
  if (field === undefined || !hasOwnValues(field)) return [field === undefined ? key : String(field.id), value];
  return [String(field.id), renameValues(value, ids)];
}

const hasOwnValues = (field: Field): boolean =>
  ['list', 'open-list'].includes(fieldTypeOf(field.type).search ?? '') && !listsPeople(field);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The ids of list values in a criterion, as new ones; one that the document does not have stays, and finds nothing. */
function renameValues(value: unknown, ids: SentIds): unknown {
  if (isList(value)) return value.map((item) => renameValues(item, ids));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, renameValues(member, ids)]));
  const [, prefix = '', digits] = /^(b?)(\d{1,15})$/.exec(String(value)) ?? [];
  if (digits === undefined || Number(digits) === noneId) return value;
  return `${prefix}${ids.value(Number(digits)) ?? digits}`;
}
