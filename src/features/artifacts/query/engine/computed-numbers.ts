// Numbers of computed fields, as a viewer may know them. No index knows them, since they are sums over other artifacts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapInSlices } from '../../../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../../../projects/index.ts';
import type { Definition, Field } from '../../../trackers/index.ts';
import { rowFilterOf } from '../../permissions/artifacts.access.ts';
import { listArtifactsByIds } from '../../artifact/artifacts.store.ts';
import { parseValues } from '../../artifact/change.ts';
import { numberOf } from '../../semantics/readable-values.ts';
import type { RelationDeps } from '../../artifact/renderable-artifact.ts';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { createSumReader } from '../../computed/sums.ts';
import { listBlocks } from './blocks.store.ts';
import { passes } from '../language/condition.ts';
import type { Condition, NumberTest } from '../language/condition.ts';
import { listIdsWithNumbers } from './computed-numbers.store.ts';
import type { QueryContext } from '../language/query-context.ts';
import { requireTime, stepThrough } from './steps.ts';

/** Artifacts whose sums are read together. */
const batchMax = 100;

/**
 * The artifacts of the context's tracker whose number passes all tests: the one set by hand, else the sum. Throws invalid where
 * reading takes too long.
 */
export async function findByComputed(
  deps: RelationDeps,
  { viewer, tracker, parameter }: QueryContext,
  field: Field,
  tests: readonly NumberTest[],
): Promise<Condition> {
  const deadline = { startedMs: performance.now(), timeMaxMs: viewer.site.settings.query_time_max_ms, parameter };
  const { filter } = rowFilterOf(deps.db, viewer, tracker);
  const found: number[] = [];
  const read = readComputed(deps, viewer, tracker, field, parameter);
  for await (const range of stepThrough(await listBlocks(deps.db, tracker.id), deadline)) {
    const ids = await listIdsWithNumbers(deps.db, { trackerId: tracker.id, fieldId: field.id, range, filter });
    for (let start = 0; start < ids.length; start += batchMax) {
      const numbers = await read(ids.slice(start, start + batchMax));
      for (const [id, number] of numbers) if (passes(number, tests)) found.push(id);
      requireTime(deadline);
      await nextTurn();
    }
  }
  return { kind: 'ids', ids: found };
}

/**
 * Reads numbers of artifacts of the tracker by id, for one request, as pages of few of them would show; those without one are left
 * out. What it gives throws invalid, with the name of the parameter, where the sums go over more links than one request may.
 */
export function readComputed(
  deps: RelationDeps,
  viewer: Viewer,
  tracker: Definition,
  field: Field,
  parameter: string,
): (ids: readonly number[]) => Promise<Map<number, number>> {
  const reader = createSumReader(deps, viewer, { only: field.name });
  const read = async (ids: readonly number[]): Promise<Map<number, number>> => {
    const rows = await listArtifactsByIds(deps.db, ids);
    const renderables = await mapInSlices(rows, (row) => ({ row, tracker, values: parseValues(row) }));
    const sums = await reader.load(renderables);
    if (sums.isExhausted)
      throw invalid(
        says('query.sum-links')`the sums of ${field.name} follow more links than allowed in one request; add filters`,
        parameter,
      );
    if (!sums.isComplete && ids.length > 1) {
      const middle = Math.ceil(ids.length / 2);
      const first = await read(ids.slice(0, middle));
      return new Map([...first, ...(await read(ids.slice(middle)))]);
    }
    return new Map(
      renderables.flatMap(({ row, values }): [number, number][] => {
        const number = numberOf({ values }, field) ?? sums.sum(row.id, field.name);
        return number === null ? [] : [[row.id, number]];
      }),
    );
  };
  return read;
}
