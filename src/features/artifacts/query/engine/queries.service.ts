// Queries over the artifacts of a tracker: reads criteria and TQL, and lists what matches.
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { findUserByName, displayName } from '../../../people/index.ts';
import type { Viewer } from '../../../projects/index.ts';
import type { Definition } from '../../../trackers/index.ts';
import { rowFilterOf } from '../../permissions/artifacts.access.ts';
import type { RelationDeps } from '../../artifact/renderable-artifact.ts';
import { listTrackerArtifacts } from '../../artifact/tracker-page.store.ts';
import type { ArtifactPage, StampPage } from '../../artifact/tracker-page.store.ts';
import { findByComputed } from './computed-numbers.ts';
import { everything } from '../language/condition.ts';
import type { Condition } from '../language/condition.ts';
import { readCriteria, readCriteriaText } from '../language/criteria.ts';
import { createWalkers, findMatching } from './matches.ts';
import type { Walkers } from './matches.ts';
import type { SetCache } from './set-cache.ts';
import { createLinkEnds } from '../language/link-ends.ts';
import { findByPattern } from './patterns.service.ts';
import { searchableField } from '../language/query-context.ts';
import type { QueryContext, Searchable } from '../language/query-context.ts';
import { parseTql } from '../language/tql.ts';
import { readTerm } from '../language/tql-conditions.ts';

export interface Queries {
  /** What criteria in JSON say about the tracker's artifacts. Throws invalid. */
  readCriteria(viewer: Viewer, tracker: Definition, text: string, parameter: string): Promise<Condition>;
  /** What an expression in TQL says about them. Throws invalid with line, column and what was expected. */
  readTql(viewer: Viewer, tracker: Definition, text: string, parameter: string): Promise<Condition>;
  /** What readTerm needs, where `find` says what names mean. */
  contextFor(viewer: Viewer, tracker: Definition, parameter: string, find: QueryContext['find']): QueryContext;
  /**
   * A page of the tracker's artifacts that match and that the viewer sees, in order of id, and how many there are.
   * Throws invalid where finding out takes too long, rate-limited where too many do that.
   */
  list(
    viewer: Viewer,
    tracker: Definition,
    condition: Condition,
    page: ArtifactPage,
    parameter: string,
  ): Promise<StampPage>;
}

export interface QueryDeps extends Omit<RelationDeps, 'db' | 'slowDb'> {
  database: Database;
  clock: Clock;
  setCache: SetCache;
  /** Ids of the tracker's artifacts in which full-text search finds the words. Throws invalid: the search feature knows. */
  listByFullText(viewer: Viewer, tracker: Definition, words: string, parameter: string): Promise<number[]>;
}

export function createQueries(deps: QueryDeps): Queries {
  const walkers = createWalkers();
  const { setCache } = deps;
  const asking = { deps, walkers, setCache };
  const db = deps.database.readSlow;
  return {
    async readCriteria(viewer, tracker, text, parameter) {
      const criteria = readCriteriaText(text, parameter);
      if (criteria === undefined) return everything;
      const context = createContext(asking, viewer, tracker, parameter);
      return readCriteria(context, criteria, viewer.site.settings.query_terms_max);
    },
    async readTql(viewer, tracker, text, parameter) {
      const term = parseTql(text, parameter, { termsMax: viewer.site.settings.query_terms_max });
      return term === undefined ? everything : readTerm(createContext(asking, viewer, tracker, parameter), term);
    },
    contextFor: (viewer, tracker, parameter, find) => ({ ...createContext(asking, viewer, tracker, parameter), find }),
    async list(viewer, tracker, condition, page, parameter) {
      const rowFilter = rowFilterOf(db, viewer, tracker);
      if (condition.kind === 'and' && condition.of.length === 0)
        return listTrackerArtifacts(db, tracker.id, rowFilter, page);
      return findMatching(
        {
          db,
          trackerId: tracker.id,
          rowFilter,
          reader: `user ${viewer.user?.id ?? 0} at ${viewer.site.version}`,
          condition,
          walkers,
          setCache,
          timeMaxMs: viewer.site.settings.query_time_max_ms,
          parameter,
        },
        page,
      );
    },
  };
}

interface Asking {
  deps: QueryDeps;
  walkers: Walkers;
  setCache: SetCache;
}

/** Types that the expert language does not ask for, though criteria do. */
const criteriaOnly: readonly Searchable['search'][] = ['artifact-id', 'artifact-number', 'open-list'];

function createContext(
  { deps, walkers, setCache }: Asking,
  viewer: Viewer,
  tracker: Definition,
  parameter: string,
): QueryContext {
  const db = deps.database.readSlow;
  const base = { viewer, tracker };
  const find = (name: string): Searchable | undefined => {
    if (name.toLowerCase() === '@comments') return { name, search: 'comments', field: undefined };
    if (name.toLowerCase() === '@fulltext') return { name, search: 'full-text', field: undefined };
    const found = searchableField(base, name, tracker.fieldByName.get(name));
    return found !== undefined && criteriaOnly.includes(found.search) ? { ...found, search: undefined } : found;
  };
  const context: QueryContext = {
    ...base,
    nowMs: deps.clock.nowMs(),
    parameter,
    find,
    findUserId: (name) => findUserId(deps, name),
    findLinkEnds: createLinkEnds({ db, trackers: deps.trackers }, viewer, tracker),
    findByFullText: async (words) => ({
      kind: 'ids',
      ids: await deps.listByFullText(viewer, tracker, words, parameter),
    }),
    findByComputed: (field, tests) =>
      walkers.run(() => findByComputed({ ...deps, db, slowDb: db }, context, field, tests)),
    findByPattern: (searchable, pattern) =>
      walkers.run(() => findByPattern({ db, setCache }, context, searchable, pattern)),
  };
  return context;
}

async function findUserId({ database }: QueryDeps, text: string): Promise<number | undefined> {
  const byName = await findUserByName(database.read, text);
  if (byName !== undefined) return byName.id;
  const username = /\(([^()]+)\)$/.exec(text)?.[1];
  const shown = username === undefined ? undefined : await findUserByName(database.read, username);
  return shown !== undefined && displayName(shown).toLowerCase() === text.toLowerCase() ? shown.id : undefined;
}
