// Finds artifacts by tests of their texts, which an index narrows to those that contain some words. What values of fields are found for
// is kept, as for queries; comments and names of attachments, which change without a changeset, are read each time.
import type { Database, Needles, Reader } from '../../../../platform/database/index.ts';
import { isSliceOver, yieldSlice } from '../../../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../../../projects/index.ts';
import { fieldTypeOf, mayField } from '../../../trackers/index.ts';
import type { Definition, SearchKind } from '../../../trackers/index.ts';
import type { IdRange } from '../engine/blocks.store.ts';
import { idAt, listSlots } from '../engine/id-sets.ts';
import type { SetCache } from '../engine/set-cache.ts';
import { requireTime } from '../engine/steps.ts';
import type { Deadline } from '../engine/steps.ts';
import { selectReadable } from './readable-texts.ts';
import { ownerOfComments, ownerOfField } from '../../artifact/search-texts.ts';
import * as store from './text-search.store.ts';
import type { Passage, TextOwner } from './text-search.store.ts';

export interface PassageTest {
  /** Stands for the test. */
  name: string;
  /** Each text that passes contains all of one of these lists. */
  needles: Needles;
  /** The text is folded; see foldText. */
  passes(text: string): boolean;
}

export interface Passages {
  /**
   * Ids of the tracker's artifacts of which a text passes that the viewer may read: a value of a field, a comment, or the name of an
   * attachment; also those that are hidden from the viewer. undefined where no index finds the needles. Throws invalid where it takes too long.
   */
  find(viewer: Viewer, tracker: Definition, test: PassageTest, parameter: string): Promise<Set<number> | undefined>;
}

interface Deps {
  database: Database;
  setCache: SetCache;
}

/** The index of SQLite takes as long for a few ids as for so many. */
const idsAtOnce = 1_048_576;
/** Texts that are read at once. */
const textsAtOnce = 500;

export function createPassages({ database, setCache }: Deps): Passages {
  const db = database.readSlow;
  return {
    async find(viewer, tracker, test, parameter) {
      if (!store.isFound(db, test.needles)) return undefined;
      const timeMaxMs = viewer.site.settings.query_time_max_ms;
      const isRenewing = viewer.site.hasOldFolding === true;
      const search = {
        db,
        setCache,
        tracker,
        test,
        isRenewing,
        deadline: { startedMs: performance.now(), timeMaxMs, parameter },
      };
      const found = new Set<number>();
      for (const fieldId of listFields(viewer, tracker, 'text')) await findInField(search, fieldId, found);
      const isReadable = selectReadable(viewer, tracker);
      for (const fieldId of listFields(viewer, tracker, 'files'))
        await findInItems(search, { id: ownerOfField(fieldId), items: 'files' }, () => true, found);
      const comments = { id: ownerOfComments(tracker.id), items: 'changesets' } as const;
      await findInItems(search, comments, (row) => isReadable({ ...row, text: '' }) !== undefined, found);
      return found;
    },
  };
}

const listFields = (viewer: Viewer, tracker: Definition, kind: SearchKind): number[] =>
  tracker.fields
    .filter((field) => fieldTypeOf(field.type).search === kind && mayField(viewer, tracker, field, 'read'))
    .map(({ id }) => id);

interface Search {
  db: Reader;
  setCache: SetCache;
  tracker: Definition;
  test: PassageTest;
  /** Whether texts are being folded anew, so that more may be found later. */
  isRenewing: boolean;
  deadline: Deadline;
}

/** Adds the artifacts of which the value of the field passes. */
async function findInField(search: Search, fieldId: number, found: Set<number>): Promise<void> {
  const { db, setCache, tracker, test, isRenewing } = search;
  const owner: TextOwner = { id: ownerOfField(fieldId), items: 'artifacts' };
  const blocks = await setCache.readBlocks(db, tracker.id);
  const set = await setCache.read(
    tracker.id,
    blocks,
    `passages ${fieldId} ${isRenewing ? 'renewing ' : ''}${test.name}`,
    async (changed, add) => {
      const [start = 0, end = 0] = [changed[0]?.start, changed.at(-1)?.end];
      for await (const rows of readPassages(search, owner, { start, end })) await judge(search, rows, add);
    },
    async (ids, add) => judge(search, await store.listTextsOfOwner(db, owner.id, ids), add),
  );
  for (const slot of listSlots(set)) found.add(idAt(blocks.numbers, slot));
}

/** Adds the artifacts of which one of the texts passes, of those that are readable. */
async function findInItems(
  search: Search,
  owner: TextOwner & { items: 'files' | 'changesets' },
  isReadable: (row: Passage) => boolean,
  found: Set<number>,
): Promise<void> {
  const end = await store.endOfItems(search.db, owner.items);
  for await (const rows of readPassages(search, owner, { start: 0, end }))
    await judge(search, rows.filter(isReadable), (id) => found.add(id));
}

/** Texts of items in the range that may pass, so many at a time. Throws invalid once the time is over. */
async function* readPassages(
  { db, test, deadline }: Search,
  owner: TextOwner,
  { start, end }: IdRange,
): AsyncGenerator<Passage[], void> {
  for (let from = start; from < end; from += idsAtOnce) {
    const range = { start: from, end: Math.min(from + idsAtOnce, end) };
    const items = await store.listItems(db, owner.id, test.needles, range);
    for (let first = 0; first < items.length; first += textsAtOnce) {
      if (isSliceOver()) await yieldSlice();
      requireTime(deadline);
      yield await store.listPassages(db, owner, items.slice(first, first + textsAtOnce));
    }
  }
}

async function judge(
  { db, test: { passes } }: Search,
  rows: readonly Passage[],
  add: (artifactId: number) => void,
): Promise<void> {
  for (const row of rows) {
    if (isSliceOver()) await yieldSlice();
    if (passes(row.text ?? (await store.readText(db, row)))) add(row.artifact_id);
  }
}
