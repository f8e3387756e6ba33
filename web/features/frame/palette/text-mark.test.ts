import assert from 'node:assert/strict';
import { it } from 'node:test';
import { textMark } from './text-mark.ts';

it('is the same for the same text and another for another', () => {
  const texts = ['', 'a', 'b', 'Closed on Friday', 'Closed on Saturday', 'é'.repeat(2000)];
  assert.equal(new Set(texts.map(textMark)).size, texts.length);
  assert.equal(textMark('Closed'), textMark('Closed'));
  assert.match(textMark('Closed'), /^6-[a-z0-9]+$/);
});
