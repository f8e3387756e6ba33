// Numbers of computed fields, as a viewer may know them. No index knows them, since they are sums over other artifacts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Viewer } from '../../projects/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { reachOf } from '../visible/artifacts.access.ts';
import { listArtifactsByIds } from '../state/artifacts.store.ts';
import { parseValues } from '../state/change.ts';
import { numberOf } from '../visible/reading.ts';
import type { SurroundingDeps } from '../visible/subject.ts';
import { loadSums } from '../sums/sums.ts';
import { listBlocks } from './blocks.store.ts';
import { passes } from '../query/condition.ts';
import type { Condition, NumberTest } from '../query/condition.ts';
import { listIdsWithNumbers } from './computed-numbers.store.ts';
import type { QueryContext } from '../query/query-context.ts';
import { requireTime, stepThrough } from './steps.ts';

/** Artifacts whose sums are read together. */
const batchMax = 100;

/**
 * The artifacts of the context's tracker whose number passes all tests: the one set by hand, else the sum. Throws invalid where
 * reading takes too long.
 */
export async function findByComputed(
  deps: SurroundingDeps,
  { viewer, tracker, parameter }: QueryContext,
  field: Field,
  tests: readonly NumberTest[],
): Promise<Condition> {
  const deadline = { startedMs: performance.now(), timeMaxMs: viewer.site.settings.query_time_max_ms, parameter };
  const { filter } = reachOf(deps.db, viewer, tracker);
  const found: number[] = [];
  for await (const range of stepThrough(await listBlocks(deps.db, tracker.id), deadline)) {
    const ids = await listIdsWithNumbers(deps.db, { trackerId: tracker.id, fieldId: field.id, range, filter });
    for (let start = 0; start < ids.length; start += batchMax) {
      const numbers = await readComputed(deps, viewer, tracker, field, ids.slice(start, start + batchMax));
      for (const [id, number] of numbers) if (passes(number, tests)) found.push(id);
      requireTime(deadline);
      await nextTurn();
    }
  }
  return { kind: 'ids', ids: found };
}

/** Numbers of these artifacts by id, as pages of few of them would show; those without one are left out. */
export async function readComputed(
  deps: SurroundingDeps,
  viewer: Viewer,
  tracker: Definition,
  field: Field,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const subjects = (await listArtifactsByIds(deps.db, ids)).map((row) => ({ row, tracker, values: parseValues(row) }));
  const sums = await loadSums(deps, viewer, subjects);
  if (!sums.isComplete && ids.length > 1) {
    const middle = Math.ceil(ids.length / 2);
    const first = await readComputed(deps, viewer, tracker, field, ids.slice(0, middle));
    return new Map([...first, ...(await readComputed(deps, viewer, tracker, field, ids.slice(middle)))]);
  }
  return new Map(
    subjects.flatMap(({ row, values }): [number, number][] => {
      const number = numberOf({ values }, field) ?? sums.sum(row.id, field.name);
      return number === null ? [] : [[row.id, number]];
    }),
  );
}
