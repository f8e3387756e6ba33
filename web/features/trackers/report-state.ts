// What a report asks for and shows: from its saved form, from the address, and as requests take it. Pure.
import { standardNameOf } from '../fields/index.ts';
import type { CriterionForm } from '../fields/index.ts';
import { joinConditions, readCriteria, splitWords, writeCriteria, writeWords } from './criteria/criteria.ts';
import type { Criterion } from './criteria/criteria.ts';
import { readSavedCriteria, writeSavedCriteria } from './criteria/criteria-json.ts';
import { criterionOf, fieldById, fieldByName, isSortable } from './fields.ts';
import { columnByName, defaultColumns, isOfForm, standardByName } from './table/standard-columns.ts';
import type { Tracker } from './fields.ts';
import type { FullReport, ListQuery, ReportChange } from './shapes.ts';
import type { ViewSettings } from './view-settings.ts';

/** The part of the address after `?`. What it leaves out is as the report says. */
export interface ReportSearch {
  /** The tracker's default where it is left out. */
  report?: number;
  /** Words for full-text search. */
  q?: string;
  /** A condition in the query language; empty: none, whatever the report asks. */
  where?: string;
  /** Criteria in JSON that the query language can't say. */
  also?: Record<string, unknown>;
  /** What it asks in the place of the report, by ids of fields and in JSON as reports keep it; older addresses say it so. */
  criteria?: Record<string, unknown>;
  /** Short names, `-` before those that descend; empty: none. */
  sort?: string;
  /** See Column, with commas between. */
  columns?: string;
  /** Short name of the field whose values make groups; empty: none. */
  group?: string;
  /** The condition is shown as a text. */
  asQuery?: boolean;
  /** The artifact beside the table. */
  peek?: number;
  /** Which of the report's renderers is shown; the table without it. */
  view?: string;
}

/** A field, or those links of a field that have a type. */
export interface Column {
  /** Of the tracker's form, or a standard one. */
  fieldId: number;
  /** Of links: their type, `-` before it for links from others. undefined: all. */
  linkType?: string | undefined;
}

export interface ReportState {
  words: string;
  condition: string;
  others: Readonly<Record<string, unknown>>;
  sort: string;
  columns: readonly Column[];
  group: string;
}

export const columnKey = ({ fieldId, linkType }: Column): string =>
  linkType === undefined ? (standardNameOf(fieldId) ?? String(fieldId)) : `${fieldId}:${linkType}`;

export const writeColumns = (columns: readonly Column[]): string => columns.map(columnKey).join(',');

/** Leaves out what names no field of the tracker. */
export const readColumns = (tracker: Pick<Tracker, 'fields'>, text: string): readonly Column[] =>
  text.split(',').flatMap((part) => {
    const name = part.trim();
    const [, id, linkType] = /^(\d{1,15})(?::(.*))?$/.exec(name) ?? [];
    const field = id === undefined ? standardByName(tracker, name) : fieldById(tracker, Number(id));
    if (field === undefined) return [];
    return [{ fieldId: field.field_id, ...(linkType === undefined ? {} : { linkType }) }];
  });

/** What is asked of fields, by their names. */
export const criteriaOf =
  (tracker: Pick<Tracker, 'fields'>) =>
  (name: string): CriterionForm | undefined => {
    const field = fieldByName(tracker, name);
    return field && criterionOf(field);
  };

/** Ids of the columns of a saved table: fields, and between them what every artifact has. */
function columnsOfTable(
  tracker: Pick<Tracker, 'fields'>,
  { columns, standard_columns: standard }: FullReport['renderers'][number],
): readonly number[] {
  const ids = columns.filter((id) => fieldById(tracker, id) !== undefined);
  for (const { name, place } of standard.toSorted((one, other) => one.place - other.place)) {
    const field = standardByName(tracker, name);
    if (field !== undefined && !ids.includes(field.field_id)) ids.splice(place, 0, field.field_id);
  }
  return ids;
}

/** What a saved table is sorted by: fields, and between them what every artifact has. */
function sortOfTable(
  tracker: Pick<Tracker, 'fields'>,
  { sort, standard_sort: standard }: FullReport['renderers'][number],
): string {
  const steps: SortStep[] = sort.flatMap(({ field_id: id, order }) => {
    const field = fieldById(tracker, id);
    return field === undefined ? [] : [{ name: field.name, isDescending: order === 'desc' }];
  });
  for (const { name, place, order } of standard.toSorted((one, other) => one.place - other.place)) {
    const field = standardByName(tracker, name);
    if (field !== undefined) steps.splice(place, 0, { name: field.name, isDescending: order === 'desc' });
  }
  return writeSort(steps);
}

/** What a saved report says; what a tracker shows by itself without one. */
export function stateOfReport(tracker: Tracker, report: FullReport | undefined): ReportState {
  const table = report?.renderers.find(({ type }) => type === 'table');
  const saved = readSavedCriteria(tracker, report?.criteria ?? {});
  const isExpert = report?.is_in_expert_mode === true;
  const columns = table === undefined ? [] : columnsOfTable(tracker, table);
  return {
    ...(isExpert
      ? readQuery(tracker, report?.expert_query ?? '')
      : { words: '', condition: writeCriteria(saved.criteria) }),
    others: isExpert ? {} : saved.others,
    sort: table === undefined ? '' : sortOfTable(tracker, table),
    columns: (columns.length > 0 ? columns : defaultColumns(tracker)).map((fieldId) => ({ fieldId })),
    group: '',
  };
}

/** Words apart where criteria can say the rest. */
function readQuery(tracker: Tracker, query: string): Pick<ReportState, 'words' | 'condition'> {
  const split = splitWords(query);
  return readCriteria(split.condition, criteriaOf(tracker)) === undefined ? { words: '', condition: query } : split;
}

/** Fields that the report offers to ask for, though it asks nothing of them; what its query asks stands in for its criteria. */
export function offeredBy(tracker: Tracker, report: FullReport | undefined): readonly Criterion[] {
  const { criteria } = readSavedCriteria(tracker, report?.criteria ?? {});
  if (report?.is_in_expert_mode === true) return offersOf(tracker, criteria);
  return criteria.filter(
    ({ values, operator }) => values.length === 0 && operator !== 'empty' && operator !== 'filled',
  );
}

/** Of each field once. */
const offersOf = (tracker: Tracker, criteria: readonly Criterion[]): readonly Criterion[] =>
  readSavedCriteria(tracker, Object.fromEntries(criteria.map(({ field }) => [field, null]))).criteria;

/** The report as the address changes it. */
export const stateOfAddress = (tracker: Tracker, base: ReportState, search: ReportSearch): ReportState => {
  const columns = search.columns === undefined ? [] : readColumns(tracker, search.columns);
  const asked = search.criteria && readSavedCriteria(tracker, search.criteria);
  return {
    words: search.q ?? base.words,
    condition: search.where ?? (asked === undefined ? base.condition : writeCriteria(asked.criteria)),
    others: search.also ?? asked?.others ?? base.others,
    sort: search.sort ?? base.sort,
    columns: columns.length > 0 ? columns : base.columns,
    group: search.group ?? base.group,
  };
};

/** The report that an address means: the one that it names, else the tracker's default; undefined where there is none. */
export const chosenReport = (
  { report }: Pick<ReportSearch, 'report'>,
  all: readonly { id: number; is_default: boolean }[] | undefined,
): number | undefined => report ?? (all?.find((one) => one.is_default) ?? all?.[0])?.id;

/** What a report shows as it is saved, and as the person and the address have it. */
export function openState(
  tracker: Tracker,
  report: FullReport | undefined,
  { columns, sort, group }: Pick<ViewSettings, 'columns' | 'sort' | 'group'>,
  search: ReportSearch,
): { saved: ReportState; state: ReportState } {
  const saved = stateOfReport(tracker, report);
  const personal = stateOfAddress(tracker, saved, {
    ...(columns === undefined ? {} : { columns }),
    ...(sort === undefined ? {} : { sort }),
    ...(group === undefined ? {} : { group }),
  });
  return { saved, state: stateOfAddress(tracker, personal, search) };
}

/** The parts of an address that are about a report's content. */
export const contentKeys = ['q', 'where', 'also', 'criteria', 'sort', 'columns', 'group'] as const;

/** Whether the address changes what the report says. */
export const isChanged = (search: ReportSearch): boolean => contentKeys.some((key) => search[key] !== undefined);

/** What lists of artifacts are asked with. */
export function filterOf(
  { condition, words, others }: Pick<ReportState, 'condition' | 'words' | 'others'>,
  ...more: readonly string[]
): { expert_query?: string; criteria?: string } {
  const all = joinConditions(condition, writeWords(words), ...more);
  return {
    ...(all === '' ? {} : { expert_query: all }),
    ...(Object.keys(others).length === 0 ? {} : { criteria: JSON.stringify(others) }),
  };
}

/** Newest first where nothing is said; what can't sort is left out. */
export function orderOf(tracker: Tracker, sort: string): { sort: string } | { order: 'desc' } {
  const known = sortSteps(sort).filter(({ name }) => {
    const field = columnByName(tracker, name);
    return field !== undefined && isSortable(field);
  });
  return known.length === 0 ? { order: 'desc' } : { sort: writeSort(known) };
}

/** How values of a column are asked for; of what every artifact has, the rank alone has to be. */
const askedNames = (id: number): readonly string[] =>
  isOfForm({ field_id: id }) ? [String(id)] : standardNameOf(id) === '@rank' ? ['@rank'] : [];

/** What the rows of a report are asked with. */
export const listOf = (tracker: Tracker, state: ReportState): ListQuery => ({
  ...filterOf(state),
  ...orderOf(tracker, state.sort),
  fields: [...new Set(state.columns.map(({ fieldId }) => fieldId))].flatMap(askedNames).join(','),
});

export interface SortStep {
  name: string;
  isDescending: boolean;
}

export const sortSteps = (sort: string): readonly SortStep[] =>
  sort.split(',').flatMap((part) => {
    const name = part.replace(/^-/, '').trim();
    return name === '' ? [] : [{ name, isDescending: part.startsWith('-') }];
  });

const writeSort = (steps: readonly SortStep[]): string =>
  steps.map(({ name, isDescending }) => `${isDescending ? '-' : ''}${name}`).join(',');

/** The server sorts by so many. */
const stepsMax = 5;

/** Once up, then down, then not; alone, or after the others where `isAdded`. */
export function toggleSort(sort: string, name: string, isAdded: boolean): string {
  const steps = sortSteps(sort);
  const at = steps.findIndex((step) => step.name === name);
  const before = steps[at];
  const next: SortStep[] =
    before === undefined ? [{ name, isDescending: false }] : before.isDescending ? [] : [{ name, isDescending: true }];
  if (!isAdded) return writeSort(before !== undefined && steps.length > 1 ? [{ name, isDescending: false }] : next);
  if (at === -1) return writeSort([...steps, ...next].slice(0, stepsMax));
  return writeSort([...steps.slice(0, at), ...next, ...steps.slice(at + 1)]);
}

type SavedKey =
  | 'criteria'
  | 'expert_query'
  | 'is_in_expert_mode'
  | 'columns'
  | 'standard_columns'
  | 'sort'
  | 'standard_sort';

/** What is saved of a state; `offered` stay offered. */
export function savedForm(
  tracker: Tracker,
  state: ReportState,
  offered: readonly Criterion[],
): Pick<ReportChange, SavedKey> {
  const criteria = readCriteria(state.condition, criteriaOf(tracker));
  const words = writeWords(state.words);
  const asked = new Set(criteria?.map(({ field }) => field));
  const shown = [...(criteria ?? []), ...offered.filter(({ field }) => !asked.has(field))];
  const json =
    words === '' ? criteria && writeSavedCriteria(tracker, { criteria: shown, others: state.others }) : undefined;
  // Beside a query, criteria say which fields are offered.
  const offers = criteria && writeSavedCriteria(tracker, { criteria: offersOf(tracker, shown), others: {} });
  const ids = [...new Set(state.columns.map(({ fieldId }) => fieldId))];
  const steps = sortSteps(state.sort).flatMap(({ name, isDescending }) => {
    const field = columnByName(tracker, name);
    return field === undefined ? [] : [{ id: field.field_id, order: isDescending ? 'desc' : 'asc' } as const];
  });
  return {
    ...(json === undefined
      ? {
          expert_query: joinConditions(state.condition, words),
          is_in_expert_mode: true,
          ...(offers === undefined ? {} : { criteria: offers }),
        }
      : { criteria: json, is_in_expert_mode: false }),
    columns: ids.filter((id) => isOfForm({ field_id: id })),
    standard_columns: ids.flatMap((id, place) => {
      const name = standardNameOf(id);
      return name === undefined ? [] : [{ name, place }];
    }),
    sort: steps.flatMap(({ id, order }) => (isOfForm({ field_id: id }) ? [{ field_id: id, order }] : [])),
    standard_sort: steps.flatMap(({ id, order }, place) => {
      const name = standardNameOf(id);
      return name === undefined ? [] : [{ name, order, place }];
    }),
  };
}
