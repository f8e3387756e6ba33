// Sums over a graph whose ways multiply and go round, each node once below each root: 32 roots go through the graph together, one
// bit each, so that its links are followed once for all of them.
import type { Steps } from '../../../platform/concurrency/time-slices.ts';

/** What is followed or looked at between two looks at the clock. */
const pieceMax = 4096;
/** Artifacts that are summed up in one pass, each of which has a bit of a 32-bit number. */
const rootsAtOnce = 32;

/** A node is known by its place. */
export interface SumGraph {
  placeOf: ReadonlyMap<number, number>;
  /** Places that each leads to. */
  children: readonly Int32Array[];
  /** All places, as far as possible each before those that it leads to. */
  order: Int32Array;
  /** In how many steps all of it is gone through. */
  size: number;
}

/** What each place has of one name. */
export interface SumColumn {
  /** NaN for none. */
  numbers: Float64Array;
  /** 1: has no number of its own, but what it leads to counts. */
  carries: Uint8Array;
}

/** What sums may still cost. */
export interface SumBudget {
  /** Links and nodes that may still be looked at; below zero: it was too much. */
  left: number;
}

const exact = (sum: number): number => Number(sum.toPrecision(15));

/** The graph of these nodes; links to others lead nowhere. */
export function* arrangeGraph(nodes: ReadonlyMap<number, readonly number[]>): Steps<SumGraph> {
  const placeOf = new Map<number, number>();
  for (const id of nodes.keys()) placeOf.set(id, placeOf.size);
  const children: Int32Array[] = [];
  let size = nodes.size;
  let walked = 0;
  for (const ids of nodes.values()) {
    const places = Int32Array.from(new Set(ids.flatMap((id) => placeOf.get(id) ?? [])));
    children.push(places);
    size += places.length;
    walked += ids.length + 1;
    if (walked < pieceMax) continue;
    walked = 0;
    yield;
  }
  return { placeOf, children, order: yield* orderPlaces(children), size };
}

/** In the reverse of the order in which a search in depth leaves them. */
function* orderPlaces(children: readonly Int32Array[]): Steps<Int32Array> {
  const order = new Int32Array(children.length);
  const isSeen = new Uint8Array(children.length);
  const stack: number[] = [];
  const taken: number[] = [];
  let free = children.length;
  let walked = 0;
  for (let start = 0; start < children.length; start += 1) {
    if (isSeen[start] === 1) continue;
    isSeen[start] = 1;
    stack.push(start);
    taken.push(0);
    while (stack.length > 0) {
      walked += 1;
      if (walked % pieceMax === 0) yield;
      const place = stack.at(-1) ?? 0;
      const next = taken.at(-1) ?? 0;
      const child = children[place]?.[next];
      if (child === undefined) {
        order[(free -= 1)] = place;
        stack.pop();
        taken.pop();
        continue;
      }
      taken[taken.length - 1] = next + 1;
      if (isSeen[child] === 1) continue;
      isSeen[child] = 1;
      stack.push(child);
      taken.push(0);
    }
  }
  return order;
}

/**
 * What is below each of these places has of the column together, whatever they have themselves; null where there is no number.
 * undefined where that is more than the budget has left.
 */
export function* sumBelow(
  graph: SumGraph,
  column: SumColumn,
  roots: readonly number[],
  budget: SumBudget,
): Steps<Map<number, number | null> | undefined> {
  const sums = new Map<number, number | null>();
  const reached = new Int32Array(graph.children.length);
  const sent = new Int32Array(graph.children.length);
  const own = new Int32Array(graph.children.length);
  for (let start = 0; start < roots.length; start += rootsAtOnce) {
    const block = roots.slice(start, start + rootsAtOnce);
    for (const marks of [reached, sent, own]) marks.fill(0);
    for (const [bit, place] of block.entries()) own[place] = (own[place] ?? 0) | (1 << bit);
    if (!(yield* spread(graph, column, { reached, sent, own }, budget))) return undefined;
    for (const [bit, sum] of (yield* addUp(column, reached, own, block.length)).entries())
      sums.set(block[bit] ?? -1, sum === undefined ? null : exact(sum));
  }
  return sums;
}

/** Bits by place: of the roots that reach it, of those for which its links were followed, of the root that it is. */
interface Marks {
  reached: Int32Array;
  sent: Int32Array;
  own: Int32Array;
}

/** Follows the links until no root reaches anything more; false where the budget is used up. */
function* spread(
  { children, order }: SumGraph,
  { carries }: SumColumn,
  { reached, sent, own }: Marks,
  budget: SumBudget,
): Steps<boolean> {
  const at = new Int32Array(order.length);
  for (const [index, place] of order.entries()) at[place] = index;
  let walked = 0;
  for (let isOpen = true; isOpen;) {
    isOpen = false;
    for (const [index, place] of order.entries()) {
      const bits = (carries[place] === 1 ? (reached[place] ?? 0) : 0) | (own[place] ?? 0);
      const below = bits === sent[place] ? undefined : children[place];
      walked += 1 + (below?.length ?? 0);
      if (below !== undefined) {
        sent[place] = bits;
        for (const child of below) {
          const before = reached[child] ?? 0;
          reached[child] = before | bits;
          // A way back: what it leads to was looked at before.
          if (before !== reached[child] && (at[child] ?? 0) <= index) isOpen = true;
        }
      }
      if (walked < pieceMax) continue;
      budget.left -= walked;
      walked = 0;
      if (budget.left < 0) return false;
      yield;
    }
  }
  budget.left -= walked;
  return budget.left >= 0;
}

/** The sum for each bit; undefined where there is no number. */
function* addUp(
  { numbers }: SumColumn,
  reached: Int32Array,
  own: Int32Array,
  bits: number,
): Steps<(number | undefined)[]> {
  const sums = Array.from({ length: bits }, (): number | undefined => undefined);
  let walked = 0;
  for (const [place, number] of numbers.entries()) {
    const marks = Number.isNaN(number) ? 0 : (reached[place] ?? 0) & ~(own[place] ?? 0);
    walked += marks === 0 ? 1 : bits;
    if (marks !== 0)
      for (let bit = 0; bit < bits; bit += 1) if (((marks >> bit) & 1) === 1) sums[bit] = (sums[bit] ?? 0) + number;
    if (walked < pieceMax) continue;
    walked = 0;
    yield;
  }
  return sums;
}
