// How artifacts with all below them were at moments of the past, and what they added up to: each moment is looked at once for all
// charts of an answer, as long as that is not too much.
import { isSliceOver, yieldSlice, runInSlices } from '../../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../../projects/index.ts';
import type { FindNode, NodeHistory } from './node-history.ts';
import { arrangeGraph } from './sum-graph.ts';
import type { SumBudget, SumColumn, SumGraph } from './sum-graph.ts';
import { childrenOf, makeColumn, partOf, sumOfIds } from './sums.ts';
import type { Node } from './sums.ts';

/** Artifacts and links that are looked at for the points of one answer, once for each. */
const looksMax = 2_000_000;
/** The same for moments that the next chart finds; the last one is found in any case. */
const cachedMax = 300_000;
/** Artifacts and links that sums of one answer's points look at. */
const sumLooksMax = 20_000_000;

export interface Moments {
  /** How artifacts were; those that are found are to be told by `look`. */
  at(ms: number): FindNode;
  /** Whether one answer may look at so many more. */
  look(count: number): boolean;
  /** Sums below these artifacts, of fields of this name; undefined where that is too much for one answer. */
  sum(ms: number, name: string, ids: readonly number[]): Promise<ReadonlyMap<number, number | null> | undefined>;
}

interface Moment {
  /** Those that were there, in the order of places. */
  nodes: Node[];
  graph: SumGraph;
  columns: Map<string, SumColumn>;
  /** What was summed, by name and id. */
  sums: Map<string, Map<number, number | null>>;
}

/** Of one history, as somebody may know it. */
export function createMoments(viewer: Viewer, history: NodeHistory): Moments {
  const cached = new Map<number, Moment>();
  let last: { ms: number; moment: Moment } | undefined;
  const budget: SumBudget = { left: sumLooksMax };
  let looks = 0;
  const look = (count: number): boolean => {
    looks += count;
    return looks <= looksMax;
  };

  async function open(ms: number): Promise<Moment | undefined> {
    const known = last?.ms === ms ? last.moment : cached.get(ms);
    if (known !== undefined) return known;
    if (!look(history.size)) return undefined;
    const find = history.at(ms);
    const nodes: Node[] = [];
    const children = new Map<number, readonly number[]>();
    for (const id of history.ids) {
      if (isSliceOver()) await yieldSlice();
      const node = find(id);
      if (node === undefined) continue;
      nodes.push(node);
      children.set(id, childrenOf({ viewer, ...node }));
    }
    const graph = await runInSlices(arrangeGraph(children));
    const moment = { nodes, graph, columns: new Map(), sums: new Map() };
    last = { ms, moment };
    if ((cached.size + 1) * history.size <= cachedMax) cached.set(ms, moment);
    return moment;
  }

  return {
    at: (ms) => history.at(ms),
    look,
    async sum(ms, name, ids) {
      const moment = await open(ms);
      if (moment === undefined) return undefined;
      const column = moment.columns.get(name) ?? (await makeColumn(moment.nodes, (node) => partOf(viewer, node, name)));
      moment.columns.set(name, column);
      const known = moment.sums.get(name) ?? new Map<number, number | null>();
      moment.sums.set(name, known);
      const missing = ids.filter((id) => !known.has(id));
      const sums = await sumOfIds(moment.graph, column, missing, budget);
      if (sums === undefined) return undefined;
      for (const [id, sum] of sums) known.set(id, sum);
      return known;
    },
  };
}
