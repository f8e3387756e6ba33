// The server's time, by clocks that are right and wrong.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isTimeKnown, noteServerTime, serverNowMs } from './clock.ts';

const dayMs = 86_400_000;
const isNear = (ms: number): boolean => Math.abs(serverNowMs() - ms) < 5000;

it('is that of this computer until an answer comes, and while both agree', () => {
  assert.ok(isNear(Date.now()));
  noteServerTime(null);
  noteServerTime('no date');
  assert.equal(isTimeKnown(), false);
  noteServerTime(new Date(Date.now() - 20_000).toUTCString());
  assert.equal(isTimeKnown(), true);
  assert.ok(isNear(Date.now()));
});

it('is that of the answer where this computer is fast or slow, and right again once it is', () => {
  for (const offMs of [-dayMs, 400 * dayMs]) {
    noteServerTime(new Date().toUTCString(), Date.now() + offMs);
    assert.ok(isNear(Date.now() - offMs), `${offMs}`);
  }
  noteServerTime(new Date().toUTCString());
  assert.ok(isNear(Date.now()));
});
