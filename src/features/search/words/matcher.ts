// Finds the terms of a search in texts: how often in folded ones, and where in those that people see.
import type { Settings } from '../../../settings/index.ts';
import type { WordQuery } from '../../../platform/database/index.ts';
import type { QueryGroup, QueryTerm, QueryWord, SearchQuery } from './search-query.ts';
import { formsOf } from './word-forms.ts';
import { endOfWord, foldWord, isInsideWord, partsOfUnspaced, piecesOf, startOfWord } from './words.ts';

export interface TermMatcher {
  /** How often the term stands in a folded text, up to 10. */
  count(foldedText: string): number;
  /** What stands in each text that has the term. */
  leads: readonly string[];
  /** Characters of a beginning; undefined where whole words are meant. */
  beginningLength: number | undefined;
}

export interface GroupMatcher {
  terms: readonly TermMatcher[];
  excluded: readonly TermMatcher[];
}

/** A word of a term with its forms; unfolded alternatives where fuzzy search put them. */
type Forms = readonly [string, ...string[]];

/** Gives what stands for a word: its forms, and words that are meant instead of it. */
export type FindForms = (word: QueryWord, term: QueryTerm) => Forms;

export const formsIn =
  (language: Settings['search_language']): FindForms =>
  (word, { isExact, words }) =>
    isExact || words.length > 1 || word.isUnspaced ? [word.text] : formsOf(word.text, language);

/** Occurrences of one term in a text that are counted. */
const countMax = 10;

/** Folded texts are decomposed; see foldText. */
const decompose = (text: string): string => text.normalize('NFKD');

export function compileTerm(term: QueryTerm, findForms: FindForms): TermMatcher {
  const last = term.words.length - 1;
  const words = term.words.map((word, index) =>
    compileWord(word, mapForms(findForms(word, term), decompose), term.isPrefix && index === last),
  );
  const lead = words[0]?.lead ?? '';
  const endOfTerm = (text: string, at: number): number => {
    let end = at;
    for (const [index, { endOf }] of words.entries()) {
      end = endOf(text, index === 0 ? end : startOfWord(text, end));
      if (end === -1) return -1;
    }
    return end;
  };
  return {
    leads: words.map((word) => word.lead),
    beginningLength: term.isPrefix ? lead.length : undefined,
    count(text) {
      // What is not there at all is told in a tenth of the time.
      if (!words.every((word) => text.includes(word.lead))) return 0;
      let count = 0;
      for (let at = text.indexOf(lead); at !== -1 && at < text.length && count < countMax;) {
        const end = endOfTerm(text, at);
        if (end !== -1) count += 1;
        at = text.indexOf(lead, Math.max(end, at + 1));
      }
      return count;
    },
  };
}

interface WordMatcher {
  /** What every form starts with. */
  lead: string;
  /** Where the word ends that starts here; -1 where none does. */
  endOf(text: string, at: number): number;
}

function compileWord({ isUnspaced }: QueryWord, forms: Forms, isOpen: boolean): WordMatcher {
  const lead = commonStart(forms);
  const whole = new Set<string>(forms);
  const endOfForm = (text: string, at: number): number => {
    const form = forms.find((one) => text.startsWith(one, at));
    return form === undefined ? -1 : at + form.length;
  };
  return {
    lead,
    endOf(text, at) {
      if (isUnspaced) return endOfForm(text, at);
      if (!text.startsWith(lead, at) || isInsideWord(text, at)) return -1;
      if (isOpen) return endOfForm(text, at);
      const end = endOfWord(text, at);
      return whole.has(text.slice(at, end)) ? end : -1;
    },
  };
}

const mapForms = ([first, ...others]: Forms, map: (form: string) => string): Forms => [
  map(first),
  ...others.map((form) => map(form)),
];

function commonStart([first, ...others]: Forms): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

export const compileGroups = (query: SearchQuery, findForms: FindForms): GroupMatcher[] =>
  query.map(({ terms, excluded }) => ({
    terms: terms.map((term) => compileTerm(term, findForms)),
    excluded: excluded.map((term) => compileTerm(term, findForms)),
  }));

/**
 * Which documents may match: those with all words of a group. What is excluded is not asked for here, because it counts
 * only where the reader may read it; nor is the order of words.
 */
export const queryWords = (query: SearchQuery, findForms: FindForms): WordQuery => ({
  kind: 'or',
  of: query.map(({ terms }: QueryGroup): WordQuery => ({
    kind: 'and',
    of: terms.flatMap((term) =>
      term.words.map((word, index): WordQuery => {
        const isPrefix = term.isPrefix && index === term.words.length - 1;
        return { kind: 'or', of: findForms(word, term).map((form) => queryForm(form, word.isUnspaced, isPrefix)) };
      }),
    ),
  })),
});

function queryForm(form: string, isUnspaced: boolean, isPrefix: boolean): WordQuery {
  if (!isUnspaced) return { kind: 'word', word: form, isPrefix };
  const parts = partsOfUnspaced(form);
  const pairs = parts.filter((part) => [...part].length === 2);
  const of = (pairs.length === 0 ? parts : pairs).map((word): WordQuery => ({ kind: 'word', word, isPrefix: false }));
  return { kind: 'and', of };
}

export interface Mark {
  start: number;
  end: number;
}

/** Where words of the search stand in a text as people see it; whole words, and parts of those without spaces. */
export function createMarker(query: SearchQuery, findForms: FindForms): (text: string) => Mark[] {
  const whole = new Set<string>();
  const starts: string[] = [];
  const parts: string[] = [];
  for (const { terms } of query)
    for (const term of terms)
      for (const [index, word] of term.words.entries()) {
        const forms = findForms(word, term);
        if (word.isUnspaced) parts.push(...forms);
        else if (term.isPrefix && index === term.words.length - 1) starts.push(...forms);
        else for (const form of forms) whole.add(form);
      }
  return (text) => {
    const marks: Mark[] = [];
    for (const { text: word, isUnspaced, index } of piecesOf(text)) {
      const folded = foldWord(word);
      if (isUnspaced) marks.push(...markParts(word, folded, parts).map((mark) => shift(mark, index)));
      else if (whole.has(folded) || starts.some((start) => folded.startsWith(start)))
        marks.push({ start: index, end: index + word.length });
    }
    return marks;
  };
}

const shift = ({ start, end }: Mark, by: number): Mark => ({ start: start + by, end: end + by });

/** The whole run where folding moved its characters. */
function markParts(run: string, folded: string, parts: readonly string[]): Mark[] {
  const marks: Mark[] = [];
  for (let at = 0; at < folded.length;) {
    const found = parts.find((part) => folded.startsWith(part, at));
    if (found === undefined) at += 1;
    else if (run.length !== folded.length) return [{ start: 0, end: run.length }];
    else {
      marks.push({ start: at, end: at + found.length });
      at += found.length;
    }
  }
  return marks;
}
