// Sums over children, as a viewer may know them: each artifact counts once, and numbers come from the fields of the same
// name. What a plan holds is linked plainly, so plain links lead to children as well as those of the child type.
import { isTurnLong, mapInTurns, rest } from '../../../platform/concurrency/turns.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { findVisible } from '../visible/artifacts.access.ts';
import * as store from '../state/artifacts.store.ts';
import { parseValues } from '../state/change.ts';
import type { StoredValues } from '../state/change.ts';
import { summedLinkTypes } from '../state/change.store.ts';
import { linkedIds, numberOf, readable } from '../visible/reading.ts';
import type { Reading } from '../visible/reading.ts';
import type { Subject, SurroundingDeps } from '../visible/subject.ts';

/** Artifacts below those that are shown together; where there are more, sums are not made. */
const nodesMax = 10_000;
const batchLength = 1000;

export interface Node {
  tracker: Definition;
  values: StoredValues;
}

/** An artifact that the viewer sees, as it is or as it was; undefined for any other. */
export type FindNode = (id: number) => Node | undefined;

const exact = (sum: number): number => Number(sum.toPrecision(15));

/** Targets of the links that sums follow. */
export const childrenOf = (reading: Reading): number[] => linkedIds(reading, summedLinkTypes);

/**
 * The sum of what the artifact's children have in the field `name`. A child whose field is computed counts with its
 * children, unless its number was set by hand. null where there is no number.
 */
export function sumBelow(viewer: Viewer, find: FindNode, id: number, name: string): number | null {
  const root = find(id);
  if (root === undefined) return null;
  const seen = new Set([id]);
  const queue = childrenOf({ viewer, ...root });
  let sum: number | undefined;
  for (const childId of queue) {
    const child = seen.has(childId) ? undefined : find(childId);
    seen.add(childId);
    const reading = child === undefined ? undefined : { viewer, ...child };
    const field = reading === undefined ? undefined : readable(reading, reading.tracker.fieldByName.get(name));
    if (reading === undefined || field === undefined) continue;
    const number = numberOf(reading, field);
    if (number !== undefined) sum = (sum ?? 0) + number;
    else if (field.type === 'computed') queue.push(...childrenOf(reading));
  }
  return sum === undefined ? null : exact(sum);
}

/** The number of the artifact's own field `name`, computed where it is; null for none, undefined without the field. */
export function numberAt(viewer: Viewer, find: FindNode, id: number, name: string): number | null | undefined {
  const node = find(id);
  if (node === undefined) return null;
  const field = readable({ viewer, tracker: node.tracker }, node.tracker.fieldByName.get(name));
  if (field === undefined) return undefined;
  return numberOf(node, field) ?? (field.type === 'computed' ? sumBelow(viewer, find, id, name) : null);
}

/** Tells whether numbers of the artifacts below count for some field of a tracker. */
function createSumTest(viewer: Viewer): (tracker: Definition) => boolean {
  const known = new Map<Definition, boolean>();
  return (tracker) => {
    const found =
      known.get(tracker) ??
      tracker.fields.some((field) => field.type === 'computed' && readable({ viewer, tracker }, field) !== undefined);
    known.set(tracker, found);
    return found;
  };
}

export interface Sums {
  /** The sum for a computed field; null for none, or for too many artifacts. */
  sum(id: number, name: string): number | null;
  /** Whether another viewer with the same rights class might get others. */
  isPersonal: boolean;
  /** Whether there were not too many artifacts. */
  isComplete: boolean;
}

export const noSums: Sums = { sum: () => null, isPersonal: false, isComplete: true };

/**
 * Reads what sums of these artifacts are made of, level by level, and nothing where no field is computed; at most `limit`
 * artifacts, with those that are shown.
 */
export async function loadSums(
  deps: SurroundingDeps,
  viewer: Viewer,
  subjects: readonly Subject[],
  limit = nodesMax,
): Promise<Sums> {
  const hasSums = createSumTest(viewer);
  const roots = subjects.filter(({ tracker }) => hasSums(tracker));
  if (roots.length === 0) return noSums;
  // The artifact as it is, also where a moment of its history is shown.
  const nodes = new Map<number, Node | undefined>(
    await mapInTurns(roots, ({ row, tracker }) => [row.id, { tracker, values: parseValues(row) }] as const),
  );
  let level = [...nodes.keys()];
  let isPersonal = false;
  while (level.length > 0) {
    const below = await mapInTurns(level, (id) => {
      const node = nodes.get(id);
      return node === undefined || !hasSums(node.tracker) ? [] : childrenOf({ viewer, ...node });
    });
    level = [...new Set(below.flat())].filter((id) => !nodes.has(id));
    if (nodes.size + level.length > limit) return { ...noSums, isPersonal, isComplete: false };
    for (const id of level) nodes.set(id, undefined);
    for (let start = 0; start < level.length; start += batchLength) {
      const rows = await store.listArtifactsByIds(deps.db, level.slice(start, start + batchLength));
      const visible = await findVisible(deps, viewer, rows);
      isPersonal ||= visible.isPersonal;
      for (const row of rows) {
        if (isTurnLong()) await rest();
        const tracker = visible.definitions.get(row.tracker_id);
        if (tracker !== undefined && visible.ids.has(row.id)) nodes.set(row.id, { tracker, values: parseValues(row) });
      }
    }
  }
  return { sum: (id, name) => sumBelow(viewer, (nodeId) => nodes.get(nodeId), id, name), isPersonal, isComplete: true };
}
