// Long work in short steps, between which others are served, and not for long.
import { isTurnLong, rest } from '../../../platform/concurrency/turns.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Block, IdRange } from './blocks.store.ts';

const stepTargetMs = 4;
/** A query of thirty conditions takes 0.2 ms for an artifact. */
const stepFirst = 32;
const stepMin = 16;
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

/**
 * How many items each step may take so that what is done with it takes a few milliseconds; without end. Throws invalid
 * once the time is over.
 */
export async function* stepSizes(deadline: Deadline): AsyncGenerator<number, never> {
  for (let size = stepFirst; ;) {
    if (isTurnLong()) await rest();
    const stepStartedMs = performance.now();
    yield size;
    const tookMs = performance.now() - stepStartedMs;
    size = Math.min(stepMax, Math.max(stepMin, Math.round((size * stepTargetMs) / Math.max(tookMs, 1))));
    requireTime(deadline);
  }
}

/** Ranges of ids that together hold the blocks, in order, each a step. Throws invalid once the time is over. */
export async function* stepThrough(blocks: readonly Block[], deadline: Deadline): AsyncGenerator<IdRange, void> {
  if (blocks.length === 0) return;
  let next = 0;
  for await (const size of stepSizes(deadline)) {
    const range = takeStep(blocks, next, size);
    next = range.next;
    yield range;
    if (next >= blocks.length) return;
  }
}

/** Throws invalid once the time is over. */
export function requireTime({ startedMs, timeMaxMs, parameter }: Deadline): void {
  if (performance.now() - startedMs > timeMaxMs)
    throw invalid('finding everything that matches takes too long; add a condition that few artifacts meet', parameter);
}

/** The ids of as many neighbouring blocks as hold about so many artifacts, and the block after them. */
function takeStep(blocks: readonly Block[], first: number, artifacts: number): IdRange & { next: number } {
  const { start = 0, end: firstEnd = 0 } = blocks[first] ?? {};
  let [next, held, end] = [first + 1, blocks[first]?.artifacts ?? 0, firstEnd];
  for (let block = blocks[next]; block !== undefined && held < artifacts; block = blocks[next]) {
    // What lies between may hold blocks that are known already, or those of other trackers.
    if (block.start - end > gapMax) break;
    held += block.artifacts;
    end = block.end;
    next += 1;
  }
  return { start, end, next };
}
