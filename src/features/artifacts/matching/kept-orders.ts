// Lists that were sorted as a whole, kept until something in their tracker changes, so that further pages of a list cost no more
// than those in order of id.
import type { Reader } from '../../../platform/database/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldTypeOf } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { Condition } from '../query/condition.ts';
import { keyOf } from './condition-sets.ts';
import { createKeptSets } from './kept-sets.ts';
import type { TrackerBlocks } from './tracker-blocks.ts';

export interface KeptOrders {
  /**
   * Ids in the order that `sort` finds. `key` stands for all that decides it but the tracker's artifacts; undefined where more
   * than these do, which is never kept.
   */
  read(
    db: Reader,
    trackerId: number,
    key: string | undefined,
    sort: () => Promise<readonly number[]>,
  ): Promise<readonly number[]>;
}

interface Order {
  blocks: TrackerBlocks;
  /** Of the blocks, when the ids were looked for. */
  versions: readonly number[];
  ids: readonly number[];
}

/** At eight bytes each. */
const idsMax = 1_000_000;
const keyMax = 4_000;

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((version, place) => version === others[place]);

/** What was used longest ago leaves first. */
export function createKeptOrders(): KeptOrders {
  const { readBlocks } = createKeptSets();
  const orders = new Map<string, Order>();
  let held = 0;
  const forget = (key: string): void => {
    held -= orders.get(key)?.ids.length ?? 0;
    orders.delete(key);
  };
  return {
    async read(db, trackerId, key, sort) {
      if (key === undefined) return sort();
      const blocks = await readBlocks(db, trackerId);
      // Taken before anything is read: what changes from here on is sorted again next time.
      const versions = [...blocks.versions];
      const known = orders.get(key);
      const isCurrent = known?.blocks === blocks && isSame(known.versions, versions);
      const ids = isCurrent ? known.ids : await sort();
      forget(key);
      orders.set(key, { blocks, versions, ids });
      held += ids.length;
      for (const oldest of orders.keys()) {
        if (held <= idsMax) break;
        forget(oldest);
      }
      return ids;
    },
  };
}

/** Sorted by what artifacts of other trackers hold, by moves, or by what is told to some alone. */
const unkept = new Set(['sum', 'rank', 'updated-by', 'updated-on']);

/** Stands for a sorted list, for KeptOrders.read. */
export function keyOfOrder(
  viewer: Viewer,
  tracker: Definition,
  condition: Condition,
  steps: readonly { field: Field; isDescending: boolean }[],
): string | undefined {
  const asked = keyOf(condition);
  const isKept = steps.every(({ field }) => !unkept.has(fieldTypeOf(field.type).search ?? ''));
  if (asked === undefined || asked.length > keyMax || !isKept) return undefined;
  const order = steps.map(({ field, isDescending }) => `${isDescending ? '-' : ''}${field.id}`).join();
  return `user ${viewer.user?.id ?? 0} at ${viewer.site.version}: ${tracker.id} ${order} ${asked}`;
}
