// How many artifacts there are by value of a list, or of two lists at once.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { listKeys } from '../query/index.ts';
import type { Condition } from '../query/index.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import { startTimeLimit } from './time-limit.ts';
import { nameValues } from './summaries.service.ts';

export interface CountedValue {
  id: number;
  label: string;
  color_name: string | null;
}

export interface CrossCounts {
  size: number;
  /** Values that some have, in the order of the list; null, the last: those without one. */
  categories: (CountedValue | null)[];
  /** One for each value of the second list; one alone where there is none. `values` are by category. */
  series: { value: CountedValue | null; values: number[] }[];
}

type Key = number | null;

/** An artifact with several values counts for each. The viewer must be allowed to read both lists. Throws invalid where it takes too long. */
export async function countByLists(
  artifacts: Artifacts,
  viewer: Viewer,
  tracker: Definition,
  condition: Condition,
  { base, group }: { base: Field; group: Field | undefined },
): Promise<CrossCounts> {
  const counts = new Map<Key, Map<Key, number>>();
  const requireTime = startTimeLimit(viewer);
  let size = 0;
  for await (const ids of artifacts.listings.walk(viewer, tracker, condition)) {
    requireTime();
    size += ids.length;
    const [rows, columns] = await Promise.all([
      readKeys(artifacts, base, ids),
      group === undefined ? undefined : readKeys(artifacts, group, ids),
    ]);
    for (const id of ids)
      for (const row of rows.get(id) ?? [null])
        for (const column of columns?.get(id) ?? [null]) {
          const line = counts.get(row) ?? new Map<Key, number>();
          line.set(column, (line.get(column) ?? 0) + 1);
          counts.set(row, line);
        }
    if (isSliceOver()) await yieldSlice();
  }
  const found = (row: Key, column: Key): number => counts.get(row)?.get(column) ?? 0;
  const categories = await nameKeys(artifacts, viewer, base, new Set(counts.keys()));
  const groups = new Set([...counts.values()].flatMap((line) => [...line.keys()]));
  const values = group === undefined ? [null] : await nameKeys(artifacts, viewer, group, groups);
  return {
    size,
    categories,
    series: values.map((value) => ({
      value,
      values: categories.map((category) => found(category?.id ?? null, value?.id ?? null)),
    })),
  };
}

async function readKeys({ reading }: Artifacts, field: Field, ids: readonly number[]): Promise<Map<number, number[]>> {
  const keys = new Map<number, number[]>();
  for (const { artifact_id: id, key } of await listKeys(reading.db, field.id, ids))
    keys.set(id, [...(keys.get(id) ?? []), key]);
  return keys;
}

/** Values that are there, in their order, then null where some have none. */
async function nameKeys(
  artifacts: Artifacts,
  viewer: Viewer,
  field: Field,
  keys: ReadonlySet<Key>,
): Promise<(CountedValue | null)[]> {
  const ids = [...keys].filter((key) => key !== null);
  const named = (await nameValues(artifacts, viewer, field, ids)).filter(({ id }) => keys.has(id));
  return keys.has(null) ? [...named, null] : named;
}
