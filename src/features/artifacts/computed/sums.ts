// Sums over children, as a viewer may know them: each artifact counts once, and numbers come from the fields of the same
// name. What a plan holds is linked plainly, so plain links lead to children as well as those of the child type.
import { createStepCounter, isSliceOver, yieldSlice, runInSlices } from '../../../platform/concurrency/time-slices.ts';
import type { Steps } from '../../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import * as store from '../artifact/artifacts.store.ts';
import { parseValues } from '../artifact/change.ts';
import type { StoredValues } from '../artifact/change.ts';
import { summedLinkTypes } from '../artifact/computed-parents.store.ts';
import { linkedIds, numberOf, readable } from '../semantics/readable-values.ts';
import type { Reading } from '../semantics/readable-values.ts';
import type { RenderableArtifact, RelationDeps } from '../artifact/renderable-artifact.ts';
import { arrangeGraph, sumBelow } from './sum-graph.ts';
import type { SumBudget, SumColumn, SumGraph } from './sum-graph.ts';

/** Artifacts below those that are shown together; where there are more, sums are not made. */
const nodesMax = 10_000;
/** The same for links between them. */
const linksMax = 100_000;
/** Links that are read for the sums of one request, each as often as it is read. */
const linksReadMax = 2_000_000;
/** Links and artifacts that the sums of one request look at. */
const looksMax = 20_000_000;
/** An artifact may hold much that counts for nothing. */
const batchLength = 100;
/** Artifacts that a column is made of between two looks at the clock. */
const pieceMax = 256;
/** Links that are followed between two looks at the clock. */
const linksAtOnce = 4096;

export interface Node {
  tracker: Definition;
  values: StoredValues;
}

/** Targets of the links that sums follow. */
export const childrenOf = (reading: Reading): number[] => linkedIds(reading, summedLinkTypes);

/**
 * What an artifact adds to a sum of fields of this name: a number; `below`: what is below it, as where a field is computed whose
 * number was not set by hand; undefined: nothing.
 */
export function partOf(viewer: Viewer, { tracker, values }: Node, name: string): number | 'below' | undefined {
  const field = readable({ viewer, tracker }, tracker.fieldByName.get(name));
  if (field === undefined) return undefined;
  return numberOf({ values }, field) ?? (fieldIs.sum(field) ? 'below' : undefined);
}

/** The column of these parts, in the order of places; a piece of work is a part. */
export async function makeColumn<T>(
  items: readonly T[],
  part: (item: T) => number | 'below' | undefined,
): Promise<SumColumn> {
  const numbers = new Float64Array(items.length).fill(Number.NaN);
  const carries = new Uint8Array(items.length);
  const isPieceDone = createStepCounter(pieceMax);
  for (const [place, item] of items.entries()) {
    if (isPieceDone() && isSliceOver()) await yieldSlice();
    const found = part(item);
    if (found === 'below') carries[place] = 1;
    else if (found !== undefined) numbers[place] = found;
  }
  return { numbers, carries };
}

/** Names of the computed fields of the tracker that the viewer may read. */
function createNaming(viewer: Viewer): (tracker: Definition) => readonly string[] {
  const known = new Map<Definition, readonly string[]>();
  return (tracker) => {
    const found =
      known.get(tracker) ??
      tracker.fields
        .filter((field) => fieldIs.sum(field) && readable({ viewer, tracker }, field) !== undefined)
        .map(({ name }) => name);
    known.set(tracker, found);
    return found;
  };
}

export interface Sums {
  /** The sum for a computed field; null for none, or for too many artifacts or links. */
  sum(id: number, name: string): number | null;
  /** Whether another viewer with the same rights class might get others. */
  isPersonal: boolean;
  /** Whether there were not too many artifacts or links. */
  isComplete: boolean;
  /** Whether one request may not ask for more. */
  isExhausted: boolean;
}

export const noSums: Sums = { sum: () => null, isPersonal: false, isComplete: true, isExhausted: false };

export interface SumReader {
  /** What computed fields of these artifacts show; reads nothing where no field is computed. */
  load(renderables: readonly RenderableArtifact[]): Promise<Sums>;
}

/** As SumReader.load, for all that one answer shows; at most `limit` artifacts are read, with those that are shown. */
export const loadSums = (
  deps: RelationDeps,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
  limit = nodesMax,
): Promise<Sums> => createSumReader(deps, viewer, { limit }).load(renderables);

/** What of an artifact sums know. */
interface Known {
  /** Empty where nothing below it counts. */
  children: readonly number[];
  areChildrenRead: boolean;
  parts: ReadonlyMap<string, number | 'below'>;
}

/** What was read, by id; undefined for what the viewer does not see. */
interface Found {
  nodes: Map<number, Known | undefined>;
  links: number;
  names: ReadonlySet<string>;
  isPersonal: boolean;
}

const nothingFound = (names: ReadonlySet<string>): Found => ({ nodes: new Map(), links: 0, names, isPersonal: false });

/**
 * Reads for one request: each artifact once, as long as not more are below what is asked for than may be. `only`: sums of fields
 * of this name alone.
 */
export function createSumReader(
  deps: RelationDeps,
  viewer: Viewer,
  { limit = nodesMax, only }: { limit?: number; only?: string } = {},
): SumReader {
  const namesOf = createNaming(viewer);
  const budget: SumBudget = { left: looksMax };
  let linksLeft = linksReadMax;
  let found = nothingFound(new Set());

  const read = (tracker: Definition, values: StoredValues, isRoot: boolean): Known => {
    const node = { tracker, values };
    const parts = new Map<string, number | 'below'>();
    for (const name of found.names) {
      const part = partOf(viewer, node, name);
      if (part !== undefined) parts.set(name, part);
    }
    const areChildrenRead = isRoot || parts.values().some((part) => part === 'below');
    const children = areChildrenRead ? childrenOf({ viewer, ...node }) : [];
    found.links += children.length;
    linksLeft -= children.length;
    return { children, areChildrenRead, parts };
  };

  const isTooMuch = (): boolean => found.nodes.size > limit || found.links > linksMax || linksLeft < 0;

  /** Level by level; false where that is too much. */
  async function readBelow(roots: readonly RenderableArtifact[]): Promise<boolean> {
    let level: number[] = [];
    const follow = (id: number, known: Known): void => {
      found.nodes.set(id, known);
      for (const child of known.children) if (!found.nodes.has(child)) level.push(child);
    };
    for (const { row, tracker } of roots) {
      if (found.nodes.get(row.id)?.areChildrenRead === true) continue;
      if (isSliceOver()) await yieldSlice();
      // The artifact as it is, also where a moment of its history is shown.
      follow(row.id, read(tracker, parseValues(row), true));
      if (isTooMuch()) return false;
    }
    while (level.length > 0) {
      const wanted = [...new Set(level)].filter((id) => !found.nodes.has(id));
      level = [];
      for (const id of wanted) found.nodes.set(id, undefined);
      if (isTooMuch()) return false;
      for (let start = 0; start < wanted.length; start += batchLength) {
        if (isSliceOver()) await yieldSlice();
        const rows = await store.listArtifactsByIds(deps.slowDb, wanted.slice(start, start + batchLength));
        const visible = await findVisible(deps, viewer, rows);
        found.isPersonal ||= visible.isPersonal;
        for (const row of rows) {
          if (isSliceOver()) await yieldSlice();
          const tracker = visible.definitions.get(row.tracker_id);
          if (tracker !== undefined && visible.ids.has(row.id)) follow(row.id, read(tracker, parseValues(row), false));
          if (isTooMuch()) return false;
        }
      }
    }
    return true;
  }

  /** With what was read before, else without. */
  async function find(roots: readonly RenderableArtifact[], names: ReadonlySet<string>): Promise<boolean> {
    if (found.nodes.size > 0 && names.isSubsetOf(found.names) && (await readBelow(roots))) return true;
    found = nothingFound(names);
    if (await readBelow(roots)) return true;
    found.nodes = new Map();
    return false;
  }

  return {
    async load(renderables) {
      const wanted = (tracker: Definition): readonly string[] =>
        namesOf(tracker).filter((name) => only === undefined || name === only);
      const roots = renderables.filter(({ tracker }) => wanted(tracker).length > 0);
      if (roots.length === 0) return noSums;
      const names = new Set(roots.flatMap(({ tracker }) => wanted(tracker)));
      const isFound = await find(roots, names);
      const { isPersonal } = found;
      const none = { ...noSums, isPersonal, isComplete: false };
      if (!isFound) return { ...none, isExhausted: linksLeft < 0 };
      const asked = askedOf(roots, wanted);
      const sums = await sumAll(await runInSlices(listBelow(found.nodes, roots)), asked, budget);
      if (sums === undefined) return { ...none, isExhausted: true };
      return { ...noSums, sum: (id, name) => sums.get(name)?.get(id) ?? null, isPersonal };
    },
  };
}

/** Ids of the roots by the names of their fields. */
function askedOf(
  roots: readonly RenderableArtifact[],
  namesOf: (tracker: Definition) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const asked = new Map<string, number[]>();
  for (const { row, tracker } of roots)
    for (const name of namesOf(tracker)) {
      const ids = asked.get(name);
      if (ids === undefined) asked.set(name, [row.id]);
      else ids.push(row.id);
    }
  return asked;
}

/** The roots and what is below them. */
function* listBelow(
  found: ReadonlyMap<number, Known | undefined>,
  roots: readonly RenderableArtifact[],
): Steps<(Known & { id: number })[]> {
  const known: (Known & { id: number })[] = [];
  const isPieceDone = createStepCounter(linksAtOnce);
  // A set that grows while it is gone through shows what comes, each once.
  const ids = new Set(roots.map(({ row }) => row.id));
  for (const id of ids) {
    const node = found.get(id);
    if (node === undefined) continue;
    known.push({ id, ...node });
    for (const child of node.children) {
      ids.add(child);
      if (isPieceDone()) yield;
    }
  }
  return known;
}

/** Sums by name and id; undefined where they are more than the budget has left. */
async function sumAll(
  known: readonly (Known & { id: number })[],
  asked: ReadonlyMap<string, readonly number[]>,
  budget: SumBudget,
): Promise<Map<string, ReadonlyMap<number, number | null>> | undefined> {
  const graph = await runInSlices(arrangeGraph(new Map(known.map(({ id, children }) => [id, children]))));
  const sums = new Map<string, ReadonlyMap<number, number | null>>();
  for (const [name, ids] of asked) {
    const column = await makeColumn(known, ({ parts }) => parts.get(name));
    const ofName = await sumOfIds(graph, column, ids, budget);
    if (ofName === undefined) return undefined;
    sums.set(name, ofName);
  }
  return sums;
}

/** Sums below artifacts by id; undefined where they are more than the budget has left. */
export async function sumOfIds(
  graph: SumGraph,
  column: SumColumn,
  ids: readonly number[],
  budget: SumBudget,
): Promise<ReadonlyMap<number, number | null> | undefined> {
  const places = new Map(
    [...new Set(ids)].flatMap((id) => {
      const place = graph.placeOf.get(id);
      return place === undefined ? [] : [[place, id] as const];
    }),
  );
  const sums = await runInSlices(sumBelow(graph, column, [...places.keys()], budget));
  return sums === undefined ? undefined : new Map([...sums].map(([place, sum]) => [places.get(place) ?? -1, sum]));
}
