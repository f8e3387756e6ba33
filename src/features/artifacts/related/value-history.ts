// What one field of many artifacts held at moments of the past.
import { invalid } from '../../../platform/errors.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldTypeOf } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { Condition } from '../query/condition.ts';
import type { Artifacts } from '../serving/artifacts.service.ts';
import { listChangeHeads } from '../state/artifacts.store.ts';
import { readChanges } from '../visible/known-history.ts';
import { startPatience } from './patience.ts';

/** Whose histories are read for one answer. */
const artifactsMax = 5000;
const batchLength = 500;

/** From this moment on the artifact had these keys in the field (see FieldType.keys); before the first step it was not there. */
interface Step {
  atMs: number;
  artifactId: number;
  keys: readonly number[];
}

export interface ValueHistory {
  /** How many artifacts match now. */
  size: number;
  /** Calls `look` for each moment, which must be in order, with the keys of those that were there then. */
  replay<T>(moments: readonly number[], look: (keysOf: ReadonlyMap<number, readonly number[]>) => T): T[];
}

/**
 * Of what matches now, whatever it was like before. The viewer must be allowed to read the field. Throws invalid where there
 * is too much to be read.
 */
export async function readValueHistory(
  artifacts: Artifacts,
  viewer: Viewer,
  tracker: Definition,
  condition: Condition,
  field: Field,
): Promise<ValueHistory> {
  const requirePatience = startPatience(viewer);
  const { db } = artifacts.readingBulk;
  const type = fieldTypeOf(field.type);
  const steps: Step[] = [];
  let size = 0;
  for await (const found of artifacts.listings.walk(viewer, tracker, condition)) {
    size += found.length;
    if (size > artifactsMax)
      throw invalid(`a history is drawn of at most ${artifactsMax} artifacts, and more match; narrow it down`, 'query');
    for (let start = 0; start < found.length; start += batchLength) {
      const seen = new Set<number>();
      const heads = await listChangeHeads(db, found.slice(start, start + batchLength));
      for await (const { head, changes } of readChanges(db, heads)) {
        const isFirst = !seen.has(head.artifact_id);
        seen.add(head.artifact_id);
        const stored = changes[field.id];
        if (stored === undefined && !isFirst) continue;
        const keys = stored === undefined || type.isEmpty(stored) ? [] : type.keys(stored);
        steps.push({ atMs: head.submitted_at_ms, artifactId: head.artifact_id, keys });
      }
      requirePatience();
    }
  }
  steps.sort((a, b) => a.atMs - b.atMs);
  return {
    size,
    replay(moments, look) {
      const now = new Map<number, readonly number[]>();
      let next = 0;
      return moments.map((ms) => {
        for (; (steps[next]?.atMs ?? Infinity) <= ms; next += 1) {
          const step = steps[next];
          if (step !== undefined) now.set(step.artifactId, step.keys);
        }
        return look(now);
      });
    },
  };
}
