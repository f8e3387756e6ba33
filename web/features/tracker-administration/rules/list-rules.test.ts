import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allowAll, findEmptying, isAllowed, listPairs, setAllowed } from './list-rules.ts';

const pair = { source: 4, target: 5 };

it('a new pair allows everything, and says of values without a rule that they empty the target', () => {
  const rules = allowAll([], pair, [100, 40], [50, 51]);
  assert.deepEqual(listPairs(rules), [pair]);
  assert.equal(isAllowed(rules, pair, 40, 51), true);
  assert.deepEqual(findEmptying(rules, pair, [100, 40]), []);
  const fewer = setAllowed(setAllowed(rules, pair, 40, 50, false), pair, 40, 51, false);
  assert.deepEqual(findEmptying(fewer, pair, [100, 40]), [40]);
  assert.deepEqual(setAllowed(fewer, pair, 40, 51, true).at(-1), { ...pair, sourceValue: 40, targetValue: 51 });
});

it('rules of other pairs stay as they are', () => {
  const other = { source: 5, target: 4, sourceValue: 50, targetValue: 40 };
  const rules = setAllowed([other], pair, 40, 50, true);
  assert.deepEqual(listPairs(rules), [{ source: 5, target: 4 }, pair]);
  assert.deepEqual(setAllowed(rules, pair, 40, 50, false), [other]);
});
