import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOverloadGuard } from './overload.ts';

const limits = { waitMaxMs: 100, requestsMax: 2 };

/** A guard whose time and turns the test decides. */
function createTurnedGuard() {
  let nowMs = 5000;
  let ends: (() => void)[] = [];
  const guard = createOverloadGuard(limits, { nowMs: () => nowMs, atEndOfTurn: (call) => void ends.push(call) });
  return {
    guard,
    /** Lets requests arrive in one turn, each after the one before took so long; gives which were admitted. */
    admitAfter: (gapsMs: readonly number[]): boolean[] =>
      gapsMs.map((gapMs) => {
        nowMs += gapMs;
        return guard.findRefusal() === undefined;
      }),
    endTurn() {
      for (const call of ends) call();
      ends = [];
    },
  };
}

test('requests of one turn are refused once those before them took too long, and admitted in the next turn', () => {
  const { admitAfter, endTurn } = createTurnedGuard();
  const turn = [0, 40, 40, 40, 21, 0];
  const admitted = [true, true, true, true, false, false];
  assert.deepEqual(admitAfter(turn), admitted);
  endTurn();
  assert.deepEqual(admitAfter([5000, ...turn.slice(1)]), admitted);
});

test('the most expensive request of a turn makes nobody else be refused', () => {
  const { admitAfter, endTurn } = createTurnedGuard();
  assert.deepEqual(admitAfter([0, 60_000, 1, 99, 1]), [true, true, true, true, false]);
  endTurn();
  assert.deepEqual(admitAfter([0, 60_000]), [true, true]);
});

test('a refusal is 503 with Retry-After', () => {
  const { admitAfter, guard } = createTurnedGuard();
  admitAfter([0, 200, 200]);
  const { kind, headers } = guard.findRefusal() ?? assert.fail('not refused');
  assert.deepEqual([kind, headers], ['unavailable', { 'retry-after': '1' }]);
});

test('no more are worked upon than the limit says, and room is free as soon as one has ended, however', async () => {
  const { guard } = createTurnedGuard();
  const one = Promise.withResolvers<string>();
  const other = Promise.withResolvers<string>();
  const running = [guard.run(() => one.promise), guard.run(() => other.promise)];
  assert.equal(guard.findRefusal()?.kind, 'unavailable');
  await assert.rejects(
    guard.run(() => Promise.resolve('')),
    { kind: 'unavailable' },
  );
  one.resolve('first');
  assert.equal(await running[0], 'first');
  assert.equal(guard.findRefusal(), undefined);
  other.reject(new Error('second'));
  await assert.rejects(running[1] ?? one.promise, /second/);
  assert.equal(await guard.run(() => Promise.resolve('third')), 'third');
});
