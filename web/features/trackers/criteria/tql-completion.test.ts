// What may be typed where in a condition, and where a refused one is wrong.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { tracker } from '../tracker.testing.ts';
import { complete, readMistake } from './tql-completion.ts';
import { loadParts } from '../../fields/index.ts';

before(loadParts);

/** Suggestions where `|` stands. */
const at = (text: string): readonly string[] =>
  complete(tracker, text.replace('|', ''), text.indexOf('|'))?.suggestions.map((one) => one.text) ?? [];

it('knows fields at the start and after a word that joins', () => {
  for (const text of ['|', 'title = "a" AND |', '(|'])
    assert.deepEqual(at(text).slice(0, 2), ['title', 'status'], text);
  assert.deepEqual(at('sta|'), ['status']);
  assert.deepEqual(at('Poin|'), ['points'], 'by label too');
  assert.deepEqual(at('@|'), ['@fulltext', '@comments']);
});

it('knows operators and values of the field', () => {
  assert.deepEqual(at('title |'), ['=', '!=']);
  assert.deepEqual(at('status |'), ['=', '!=', 'IN (', 'NOT IN (']);
  assert.deepEqual(at('points |'), ['=', '!=', '<', '<=', '>', '>=', 'BETWEEN(']);
  assert.deepEqual(at('status = |'), ['"New"', '"Done"']);
  assert.deepEqual(at('status = "d|'), ['"Done"']);
  assert.deepEqual(at('status IN("New", |'), ['"New"', '"Done"']);
  assert.deepEqual(at('owner = |').slice(0, 2), ['MYSELF()', '"ana"']);
  assert.deepEqual(at('owner = Lindq|'), ['"ana"'], 'people by name');
  assert.ok(at('due < |').includes('NOW() - 1w'));
  assert.deepEqual(at('title = |'), []);
});

it('knows what joins after a condition', () => {
  for (const text of ['status = "New" |', 'status IN("New") |', 'due < NOW() - 1w |', 'WITH PARENT |'])
    assert.deepEqual(at(text), ['AND', 'OR'], text);
  assert.deepEqual(at('status IN("New" |'), []);
});

it('says what a suggestion replaces', () => {
  const found = complete(tracker, 'status = "Do', 12);
  assert.deepEqual([found?.start, found?.end], [9, 12]);
});

it('finds the place of a mistake', () => {
  const text = 'title = "a"\nAND status ~ "b"';
  assert.deepEqual(readMistake(text, { message: 'expert_query: line 2, column 12: found ~, expected =' }), {
    message: 'Found ~, expected =',
    at: { start: 23, end: 24 },
  });
  assert.deepEqual(
    readMistake('status = "x"', { message: "The value 'x' doesn't exist for the list field 'status'." }).at,
    {
      start: 9,
      end: 12,
    },
  );
  assert.equal(readMistake('a', { message: 'too slow' }).at, undefined);
  const unread = { message: '`expert_query`: a query can have at most 9 characters' };
  assert.equal(readMistake('a', unread).message, 'A query can have at most 9 characters');
  assert.deepEqual(readMistake('title =', { message: 'line 1, column 8: found the end' }).at, { start: 7, end: 8 });
});
