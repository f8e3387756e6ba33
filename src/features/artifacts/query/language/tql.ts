// The query language (reference page 60): what a query says, and the parser that reads it.
import { Cursor } from './cursor.ts';
import { says } from '../../../../platform/texts/said.ts';

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type DateUnit = 'd' | 'w' | 'm' | 'y';

export type QueryValue =
  | { kind: 'text'; text: string }
  /** As written: digits, with or without a fraction. */
  | { kind: 'number'; text: string }
  /** The moment of the query, `amount` units later. */
  | { kind: 'now'; amount: number; unit: DateUnit }
  | { kind: 'myself' }
  | { kind: 'open' };

/** Which artifacts a link condition means at the other end; undefined: any. */
export type LinkEnd = { artifactId: number } | { tracker: string; isOther: boolean } | undefined;

export type Term =
  | { kind: 'and' | 'or'; terms: readonly Term[] }
  | { kind: 'compare'; name: string; operator: Operator; value: QueryValue }
  | { kind: 'between'; name: string; from: QueryValue; to: QueryValue }
  | { kind: 'in'; name: string; values: readonly QueryValue[]; isNegated: boolean }
  /** `type` undefined: any type. */
  | { kind: 'link'; direction: 'forward' | 'reverse'; isNegated: boolean; end: LinkEnd; type: string | undefined };

/** What bounds a query. */
export interface QueryLimits {
  /** Most conditions. */
  termsMax: number;
}

/** Characters of one query; more are answered 400. */
export const queryLengthMax = 20_000;
/** Levels of parentheses in one query; more are answered 400. */
const nestingMax = 50;
/** Values in one pair of parentheses; more are answered 400. */
const listMax = 500;

interface Budget {
  terms: number;
  depth: number;
  readonly termsMax: number;
}

/** The condition that a text says; undefined for a blank one. Throws invalid, with line, column and what was expected. */
export function parseTql(text: string, name: string, limits: QueryLimits): Term | undefined {
  const cursor = openQuery(text, name);
  if (!cursor.sees(/[^]/y)) return undefined;
  const term = parseExpression(cursor, limits);
  cursor.requireEnd();
  return term;
}

/** Starts reading; throws invalid for a text that is too long. */
export function openQuery(text: string, name: string): Cursor {
  const cursor = new Cursor(text, name);
  if (text.length > queryLengthMax)
    throw cursor.refuse(
      says('query.length')`a query can have at most ${queryLengthMax} characters; this one has ${text.length}`,
      0,
    );
  if (text.includes('\u0000'))
    throw cursor.refuse(says('query.null-character')`the character U+0000 is not allowed`, text.indexOf('\u0000'));
  return cursor;
}

/** Reads a condition that may go on after its end. */
export const parseExpression = (cursor: Cursor, { termsMax }: QueryLimits): Term =>
  parseAny(cursor, { terms: 0, depth: 0, termsMax });

const parseAny = (cursor: Cursor, budget: Budget): Term => parseChain(cursor, budget, 'or', parseAll);
const parseAll = (cursor: Cursor, budget: Budget): Term => parseChain(cursor, budget, 'and', parseOne);

function parseChain(
  cursor: Cursor,
  budget: Budget,
  kind: 'and' | 'or',
  parseNext: (cursor: Cursor, budget: Budget) => Term,
): Term {
  const first = parseNext(cursor, budget);
  const terms = [first];
  while (cursor.takeWord(kind.toUpperCase())) terms.push(parseNext(cursor, budget));
  return terms.length === 1 ? first : { kind, terms };
}

function parseOne(cursor: Cursor, budget: Budget): Term {
  if (cursor.take(/\(/y, '(') !== undefined) {
    budget.depth += 1;
    if (budget.depth > nestingMax)
      throw cursor.refuse(says('query.nesting')`parentheses can be nested at most ${nestingMax} levels deep`);
    const inner = parseAny(cursor, budget);
    cursor.require(/\)/y, ')');
    budget.depth -= 1;
    return inner;
  }
  budget.terms += 1;
  if (budget.terms > budget.termsMax) {
    throw cursor.refuse(
      says(
        'query.conditions',
      )`a query can have at most ${budget.termsMax} conditions; use IN for several values of a field`,
    );
  }
  return parseLink(cursor) ?? parseComparison(cursor);
}

const linkStart =
  /(?:is[\s\u00a0]+(?:not[\s\u00a0]+)?(?:linked|covered|covering)|with(?:out)?[\s\u00a0]+(?:parent|child(?:ren)?))(?![\w-])/iy;

function parseLink(cursor: Cursor): Term | undefined {
  if (!cursor.sees(linkStart)) return undefined;
  if (cursor.takeWord('IS')) {
    const isNegated = cursor.takeWord('NOT');
    if (cursor.takeWord('LINKED')) return parseTypedLink(cursor, isNegated);
    const direction = cursor.takeWord('COVERED') ? 'forward' : 'reverse';
    if (direction === 'reverse') cursor.requireWord('COVERING');
    return { kind: 'link', direction, isNegated, end: parseCoverage(cursor, direction), type: '_covered_by' };
  }
  const isNegated = cursor.takeWord('WITHOUT');
  if (!isNegated) cursor.requireWord('WITH');
  const direction = cursor.takeWord('PARENT') ? 'reverse' : 'forward';
  if (direction === 'forward') cursor.require(/child(?:ren)?(?![\w-])/iy, 'CHILDREN');
  return { kind: 'link', direction, isNegated, end: parseEnd(cursor, isNegated), type: '_is_child' };
}

function parseTypedLink(cursor: Cursor, isNegated: boolean): Term {
  const direction = cursor.takeWord('TO') ? 'forward' : 'reverse';
  if (direction === 'reverse') cursor.requireWord('FROM');
  const end = parseEnd(cursor, isNegated);
  const type = cursor.takeWord('WITH TYPE') ? parseText(cursor) : undefined;
  return { kind: 'link', direction, isNegated, end, type };
}

function parseCoverage(cursor: Cursor, direction: 'forward' | 'reverse'): LinkEnd {
  const goesOn = direction === 'forward' ? cursor.takeWord('BY') : cursor.sees(/artifact(?![\w-])/iy);
  if (!goesOn) return undefined;
  cursor.requireWord('ARTIFACT');
  return parseArtifactEnd(cursor);
}

function parseEnd(cursor: Cursor, isNegated: boolean): LinkEnd {
  if (cursor.takeWord('ARTIFACT')) return parseArtifactEnd(cursor);
  if (!cursor.takeWord('TRACKER')) return undefined;
  const isOther = cursor.take(/!=/y, '!=') !== undefined;
  if (!isOther) cursor.require(/=/y, '=');
  if (isOther && isNegated)
    throw cursor.refuse(
      says('query.negated-link')`a negated link can't be combined with TRACKER !=; use one of the two`,
    );
  return { tracker: parseText(cursor), isOther };
}

function parseArtifactEnd(cursor: Cursor): LinkEnd {
  cursor.require(/=/y, '=');
  return {
    artifactId: Number(cursor.require(/\d{1,15}(?![\w.-])/y, says('query.artifact-number')`the ID of an artifact`)),
  };
}

function parseComparison(cursor: Cursor): Term {
  const name = cursor.require(/@[\w.]+|[\w-]+/y, says('query.field-name')`the name of a field`);
  const operator = operators.find(({ pattern, sign }) => cursor.take(pattern, sign) !== undefined)?.sign;
  if (operator !== undefined) return { kind: 'compare', name, operator, value: parseValue(cursor) };
  if (cursor.takeWord('BETWEEN')) {
    cursor.require(/\(/y, '(');
    const from = parseValue(cursor);
    cursor.require(/,/y, ',');
    const to = parseValue(cursor);
    cursor.require(/\)/y, ')');
    return { kind: 'between', name, from, to };
  }
  const isNegated = cursor.takeWord('NOT IN');
  if (!isNegated && !cursor.takeWord('IN')) throw cursor.fail();
  return { kind: 'in', name, values: parseList(cursor, parseValue), isNegated };
}

const operators: readonly { pattern: RegExp; sign: Operator }[] = [
  { pattern: /=/y, sign: '=' },
  { pattern: /!=/y, sign: '!=' },
  { pattern: /<=/y, sign: '<=' },
  { pattern: />=/y, sign: '>=' },
  { pattern: /</y, sign: '<' },
  { pattern: />/y, sign: '>' },
];

/** A list in parentheses, with or without a comma at its end. */
export function parseList<T>(cursor: Cursor, parseItem: (cursor: Cursor) => T): T[] {
  cursor.require(/\(/y, '(');
  const values = [parseItem(cursor)];
  while (cursor.take(/,/y, ',') !== undefined) {
    if (cursor.sees(/\)/y)) break;
    if (values.length === listMax)
      throw cursor.refuse(says('query.list-length')`a list can have at most ${listMax} values`);
    values.push(parseItem(cursor));
  }
  cursor.require(/\)/y, ')');
  return values;
}

function parseValue(cursor: Cursor): QueryValue {
  const text = takeText(cursor);
  if (text !== undefined) return { kind: 'text', text };
  const number = cursor.take(/\d{1,300}(?:\.\d{1,300})?(?![\w.-])/y, says('query.number')`a number`);
  if (number !== undefined) return { kind: 'number', text: number };
  if (cursor.take(/myself[\s\u00a0]{0,9}\([\s\u00a0]{0,9}\)/iy, 'MYSELF()') !== undefined) return { kind: 'myself' };
  if (cursor.take(/open[\s\u00a0]{0,9}\([\s\u00a0]{0,9}\)/iy, 'OPEN()') !== undefined) return { kind: 'open' };
  cursor.require(/now[\s\u00a0]*\([\s\u00a0]*\)/iy, 'NOW()');
  const sign = cursor.take(/[+-]/y, says('query.sign')`+ or -`);
  if (sign === undefined) return { kind: 'now', amount: 0, unit: 'd' };
  const amount = Number(cursor.require(/\d{1,4}/y, says('query.amount')`a number with at most four digits`));
  const unit = cursor.require(/[dwmy](?![\w-])/iy, says('query.unit')`a unit (d, w, m or y)`).toLowerCase();
  const found = (['d', 'w', 'm', 'y'] as const).find((known) => known === unit) ?? 'd';
  return { kind: 'now', amount: sign === '-' ? -amount : amount, unit: found };
}

/** A quoted text, which must be there. */
export function parseText(cursor: Cursor): string {
  const text = takeText(cursor);
  if (text === undefined) throw cursor.fail();
  return text;
}

function takeText(cursor: Cursor): string | undefined {
  const quoted = cursor.take(/"(?:[^"\\\r\n]|\\[^])*"|'(?:[^'\\\r\n]|\\[^])*'/y, says('query.text')`a text in quotes`);
  return quoted?.slice(1, -1).replace(/\\(?:u([\da-f]{4})|(\r?\n|[^]))/gi, (_all, code?: string, one?: string) => {
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
    return one === undefined || one.endsWith('\n') ? '' : one;
  });
}
