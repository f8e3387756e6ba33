// Lists that were sorted, or the first of them, kept until something in their tracker changes, so that further pages of a list cost
// no more than those in order of id.
import { createCache } from '../../../../platform/cache/index.ts';
import type { Reader } from '../../../../platform/database/index.ts';
import type { Viewer } from '../../../projects/index.ts';
import { fieldTypeOf } from '../../../trackers/index.ts';
import type { Definition, Field } from '../../../trackers/index.ts';
import type { Condition } from '../language/condition.ts';
import { keyOf } from '../engine/condition-sets.ts';
import { isSame } from '../engine/block-cache.ts';
import type { SetCache } from '../engine/set-cache.ts';
import type { TrackerBlocks } from '../engine/tracker-blocks.ts';

/** A sorted list. */
export interface Order {
  /** Of the first, or of all. */
  ids: readonly number[];
  size: number;
}

export interface OrderCache {
  /**
   * As many of the first ids as are wanted, or all that there are, in the order that `sort` finds. `key` stands for all that
   * decides it but the tracker's artifacts; undefined where more than these do, which is never kept.
   */
  read(
    db: Reader,
    trackerId: number,
    key: string | undefined,
    wanted: number,
    sort: (count: number) => Promise<Order>,
  ): Promise<Order>;
}

interface CachedOrder extends Order {
  blocks: TrackerBlocks;
  /** Of the blocks, when the ids were looked for. */
  versions: readonly number[];
}

/** Characters of a condition's key; the order of a longer one is not cached. */
const keyMax = 4_000;
/** So many are found where fewer are wanted, for the pages that follow. Where more are wanted, all are. */
const firstCount = 500;

export function createOrderCache({ readBlocks }: Pick<SetCache, 'readBlocks'>): OrderCache {
  const orders = createCache<string, CachedOrder>({
    name: 'sorted_lists',
    maxBytes: 8_388_608,
    sizeOf: ({ ids, versions }) => 200 + 8 * (ids.length + versions.length),
  });
  return {
    async read(db, trackerId, key, wanted, sort) {
      const count = wanted <= firstCount ? firstCount : Infinity;
      if (key === undefined) return sort(count);
      const blocks = await readBlocks(db, trackerId);
      // Taken before anything is read: what changes from here on is sorted again next time.
      const versions = [...blocks.versions];
      const known = orders.get(key);
      const isCurrent = known?.blocks === blocks && isSame(known.versions, versions);
      const isEnough = isCurrent && known.ids.length >= Math.min(wanted, known.size);
      const order = isEnough ? known : await sort(count);
      orders.set(key, { ...order, blocks, versions });
      return order;
    },
  };
}

/** Sorted by what artifacts of other trackers hold, by moves, or by what is told to some alone. */
const uncacheable = new Set(['sum', 'rank', 'updated-by', 'updated-on']);

/** Stands for a sorted list, for OrderCache.read. */
export function keyOfOrder(
  viewer: Viewer,
  tracker: Definition,
  condition: Condition,
  steps: readonly { field: Field; isDescending: boolean }[],
): string | undefined {
  const asked = keyOf(condition);
  const isCacheable = steps.every(({ field }) => !uncacheable.has(fieldTypeOf(field.type).search ?? ''));
  if (asked === undefined || asked.length > keyMax || !isCacheable) return undefined;
  const order = steps.map(({ field, isDescending }) => `${isDescending ? '-' : ''}${field.id}`).join();
  return `user ${viewer.user?.id ?? 0} at ${viewer.site.version}: ${tracker.id} ${order} ${asked}`;
}
