// Finds the documents that match and that the viewer may know, best first. The index says which documents may match; every
// one is looked at again, in texts that the viewer may read, so that nothing else decides what is found.
import { findInBatches } from '../../platform/database/index.ts';
import type { Database, WordQuery } from '../../platform/database/index.ts';
import { isSliceOver, yieldSlice, runInSlices } from '../../platform/concurrency/time-slices.ts';
import type { Steps } from '../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../projects/index.ts';
import type { DocumentKind, FoundDocument, KnownDocument, Passage, SearchScope } from './documents/document-kinds.ts';
import { idsOf, keysPerId, labelWord } from './documents/documents.ts';
import { compileGroups, queryWords } from './words/matcher.ts';
import type { FindForms, GroupMatcher, TermMatcher } from './words/matcher.ts';
import type { SearchQuery } from './words/search-query.ts';

export interface Finding {
  documents: { kind: DocumentKind; document: FoundDocument; score: number }[];
  /** Whether nothing was left out for lack of time or room. */
  isComplete: boolean;
}

export interface FindLimits {
  /** Only so many of the newest that match are ranked. */
  documentsMax: number;
  /** Once so many candidates were looked at, so many documents are enough, all of the newest candidates' included. */
  enough?: { candidates: number; documents: number };
  timeMaxMs: number;
}

export interface Search {
  database: Database;
  kinds: readonly DocumentKind[];
  viewer: Viewer;
  scope: SearchScope;
  query: SearchQuery;
  findForms: FindForms;
}

/** Documents of the index that one batch has. */
export const candidatesAtOnce = 250;

/** All documents that match, as far as the limits let it, best first and then newest first. */
export async function findMatching(search: Search, limits: FindLimits): Promise<Finding> {
  const { documentsMax, timeMaxMs, enough = { candidates: Infinity, documents: 0 } } = limits;
  const { database, kinds, viewer, scope, query, findForms } = search;
  const endMs = performance.now() + timeMaxMs;
  const isLate = (): boolean => performance.now() > endMs;
  const db = database.readSlow;
  const scoped = await scopeQuery(search, queryWords(query, findForms));
  const documents: Finding['documents'] = [];
  if (scoped === undefined || query.length === 0) return { documents, isComplete: true };
  const groups = compileGroups(query, findForms);
  let candidates = 0;
  const batches = findInBatches(db, scoped, await endOfKeys(search), candidatesAtOnce);
  for await (const keys of batches) {
    const isEnough = keys.length > 0 && candidates >= enough.candidates && documents.length >= enough.documents;
    if (isEnough || isLate()) return { documents: rank(documents), isComplete: false };
    for (const kind of kinds) {
      const ids = idsOf(kind, keys);
      if (ids.length === 0) continue;
      for await (const known of kind.readKnown(viewer, ids, scope)) {
        for (const document of known) {
          if (isLate()) return { documents: rank(documents), isComplete: false };
          const found = await judge(kind, groups, document);
          if (found !== undefined) documents.push({ kind, ...found });
        }
      }
    }
    candidates += keys.length;
    if (documents.length > documentsMax)
      return { documents: rank(documents).slice(0, documentsMax), isComplete: false };
    if (isSliceOver()) await yieldSlice();
  }
  return { documents: rank(documents), isComplete: true };
}

const rank = (documents: Finding['documents']): Finding['documents'] =>
  documents.sort((a, b) => b.score - a.score || b.document.id - a.document.id);

/** The words, and a label of each kind that the viewer may know; undefined where there is none. */
export async function scopeQuery({ kinds, viewer, scope }: Search, words: WordQuery): Promise<WordQuery | undefined> {
  const wanted = kinds.filter(({ type }) => scope.type === undefined || scope.type === type);
  const labels: string[] = [];
  for (const kind of wanted) labels.push(...((await kind.findLabels(viewer, scope)) ?? [kind.type]));
  if (labels.length === 0) return undefined;
  const isAnything = wanted.length === kinds.length && kinds.every(({ type }) => labels.includes(type));
  if (isAnything) return words;
  const of = labels.map((label): WordQuery => ({ kind: 'word', word: labelWord(label), isPrefix: false }));
  return { kind: 'and', of: [words, { kind: 'or', of }] };
}

/** One more than the highest key. */
export async function endOfKeys({ kinds, database }: Search): Promise<number> {
  const highest = await Promise.all(
    kinds.map(async (kind) => (await kind.listIds(database.read, Number.MAX_SAFE_INTEGER, 1))[0] ?? 0),
  );
  return (Math.max(...highest) + 1) * keysPerId;
}

/** The document with its score; undefined where it does not match. */
export async function judge(
  kind: DocumentKind,
  groups: readonly GroupMatcher[],
  document: KnownDocument,
): Promise<{ document: FoundDocument; score: number } | undefined> {
  // What is excluded may stand in what is long, so those that were found are looked at as well.
  const hasExcluded = groups.some(({ excluded }) => excluded.length > 0);
  const first = runInSlices(score(groups, document.passages));
  let outcome = first instanceof Promise ? await first : first;
  if (kind.readMore !== undefined && (outcome === undefined || hasExcluded)) {
    const more = await kind.readMore(document);
    if (more.length > 0) outcome = await runInSlices(score(groups, [...document.passages, ...more]));
  }
  if (outcome === undefined) return undefined;
  const { passages: _passages, ...rest } = document;
  return { document: { ...rest, best: kind.shorten(outcome.best) }, score: outcome.score };
}

/** Of the best group; undefined where none fits. */
function* score(
  groups: readonly GroupMatcher[],
  passages: readonly Passage[],
): Steps<{ score: number; best: Passage } | undefined> {
  let highest: { score: number; best: Passage } | undefined;
  for (const { terms, excluded } of groups) {
    if (yield* isExcludedBy(excluded, passages)) continue;
    const outcome = yield* scoreGroup(terms, passages);
    if (outcome !== undefined && outcome.score > (highest?.score ?? 0)) highest = outcome;
  }
  return highest;
}

function* isExcludedBy(excluded: readonly TermMatcher[], passages: readonly Passage[]): Steps<boolean> {
  for (const term of excluded) {
    for (const { text } of passages) {
      yield;
      if (term.count(text) > 0) return true;
    }
  }
  return false;
}

/**
 * A term counts by where it stands and how often, as in BM25: each further time adds less, and a long text counts less. All
 * terms must stand somewhere, in one passage or several.
 */
function* scoreGroup(
  terms: readonly TermMatcher[],
  passages: readonly Passage[],
): Steps<{ score: number; best: Passage } | undefined> {
  const ofPassages = passages.map(() => 0);
  for (const term of terms) {
    let isFound = false;
    for (const [index, { text, weight, beginningMin = 0 }] of passages.entries()) {
      yield;
      if ((term.beginningLength ?? beginningMin) < beginningMin) continue;
      const count = term.count(text);
      if (count === 0) continue;
      isFound = true;
      const length = 0.5 + text.length / 1000;
      ofPassages[index] = (ofPassages[index] ?? 0) + (weight * count) / (count + length);
    }
    if (!isFound) return undefined;
  }
  const total = ofPassages.reduce((sum, one) => sum + one, 0);
  const best = passages[ofPassages.indexOf(Math.max(...ofPassages))];
  return best === undefined ? undefined : { score: total, best };
}
