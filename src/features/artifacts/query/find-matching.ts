// Finds a page of the artifacts that match, and how many there are. Where an index leaves few candidates these alone are
// looked at. Else the tracker is walked through in short steps, between which others are served, and not for long.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../../platform/database/index.ts';
import { invalid, tooManyRequests } from '../../../platform/errors.ts';
import { createGate } from '../../../platform/gate.ts';
import { listStamps } from '../artifacts.store.ts';
import type { VisibilityFilter } from '../artifacts.store.ts';
import type { ArtifactPage, StampPage } from '../tracker-page.store.ts';
import { locatePage } from './block-counts.ts';
import type { BlockCounts } from './block-counts.ts';
import type { Condition } from './condition.ts';
import * as store from './matching.store.ts';

const candidatesMax = 2000;
const stepTargetMs = 8;
const stepMin = 1024;
const stepMax = 262_144;
/** Ids that no block holds; a step may pass over a few of them. */
const gapMax = 65_536;

export interface Walkers {
  /** At most so many walks at a time. Throws rate-limited where too many wait. */
  run<R>(work: () => Promise<R>): Promise<R>;
}

/** Bounds how much of the server long queries take. */
export const createWalkers = (): Walkers =>
  createGate({
    parallel: 2,
    maxWaiting: 50,
    refuse: () => tooManyRequests('too many long queries are running; try again in a moment'),
  });

export interface MatchSearch {
  db: Reader;
  trackerId: number;
  filter: VisibilityFilter;
  condition: Condition;
  walkers: Walkers;
  blockCounts: BlockCounts;
  /** Stands for all that the filter depends on, apart from artifacts. */
  reader: string;
  /** How long one query may walk. */
  timeMaxMs: number;
  /** Name of the parameter that holds the query, for messages. */
  parameter: string;
}

/** A page of the artifacts that match and pass the filter, in order of id. Throws invalid where finding out takes too long. */
export async function findMatching(search: MatchSearch, page: ArtifactPage): Promise<StampPage> {
  const { db, trackerId, filter, condition, walkers, blockCounts } = search;
  const key = keyOf(search);
  if (key !== undefined && blockCounts.knows(trackerId, key)) return walkers.run(() => walk(search, page));
  const candidates = await store.findCandidates({ db, trackerId, max: candidatesMax }, condition);
  if (candidates === undefined) return walkers.run(() => walk(search, page));
  const ofTracker: VisibilityFilter = (query) => query.where('artifacts.tracker_id', '=', trackerId);
  const filters = [ofTracker, filter, store.matching(condition)];
  const ids = await store.listMatchingIds(db, candidates, filters, page.isDescending ? 'desc' : 'asc');
  const wanted = ids.slice(page.offset, page.offset + page.limit);
  const stamps = new Map((await listStamps(db, wanted)).map((stamp) => [stamp.id, stamp]));
  return { stamps: wanted.flatMap((id) => stamps.get(id) ?? []), size: ids.length };
}

async function walk(search: MatchSearch, page: ArtifactPage): Promise<StampPage> {
  const { db, trackerId, filter, condition, blockCounts } = search;
  const blocks = await blockCounts.read(db, trackerId, keyOf(search), async (unknown) => {
    const counts = new Map<number, number>();
    for await (const range of stepThrough(unknown, search)) {
      const filters = [filter, store.matching(condition, range)];
      for (const [block, matches] of await store.countByBlock(db, trackerId, range, filters))
        counts.set(block, matches);
    }
    return counts;
  });
  const size = blocks.reduce((sum, { matches }) => sum + matches, 0);
  const place = locatePage(page.isDescending ? blocks.toReversed() : blocks, page);
  if (place === undefined) return { stamps: [], size };
  const filters = [filter, store.matching(condition, place)];
  return { stamps: await store.listInRange(db, trackerId, place, filters, { ...page, ...place }), size };
}

/** What decides which artifacts match, apart from them; undefined where other artifacts have a say. */
function keyOf({ condition, reader }: MatchSearch): string | undefined {
  return dependsOnOthers(condition) ? undefined : `${reader} ${JSON.stringify(condition)}`;
}

function dependsOnOthers(condition: Condition): boolean {
  if (condition.kind === 'link') return true;
  if (condition.kind === 'not') return dependsOnOthers(condition.of);
  return 'of' in condition && condition.of.some(dependsOnOthers);
}

/**
 * Ranges of ids that together hold the blocks, in order, each as large as what is done with it takes a few
 * milliseconds. Throws invalid once all of it took too long.
 */
export async function* stepThrough(
  blocks: readonly store.Block[],
  { timeMaxMs, parameter }: Pick<MatchSearch, 'timeMaxMs' | 'parameter'>,
): AsyncGenerator<store.IdRange, void> {
  const startedMs = performance.now();
  let step = stepMin;
  for (let next = 0; next < blocks.length;) {
    const stepStartedMs = performance.now();
    const range = takeStep(blocks, next, step);
    next = range.next;
    yield range;
    const tookMs = performance.now() - stepStartedMs;
    step = Math.min(stepMax, Math.max(stepMin, Math.round((step * stepTargetMs) / Math.max(tookMs, 1))));
    if (performance.now() - startedMs > timeMaxMs) throw tooLong(parameter);
    await nextTurn();
  }
}

const tooLong = (parameter: string): Error =>
  invalid('finding everything that matches takes too long; add a condition that few artifacts meet', parameter);

/** The ids of as many neighbouring blocks as hold about so many artifacts, and the block after them. */
function takeStep(blocks: readonly store.Block[], first: number, artifacts: number): store.IdRange & { next: number } {
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
