// Finds a page of the artifacts that match, and how many there are. Where an index leaves few candidates these alone are
// looked at. Else all that match are made a set (condition-sets.ts).
import { tooManyRequests } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { createSemaphore } from '../../../../platform/concurrency/semaphore.ts';
import { requireWanted } from '../../../../platform/concurrency/time-slices.ts';
import { listStamps } from '../../artifact/artifacts.store.ts';
import type { ArtifactStamp, VisibilityFilter } from '../../artifact/artifacts.store.ts';
import { passesByRow } from '../../artifact/tracker-page.store.ts';
import type { ArtifactPage, StampPage } from '../../artifact/tracker-page.store.ts';
import { findMatchingSet, keyOf, knowsSets } from './condition-sets.ts';
import type { SetSearch } from './condition-sets.ts';
import { narrowIds } from '../language/condition.ts';
import type { Condition } from '../language/condition.ts';
import { readPage } from './id-sets.ts';
import * as store from './matches.store.ts';
import type { Deadline } from './steps.ts';
import { countArtifacts } from './tracker-blocks.ts';

/** Artifacts that are tested by themselves; where more may match, sets of whole blocks are read. */
const candidatesMax = 250;
/** Of a tracker with more, sets take too long to read for few candidates, be they asked for again. */
const repeatedMax = 20_000;

export interface Walkers {
  /** At most so many works at a time. Throws rate-limited where too many wait. */
  run<R>(work: () => Promise<R>): Promise<R>;
}

/** Bounds how much of the server queries take whose sets are read for the first time. */
export function createWalkers(): Walkers {
  const semaphore = createSemaphore({
    parallel: 2,
    maxWaiting: 50,
    refuse: () => tooManyRequests(says('query.busy')`too many long queries are running; try again in a moment`),
  });
  return {
    run: (work) =>
      semaphore.run(() => {
        requireWanted();
        return work();
      }),
  };
}

export interface MatchSearch extends SetSearch, Omit<Deadline, 'startedMs'> {
  condition: Condition;
  walkers: Walkers;
}

/** A page of the artifacts that match and pass the filter, in order of id. Throws invalid where finding out takes too long. */
export async function findMatching(search: MatchSearch, page: ArtifactPage): Promise<StampPage> {
  const { condition, walkers } = search;
  if (knowsSets(search, condition)) return findInSet(search, page);
  const few = await findFew(search);
  if (few === undefined) return walkers.run(() => findInSet(search, page));
  const ids = page.isDescending ? few.toReversed() : few;
  return { stamps: await listSeen(search, ids.slice(page.offset, page.offset + page.limit)), size: ids.length };
}

/** All of them in order of id; undefined where sets tell sooner. Throws invalid where finding out takes too long. */
export async function findFew(search: MatchSearch): Promise<number[] | undefined> {
  const { db, trackerId, rowFilter, condition, timeMaxMs, parameter } = search;
  if (knowsSets(search, condition) || (await isWorthSets(search))) return undefined;
  const deadline = { startedMs: performance.now(), timeMaxMs, parameter };
  const candidates = await store.findCandidates({ db, trackerId, max: candidatesMax, deadline }, condition);
  if (candidates === undefined) return undefined;
  const matching = store.matching(narrowIds(condition, (id) => candidates.has(id)));
  return store.listMatchingIds(db, candidates, [ofTracker(trackerId), rowFilter.filter, matching]);
}

/** Whether the same was asked before and its sets are soon read, so that they serve whoever asks once more. */
async function isWorthSets({ db, setCache, trackerId, condition }: MatchSearch): Promise<boolean> {
  const key = keyOf(condition);
  if (key === undefined || !setCache.wasAsked(trackerId, key)) return false;
  return countArtifacts(await setCache.readBlocks(db, trackerId)) <= repeatedMax;
}

async function findInSet(search: MatchSearch, page: ArtifactPage): Promise<StampPage> {
  const { timeMaxMs, parameter } = search;
  const deadline = { startedMs: performance.now(), timeMaxMs, parameter };
  const { set, blocks } = await findMatchingSet(search, search.condition, deadline);
  const { ids, size } = readPage(set, blocks.numbers, page);
  return { stamps: await listSeen(search, ids), size };
}

const ofTracker =
  (trackerId: number): VisibilityFilter =>
  (query) =>
    query.where('artifacts.tracker_id', '=', trackerId);

/** Stamps in the order of the ids; without what the viewer sees no more, since stamps are newer than what found them. */
export async function listSeen(
  { db, trackerId, rowFilter }: Pick<SetSearch, 'db' | 'trackerId' | 'rowFilter'>,
  ids: readonly number[],
): Promise<ArtifactStamp[]> {
  const isPlain = (stamp: ArtifactStamp): boolean => passesByRow(rowFilter, stamp);
  const here = (await listStamps(db, ids)).filter((stamp) => stamp.tracker_id === trackerId);
  const [plain, doubtful] = [here.filter(isPlain), here.filter((stamp) => !isPlain(stamp))];
  const passed = await store.listStampsThrough(
    db,
    doubtful.map(({ id }) => id),
    [ofTracker(trackerId), rowFilter.filter],
  );
  const stamps = new Map([...plain, ...passed].map((stamp) => [stamp.id, stamp]));
  return ids.flatMap((id) => stamps.get(id) ?? []);
}
