// Finds the documents that match and that the viewer may know, best first. The index says which documents may match; every
// one is looked at again, in texts that the viewer may read, so that nothing else decides what is found.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findInBatches } from '../../platform/database/index.ts';
import type { Database, WordQuery } from '../../platform/database/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { DocumentKind, FoundDocument, KnownDocument, Passage, SearchScope } from './document-kinds.ts';
import { idsOf, keysPerId, labelWord } from './documents.ts';
import { compileGroups, queryWords } from './matcher.ts';
import type { FindForms, GroupMatcher, TermMatcher } from './matcher.ts';
import type { SearchQuery } from './search-query.ts';

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

interface Search {
  database: Database;
  kinds: readonly DocumentKind[];
  viewer: Viewer;
  scope: SearchScope;
  query: SearchQuery;
  findForms: FindForms;
}

const candidatesAtOnce = 250;

/** All documents that match, as far as the limits let it, best first and then newest first. */
export async function findMatching(search: Search, limits: FindLimits): Promise<Finding> {
  const { documentsMax, timeMaxMs, enough = { candidates: Infinity, documents: 0 } } = limits;
  const { database, kinds, viewer, scope, query, findForms } = search;
  const startedMs = performance.now();
  const db = database.readBulk;
  const scoped = await scopeQuery(search, queryWords(query, findForms));
  const documents: Finding['documents'] = [];
  if (scoped === undefined || query.length === 0) return { documents, isComplete: true };
  const groups = compileGroups(query, findForms);
  let candidates = 0;
  const batches = findInBatches(db, scoped, await endOfKeys(search), candidatesAtOnce);
  for await (const keys of batches) {
    const isEnough = keys.length > 0 && candidates >= enough.candidates && documents.length >= enough.documents;
    if (isEnough || performance.now() - startedMs > timeMaxMs) return { documents: rank(documents), isComplete: false };
    for (const kind of kinds) {
      const ids = idsOf(kind, keys);
      if (ids.length === 0) continue;
      for (const found of await judge(kind, groups, await kind.readKnown(viewer, ids, scope)))
        documents.push({ kind, ...found });
    }
    candidates += keys.length;
    if (documents.length > documentsMax)
      return { documents: rank(documents).slice(0, documentsMax), isComplete: false };
    await nextTurn();
  }
  return { documents: rank(documents), isComplete: true };
}

const rank = (documents: Finding['documents']): Finding['documents'] =>
  documents.sort((a, b) => b.score - a.score || b.document.id - a.document.id);

/** The words, and a label of each kind that the viewer may know; undefined where there is none. */
async function scopeQuery({ kinds, viewer, scope }: Search, words: WordQuery): Promise<WordQuery | undefined> {
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
async function endOfKeys({ kinds, database }: Search): Promise<number> {
  const highest = await Promise.all(
    kinds.map(async (kind) => (await kind.listIds(database.read, Number.MAX_SAFE_INTEGER, 1))[0] ?? 0),
  );
  return (Math.max(...highest) + 1) * keysPerId;
}

async function judge(
  kind: DocumentKind,
  groups: readonly GroupMatcher[],
  known: readonly KnownDocument[],
): Promise<{ document: FoundDocument; score: number }[]> {
  const judged = known.map((document) => ({ document, outcome: score(groups, document.passages) }));
  const found = judged.flatMap(({ document, outcome }) =>
    outcome === undefined ? [] : [{ document: { ...document, best: outcome.best }, score: outcome.score }],
  );
  if (kind.readMore === undefined) return found;
  // What is excluded may stand in what is long, so those that were found are looked at as well.
  const hasExcluded = groups.some(({ excluded }) => excluded.length > 0);
  const open = judged.filter(({ outcome }) => outcome === undefined || hasExcluded).map(({ document }) => document);
  const more = await kind.readMore(open);
  if (more.size === 0) return found;
  const rest = open.flatMap((document) => {
    const added = more.get(document.id);
    if (added === undefined) return [];
    const passages = [...document.passages, ...added];
    const outcome = score(groups, passages);
    return [{ document: { ...document, passages }, outcome }];
  });
  const looked = new Set(rest.map(({ document }) => document.id));
  return [
    ...found.filter(({ document }) => !looked.has(document.id)),
    ...rest.flatMap(({ document, outcome }) =>
      outcome === undefined ? [] : [{ document: { ...document, best: outcome.best }, score: outcome.score }],
    ),
  ];
}

/** Of the best group; undefined where none fits. */
function score(
  groups: readonly GroupMatcher[],
  passages: readonly Passage[],
): { score: number; best: Passage } | undefined {
  let highest: { score: number; best: Passage } | undefined;
  for (const { terms, excluded } of groups) {
    if (excluded.some((term) => passages.some(({ text }) => term.count(text) > 0))) continue;
    const outcome = scoreGroup(terms, passages);
    if (outcome !== undefined && outcome.score > (highest?.score ?? 0)) highest = outcome;
  }
  return highest;
}

/**
 * A term counts by where it stands and how often, as in BM25: each further time adds less, and a long text counts less. All
 * terms must stand somewhere, in one passage or several.
 */
function scoreGroup(terms: readonly TermMatcher[], passages: readonly Passage[]) {
  const ofPassages = passages.map(() => 0);
  for (const term of terms) {
    let isFound = false;
    for (const [index, { text, weight }] of passages.entries()) {
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
