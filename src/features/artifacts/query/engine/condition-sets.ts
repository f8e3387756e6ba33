// The set of artifacts that a condition is true of, put together from sets that are kept: of each part that has an index,
// and of what the viewer may see. Only a condition with another part is asked of each artifact, as a whole.
import type { Reader } from '../../../../platform/database/index.ts';
import type { VisibilityFilter } from '../../artifact/artifacts.store.ts';
import type { RowFilter } from '../../artifact/tracker-page.store.ts';
import type { Block, IdRange } from './blocks.store.ts';
import type { Condition } from '../language/condition.ts';
import { complement, emptySet, idsPerBlock, intersect, unite } from './id-sets.ts';
import type { IdSet } from './id-sets.ts';
import { adderOf } from './set-cache.ts';
import type { FillFew, FillSet, SetCache } from './set-cache.ts';
import { matching } from './matches.store.ts';
import * as store from './set-reads.store.ts';
import { stepThrough } from './steps.ts';
import type { Deadline } from './steps.ts';
import type { TrackerBlocks } from './tracker-blocks.ts';

export interface SetSearch {
  db: Reader;
  trackerId: number;
  setCache: SetCache;
  rowFilter: RowFilter;
  /** Stands for all that a personal reach depends on, apart from artifacts. */
  reader: string;
}

/** A search while it goes on. */
interface Run extends SetSearch {
  blocks: TrackerBlocks;
  /** How many of them there were when it started. */
  size: number;
  deadline: Deadline;
}

type ReadIds = (range: IdRange, add: (id: number) => void) => Promise<void>;

/** Artifacts of the tracker that the condition is true of and that the viewer sees. Throws invalid once the time is over. */
export async function findMatchingSet(
  search: SetSearch,
  condition: Condition,
  deadline: Deadline,
): Promise<{ set: IdSet; blocks: TrackerBlocks }> {
  const blocks = await search.setCache.readBlocks(search.db, search.trackerId);
  const run: Run = { ...search, blocks, size: blocks.numbers.length, deadline };
  const matching = await evaluate(run, condition);
  const all = holdsOthers(condition) ? [await readAll(run)] : [];
  return { set: intersect(run.size, [matching, ...all, ...(await readVisible(run))]), blocks };
}

/** Artifacts whose last changeset changed none of these fields, by these blocks. Throws invalid once the time is over. */
export function findLastBeside(
  search: SetSearch,
  blocks: TrackerBlocks,
  fieldIds: readonly number[],
  deadline: Deadline,
): Promise<IdSet> {
  const { db, trackerId } = search;
  const filter = store.isLastBeside(fieldIds);
  return readSet(
    { ...search, blocks, size: blocks.numbers.length, deadline },
    `last changed beside ${fieldIds.join()}`,
    (range, add) => store.readFiltered({ db, trackerId, range, add }, filter),
    filter,
  );
}

/** Whether all sets that the condition is put together from are kept, be they out of date in part. */
export const knowsSets = ({ db, setCache, trackerId }: SetSearch, condition: Condition): boolean =>
  partsOf(db, condition).every((part) => {
    const key = keyOf(part);
    return key !== undefined && setCache.knows(trackerId, key);
  });

/** The parts that sets are read of. */
function partsOf(db: Reader, condition: Condition): Condition[] {
  if (condition.kind === 'ids') return [];
  if (!isComposed(db, condition)) return [condition];
  return condition.kind === 'not' ? partsOf(db, condition.of) : condition.of.flatMap((part) => partsOf(db, part));
}

type Composed = Extract<Condition, { of: unknown }>;

/** Whether the set is put together from those of the parts: where all have an index, or where one names ids, maybe many. */
const isComposed = (db: Reader, condition: Condition): condition is Composed =>
  'of' in condition && (isIndexed(db, condition) || namesIds(condition));

function namesIds(condition: Condition): boolean {
  if (condition.kind === 'not') return namesIds(condition.of);
  return 'of' in condition ? condition.of.some(namesIds) : condition.kind === 'ids';
}

/** Whether all parts of the condition have an index that gives their artifacts. */
function isIndexed(db: Reader, condition: Condition): boolean {
  if (condition.kind === 'not') return isIndexed(db, condition.of);
  if (condition.kind === 'and' || condition.kind === 'or') return condition.of.every((part) => isIndexed(db, part));
  return condition.kind === 'ids' || store.isIndexed(db, condition);
}

/** How many conditions each artifact is asked about. */
function countTests(condition: Condition): number {
  if (condition.kind === 'not') return countTests(condition.of);
  return 'of' in condition ? condition.of.reduce((sum, part) => sum + countTests(part), 0) : 1;
}

/** Whether artifacts of other trackers have ids that pass. */
function holdsOthers(condition: Condition): boolean {
  if (condition.kind === 'not') return true;
  if (condition.kind === 'and') return condition.of.every(holdsOthers);
  return condition.kind === 'ids' || (condition.kind === 'or' && condition.of.some(holdsOthers));
}

async function evaluate(run: Run, condition: Condition): Promise<IdSet> {
  const { size, blocks, db } = run;
  if (condition.kind === 'ids') {
    const set = emptySet(size);
    condition.ids.forEach(adderOf(blocks, set));
    return set;
  }
  if (!isComposed(db, condition)) return readPart(run, condition);
  if (condition.kind === 'not') return complement(size, await evaluate(run, condition.of));
  const sets: IdSet[] = [];
  for (const part of condition.of) sets.push(await evaluate(run, part));
  return (condition.kind === 'and' ? intersect : unite)(size, sets);
}

/** By index, a range of ids at a time; where it is in another order as a whole, or artifact by artifact where most blocks are known. */
function readPart({ setCache, db, trackerId, blocks, size, deadline }: Run, condition: Condition): Promise<IdSet> {
  const isInOrder = store.isInOrder(db, condition);
  const read = isInOrder ? store.readMatching : store.readEach;
  const fill: FillSet = async (changed, add) => {
    const [first, last] = [changed[0], changed.at(-1)];
    if (!isInOrder && first !== undefined && last !== undefined && changed.length > size / 2)
      return store.readWhole({ db, trackerId, range: { start: first.start, end: last.end }, add }, condition, deadline);
    const times = isInOrder && store.isIndexed(db, condition) ? 1 : countTests(condition);
    for await (const range of stepThrough(changed, deadline, { times }))
      await read({ db, trackerId, range, add }, condition);
  };
  const fillFew: FillFew = (ids, add) => store.readFew({ db, trackerId, add }, ids, matching(condition));
  return setCache.read(trackerId, blocks, keyOf(condition), fill, fillFew);
}

/** Reads what changed of a set, in steps; the filter is the same for single artifacts. */
const readSet = (
  { db, setCache, trackerId, blocks, deadline }: Run,
  key: string | undefined,
  read: ReadIds,
  filter: VisibilityFilter,
) =>
  setCache.read(
    trackerId,
    blocks,
    key,
    async (changed, add) => {
      for await (const range of stepThrough(changed, deadline)) await read(range, add);
    },
    (ids, add) => store.readFew({ db, trackerId, add }, ids, filter),
  );

/** All artifacts of the tracker. Blocks that are full need no reading. */
function readAll({ db, setCache, trackerId, blocks, deadline }: Run): Promise<IdSet> {
  const everything: VisibilityFilter = (query) => query;
  const fill: FillSet = async (changed, add) => {
    const isFull = ({ artifacts }: Block): boolean => artifacts === idsPerBlock;
    for (const { start, end } of changed.filter(isFull)) for (let id = start; id < end; id += 1) add(id);
    const others = changed.filter((block) => !isFull(block));
    for await (const range of stepThrough(others, deadline))
      await store.readFiltered({ db, trackerId, range, add }, everything);
  };
  const fillFew: FillFew = (ids, add) => store.readFew({ db, trackerId, add }, ids, everything);
  return setCache.read(trackerId, blocks, 'all', fill, fillFew);
}

/** Sets that together are what the viewer sees; none where that is everything. */
async function readVisible(run: Run): Promise<IdSet[]> {
  const { db, trackerId, size, rowFilter, reader } = run;
  const { audiences, filter } = rowFilter;
  if (audiences === 'all') return [];
  if (audiences === 'personal')
    return [
      await readSet(
        run,
        `seen by ${reader}`,
        (range, add) => store.readFiltered({ db, trackerId, range, add }, filter),
        filter,
      ),
    ];
  const limited = await readSet(
    run,
    'limited',
    (range, add) => store.readLimited({ db, trackerId, range, add }),
    store.isLimited,
  );
  const open = await readSet(
    run,
    `open to ${audiences.join(',')}`,
    (range, add) => store.readOpenTo({ db, trackerId, range, add }, audiences),
    store.isAmong(audiences),
  );
  return [unite(size, [complement(size, limited), open])];
}

/** Conditions that name more ids are not told apart. */
const namedIdsMax = 1000;

/** What decides which artifacts a part finds, apart from them; undefined where other artifacts have a say, or very many ids. */
export const keyOf = (condition: Condition): string | undefined =>
  isUnnamed(condition) ? undefined : JSON.stringify(condition);

function isUnnamed(condition: Condition): boolean {
  if (condition.kind === 'link' || (condition.kind === 'own' && condition.column === 'rank')) return true;
  if (condition.kind === 'ids') return condition.ids.length > namedIdsMax;
  if (condition.kind === 'not') return isUnnamed(condition.of);
  return 'of' in condition && condition.of.some(isUnnamed);
}
