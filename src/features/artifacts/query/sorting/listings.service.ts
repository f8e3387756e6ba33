// Lists everything that matches a condition, a little at a time, for outputs that are too long for a page; and sorted, as a whole
// or by page.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../../platform/database/index.ts';
import type { Page, Viewer } from '../../../projects/index.ts';
import type { Definition } from '../../../trackers/index.ts';
import { rowFilterOf } from '../../permissions/artifacts.access.ts';
import type { VisibilityFilter } from '../../artifact/artifacts.store.ts';
import type { StampPage } from '../../artifact/tracker-page.store.ts';
import type { RelationDeps } from '../../rendering/relations.ts';
import { listBlocks } from '../engine/blocks.store.ts';
import { narrowIds } from '../language/condition.ts';
import type { Condition } from '../language/condition.ts';
import { createWalkers, listSeen } from '../engine/matches.ts';
import { createColumnCache } from './column-cache.ts';
import { createOrderCache, keyOfOrder } from './order-cache.ts';
import type { Order } from './order-cache.ts';
import type { SetCache } from '../engine/set-cache.ts';
import * as store from '../engine/matches.store.ts';
import { findFirst } from './sorting.ts';
import type { SortStep } from './sort-keys.ts';

/** What is sorted, and how. */
export interface SortedList {
  tracker: Definition;
  condition: Condition;
  steps: readonly SortStep[];
  /** Names the parameter that asks for it, for messages. */
  parameter: string;
}

export interface Listings {
  /** Ids of all artifacts that match and that the viewer sees, in order of id. Others are served between the batches. */
  walk(viewer: Viewer, tracker: Definition, condition: Condition): AsyncGenerator<number[], void>;
  /**
   * The same ids sorted by the first field, then by the others, then by id; fields that the viewer may not read sort
   * nothing. Throws invalid with the path `parameter` for more than can be sorted, or where it takes too long; rate-limited
   * where too many do that.
   */
  sort(viewer: Viewer, list: SortedList): Promise<readonly number[]>;
  /** A page of them, and how many there are. Throws as `sort`. */
  sortPage(viewer: Viewer, list: SortedList, page: Page): Promise<StampPage>;
}

interface Deps {
  database: Database;
  reading: RelationDeps;
  setCache: SetCache;
}

/** Artifacts that are tested by themselves; where more may match, the tracker is read block by block. */
const candidatesMax = 2000;
/** Ids that are yielded together. */
const batchMax = 1000;

/** Sorts at most so many artifacts. */
export function createListings(deps: Deps, sortedMax = 150_000): Listings {
  const { database, reading, setCache } = deps;
  const walkers = createWalkers();
  const orders = createOrderCache(setCache);
  const columnCache = createColumnCache();
  const db = database.readSlow;
  const find = (viewer: Viewer, { tracker, condition, steps, parameter }: SortedList, wanted: number): Promise<Order> =>
    orders.read(db, tracker.id, keyOfOrder(viewer, tracker, condition, steps), wanted, (count) => {
      const reader = `user ${viewer.user?.id ?? 0} at ${viewer.site.version}`;
      const search = { db, trackerId: tracker.id, rowFilter: rowFilterOf(db, viewer, tracker), reader, condition };
      const matching = { ...search, walkers, setCache, timeMaxMs: viewer.site.settings.query_time_max_ms, parameter };
      return findFirst({ reading, viewer, tracker, matching, columnCache, sortedMax }, steps, count);
    });
  return {
    walk: (viewer, tracker, condition) => walk(deps, viewer, tracker, condition),
    sort: async (viewer, list) => (await find(viewer, list, Infinity)).ids,
    async sortPage(viewer, list, { offset, limit }) {
      const { ids, size } = await find(viewer, list, offset + limit);
      const search = { db, trackerId: list.tracker.id, rowFilter: rowFilterOf(db, viewer, list.tracker) };
      return { stamps: await listSeen(search, ids.slice(offset, offset + limit)), size };
    },
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
  const { filter } = rowFilterOf(db, viewer, tracker);
  const candidates = await store.findCandidates({ db, trackerId: tracker.id, max: candidatesMax, deadline }, condition);
  if (candidates !== undefined) {
    const ofTracker: VisibilityFilter = (query) => query.where('artifacts.tracker_id', '=', tracker.id);
    const narrowed = narrowIds(condition, (id) => candidates.has(id));
    const ids = await store.listMatchingIds(db, candidates, [ofTracker, filter, store.matching(narrowed)]);
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
