// Criteria of reports: what one asks of a field, written in the query language and read back from it. Pure.
import { arityOf, noneValue, selfValue } from '../../fields/index.ts';
import type { Comparison, CriterionForm } from '../../fields/index.ts';
import { isWord, quote, readTokens, unquote } from './tql-tokens.ts';
import type { Token } from './tql-tokens.ts';

export interface Criterion extends Comparison {
  /** Short name of the field. */
  field: string;
}

const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const;
const isComparison = (text: string): text is (typeof comparisons)[number] =>
  comparisons.some((known) => known === text);

/** Whether the criterion asks something; until then it is only offered. */
export function isComplete({ operator, values }: Criterion): boolean {
  const arity = arityOf(operator);
  if (arity === Infinity) return values.length > 0;
  return values.length === arity && values.every((value) => value.trim() !== '');
}

const literal = (value: string): string => (value === selfValue ? value : quote(value));
const scalar = (value: string): string => (/^\d{1,15}(?:\.\d{1,15})?$/.test(value) ? value : quote(value));

function writeChoice(field: string, isNegated: boolean, values: readonly string[]): string {
  const chosen = values.filter((value) => value !== noneValue);
  const hasNone = chosen.length < values.length;
  const [first] = chosen;
  const [sign, list, join] = isNegated ? ['!=', 'NOT IN', ' AND '] : ['=', 'IN', ' OR '];
  const parts = [
    ...(first === undefined
      ? []
      : chosen.length === 1
        ? [`${field} ${sign} ${literal(first)}`]
        : [`${field} ${list}(${chosen.map(literal).join(', ')})`]),
    ...(hasNone ? [`${field} ${sign} ""`] : []),
  ];
  return parts.length > 1 ? `(${parts.join(join)})` : parts.join('');
}

function writeOne({ field, operator, values: [first = '', second = ''], values }: Criterion): string {
  switch (operator) {
    case 'contains':
      return `${field} = ${quote(first)}`;
    case 'lacks':
      return `${field} != ${quote(first)}`;
    case 'empty':
      return `${field} = ""`;
    case 'filled':
      return `${field} != ""`;
    case 'between':
      return `${field} BETWEEN(${scalar(first)}, ${scalar(second)})`;
    case 'in':
    case 'notIn':
      return writeChoice(field, operator === 'notIn', values);
    case 'last':
      return `${field} BETWEEN(NOW() - ${first}${second}, NOW())`;
    case 'next':
      return `${field} BETWEEN(NOW(), NOW() + ${first}${second})`;
    case 'older':
      return `${field} < NOW() - ${first}${second}`;
    default:
      return `${field} ${operator} ${scalar(first)}`;
  }
}

/** A condition that all complete criteria must hold; empty without any. */
export const writeCriteria = (criteria: readonly Criterion[]): string =>
  criteria.filter(isComplete).map(writeOne).join(' AND ');

/** Conditions of which all must hold. */
export const joinConditions = (...conditions: readonly string[]): string => {
  const said = conditions.filter((condition) => condition.trim() !== '');
  return said.length < 2 ? said.join('') : said.map((one) => (isPlain(one) ? one : `(${one})`)).join(' AND ');
};

/** Whether others can be added by AND as it is. */
const isPlain = (condition: string): boolean => !readTokens(condition).some((token) => isWord(token, 'OR'));

/** A full-text search for words. */
export const writeWords = (words: string): string => (words.trim() === '' ? '' : `@fulltext = ${quote(words.trim())}`);

/** A condition apart from the full-text search that all of it must hold beside, see writeWords; without one, all of it. */
export function splitWords(condition: string): { words: string; condition: string } {
  const tokens = readTokens(condition);
  const depths: number[] = [];
  let depth = 0;
  for (const { kind } of tokens) {
    if (kind === 'close') depth -= 1;
    depths.push(depth);
    if (kind === 'open') depth += 1;
  }
  const isOuter = (index: number, word: string): boolean => depths[index] === 0 && isWord(tokens[index], word);
  const isEdge = (index: number): boolean => tokens[index] === undefined || isOuter(index, 'AND');
  const at = tokens.findIndex(
    (_, index) =>
      isOuter(index, '@FULLTEXT') &&
      tokens[index + 1]?.text === '=' &&
      tokens[index + 2]?.kind === 'text' &&
      isEdge(index - 1) &&
      isEdge(index + 3),
  );
  const text = tokens[at + 2];
  if (at < 0 || text === undefined || tokens.some((_, index) => isOuter(index, 'OR'))) return { words: '', condition };
  const before = condition.slice(0, tokens[at - 1]?.start ?? 0);
  const after = condition.slice(tokens[at + 3]?.end ?? condition.length);
  return { words: unquote(text.text), condition: joinConditions(bare(before), bare(after)) };
}

/** Without the parentheses around all of it. */
function bare(condition: string): string {
  const text = condition.trim();
  const tokens = readTokens(text);
  let depth = 0;
  const end = tokens.findIndex(({ kind }) => {
    depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    return depth === 0;
  });
  return tokens[0]?.kind === 'open' && end === tokens.length - 1 ? text.slice(1, -1) : text;
}

/** What is asked of a field, by its name. */
type FormOf = (field: string) => CriterionForm | undefined;

/** Reads tokens from the left; each reader gives undefined, and the whole then too, where it finds something else. */
class Reader {
  private readonly tokens: readonly Token[];
  private place = 0;
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }
  get isAtEnd(): boolean {
    return this.place >= this.tokens.length;
  }
  take(kind: Token['kind']): string | undefined {
    const token = this.tokens[this.place];
    if (token?.kind !== kind) return undefined;
    this.place += 1;
    return token.text;
  }
  takeWord(word: string): boolean {
    if (!isWord(this.tokens[this.place], word)) return false;
    this.place += 1;
    return true;
  }
  takeCall(name: string): boolean {
    const start = this.place;
    if (this.takeWord(name) && this.take('open') !== undefined && this.take('close') !== undefined) return true;
    this.place = start;
    return false;
  }
}

/** The criteria that a condition is made of; undefined for one that says more than criteria can. */
export function readCriteria(condition: string, formOf: FormOf): readonly Criterion[] | undefined {
  const reader = new Reader(readTokens(condition));
  if (reader.isAtEnd) return [];
  const criteria: Criterion[] = [];
  do {
    const criterion = readGroup(reader, formOf);
    if (criterion === undefined) return undefined;
    criteria.push(criterion);
  } while (reader.takeWord('AND'));
  return reader.isAtEnd ? criteria : undefined;
}

/** One criterion, or a choice with none, in parentheses. */
function readGroup(reader: Reader, formOf: FormOf): Criterion | undefined {
  if (reader.take('open') === undefined) return readOne(reader, formOf);
  const first = readOne(reader, formOf);
  const isNegated = reader.takeWord('AND');
  if (!isNegated && !reader.takeWord('OR')) return undefined;
  const second = readOne(reader, formOf);
  const operator = isNegated ? 'notIn' : 'in';
  if (first?.operator !== operator || second?.operator !== operator || first.field !== second.field) return undefined;
  return reader.take('close') === undefined ? undefined : { ...first, values: [...first.values, ...second.values] };
}

function readOne(reader: Reader, formOf: FormOf): Criterion | undefined {
  const field = reader.take('name');
  const form = field === undefined ? undefined : formOf(field);
  if (field === undefined || form === undefined) return undefined;
  const found = reader.takeWord('BETWEEN') ? readBetween(reader) : readComparison(reader, form);
  return found === undefined || !form.operators.includes(found.operator) ? undefined : { field, ...found };
}

function readComparison(reader: Reader, { equality, isChoice }: CriterionForm): Comparison | undefined {
  const sign = reader.take('operator');
  if (sign === undefined) return readList(reader);
  const value = readValue(reader);
  if (value === undefined || !isComparison(sign)) return undefined;
  const isEqual = sign === '=';
  const meant = sign === '=' ? equality?.is : sign === '!=' ? equality?.isNot : undefined;
  if (isChoice === true) return meant && { operator: meant, values: [value.text] };
  if (value.span !== undefined)
    return sign === '<' && value.span.sign === '-' ? { operator: 'older', values: value.span.values } : undefined;
  if (value.text === '' && (isEqual || sign === '!=')) return { operator: isEqual ? 'empty' : 'filled', values: [] };
  if (equality !== undefined) return meant && { operator: meant, values: [value.text] };
  return { operator: sign, values: [value.text] };
}

function readList(reader: Reader): Comparison | undefined {
  const isNegated = reader.takeWord('NOT');
  if (!reader.takeWord('IN') || reader.take('open') === undefined) return undefined;
  const values: string[] = [];
  do {
    const value = readValue(reader);
    if (value === undefined || value.span !== undefined) return undefined;
    values.push(value.text);
  } while (reader.take('comma') !== undefined);
  return reader.take('close') === undefined ? undefined : { operator: isNegated ? 'notIn' : 'in', values };
}

function readBetween(reader: Reader): Comparison | undefined {
  if (reader.take('open') === undefined) return undefined;
  const from = readValue(reader);
  if (reader.take('comma') === undefined) return undefined;
  const to = readValue(reader);
  if (reader.take('close') === undefined || from === undefined || to === undefined) return undefined;
  if (from.span === undefined && to.span === undefined) return { operator: 'between', values: [from.text, to.text] };
  if (from.span?.sign === '-' && to.span?.sign === '') return { operator: 'last', values: from.span.values };
  if (from.span?.sign === '' && to.span?.sign === '+') return { operator: 'next', values: to.span.values };
  return undefined;
}

interface Value {
  text: string;
  /** From now; sign is empty for now itself. */
  span?: { sign: '' | '+' | '-'; values: readonly string[] };
}

function readValue(reader: Reader): Value | undefined {
  const text = reader.take('text');
  if (text !== undefined) return { text: unquote(text) };
  const number = reader.take('number');
  if (number !== undefined) return { text: number };
  if (reader.takeCall('MYSELF')) return { text: selfValue };
  if (!reader.takeCall('NOW')) return undefined;
  const sign = reader.take('sign');
  if (sign === undefined) return { text: '', span: { sign: '', values: [] } };
  const [, amount, unit] = /^(\d{1,4})([dwmy])$/i.exec(reader.take('name') ?? '') ?? [];
  if (amount === undefined || unit === undefined) return undefined;
  return { text: '', span: { sign: sign === '-' ? '-' : '+', values: [amount, unit.toLowerCase()] } };
}
