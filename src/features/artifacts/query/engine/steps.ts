// Long work in short steps, between which others are served, and not for long.
import { isSliceOver, requireWanted, yieldSlice } from '../../../../platform/concurrency/time-slices.ts';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import type { Block, IdRange } from './blocks.store.ts';

const stepTargetMs = 4;
/** What one condition takes for so many artifacts is about as much as a step may take. */
const stepFirst = 1024;
const stepMin = 16;
/** Items of one step, however fast the steps before were. */
const stepMax = 262_144;
/** Ids that no block holds; a step may pass over a few of them. */
const gapMax = 65_536;

/** How long one query may look for what matches. */
export interface Deadline {
  startedMs: number;
  timeMaxMs: number;
  /** Name of the parameter that holds the query, for messages. */
  parameter: string;
}

/** How much of an item's work is more than a condition's. */
export interface Cost {
  times: number;
}

/**
 * How many items each step may take so that what is done with it takes a few milliseconds; without end. Throws invalid
 * once the time is over, and unavailable where who asked has left, before each.
 */
export async function* stepSizes(deadline: Deadline, { times }: Cost = { times: 1 }): AsyncGenerator<number, never> {
  for (let size = Math.max(stepMin, Math.round(stepFirst / times)); ;) {
    if (isSliceOver()) await yieldSlice();
    requireTime(deadline);
    const stepStartedMs = performance.now();
    yield size;
    const tookMs = performance.now() - stepStartedMs;
    size = Math.min(stepMax, Math.max(stepMin, Math.round((size * stepTargetMs) / Math.max(tookMs, 1))));
  }
}

/** Ranges of ids that together hold the blocks, in order, each a step. Throws invalid once the time is over. */
export async function* stepThrough(
  blocks: readonly Block[],
  deadline: Deadline,
  cost?: Cost,
): AsyncGenerator<IdRange, void> {
  let [block] = blocks;
  if (block === undefined) return;
  let next = 1;
  for await (const size of stepSizes(deadline, cost)) {
    const step = takeStep(block, blocks, next, size);
    yield step.range;
    next = step.next;
    block = step.rest ?? blocks[next++];
    if (block === undefined) return;
  }
}

/** Throws invalid once the time is over, and unavailable where who asked has left. */
export function requireTime({ startedMs, timeMaxMs, parameter }: Deadline): void {
  requireWanted();
  if (performance.now() - startedMs > timeMaxMs)
    throw invalid(says('query.slow')`the search takes too long; add a condition that matches few artifacts`, parameter);
}

interface Step {
  range: IdRange;
  /** What is left of the first block; undefined: nothing. */
  rest: Block | undefined;
  /** The next of the other blocks. */
  next: number;
}

/** The ids of as many neighbouring blocks as hold about so many artifacts, or of a part of the first. */
function takeStep(first: Block, blocks: readonly Block[], from: number, artifacts: number): Step {
  const { start } = first;
  if (first.artifacts > artifacts) {
    const cut = start + Math.ceil(((first.end - start) * artifacts) / first.artifacts);
    const rest = { start: cut, end: first.end, artifacts: first.artifacts - artifacts };
    if (cut < first.end) return { range: { start, end: cut }, rest, next: from };
  }
  let [next, held, end] = [from, first.artifacts, first.end];
  for (let block = blocks[next]; block !== undefined && held + block.artifacts <= artifacts; block = blocks[next]) {
    // What lies between may hold blocks that are known already, or those of other trackers.
    if (block.start - end > gapMax) break;
    held += block.artifacts;
    end = block.end;
    next += 1;
  }
  return { range: { start, end }, rest: undefined, next };
}
