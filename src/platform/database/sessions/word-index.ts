// An index of documents by the words in them, on both engines. A document is a number and a set of words; what a word is
// decides whoever writes it: no engine cuts, folds or leaves out any.

import { sql } from 'kysely';
import { sessionOf } from './session.ts';
import type { ItemRange, SchemaHandle, WordDocument, WordQuery } from './session.ts';
import type { Reader, Writer } from './tables.ts';

/** Makes the index, which has the name `search_index`. */
export const createWordIndex = (db: SchemaHandle): Promise<void> => sessionOf(db).dialect.wordIndex.create(db);

/** Names how this engine stores documents; an index that was written otherwise has to be written anew. */
export const wordIndexFormat = (db: object): string => sessionOf(db).dialect.wordIndex.format;

/**
 * Keys of documents in the range, highest first, at most `limit`. May give some that lack a word that was asked for by its
 * beginning, never too few.
 */
export const findDocuments = (db: Reader, query: WordQuery, range: ItemRange, limit: number): Promise<number[]> =>
  sessionOf(db).dialect.wordIndex.find(db, query, range, limit);

/**
 * The same of all keys below `end`, at most `limit` at once. There may be no keys in a batch, after which others come: each is
 * given after some milliseconds, whatever is asked for.
 */
export async function* findInBatches(
  db: Reader,
  query: WordQuery,
  end: number,
  limit: number,
): AsyncGenerator<number[], void> {
  for await (const keys of sessionOf(db).dialect.wordIndex.findInSteps(db, query, end)) {
    yield keys.slice(0, limit);
    for (let start = limit; start < keys.length; start += limit) yield keys.slice(start, start + limit);
  }
}

/** Keys of documents below this one, highest first, whatever is in them. */
export async function listDocuments(db: Reader, below: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`${sessionOf(db).dialect.wordIndex.list(below, limit)}`.execute(db);
  return rows.map(({ key }) => Number(key));
}

/** How many documents there are; takes the longer the more they are, so that readSlow is the reader for it. */
export async function countDocuments(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`${sessionOf(db).dialect.wordIndex.count()}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Writes documents, in place of those with the same keys. */
export async function saveDocuments(tx: Writer, documents: readonly WordDocument[]): Promise<void> {
  const inOrder = documents.toSorted((a, b) => a.key - b.key);
  if (inOrder.length > 0) await sessionOf(tx).dialect.wordIndex.save(tx, inOrder);
}

/** No error where there is none. */
export async function removeDocuments(tx: Writer, keys: readonly number[]): Promise<void> {
  if (keys.length > 0) await sessionOf(tx).dialect.wordIndex.remove(tx, keys);
}

/** From now on the index leaves to tidyDocuments what it would else do within changes. */
export async function tidyDocumentsApart(db: SchemaHandle): Promise<void> {
  await sessionOf(db).dialect.wordIndex.tidying?.setApart(db);
}

/**
 * A little of the work by which the index stays quick, for a few milliseconds; whether there is more to do. Due after each
 * change of documents.
 */
export async function tidyDocuments(database: {
  read: Reader;
  transact(work: (tx: Writer) => Promise<boolean>): Promise<boolean>;
}): Promise<boolean> {
  const { tidying } = sessionOf(database.read).dialect.wordIndex;
  return tidying === undefined ? false : database.transact((tx) => tidying.step(tx));
}

/** Has tidyDocuments, step by step, give the index the form in which it is quickest; worth it once very much was written. */
export async function gatherDocuments(tx: Writer): Promise<void> {
  await sessionOf(tx).dialect.wordIndex.tidying?.gather(tx);
}

/** Takes all documents away. */
export const clearDocuments = (tx: Writer): Promise<void> => sessionOf(tx).dialect.wordIndex.clear(tx);
