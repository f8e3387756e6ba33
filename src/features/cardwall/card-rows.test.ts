// How many cards a board shows at once.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { requireFewCards } from './card-rows.ts';

it('refuses a board with more cards than one answer holds, and says where they are', () => {
  requireFewCards(1000);
  assert.throws(() => requireFewCards(1001), { kind: 'invalid', message: /1001 cards.*\/taskboard\/:id\/cards/ });
});
