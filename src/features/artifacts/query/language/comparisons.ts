// What comparisons of TQL mean for each kind of field (reference page 60, section 3).
import { negateIf, not } from './condition.ts';
import type { Condition, NumberTest, OwnColumn } from './condition.ts';
import { listChoice } from './list-values.ts';
import { dayOf, minuteOf, readSpan, shiftMoment, testsOf } from './dates.ts';
import type { Span } from './dates.ts';
import { knownChanges, refuse } from './query-context.ts';
import type { QueryContext, Searchable } from './query-context.ts';
import { foldForSearch, ownerOfComments, ownerOfField } from '../../artifact/search-texts.ts';
import { listReadGroups } from '../../comments/visible-comments.ts';
import { dateFields } from '../../../trackers/index.ts';
import type { DomainError } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import type { Said } from '../../../../platform/texts/said.ts';
import type { Operator, QueryValue } from './tql.ts';

const isEmptyText = (value: QueryValue): boolean => value.kind === 'text' && value.text === '';

/** How values appear in messages. */
function describe(value: QueryValue): string | Said {
  if (value.kind === 'text') return says('query.text-value')`the string value '${value.text}'`;
  return value.kind === 'number'
    ? says('query.number-value')`the number ${value.text}`
    : `${value.kind.toUpperCase()}()`;
}

const nouns = {
  text: says('query.text-field')`text field`,
  files: says('query.file-field')`file field`,
  integer: says('query.integer-field')`integer field`,
  number: says('query.float-field')`float field`,
  list: says('query.list-field')`list field`,
};

const nounOf = ({ search, field }: Searchable): Said => {
  if (search === 'date' || search === 'submitted-on' || search === 'updated-on')
    return says('query.date-field')`date field`;
  if (search === 'text' || search === 'files' || search === 'integer' || search === 'number' || search === 'list')
    return nouns[search];
  return field === undefined ? says('query.value')`value` : says('query.field')`field`;
};

const refuseValue = (context: QueryContext, searchable: Searchable, value: QueryValue): DomainError =>
  refuse(
    context,
    says('query.compare')`The ${nounOf(searchable)} '${searchable.name}' cannot be compared to ${describe(value)}`,
  );

const refuseOperator = (context: QueryContext, searchable: Searchable, operator: string): DomainError =>
  refuse(
    context,
    says(
      'query.operator',
    )`The ${nounOf(searchable)} '${searchable.name}' is not supported for the operator ${operator}`,
  );

const refuseEmpty = (context: QueryContext, searchable: Searchable, operator?: string): DomainError =>
  refuse(
    context,
    operator === undefined
      ? says(
          'query.empty',
        )`The field '${searchable.name}' cannot be compared to the empty string, it can never yield results`
      : says(
          'query.empty-by',
        )`The field '${searchable.name}' cannot be compared to the empty string with the operator ${operator}`,
  );

const refuseSearchable = (context: QueryContext, { name }: Searchable): DomainError =>
  refuse(
    context,
    says('query.field-type')`The field '${name}' is not supported: queries cannot ask for values of its type`,
  );

export async function compare(
  context: QueryContext,
  searchable: Searchable,
  operator: Operator,
  value: QueryValue,
): Promise<Condition> {
  if (!isComparable(searchable)) throw refuseSearchable(context, searchable);
  switch (searchable.search) {
    case 'text':
    case 'files':
    case 'comments':
      return compareText(context, searchable, operator, value);
    case 'full-text':
      return compareFullText(context, searchable, operator, value);
    case 'list':
    case 'open-list':
    case 'submitted-by':
    case 'updated-by':
      return compareChoice(context, searchable, operator, value);
    default: {
      if (isEmptyText(value)) return compareToNone(context, searchable, operator);
      const range = readRange(context, searchable, operator, value);
      return negateIf(operator === '!=', testNumber(context, searchable, range));
    }
  }
}

export async function compareBetween(
  context: QueryContext,
  searchable: Searchable,
  from: QueryValue,
  to: QueryValue,
): Promise<Condition> {
  if (!isComparable(searchable)) throw refuseSearchable(context, searchable);
  if (isChoice(searchable) || isText(searchable)) throw refuseOperator(context, searchable, 'BETWEEN');
  if (isEmptyText(from) || isEmptyText(to)) throw refuseEmpty(context, searchable, 'BETWEEN');
  const tests = [...readRange(context, searchable, '>=', from), ...readRange(context, searchable, '<=', to)];
  return testNumber(context, searchable, tests);
}

export async function compareIn(
  context: QueryContext,
  searchable: Searchable,
  values: readonly QueryValue[],
): Promise<Condition> {
  if (!isComparable(searchable)) throw refuseSearchable(context, searchable);
  if (!isChoice(searchable)) throw refuseOperator(context, searchable, 'IN');
  if (values.some(isEmptyText)) throw refuseEmpty(context, searchable, 'IN');
  const ids: number[] = [];
  for (const value of values) {
    if (value.kind === 'open') throw refuseValue(context, searchable, value);
    ids.push(...(await readChoice(context, searchable, value)));
  }
  return testNumber(context, searchable, [{ operator: 'in', values: ids }]);
}

const isComparable = ({ search }: Searchable): boolean =>
  search !== undefined && search !== 'groups' && search !== 'sum' && search !== 'rank';
const isText = ({ search }: Searchable): boolean =>
  search === 'text' || search === 'files' || search === 'comments' || search === 'full-text';
const isChoice = ({ search }: Searchable): boolean =>
  search === 'list' || search === 'open-list' || search === 'submitted-by' || search === 'updated-by';

function compareText(context: QueryContext, searchable: Searchable, operator: Operator, value: QueryValue): Condition {
  if (operator !== '=' && operator !== '!=') throw refuseOperator(context, searchable, operator);
  if (value.kind !== 'text' && value.kind !== 'number') throw refuseValue(context, searchable, value);
  const isNone = isEmptyText(value);
  return negateIf((operator === '!=') !== isNone, containsText(context, searchable, value.text));
}

async function compareFullText(
  context: QueryContext,
  searchable: Searchable,
  operator: Operator,
  value: QueryValue,
): Promise<Condition> {
  if (operator !== '=' && operator !== '!=') throw refuseOperator(context, searchable, operator);
  if (value.kind !== 'text' && value.kind !== 'number') throw refuseValue(context, searchable, value);
  if (value.text.trim() === '') throw refuseEmpty(context, searchable);
  return negateIf(operator === '!=', await context.findByFullText(value.text));
}

/** One of the texts contains this one; with an empty one: there is a text. */
export function containsText(context: QueryContext, { field, search }: Searchable, text: string): Condition {
  const needle = foldForSearch(text);
  const renewing = context.viewer.site.hasOldFolding === true ? ({ isRenewing: true } as const) : {};
  if (field === undefined) {
    const owner = ownerOfComments(context.tracker.id);
    return {
      kind: 'text',
      owner,
      items: 'changesets',
      needle,
      groups: listReadGroups(context.viewer, context.tracker),
      ...renewing,
    };
  }
  const items = search === 'files' ? 'files' : 'artifacts';
  return { kind: 'text', owner: ownerOfField(field.id), items, needle, ...renewing };
}

async function compareChoice(
  context: QueryContext,
  searchable: Searchable,
  operator: Operator,
  value: QueryValue,
): Promise<Condition> {
  if (operator !== '=' && operator !== '!=') throw refuseOperator(context, searchable, operator);
  if (isEmptyText(value)) return compareToNone(context, searchable, operator);
  if (value.kind === 'open') return negateIf(operator === '!=', isOpen(context, searchable, value));
  const ids = await readChoice(context, searchable, value);
  return negateIf(operator === '!=', testNumber(context, searchable, [{ operator: 'in', values: ids }]));
}

/** The id that stands for none among the open values of a status. */
const noneId = 100;

function isOpen(context: QueryContext, searchable: Searchable, value: QueryValue): Condition {
  const { openIds } = searchable;
  if (openIds === undefined) throw refuseValue(context, searchable, value);
  const chosen = testNumber(context, searchable, [{ operator: 'in', values: openIds }]);
  return openIds.includes(noneId) ? { kind: 'or', of: [chosen, not(testNumber(context, searchable, []))] } : chosen;
}

async function readChoice(
  context: QueryContext,
  searchable: Searchable,
  value: QueryValue,
): Promise<readonly number[]> {
  if (value.kind === 'now' || value.kind === 'open') throw refuseValue(context, searchable, value);
  return listChoice(context, searchable, value);
}

function compareToNone(context: QueryContext, searchable: Searchable, operator: Operator): Condition {
  if (operator !== '=' && operator !== '!=') throw refuseEmpty(context, searchable, operator);
  const mayBeEmpty: readonly Searchable['search'][] = ['list', 'open-list', 'date', 'integer', 'number'];
  if (!mayBeEmpty.includes(searchable.search)) throw refuseEmpty(context, searchable);
  return negateIf(operator === '=', testNumber(context, searchable, []));
}

const columns: Readonly<Partial<Record<NonNullable<Searchable['search']>, OwnColumn>>> = {
  'artifact-id': 'id',
  'artifact-number': 'number',
  rank: 'rank',
  'submitted-by': 'submitted_by',
  'submitted-on': 'submitted_at_ms',
  'updated-by': 'updated_by',
  'updated-on': 'updated_at_ms',
};

/** The number of the subject passes all tests; with none: it has one. */
export function testNumber(context: QueryContext, searchable: Searchable, tests: readonly NumberTest[]): Condition {
  const column = columns[searchable.search ?? 'text'];
  if (column !== undefined) {
    const known = column.startsWith('updated_') ? knownChanges(context) : undefined;
    return { kind: 'own', column, tests, ...(known === undefined ? {} : { known }) };
  }
  return { kind: 'keys', fieldId: searchable.field?.id ?? 0, tests };
}

function readRange(context: QueryContext, searchable: Searchable, operator: Operator, value: QueryValue): NumberTest[] {
  const isKey = searchable.search === 'date';
  if (isKey || searchable.search === 'submitted-on' || searchable.search === 'updated-on') {
    const isTimed = !isKey || (searchable.field !== undefined && dateFields.isTimeShown(searchable.field));
    return testsOf(operator, readMoment(context, searchable, value, isTimed), isKey ? 1000 : 1);
  }
  return [{ operator: operator === '!=' ? '=' : operator, value: readNumber(context, searchable, value) }];
}

function readMoment(context: QueryContext, searchable: Searchable, value: QueryValue, isTimed: boolean): Span {
  if (value.kind === 'now') {
    const ms = shiftMoment(context.nowMs, value.amount, value.unit);
    return isTimed ? minuteOf(ms) : dayOf(ms);
  }
  const span = value.kind === 'text' ? readSpan(value.text, isTimed) : undefined;
  if (span !== undefined) return span;
  const refusal = refuseValue(context, searchable, value);
  const forms = isTimed ? '"2026-02-28", "2026-02-28 13:05"' : '"2026-02-28"';
  throw refuse(context, says('query.moment')`${refusal.sentence}; use ${forms} or NOW() - 1w`);
}

const wholeNumber = /^[+-]?\d{1,300}$/;
const anyNumber = /^[+-]?\d{1,300}(?:\.\d{1,300})?$/;

function readNumber(context: QueryContext, searchable: Searchable, value: QueryValue): number {
  const pattern = searchable.search === 'number' ? anyNumber : wholeNumber;
  if ((value.kind !== 'text' && value.kind !== 'number') || !pattern.test(value.text))
    throw refuseValue(context, searchable, value);
  return Number(value.text);
}
