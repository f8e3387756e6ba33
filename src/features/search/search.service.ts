// Searches: what people ask for, and a page of what they may know of it.
import type { Static } from 'typebox';
import type { Database } from '../../platform/database/index.ts';
import { invalid, tooManyRequests } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { Page, Projects, Viewer } from '../projects/index.ts';
import type { Definition, Trackers } from '../trackers/index.ts';
import type { DocumentKind, SearchScope } from './documents/document-kinds.ts';
import { countFacets } from './facets.ts';
import { findMatching } from './finding.ts';
import type { Finding, FindLimits } from './finding.ts';
import { findByPassages } from './text-matches.ts';
import type { Indexing } from './indexing.service.ts';
import { createMarker, formsIn } from './words/matcher.ts';
import type { FindForms } from './words/matcher.ts';
import { parseSearchQuery } from './words/search-query.ts';
import type { SearchQuery } from './words/search-query.ts';
import type { SearchResults } from './words/search.schema.ts';
import { listSimilar } from './documents/spelling.ts';

type Results = Static<typeof SearchResults>;

export interface Search {
  /**
   * A page of what is found, best first; `path` is where the words stand in the request. Throws
   * invalid, rate-limited, and as Projects.read and Trackers.read for a place that the viewer may not see.
   */
  search(viewer: Viewer, text: string, path: string, scope: SearchScope, page: Page): Promise<Results>;
  /** Ids of all artifacts of a tracker that match. Throws invalid where they are too many, or where it takes too long. */
  listByFullText(viewer: Viewer, tracker: Definition, text: string, path: string): Promise<number[]>;
}

interface Deps {
  database: Database;
  projects: Pick<Projects, 'read'>;
  trackers: Pick<Trackers, 'read' | 'listHeads'>;
  kinds: readonly DocumentKind[];
  indexing: Pick<Indexing, 'status'>;
  artifacts: Pick<Artifacts, 'passages'>;
}

/** Of a page of results. Of phrases of frequent words a sixth of the candidates match. */
const rankedLimits: FindLimits = {
  documentsMax: 400,
  enough: { candidates: 1000, documents: 150 },
  timeMaxMs: 2000,
};
/** Of a question whether there is anything at all. */
const oneLimits: FindLimits = { documentsMax: 1, enough: { candidates: 1, documents: 1 }, timeMaxMs: 500 };
/** Artifacts that one @fulltext may find; more are answered 400. */
const conditionMax = 100_000;

export function createSearch({ database, projects, trackers, kinds, indexing, artifacts }: Deps): Search {
  const semaphore = createSemaphore({
    parallel: 4,
    maxWaiting: 100,
    refuse: () => tooManyRequests(says('search.busy')`too many searches are running; try again in a moment`),
  });

  const find = (viewer: Viewer, scope: SearchScope, query: SearchQuery, findForms: FindForms, limits: FindLimits) =>
    semaphore.run(() => findMatching({ database, kinds, viewer, scope, query, findForms }, limits));

  return {
    async search(viewer, text, path, scope, page) {
      if (scope.type !== undefined && !kinds.some(({ type }) => type === scope.type))
        throw invalid(says('search.kinds')`must be one of ${kinds.map(({ type }) => type).join(', ')}`, 'type');
      const query = parseSearchQuery(text, path);
      if (scope.projectId !== undefined) await projects.read(viewer, scope.projectId);
      if (scope.trackerId !== undefined) await trackers.read(viewer, scope.trackerId);
      let findForms = formsIn(viewer.site.settings.search_language);
      let finding = await find(viewer, scope, query, findForms, rankedLimits);
      let insteadOf: Results['instead_of'] = [];
      if (finding.documents.length === 0) {
        const isFound = async (word: string, forms: FindForms): Promise<boolean> =>
          (await find(viewer, scope, queryOfWord(word), forms, oneLimits)).documents.length > 0;
        const similar = await findSimilar(database, query, findForms, isFound);
        if (similar.insteadOf.length > 0) {
          const fuzzy = await find(viewer, scope, query, similar.findForms, rankedLimits);
          if (fuzzy.documents.length > 0) {
            finding = fuzzy;
            ({ findForms, insteadOf } = similar);
          }
        }
      }
      const isWritten = (await indexing.status()).every(({ isFinished }) => isFinished);
      return {
        results: await viewPage(viewer, finding, query, findForms, page),
        size: finding.documents.length,
        is_complete: finding.isComplete && isWritten,
        instead_of: insteadOf,
        facets: await countFacets({ database, trackers }, viewer, finding.documents),
      };
    },
    async listByFullText(viewer, tracker, text, path) {
      const { settings } = viewer.site;
      const query = parseSearchQuery(text, path);
      const scope = { type: 'artifact', trackerId: tracker.id };
      const findForms = formsIn(settings.search_language);
      const artifactKinds = kinds.filter(({ type }) => type === scope.type);
      const asked = { database, kinds: artifactKinds, viewer, scope, query, findForms };
      const byPassages = await semaphore.run(() => findByPassages({ ...asked, artifacts, tracker, path }));
      // Of more, some may be hidden from the viewer.
      if (byPassages !== undefined && byPassages.size <= conditionMax) return [...byPassages];
      const limits = { documentsMax: conditionMax, timeMaxMs: settings.query_time_max_ms };
      const { documents, isComplete } = await semaphore.run(() => findMatching(asked, limits));
      if (!isComplete)
        throw invalid(
          documents.length === conditionMax
            ? says('search.many')`@fulltext finds more than ${conditionMax} artifacts; add more words`
            : says('search.slow')`@fulltext takes too long; use less common words`,
          path,
        );
      return documents.map(({ document }) => document.id);
    },
  };
}

/** A search for one word as it stands. */
const queryOfWord = (text: string): SearchQuery => [
  { terms: [{ words: [{ text, isUnspaced: false }], isPrefix: false, isExact: false }], excluded: [] },
];

/** Words of one search that similar ones are looked for. */
const correctedWordsMax = 6;

/** Similar words that are proposed in the place of one. */
const similarMax = 5;
/** For similar words of one search. */
const similarTimeMaxMs = 2000;

/**
 * Words that the viewer finds nothing by, with the nearest ones instead that they do. Which are nearest is asked among words of what
 * they may read alone: else a word that stands only in what they may not would show by the words that it outdoes. Where time runs
 * out before all near words were looked at, none is proposed.
 */
async function findSimilar(
  database: Database,
  query: SearchQuery,
  findForms: FindForms,
  isFound: (word: string, forms: FindForms) => Promise<boolean>,
) {
  const similar = new Map<string, string[]>();
  const exactly: FindForms = ({ text }) => [text];
  const endMs = performance.now() + similarTimeMaxMs;
  const isLate = (): boolean => performance.now() > endMs;
  for (const { terms } of query) {
    for (const { words, isExact } of terms) {
      for (const { text } of isExact ? [] : words) {
        if (similar.has(text) || similar.size >= correctedWordsMax) continue;
        similar.set(text, []);
        const near = await listSimilar(database.read, text, isLate);
        if (near === undefined || near.every((words) => words.length === 0)) continue;
        if (await isFound(text, findForms)) continue;
        similar.set(text, await selectNearest(near, (word) => isFound(word, exactly), isLate));
      }
    }
  }
  const insteadOf = [...similar].flatMap(([word, found]) => (found.length === 0 ? [] : [{ word, found }]));
  return {
    insteadOf,
    findForms: ((word, term) => [...findForms(word, term), ...(similar.get(word.text) ?? [])]) satisfies FindForms,
  };
}

/** The first readable words of the fewest slips. */
async function selectNearest(
  near: readonly string[][],
  isReadable: (word: string) => Promise<boolean>,
  isLate: () => boolean,
): Promise<string[]> {
  for (const words of near) {
    const readable: string[] = [];
    for (const word of words.toSorted()) {
      if (readable.length === similarMax) break;
      if (isLate()) return [];
      if (await isReadable(word)) readable.push(word);
    }
    if (readable.length > 0) return readable;
  }
  return [];
}

async function viewPage(
  viewer: Viewer,
  { documents }: Finding,
  query: SearchQuery,
  findForms: FindForms,
  { limit, offset }: Page,
): Promise<Results['results']> {
  const shown = documents.slice(offset, offset + limit);
  const findMarks = createMarker(query, findForms);
  const views = new Map(
    await Promise.all(
      [...Map.groupBy(shown, ({ kind }) => kind)].map(
        async ([kind, found]) =>
          [
            kind,
            await kind.view(
              viewer,
              found.map(({ document }) => document),
              findMarks,
            ),
          ] as const,
      ),
    ),
  );
  return shown.flatMap(({ kind, document }) => views.get(kind)?.get(document.id) ?? []);
}
