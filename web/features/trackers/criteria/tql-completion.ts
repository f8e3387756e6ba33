// Completion of conditions: what may stand at the place where somebody types, and where a refused one is wrong. Pure.
import { foldText } from '../../../../contract/fold-text.ts';
import { sayRefusal } from '../../../platform/errors/begin-sentence.ts';
import type { Refused } from '../../../platform/errors/begin-sentence.ts';
import { choicesOf, fieldByName, fieldsWithValues, criterionOf } from '../fields.ts';
import type { Field, Tracker } from '../fields.ts';
import { isWord, quote, readTokens } from './tql-tokens.ts';
import type { Token } from './tql-tokens.ts';

export interface Suggestion {
  /** What is put in. */
  text: string;
  /** What it means, such as the label of a field. */
  label?: string | undefined;
  kind: 'field' | 'operator' | 'value' | 'word';
}

export interface Completion {
  /** What the suggestion replaces. */
  start: number;
  end: number;
  suggestions: readonly Suggestion[];
}

const suggestionsMax = 50;

const word = (text: string): Suggestion => ({ text, kind: 'word' });
const operator = (text: string): Suggestion => ({ text, kind: 'operator' });
const call = (text: string): Suggestion => ({ text, kind: 'value' });

const linkTerms = [
  'IS LINKED TO ARTIFACT = ',
  'IS LINKED FROM ARTIFACT = ',
  'WITH PARENT',
  'WITHOUT PARENT',
  'WITH CHILDREN',
  'WITHOUT CHILDREN',
].map(word);

const starts = (tracker: Tracker): readonly Suggestion[] => [
  ...fieldsWithValues(tracker)
    .filter((field) => criterionOf(field) !== undefined)
    .map(({ name, label }): Suggestion => ({ text: name, label, kind: 'field' })),
  { text: '@fulltext', kind: 'field' },
  { text: '@comments', kind: 'field' },
  ...linkTerms,
];

const operatorsFor = (field: Field | undefined): readonly Suggestion[] =>
  ((field && criterionOf(field)?.signs) ?? ['=', '!=']).map(operator);

function valuesFor(field: Field | undefined): readonly Suggestion[] {
  const form = field && criterionOf(field);
  if (field === undefined || form === undefined) return [];
  const values = (form.isChoice === true ? choicesOf(field) : [])
    .filter(({ isHidden }) => !isHidden)
    .map(({ key, label }): Suggestion => ({
      text: quote(key),
      ...(key === label ? {} : { label }),
      kind: 'value',
    }));
  return [...(form.callsFor?.(field) ?? []).map(call), ...values];
}

/** What is complete before the place, the piece that is being typed, and the field that it is about. */
interface Place {
  before: readonly Token[];
  typed: Token | undefined;
}

function findPlace(text: string, caret: number): Place {
  const tokens = readTokens(text.slice(0, caret));
  const last = tokens.at(-1);
  const isTyped = last !== undefined && last.end === caret && ['name', 'unknown', 'text', 'number'].includes(last.kind);
  return isTyped ? { before: tokens.slice(0, -1), typed: last } : { before: tokens, typed: undefined };
}

/** Suggestions at the caret; undefined where nothing is known to fit. */
export function complete(tracker: Tracker, text: string, caret: number): Completion | undefined {
  const { before, typed } = findPlace(text, caret);
  const typedText = typed?.text ?? '';
  const wanted = foldText(typedText.replace(/^["']|["']$/g, ''));
  const suggestions = suggest(tracker, before).filter(
    ({ text: one, label = '' }) =>
      one.toLowerCase() !== typedText.toLowerCase() &&
      (foldText(one.replace(/^["']/, '')).includes(wanted) || foldText(label).includes(wanted)),
  );
  if (suggestions.length === 0) return undefined;
  return { start: typed?.start ?? caret, end: caret, suggestions: suggestions.slice(0, suggestionsMax) };
}

function suggest(tracker: Tracker, before: readonly Token[]): readonly Suggestion[] {
  const last = before.at(-1);
  if (last === undefined || isWord(last, 'AND') || isWord(last, 'OR')) return starts(tracker);
  if (last.kind === 'open') {
    const opener = before.at(-2);
    const isList = isWord(opener, 'IN') || isWord(opener, 'BETWEEN');
    return isList ? valuesFor(fieldBefore(tracker, before)) : starts(tracker);
  }
  if (last.kind === 'operator' || last.kind === 'comma') return valuesFor(fieldBefore(tracker, before));
  if (last.kind === 'name') {
    const isField = fieldByName(tracker, last.text) !== undefined || last.text.startsWith('@');
    if (isField && !isEndOfValue(before)) return operatorsFor(fieldByName(tracker, last.text));
  }
  if (isEndOfValue(before)) return [word('AND'), word('OR')];
  return [];
}

/** Whether a condition may end here. */
function isEndOfValue(before: readonly Token[]): boolean {
  const last = before.at(-1);
  if (last === undefined) return false;
  if (last.kind === 'close') return true;
  if (last.kind === 'name')
    return /^(?:parent|child(?:ren)?|covered|covering)$/i.test(last.text) || before.at(-2)?.kind === 'sign';
  if (last.kind !== 'text' && last.kind !== 'number') return false;
  // Inside a list a value is followed by a comma.
  return openLists(before) === 0;
}

function openLists(tokens: readonly Token[]): number {
  const stack: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    const opener = tokens[index - 1];
    if (token.kind === 'open') stack.push(isWord(opener, 'IN') || isWord(opener, 'BETWEEN'));
    if (token.kind === 'close') stack.pop();
  }
  return stack.filter(Boolean).length;
}

/** The field that the last operator or list is about. */
function fieldBefore(tracker: Tracker, before: readonly Token[]): Field | undefined {
  const name = before.findLast((token, index) => {
    if (token.kind !== 'name' || fieldByName(tracker, token.text) === undefined) return false;
    const next = before[index + 1];
    return next?.kind === 'operator' || isWord(next, 'IN') || isWord(next, 'NOT') || isWord(next, 'BETWEEN');
  });
  return name === undefined ? undefined : fieldByName(tracker, name.text);
}

export interface Mistake {
  message: string;
  /** Where the text is wrong; undefined where the server does not say. */
  at: { start: number; end: number } | undefined;
}

/** What the server's refusal of a condition says, with the place in the text. */
export function readMistake(text: string, refused: Refused): Mistake {
  const refusal = refused.message;
  const [, line, column, said] = /line (\d+), column (\d+): ([^]*)$/.exec(refusal) ?? [];
  if (line !== undefined && column !== undefined && said !== undefined) {
    const before = text.split('\n').slice(0, Number(line) - 1);
    const start = before.reduce((sum, one) => sum + one.length + 1, 0) + Number(column) - 1;
    const token = readTokens(text).find((one) => one.start >= start);
    return {
      message: sayRefusal({ ...refused, message: said }),
      at: { start, end: token === undefined ? start + 1 : token.end },
    };
  }
  const message = sayRefusal(refused);
  const names = [...refusal.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  for (const name of names) {
    const token = readTokens(text).find(({ text: one }) => one === name || one === quote(name) || one === `'${name}'`);
    if (token !== undefined) return { message, at: { start: token.start, end: token.end } };
  }
  return { message, at: undefined };
}
