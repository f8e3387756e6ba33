// Engine: both
// The index of words names every document with the words, highest keys first, however frequent they are and wherever they stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../database.fixture.ts';
import {
  createWordIndex,
  findDocuments,
  findInBatches,
  gatherDocuments,
  saveDocuments,
  tidyDocuments,
  tidyDocumentsApart,
} from '../index.ts';
import { testEngine } from '../test-place.testing.ts';
import type { Migration, WordDocument, WordQuery } from '../index.ts';

const wordIndex: Migration = { number: 1, name: 'word index', up: createWordIndex };
const tidiedApart: Migration = { number: 2, name: 'tidied apart', up: tidyDocumentsApart };
const end = 5_000_001;

/** Dense at the highest keys, far apart below, and one in so many of it rare. */
function makeDocuments(): WordDocument[] {
  const keys = [
    ...Array.from({ length: 1500 }, (_, index) => end - 1 - index * 3),
    ...Array.from({ length: 5200 }, (_, index) => 4_000_000 - index * 700),
  ];
  return keys.map((key, index) => ({
    key,
    words: [
      'all',
      index < 1500 ? 'new' : 'old',
      ...(index % 900 === 0 ? ['rare'] : []),
      key % 2 === 0 ? 'even' : 'odd',
    ],
  }));
}

test('keys come in batches, highest first, each once', async (context) => {
  const database = await openTestDatabase(context, { migrations: [wordIndex] });
  const documents = makeDocuments();
  await database.transact((tx) => saveDocuments(tx, documents));
  const word = (text: string, isPrefix = false): WordQuery => ({ kind: 'word', word: text, isPrefix });
  for (const [query, isWanted] of [
    [word('all'), () => true],
    [word('new'), ({ words }) => words.includes('new')],
    [word('old'), ({ words }) => words.includes('old')],
    [word('ra', true), ({ words }) => words.includes('rare')],
    [word('none'), () => false],
    [{ kind: 'and', of: [word('rare'), word('odd')] }, ({ words }) => words.includes('rare') && words.includes('odd')],
    [{ kind: 'and', of: [word('new'), word('old')] }, () => false],
    [{ kind: 'or', of: [word('rare'), word('new')] }, ({ words }) => words.includes('rare') || words.includes('new')],
  ] satisfies [WordQuery, (document: WordDocument) => boolean][]) {
    const wanted = documents.filter(isWanted).map(({ key }) => key);
    const found: number[] = [];
    for await (const batch of findInBatches(database.read, query, end, 250)) {
      assert.ok(batch.length <= 250);
      found.push(...batch);
    }
    assert.deepEqual(found, wanted, JSON.stringify(query));
    const range = { start: 1_000_000, end: 4_999_000 };
    assert.deepEqual(
      await findDocuments(database.read, query, range, 40),
      wanted.filter((key) => key >= range.start && key < range.end).slice(0, 40),
    );
  }
});

test('the index finds the same while it is tidied step by step, and has nothing left to tidy then', async (context) => {
  const database = await openTestDatabase(context, { migrations: [wordIndex, tidiedApart] });
  const find = (text: string): Promise<number[]> =>
    findDocuments(database.read, { kind: 'word', word: text, isPrefix: false }, { start: 0, end }, 5000);
  const tidy = async (): Promise<number> => {
    let steps = 0;
    for (; await tidyDocuments(database); steps += 1) assert.deepEqual(await find('one'), expected);
    return steps;
  };
  const expected = Array.from({ length: 40 }, (_, index) => 40 - index);
  for (const words of [['one'], ['one', 'two']])
    for (const key of expected) await database.transact((tx) => saveDocuments(tx, [{ key, words }]));
  const isPostgres = testEngine === 'postgres';
  assert.equal((await tidy()) > 0, !isPostgres, 'each change left something to do');
  assert.equal(await tidy(), 0);
  await database.transact(gatherDocuments);
  await tidy();
  assert.deepEqual(await find('two'), expected);
  assert.equal(await tidyDocuments(database), false);
});
