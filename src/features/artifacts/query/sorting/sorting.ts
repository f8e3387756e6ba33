// Sorts what matches a condition by keys of fields: few artifacts by keys that are read for them, others by columns that are kept.
import { firstInSlices, sortInSlices } from '../../../../platform/concurrency/sort-in-slices.ts';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import type { Viewer } from '../../../projects/index.ts';
import { fieldIs, fieldTypeOf, mayField } from '../../../trackers/index.ts';
import type { Definition } from '../../../trackers/index.ts';
import type { RelationDeps } from '../../rendering/relations.ts';
import { sourceOf } from './column-sources.ts';
import { findLastBeside, findMatchingSet, knowsSets } from '../engine/condition-sets.ts';
import { findFew } from '../engine/matches.ts';
import type { MatchSearch } from '../engine/matches.ts';
import { idAt, intersect, listSlots, wordsPerBlock } from '../engine/id-sets.ts';
import type { IdSet } from '../engine/id-sets.ts';
import { slotFinder } from './column-cache.ts';
import type { Column, ColumnSource, ColumnCache, SortKey } from './column-cache.ts';
import type { Order } from './order-cache.ts';
import { compareKeys, keysOf } from './sort-keys.ts';
import type { ReadKeys, SortStep } from './sort-keys.ts';
import { requireTime } from '../engine/steps.ts';
import type { Deadline } from '../engine/steps.ts';
import type { TrackerBlocks } from '../engine/tracker-blocks.ts';

export interface SortSearch {
  reading: RelationDeps;
  viewer: Viewer;
  tracker: Definition;
  matching: MatchSearch;
  columnCache: ColumnCache;
  /** More than these are not sorted. */
  sortedMax: number;
}

/** A step that sorts for the viewer. */
interface Key {
  sign: 1 | -1;
  readKeys: ReadKeys;
  /** undefined: keys are read for what matches. */
  source: ColumnSource | undefined;
  /** Fields that tell the viewer of an artifact's last change; where none of them changed its key is read. undefined: not asked. */
  lastSources: readonly number[] | undefined;
}

/** Artifacts whose keys are read together, between two looks at the clock. */
const batchMax = 1000;

/**
 * The first ids in order, so many or all that there are, and how many match. Throws invalid for more than can be sorted, or where
 * it takes too long; rate-limited where too many are sorted by what is not kept.
 */
export async function findFirst(search: SortSearch, steps: readonly SortStep[], count: number): Promise<Order> {
  const keys = keysOfSteps(search, steps);
  const { db, trackerId, setCache, walkers, condition } = search.matching;
  if (knowsSets(search.matching, condition)) {
    const blocks = await setCache.readBlocks(db, trackerId);
    const isCached = ({ source, lastSources }: Key): boolean =>
      source !== undefined && lastSources === undefined && search.columnCache.knows(source, blocks);
    if (keys.every(isCached)) return sortSet(search, keys, count);
  }
  return walkers.run(async () => {
    const few = await findFew(search.matching);
    return few === undefined ? sortSet(search, keys, count) : sortFew(search, keys, few, count);
  });
}

const keysOfSteps = ({ reading: deps, viewer, tracker }: SortSearch, steps: readonly SortStep[]): Key[] =>
  steps.flatMap(({ field, isDescending }) => {
    const readKeys = keysOf(deps, viewer, tracker, field);
    if (readKeys === undefined) return [];
    const source = sourceOf({ deps, viewer, tracker, field, readKeys });
    const isOfLast = (fieldTypeOf(field.type).search ?? '').startsWith('updated-');
    const lastSources = isOfLast ? listSources(viewer, tracker) : undefined;
    return [{ sign: isDescending ? -1 : 1, readKeys, source, lastSources }];
  });

/** Links are known by their other ends. */
const listSources = (viewer: Viewer, tracker: Definition): number[] =>
  tracker.fields
    .filter((field) => !fieldIs.links(field) && mayField(viewer, tracker, field, 'read'))
    .map(({ id }) => id);

async function sortFew(
  search: SortSearch,
  keys: readonly Key[],
  ids: readonly number[],
  count: number,
): Promise<Order> {
  requireSortable(search, ids.length);
  const columns = await Promise.all(
    keys.map(async ({ readKeys }) => {
      const known = ids.length === 0 ? undefined : await readKeys(ids);
      return ids.map((id) => known?.get(id) ?? null);
    }),
  );
  const places = await findPlaces(ids.keys().toArray(), comparison(keys, columns), count);
  return { ids: places.map((place) => ids[place] ?? 0), size: ids.length };
}

async function sortSet(search: SortSearch, keys: readonly Key[], count: number): Promise<Order> {
  const { matching } = search;
  const deadline: Deadline = { ...matching, startedMs: performance.now() };
  const { set, blocks } = await findMatchingSet(matching, matching.condition, deadline);
  const slots = listSlots(set);
  requireSortable(search, slots.length);
  const columns: Column[] = [];
  for (const key of keys) columns.push(await readColumn(search, key, { set, slots, blocks, deadline }));
  const first = await findPlaces(slots, comparison(keys, columns), count);
  return { ids: first.map((slot) => idAt(blocks.numbers, slot)), size: slots.length };
}

function requireSortable({ sortedMax, matching: { parameter } }: SortSearch, size: number): void {
  if (size > sortedMax)
    throw invalid(
      says('query.sort-many')`at most ${sortedMax} artifacts can be sorted, but more match; sort by "id"`,
      parameter,
    );
}

/** What is sorted, while it is. */
interface Sorted {
  set: IdSet;
  slots: readonly number[];
  blocks: TrackerBlocks;
  deadline: Deadline;
}

async function readColumn({ matching, columnCache }: SortSearch, key: Key, sorted: Sorted): Promise<Column> {
  const { set, slots, blocks, deadline } = sorted;
  const { source, lastSources, readKeys } = key;
  const empty = (): SortKey[] => Array.from<SortKey>({ length: (slots.at(-1) ?? -1) + 1 }).fill(null);
  if (source === undefined) return readKeysAt(readKeys, slots, empty(), sorted);
  const column = await columnCache.read(source, blocks, deadline);
  if (lastSources === undefined) return column;
  const beside = await findLastBeside(matching, blocks, lastSources, deadline);
  const doubtful = listSlots(intersect(set.length / wordsPerBlock, [set, beside]));
  return doubtful.length === 0 ? column : readKeysAt(readKeys, doubtful, Array.from(column), sorted);
}

/** The column with the keys of these slots as they are read. */
async function readKeysAt(
  readKeys: ReadKeys,
  slots: readonly number[],
  column: SortKey[],
  { blocks, deadline }: Sorted,
): Promise<Column> {
  const slotOf = slotFinder(blocks);
  for (let start = 0; start < slots.length; start += batchMax) {
    requireTime(deadline);
    const ids = slots.slice(start, start + batchMax).map((slot) => idAt(blocks.numbers, slot));
    for (const [id, key] of await readKeys(ids)) column[slotOf(id) ?? 0] = key;
  }
  return column;
}

/** Slots are in order of ids, which decide last. */
function comparison(keys: readonly Key[], columns: readonly Column[]): (a: number, b: number) => number {
  const steps = columns.map((column, index) => ({ column, sign: keys[index]?.sign ?? 1 }));
  return (a, b) => {
    for (const { column, sign } of steps) {
      const order = compareKeys(column[a] ?? null, column[b] ?? null);
      if (order !== 0) return sign * order;
    }
    return a - b;
  };
}

const findPlaces = (places: readonly number[], compare: (a: number, b: number) => number, count: number) =>
  count < places.length / 2 ? firstInSlices(places, compare, count) : sortInSlices(places, compare);
