// Criteria in JSON (reference page 40, section 5): an object of fields, by id or short name, with what each must hold.
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import type { DomainError } from '../../../../platform/errors.ts';
import { parseDate } from '../../../../platform/texts/dates.ts';
import { readQueryObject } from '../../../../platform/wire/query-json.ts';
import { dateFields, fieldIs, readGroupId } from '../../../trackers/index.ts';
import type { Field } from '../../../trackers/index.ts';
import { containsText, testNumber } from './comparisons.ts';
import { both, everything, not } from './condition.ts';
import type { Condition, NumberTest } from './condition.ts';
import { dayOf, minuteOf, testsOf } from './dates.ts';
import type { Span } from './dates.ts';
import { refuse, searchableField } from './query-context.ts';
import type { QueryContext, Searchable } from './query-context.ts';

const operators = ['contains', '=', 'between', '>', '<'] as const;
type CriterionOperator = (typeof operators)[number];

interface Criterion {
  key: string;
  field: Field;
  operator: CriterionOperator;
  value: unknown;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Criteria by field; undefined where the text says that there are none. Throws invalid for what is no JSON object. */
export function readCriteriaText(text: string, parameter: string): ReadonlyMap<string, unknown> | undefined {
  let value: unknown;
  try {
    value = text.trim() === '' ? '' : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid(says('criteria.no-json')`is not valid JSON; use an object such as {"title": "login"}`, parameter);
  }
  if (value === '' || typeof value === 'number' || (isList(value) && value.length === 0)) return undefined;
  return readQueryObject(text);
}

/** What all criteria together say. Criteria on fields that the viewer may not read, or that are out of use, say nothing. */
export async function readCriteria(
  context: QueryContext,
  criteria: ReadonlyMap<string, unknown>,
  termsMax: number,
): Promise<Condition> {
  const { tracker } = context;
  if (criteria.size > termsMax)
    throw refuse(context, says('criteria.too-many')`at most ${termsMax} filters are allowed`);
  const found = [...criteria].map(([key, value]) => ({ key, value, field: findField(context, key) }));
  const unknown = found.filter(
    ({ field }) => field === undefined || field.trackerId !== tracker.id || field.settings.isDeleted === true,
  );
  if (unknown.length > 0)
    throw refuse(
      context,
      says('criteria.unknown')`these fields do not exist: ${unknown.map(({ key }) => key).join(', ')}`,
    );
  const conditions: Condition[] = [];
  for (const { key, field, value } of found) {
    if (field === undefined) continue;
    const searchable = searchableField(context, key, field);
    const criterion = readCriterion(context, key, field, value);
    if (searchable !== undefined) conditions.push(await readOne(context, searchable, criterion));
  }
  return both(everything, ...conditions);
}

const findField = ({ tracker }: QueryContext, key: string): Field | undefined =>
  (/^\d{1,15}$/.test(key) ? tracker.fieldById.get(Number(key)) : undefined) ??
  tracker.fieldByName.get(key) ??
  tracker.fields.find((field) => field.name.toLowerCase() === key.toLowerCase());

function readCriterion(context: QueryContext, key: string, field: Field, value: unknown): Criterion {
  if (typeof value !== 'object' || value === null || isList(value)) return { key, field, operator: 'contains', value };
  const name: unknown = 'operator' in value ? value.operator : null;
  const inner: unknown = 'value' in value ? value.value : null;
  if (name === null || inner === null) {
    throw refuse(
      context,
      says('criteria.malformed')`the filter for field ${key} is not valid; use {"operator": …, "value": …}`,
    );
  }
  const operator = operators.find((known) => known === name);
  if (operator === undefined) {
    throw refuse(
      context,
      says('criteria.operator')`invalid operator for field ${key}; use one of ${operators.join(', ')}`,
    );
  }
  return { key, field, operator, value: inner };
}

async function readOne(context: QueryContext, searchable: Searchable, criterion: Criterion): Promise<Condition> {
  const { field, operator } = criterion;
  switch (searchable.search) {
    case 'date':
    case 'submitted-on':
    case 'updated-on':
      return readDates(context, searchable, criterion);
    case undefined:
      return readUnindexed(context, criterion);
    default:
      break;
  }
  if (operator !== 'contains') {
    throw refuse(
      context,
      says('criteria.contains')`operator not allowed for field '${field.name}' (${field.id}); use contains`,
    );
  }
  switch (searchable.search) {
    case 'text':
      return readText(context, searchable, criterion);
    case 'files':
      return containsAll(context, searchable, criterion);
    case 'list':
    case 'open-list':
    case 'submitted-by':
    case 'updated-by':
      return readIds(context, searchable, criterion);
    case 'groups':
      return readGroups(context, searchable, criterion);
    case 'sum':
      return context.findByComputed(field, readTests(context, criterion));
    default:
      return testNumber(context, searchable, readTests(context, criterion));
  }
}

const refuseFormat = (context: QueryContext, { field }: Criterion, right: string): DomainError =>
  refuse(context, says('criteria.format')`invalid format for field '${field.name}' (${field.id}); use ${right}`);

/** Links are asked for by the numbers of artifacts; of types that hold nothing nothing is asked. */
async function readUnindexed(context: QueryContext, criterion: Criterion): Promise<Condition> {
  if (!fieldIs.links(criterion.field)) return everything;
  const of: Condition[] = [];
  for (const artifactId of readWholeNumbers(context, criterion)) {
    const ends = await context.findLinkEnds('forward', { artifactId });
    if (ends !== undefined) of.push({ kind: 'link', direction: 'forward', type: undefined, ends });
  }
  return { kind: 'or', of };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function containsAll(context: QueryContext, searchable: Searchable, criterion: Criterion): Condition {
  const text = textOf(criterion.value);
  if (text === undefined) throw refuseFormat(context, criterion, 'a text');
  const words = text.split(/\s+/).filter((word) => word !== '');
  return both(everything, ...words.map((word) => containsText(context, searchable, word)));
}

async function readText(context: QueryContext, searchable: Searchable, criterion: Criterion): Promise<Condition> {
  const [, isNot, pattern] = /^(!?)\/([^]+)\/$/.exec(textOf(criterion.value) ?? '') ?? [];
  if (pattern === undefined) return containsAll(context, searchable, criterion);
  const found = await context.findByPattern(searchable, pattern);
  return isNot === '!' ? not(found) : found;
}

function readTests(context: QueryContext, criterion: Criterion): NumberTest[] {
  const text = textOf(criterion.value)?.trim();
  const [, sign, limit] = /^(<=|>=|<|>|=)?\s{0,9}(-?\d{1,15}(?:\.\d{1,15})?)$/.exec(text ?? '') ?? [];
  if (limit !== undefined) {
    const operator = (['<=', '>=', '<', '>'] as const).find((known) => known === sign) ?? '=';
    return [{ operator, value: Number(limit) }];
  }
  const [, from, to] = /^(-?\d{1,15}(?:\.\d{1,15})?)\s{0,9}-\s{0,9}(-?\d{1,15}(?:\.\d{1,15})?)$/.exec(text ?? '') ?? [];
  if (from === undefined) throw refuseFormat(context, criterion, 'a number, or a text such as "<5", ">=5" or "5-10"');
  return [
    { operator: '>=', value: Number(from) },
    { operator: '<=', value: Number(to) },
  ];
}

/** The id that stands for none, which asks for nothing. */
const noneId = 100;

function readIds(context: QueryContext, searchable: Searchable, criterion: Criterion): Condition {
  const ids = readWholeNumbers(context, criterion, searchable.search === 'open-list').filter((id) => id !== noneId);
  return ids.length === 0 ? everything : testNumber(context, searchable, [{ operator: 'in', values: ids }]);
}

/** User groups, one of which the field must grant; none of them asks for nothing. */
function readGroups(context: QueryContext, searchable: Searchable, criterion: Criterion): Condition {
  const groups = itemsOf(context, criterion).filter((item) => textOf(item)?.trim() !== String(noneId));
  const values = groups.map((item) => readGroupId(item, context.tracker.project.id, context.parameter));
  return values.length === 0 ? everything : testNumber(context, searchable, [{ operator: 'in', values }]);
}

/** Values of one criterion; more are answered 400. */
const idsMax = 500;

/** Several values as a list, or in a text with commas between. */
function itemsOf(context: QueryContext, { value }: Criterion): readonly unknown[] {
  const items = isList(value) ? value : (textOf(value) ?? '?').split(',');
  if (items.length > idsMax) throw refuse(context, says('criteria.ids')`at most ${idsMax} IDs are allowed in a filter`);
  return items;
}

/** `b12` and `o12` are bound and added values of open lists; the latter have negative keys. */
function readWholeNumbers(context: QueryContext, criterion: Criterion, isOpenList = false): number[] {
  const pattern = isOpenList ? /^([bo]?)(\d{1,15})$/ : /^()(\d{1,15})$/;
  return itemsOf(context, criterion).map((item) => {
    const [, prefix, id] = pattern.exec(textOf(item)?.trim() ?? '') ?? [];
    if (id === undefined) throw refuseFormat(context, criterion, isOpenList ? 'ids such as 12, "b12" or "o12"' : 'ids');
    return prefix === 'o' ? -Number(id) : Number(id);
  });
}

function readDates(context: QueryContext, searchable: Searchable, criterion: Criterion): Condition {
  const { operator, value } = criterion;
  const unitMs = searchable.search === 'date' ? 1000 : 1;
  const items = isList(value) ? value : [value];
  const isTimed =
    searchable.search !== 'date' || (searchable.field !== undefined && dateFields.isTimeShown(searchable.field));
  const spans = items.map((item) => readSpanOf(context, criterion, item, isTimed));
  const [first, second, ...others] = spans;
  const isRange = operator === 'between';
  if (first === undefined || (second !== undefined) !== isRange || others.length > 0)
    throw refuseFormat(context, criterion, isRange ? 'two dates' : 'one date');
  if (second !== undefined) {
    return testNumber(context, searchable, [...testsOf('>=', first, unitMs), ...testsOf('<=', second, unitMs)]);
  }
  return testNumber(context, searchable, testsOf(operator === '>' || operator === '<' ? operator : '=', first, unitMs));
}

/** The day that a text names, or the minute where it has a time and the field has one. */
function readSpanOf(context: QueryContext, criterion: Criterion, item: unknown, isTimed: boolean): Span {
  const date = typeof item === 'string' ? parseDate(item) : undefined;
  if (date === undefined) throw refuseFormat(context, criterion, 'existing dates such as "2026-02-28"');
  return isTimed && date.hasTime ? minuteOf(date.ms) : dayOf(date.ms);
}
