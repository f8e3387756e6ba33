// Finds a page of the artifacts that match, and how many there are. Where an index leaves few candidates these alone are
// looked at. Else the tracker is walked through in short steps, between which others are served, and not for long.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../../platform/database/index.ts';
import { invalid, tooManyRequests } from '../../../platform/errors.ts';
import { createGate } from '../../../platform/gate.ts';
import { listStamps } from '../artifacts.store.ts';
import type { ArtifactStamp, VisibilityFilter } from '../artifacts.store.ts';
import type { ArtifactPage, StampPage } from '../tracker-page.store.ts';
import type { Condition } from './condition.ts';
import * as store from './matching.store.ts';

const candidatesMax = 2000;
const stepTargetMs = 8;
const stepMin = 1024;
const stepMax = 262_144;

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
  /** How long one query may walk. */
  timeMaxMs: number;
  /** Name of the parameter that holds the query, for messages. */
  parameter: string;
}

/** A page of the artifacts that match and pass the filter, in order of id. Throws invalid where finding out takes too long. */
export async function findMatching(search: MatchSearch, page: ArtifactPage): Promise<StampPage> {
  const { db, trackerId, filter, condition, walkers } = search;
  const candidates = await store.findCandidates({ db, trackerId, max: candidatesMax }, condition);
  const filters = [filter, store.matching(condition)];
  if (candidates === undefined) return walkers.run(() => walk(search, filters, page));
  const ofTracker: VisibilityFilter = (query) => query.where('artifacts.tracker_id', '=', trackerId);
  const ids = await store.listMatchingIds(db, candidates, [ofTracker, ...filters], page.isDescending ? 'desc' : 'asc');
  const wanted = ids.slice(page.offset, page.offset + page.limit);
  const stamps = new Map((await listStamps(db, wanted)).map((stamp) => [stamp.id, stamp]));
  return { stamps: wanted.flatMap((id) => stamps.get(id) ?? []), size: ids.length };
}

async function walk(search: MatchSearch, filters: readonly VisibilityFilter[], page: ArtifactPage): Promise<StampPage> {
  const { db, trackerId } = search;
  const stamps: ArtifactStamp[] = [];
  let size = 0;
  for await (const range of stepThrough(db, search, page.isDescending)) {
    const found = await store.countInRange(db, trackerId, range, filters);
    const limit = page.limit - stamps.length;
    if (limit > 0 && size + found > page.offset) {
      const offset = Math.max(0, page.offset - size);
      stamps.push(...(await store.listInRange(db, trackerId, range, filters, { ...page, limit, offset })));
    }
    size += found;
  }
  return { stamps, size };
}

/**
 * Ranges of ids that together hold all artifacts of the tracker, in order, each as large as what is done with it takes a few
 * milliseconds. Throws invalid once all of it took too long.
 */
export async function* stepThrough(
  db: Reader,
  { trackerId, timeMaxMs, parameter }: Pick<MatchSearch, 'trackerId' | 'timeMaxMs' | 'parameter'>,
  isDescending = false,
): AsyncGenerator<store.IdRange, void> {
  const blocks = await store.listBlocks(db, trackerId);
  if (isDescending) blocks.reverse();
  const startedMs = performance.now();
  let step = stepMin;
  for (let next = 0; next < blocks.length; ) {
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

/** The ids of as many blocks as hold about so many artifacts, and the block after them. */
function takeStep(
  blocks: readonly (store.IdRange & { artifacts: number })[],
  first: number,
  artifacts: number,
): store.IdRange & { next: number } {
  let next = first;
  let held = 0;
  let [start, end] = [Infinity, 0];
  do {
    const block = blocks[next];
    if (block === undefined) break;
    held += block.artifacts;
    start = Math.min(start, block.start);
    end = Math.max(end, block.end);
    next += 1;
  } while (held < artifacts);
  return { start, end, next };
}
