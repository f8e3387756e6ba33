// What one field of many artifacts held at moments of the past, artifact by artifact, so that nothing grows with their number.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldTypeOf } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { Condition } from '../query/index.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import { listBirths, listFieldChanges } from '../history/field-changes.store.ts';
import { startTimeLimit } from './time-limit.ts';

/** Artifacts whose histories are read by one statement. */
const artifactsAtOnce = 200;

export interface Replay {
  condition: Condition;
  /** One that the viewer may read. */
  field: Field;
  /** In order. */
  moments: readonly number[];
  /** Hears for each artifact which keys it had at the moments from one to before another, by their places; see FieldType.keys. */
  add(from: number, until: number, keys: readonly number[]): void;
}

/**
 * Replays what matches now, whatever it was like before, and gives how many artifacts that are. Throws invalid where it takes too
 * long.
 */
export async function replayValues(
  artifacts: Artifacts,
  viewer: Viewer,
  tracker: Definition,
  { condition, field, moments, add }: Replay,
): Promise<number> {
  const requireTime = startTimeLimit(viewer);
  const { db } = artifacts.readingSlow;
  const type = fieldTypeOf(field.type);
  let size = 0;
  for await (const found of artifacts.listings.walk(viewer, tracker, condition)) {
    size += found.length;
    for (let start = 0; start < found.length; start += artifactsAtOnce) {
      const ids = found.slice(start, start + artifactsAtOnce);
      const births = await listBirths(db, ids);
      const changes = Map.groupBy(await listFieldChanges(db, ids, field.id), (change) => change.artifactId);
      for (const { id, bornAtMs } of births) {
        if (isSliceOver()) await yieldSlice();
        const steps = (changes.get(id) ?? []).map(({ atMs, value }) => ({
          atMs,
          keys: type.isEmpty(value) ? [] : type.keys(value),
        }));
        replayOne(moments, bornAtMs, steps, add);
      }
      requireTime();
    }
  }
  return size;
}

function replayOne(
  moments: readonly number[],
  bornAtMs: number,
  steps: readonly { atMs: number; keys: readonly number[] }[],
  add: Replay['add'],
): void {
  const indexAt = (ms: number): number => {
    const at = moments.findIndex((moment) => moment >= ms);
    return at < 0 ? moments.length : at;
  };
  let from = indexAt(bornAtMs);
  let keys: readonly number[] = [];
  for (const step of steps) {
    const until = indexAt(step.atMs);
    if (until > from) add(from, until, keys);
    from = Math.max(from, until);
    keys = step.keys;
  }
  if (from < moments.length) add(from, moments.length, keys);
}
