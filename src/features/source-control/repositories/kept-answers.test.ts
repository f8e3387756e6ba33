import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeptAnswers } from './kept-answers.ts';

test('an answer is found once, and the least used one is forgotten', async () => {
  const kept = createKeptAnswers<string>(650, (answer) => answer.length);
  const found: string[] = [];
  const get = (key: string): Promise<string> =>
    kept.get(key, async () => {
      found.push(key);
      return key;
    });
  assert.deepEqual(await Promise.all([get('a'), get('a'), get('b')]), ['a', 'a', 'b']);
  await get('c');
  await get('a');
  await get('d');
  await get('a');
  assert.equal(found.join(''), 'abcd');
  await get('b');
  assert.equal(found.join(''), 'abcdb');
});

test('what fails is not kept', async () => {
  const kept = createKeptAnswers<string>(1000, (answer) => answer.length);
  await assert.rejects(
    kept.get('a', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await kept.get('a', async () => 'yes'), 'yes');
});
