import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAtPassword } from './password-strength.ts';

const unmet = (password: string): string[] =>
  lookAtPassword(password, 8, ['ana', 'Ana Lopez', 'ana.lopez@example.org'])
    .rules.filter(({ isMet }) => !isMet)
    .map(({ rule }) => rule);

test('rules name what a password lacks', () => {
  assert.deepEqual(unmet('short'), ['length']);
  assert.deepEqual(unmet('aaaaaaaaaa'), ['variety']);
  assert.deepEqual(unmet('my LOPEZ house'), ['own']);
  assert.deepEqual(unmet('lamp orchard bicycle 42'), []);
});

test('strength grows with what is hard to guess', () => {
  const strengthOf = (password: string): number => lookAtPassword(password, 8, []).strength;
  const rising = ['', 'abcd', 'sunflower', 'sunflower-lamp', 'lamp orchard bicycle 42'].map(strengthOf);
  assert.deepEqual(
    rising,
    rising.toSorted((a, b) => a - b),
  );
  assert.equal(rising[0], 0);
  assert.equal(rising.at(-1), 4);
  assert.ok(strengthOf('12345678') <= 1, 'a row of digits is weak');
});
