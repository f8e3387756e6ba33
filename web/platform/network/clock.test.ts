// The server's time, by clocks that are right and wrong.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createServerClock } from './clock.ts';

const dayMs = 86_400_000;
const clock = createServerClock();
const isNear = (ms: number): boolean => Math.abs(clock.nowMs() - ms) < 5000;

it('is that of this computer until an answer comes, and while both agree', () => {
  assert.ok(isNear(Date.now()));
  clock.note(null);
  clock.note('no date');
  assert.equal(clock.isKnown(), false);
  clock.note(new Date(Date.now() - 20_000).toUTCString());
  assert.equal(clock.isKnown(), true);
  assert.ok(isNear(Date.now()));
});

it('is that of the answer where this computer is fast or slow, and right again once it is', () => {
  for (const offMs of [-dayMs, 400 * dayMs]) {
    clock.note(new Date().toUTCString(), Date.now() + offMs);
    assert.ok(isNear(Date.now() - offMs), `${offMs}`);
  }
  clock.note(new Date().toUTCString());
  assert.ok(isNear(Date.now()));
});
