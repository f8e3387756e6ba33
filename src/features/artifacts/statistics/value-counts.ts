// How many artifacts had each value of a list at moments of the past.
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { countBirths, countListChanges } from '../artifact/list-changes.store.ts';
import { isTrackedList } from '../artifact/list-changes.ts';
import { everything } from '../query/index.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import { visibleArtifacts } from '../permissions/artifacts.access.ts';
import { replayValues } from './value-replay.ts';
import type { Replay } from './value-replay.ts';

/** Counts by value, at each moment; 0 stands for no value. */
export type ValueCounts = ReadonlyMap<number, readonly number[]>;

/** As replayValues; of lists of one value, all artifacts are counted by the database. */
export async function countValues(
  artifacts: Artifacts,
  viewer: Viewer,
  tracker: Definition,
  asked: Omit<Replay, 'add'>,
): Promise<{ size: number; counts: ValueCounts }> {
  const { field, condition, moments } = asked;
  if (condition === everything && isTrackedList(field.type) && moments.length > 0)
    return countAll(artifacts, viewer, tracker, asked);
  const counts = new Map<number, number[]>();
  const size = await replayValues(artifacts, viewer, tracker, {
    ...asked,
    add(from, until, keys) {
      for (const key of keys.length === 0 ? [0] : keys) {
        const counted = countsOf(counts, key, moments.length);
        for (let moment = from; moment < until; moment += 1) counted[moment] = (counted[moment] ?? 0) + 1;
      }
    },
  });
  return { size, counts };
}

function countsOf(counts: Map<number, number[]>, key: number, length: number): number[] {
  const known = counts.get(key) ?? Array.from({ length }, () => 0);
  counts.set(key, known);
  return known;
}

async function countAll(
  { readingSlow: { db } }: Artifacts,
  viewer: Viewer,
  tracker: Definition,
  { field, moments }: Omit<Replay, 'add'>,
): Promise<{ size: number; counts: ValueCounts }> {
  const visible = visibleArtifacts(
    db,
    viewer,
    tracker,
  )(db.selectFrom('artifacts').where('artifacts.tracker_id', '=', tracker.id)).select('artifacts.id');
  const [births, changes, all] = await Promise.all([
    countBirths(db, moments, visible),
    countListChanges(db, field.id, moments, visible),
    db
      .selectFrom(visible.as('visible'))
      .select((eb) => eb.fn.countAll<number>().as('size'))
      .executeTakeFirstOrThrow(),
  ]);
  const counts = new Map<number, number[]>();
  const step = (key: number, place: number, by: number): void => {
    const steps = countsOf(counts, key, moments.length);
    steps[place] = (steps[place] ?? 0) + by;
  };
  for (const { place, count } of births) step(0, place, count);
  for (const { place, fromKey, toKey, count } of changes) {
    step(fromKey, place, -count);
    step(toKey, place, count);
  }
  for (const steps of counts.values())
    for (let moment = 1; moment < steps.length; moment += 1)
      steps[moment] = (steps[moment] ?? 0) + (steps[moment - 1] ?? 0);
  return { size: Number(all.size), counts };
}
