// The language of searches: words, "phrases", beginnings*, -exclusions and OR. Whatever people type means something.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { foldWord, piecesOf } from './words.ts';

/** A word, folded. */
export interface QueryWord {
  text: string;
  isUnspaced: boolean;
}

/** Words that follow each other; of the last one only the beginning where `isPrefix`. */
export interface QueryTerm {
  words: readonly [QueryWord, ...QueryWord[]];
  isPrefix: boolean;
  /** Written in quotes: forms of its words don't count. */
  isExact: boolean;
}

/** All terms must be found, none of the excluded ones. */
export interface QueryGroup {
  terms: readonly [QueryTerm, ...QueryTerm[]];
  excluded: readonly QueryTerm[];
}

/** One of the groups must fit. */
export type SearchQuery = readonly QueryGroup[];

/** Characters of one search; more are answered 400. */
export const keywordsLengthMax = 1000;
/** Terms of one search, each a word or several in quotes; more are answered 400. */
const termsMax = 32;
/** Words of all terms together; more are answered 400. */
const wordsMax = 64;
/** Fewer letters begin too many words. */
const prefixLengthMin = 2;

/** Throws invalid, naming `path`, for too many words, and where some are excluded and none wanted; nothing is searched without words. */
export function parseSearchQuery(text: string, path: string): SearchQuery {
  if (text.length > keywordsLengthMax)
    throw invalid(says('search.long')`can have at most ${keywordsLengthMax} characters`, path);
  const groups: QueryGroup[] = [];
  let wordCount = 0;
  let termCount = 0;
  for (const part of splitAlternatives(text)) {
    const terms: QueryTerm[] = [];
    const excluded: QueryTerm[] = [];
    for (const { term, isExcluded } of part) {
      (isExcluded ? excluded : terms).push(term);
      termCount += 1;
      wordCount += term.words.length;
    }
    const [first, ...others] = terms;
    if (first !== undefined) groups.push({ terms: [first, ...others], excluded });
    else if (excluded.length > 0)
      throw invalid(says('search.only-without')`needs a word to find; -word only excludes results`, path);
  }
  if (termCount > termsMax || wordCount > wordsMax)
    throw invalid(says('search.terms')`can have at most ${termsMax} terms and ${wordsMax} words`, path);
  return groups;
}

interface ReadTerm {
  term: QueryTerm;
  isExcluded: boolean;
}

const token = /(-?)(?:"([^"]*)"?|([^\s"]+))(\*?)/gu;

function splitAlternatives(text: string): ReadTerm[][] {
  const alternatives: ReadTerm[][] = [[]];
  for (const [, minus = '', quoted, bare = '', star] of text.matchAll(token)) {
    if (quoted === undefined && bare === 'OR') {
      alternatives.push([]);
      continue;
    }
    const term = readTerm(quoted ?? bare, {
      isPrefix: star === '*' || bare.endsWith('*'),
      isExact: quoted !== undefined,
    });
    if (term !== undefined) alternatives.at(-1)?.push({ term, isExcluded: minus === '-' });
  }
  return alternatives;
}

function readTerm(text: string, { isPrefix, isExact }: Pick<QueryTerm, 'isPrefix' | 'isExact'>): QueryTerm | undefined {
  const [first, ...others] = [...piecesOf(text)].flatMap((piece): QueryWord[] =>
    // Folding may take a word apart, such as a fraction.
    [...piecesOf(foldWord(piece.text))].map(({ text: word, isUnspaced }) => ({ text: word, isUnspaced })),
  );
  if (first === undefined) return undefined;
  const last = others.at(-1) ?? first;
  return {
    words: [first, ...others],
    isPrefix: isPrefix && !last.isUnspaced && [...last.text].length >= prefixLengthMin,
    isExact,
  };
}
