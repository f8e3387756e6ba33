// Compares the index with what it should hold, for `tepal verify`: which documents are in it, not the words of each.
import { findDocuments, listDocuments } from '../../platform/database/index.ts';
import type { Database, Reader, WordQuery } from '../../platform/database/index.ts';
import { readEventsBehind } from '../../platform/events/index.ts';
import type { SiteCheck } from '../backup/index.ts';
import type { DocumentKind } from './documents/document-kinds.ts';
import { indexFormat, keyOf, keysPerId } from './documents/documents.ts';
import { listForgetOrders, listOpenOrders, queryOf } from './indexing.service.ts';
import type { Indexing } from './indexing.service.ts';
import * as store from './documents/search.store.ts';

interface Deps {
  database: Database;
  kinds: readonly DocumentKind[];
  follower: Indexing['follower'];
}

export const createIndexCheck = ({ database, kinds, follower }: Deps): SiteCheck => ({
  check: 'search',
  async *find() {
    // A snapshot ends with its function, and there are two findings for each kind at most.
    yield* await database.snapshot(async (db) => {
      const pending = await readPending(db, kinds, follower);
      const findings: string[] = [];
      for (const kind of kinds) findings.push(...(await compare(db, kind, pending)));
      return findings;
    });
  },
});

/** What the index is about to follow. */
interface Pending {
  /** Keys of documents. */
  keys: ReadonlySet<number>;
  /** Each finds documents of which those that are gone leave. */
  forgotten: readonly WordQuery[];
}

async function readPending(
  db: Reader,
  kinds: readonly DocumentKind[],
  { name }: Indexing['follower'],
): Promise<Pending> {
  const keys = new Set<number>();
  const orders = await listOpenOrders(db);
  for await (const event of readEventsBehind(db, name)) {
    orders.push(...listForgetOrders([event]));
    for (const kind of kinds) {
      const id = kind.documentOf(event);
      if (id !== undefined) keys.add(keyOf(kind, id));
    }
  }
  return { keys, forgotten: orders.map(queryOf) };
}

const atOnce = 2000;

/** Both sides from the highest key down. Of an index that is being written, what is not written yet is not looked at. */
async function compare(db: Reader, kind: DocumentKind, pending: Pending): Promise<string[]> {
  const progress = await store.findProgress(db, kind.number);
  if (progress === undefined || progress.format !== indexFormat(db)) return [];
  const lowest = progress.finished_at_ms === null ? (progress.before_id ?? Number.MAX_SAFE_INTEGER) : 0;
  const missing = createTally();
  const superfluous = createTally();
  const wanted = listWanted(db, kind, lowest);
  const present = listPresent(db, kind, lowest);
  let [want, have] = [await wanted.next(), await present.next()];
  while (want.done !== true || have.done !== true) {
    const [wantKey, haveKey] = [want.done === true ? -1 : want.value, have.done === true ? -1 : have.value];
    if (wantKey > haveKey && !pending.keys.has(wantKey)) missing.add(wantKey);
    if (haveKey > wantKey && !(await isLeaving(db, haveKey, pending))) superfluous.add(haveKey);
    if (wantKey >= haveKey) want = await wanted.next();
    if (haveKey >= wantKey) have = await present.next();
  }
  return [
    ...missing.describe((ids) => `the index lacks ${kind.type}s ${ids}; "tepal search reindex" writes it anew`),
    ...superfluous.describe(
      (ids) => `the index has ${kind.type}s ${ids}, which are gone; "tepal search reindex" writes it anew`,
    ),
  ];
}

async function isLeaving(db: Reader, key: number, { keys, forgotten }: Pending): Promise<boolean> {
  if (keys.has(key)) return true;
  if (forgotten.length === 0) return false;
  const found = await findDocuments(db, { kind: 'or', of: forgotten }, { start: key, end: key + 1 }, 1);
  return found.length > 0;
}

async function* listWanted(db: Reader, kind: DocumentKind, lowest: number): AsyncGenerator<number, void> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const ids = await kind.listIds(db, before, atOnce);
    for (const id of ids) if (id >= lowest) yield keyOf(kind, id);
    const last = ids.at(-1);
    if (last === undefined || last < lowest) return;
    before = last;
  }
}

async function* listPresent(db: Reader, kind: DocumentKind, lowest: number): AsyncGenerator<number, void> {
  for (let below = Number.MAX_SAFE_INTEGER; ;) {
    const keys = await listDocuments(db, below, atOnce);
    for (const key of keys) if (key % keysPerId === kind.number && key >= keyOf(kind, lowest)) yield key;
    const last = keys.at(-1);
    if (last === undefined) return;
    below = last;
  }
}

/** Ids that one finding names; the others are counted. */
const namedMax = 5;

/** Counts keys, and keeps the first of them. */
function createTally(): { add(key: number): void; describe(say: (ids: string) => string): string[] } {
  const named: number[] = [];
  let count = 0;
  return {
    add(key) {
      count += 1;
      if (named.length < namedMax) named.push(Math.floor(key / keysPerId));
    },
    describe(say) {
      if (count === 0) return [];
      const more = count > named.length ? ` and ${count - named.length} more` : '';
      return [say(named.join(', ') + more)];
    },
  };
}
