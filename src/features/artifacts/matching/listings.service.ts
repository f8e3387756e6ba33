// Lists everything that matches a condition, a little at a time: for outputs that are too long for a page, and to sort.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../platform/database/index.ts';
import { sortInTurns } from '../../../platform/concurrency/sort-in-turns.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { reachOf } from '../visible/artifacts.access.ts';
import type { VisibilityFilter } from '../state/artifacts.store.ts';
import type { SurroundingDeps } from '../reading/surroundings.ts';
import { listBlocks } from './blocks.store.ts';
import { narrowIds } from '../query/condition.ts';
import type { Condition } from '../query/condition.ts';
import { createWalkers } from './find-matching.ts';
import { createKeptOrders, keyOfOrder } from './kept-orders.ts';
import * as store from './matching.store.ts';
import { compareKeys, keysOf } from './sort-keys.ts';
import type { SortKey } from './sort-keys.ts';

export interface SortStep {
  field: Field;
  isDescending: boolean;
}

export interface Listings {
  /** Ids of all artifacts that match and that the viewer sees, in order of id. Others are served between the batches. */
  walk(viewer: Viewer, tracker: Definition, condition: Condition): AsyncGenerator<number[], void>;
  /**
   * The same ids sorted by the first field, then by the others, then by id; fields that the viewer may not read sort
   * nothing. Throws invalid with the path `parameter` for more than can be sorted, or where it takes too long; rate-limited
   * where too many do that.
   */
  sort(
    viewer: Viewer,
    tracker: Definition,
    condition: Condition,
    steps: readonly SortStep[],
    parameter: string,
  ): Promise<readonly number[]>;
}

interface Deps {
  database: Database;
  reading: SurroundingDeps;
}

const candidatesMax = 2000;
const batchMax = 1000;

/** Sorts at most so many artifacts. */
export function createListings(deps: Deps, sortedMax = 150_000): Listings {
  const walkers = createWalkers();
  const orders = createKeptOrders();
  const walkAll: Listings['walk'] = (viewer, tracker, condition) => walk(deps, viewer, tracker, condition);
  return {
    walk: walkAll,
    sort: (viewer, tracker, condition, steps, parameter) =>
      orders.read(deps.database.read, tracker.id, keyOfOrder(viewer, tracker, condition, steps), () =>
        walkers.run(() =>
          sort(deps, viewer, tracker, walkAll(viewer, tracker, condition), { steps, parameter, sortedMax }),
        ),
      ),
  };
}

async function* walk(
  { database }: Deps,
  viewer: Viewer,
  tracker: Definition,
  condition: Condition,
): AsyncGenerator<number[], void> {
  const db = database.readSlow;
  const deadline = {
    startedMs: performance.now(),
    timeMaxMs: viewer.site.settings.query_time_max_ms,
    parameter: 'query',
  };
  const { filter } = reachOf(db, viewer, tracker);
  const candidates = await store.findCandidates({ db, trackerId: tracker.id, max: candidatesMax, deadline }, condition);
  if (candidates !== undefined) {
    const ofTracker: VisibilityFilter = (query) => query.where('artifacts.tracker_id', '=', tracker.id);
    const narrowed = narrowIds(condition, (id) => candidates.has(id));
    const ids = await store.listMatchingIds(db, candidates, [ofTracker, filter, store.matching(narrowed)], 'asc');
    for (let start = 0; start < ids.length; start += batchMax) yield ids.slice(start, start + batchMax);
    return;
  }
  for (const block of await listBlocks(db, tracker.id)) {
    const narrowed = narrowIds(condition, (id) => id >= block.start && id < block.end);
    const filters = [filter, store.matching(narrowed, block)];
    const whole = { limit: block.end - block.start, offset: 0, isDescending: false };
    const stamps = await store.listInRange(db, tracker.id, block, filters, whole);
    if (stamps.length > 0) yield stamps.map((stamp) => stamp.id);
    await nextTurn();
  }
}

async function sort(
  { reading }: Deps,
  viewer: Viewer,
  tracker: Definition,
  batches: AsyncIterable<number[]>,
  { steps, parameter, sortedMax }: { steps: readonly SortStep[]; parameter: string; sortedMax: number },
): Promise<number[]> {
  const readers = steps.flatMap(({ field, isDescending }) => {
    const read = keysOf(reading, viewer, tracker, field);
    return read === undefined ? [] : [{ read, sign: isDescending ? -1 : 1 }];
  });
  const found: { id: number; keys: SortKey[] }[] = [];
  const startedMs = performance.now();
  for await (const ids of batches) {
    if (found.length + ids.length > sortedMax)
      throw invalid(`at most ${sortedMax} artifacts can be sorted, and more match; use "id"`, parameter);
    if (performance.now() - startedMs > viewer.site.settings.query_time_max_ms)
      throw invalid('sorting everything that matches takes too long; use "id"', parameter);
    const columns = await Promise.all(readers.map(({ read }) => read(ids)));
    for (const id of ids) found.push({ id, keys: columns.map((column) => column.get(id) ?? null) });
  }
  const compare = (a: SortKey[], b: SortKey[]): number => {
    for (const [index, { sign }] of readers.entries()) {
      const order = compareKeys(a[index] ?? null, b[index] ?? null);
      if (order !== 0) return sign * order;
    }
    return 0;
  };
  const sorted = await sortInTurns(found, (a, b) => compare(a.keys, b.keys) || a.id - b.id);
  return sorted.map(({ id }) => id);
}
