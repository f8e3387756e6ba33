import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOverloadGuard } from './overload.ts';

const limits = { waitMaxMs: 100, requestsMax: 2 };

/** A guard whose time and turns the test decides. */
function createTurnedGuard() {
  let nowMs = 5000;
  let otherProgramsMs = 0;
  let ends: (() => void)[] = [];
  let timers: { dueMs: number; call: () => void }[] = [];
  const endTurn = (): void => {
    for (const call of ends) call();
    ends = [];
  };
  const guard = createOverloadGuard(limits, {
    nowMs: () => nowMs,
    cpuMs: () => nowMs - otherProgramsMs,
    atEndOfTurn: (call) => void ends.push(call),
    after: (delayMs, call) => void timers.push({ dueMs: nowMs + delayMs, call }),
  });
  return {
    guard,
    /** Lets requests arrive in one turn, each after the one before took so long; gives which were admitted. */
    admitAfter: (gapsMs: readonly number[]): boolean[] =>
      gapsMs.map((gapMs) => {
        nowMs += gapMs;
        return guard.findRefusal() === undefined;
      }),
    endTurn,
    /** Other programs have the processor for so long. */
    giveAway(durationMs: number): void {
      nowMs += durationMs;
      otherProgramsMs += durationMs;
    },
    /** Ends the turn after so long, in which nobody asked; gives whether a request that waited meanwhile is admitted. */
    admitAfterTurn(durationMs: number): boolean {
      nowMs += durationMs;
      endTurn();
      const due = timers.filter(({ dueMs }) => dueMs <= nowMs);
      timers = timers.filter(({ dueMs }) => dueMs > nowMs);
      for (const { call } of due) call();
      return guard.findRefusal() === undefined;
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
  const one = Promise.withResolvers<void>();
  const other = Promise.withResolvers<void>();
  const running = [guard.run(() => one.promise), guard.run(() => other.promise)];
  assert.equal(guard.findRefusal()?.kind, 'unavailable');
  assert.throws(() => guard.run(() => undefined), { kind: 'unavailable' });
  one.resolve();
  await running[0];
  assert.equal(guard.findRefusal(), undefined);
  other.reject(new Error('second'));
  await assert.rejects(async () => running[1], /second/);
  for (const fails of [false, true, false]) {
    const work = (): void => {
      if (fails) throw new Error('at once');
    };
    if (fails) assert.throws(() => guard.run(work), /at once/);
    else assert.equal(guard.run(work), undefined);
  }
  assert.equal(guard.findRefusal(), undefined);
});

test('requests are refused while turns are long one after another, whatever makes them long, and not in the next that is short', () => {
  const { admitAfterTurn } = createTurnedGuard();
  const admitted = [0, 250, 250, 250, 250, 1, 250].map((ms) => admitAfterTurn(ms));
  assert.deepEqual(admitted, [true, true, true, false, false, true, false]);
  const quiet = [1, 60, 60, 60, 60, 60].map((ms) => admitAfterTurn(ms));
  assert.deepEqual(quiet, [true, true, true, true, true, true]);
});

test('one long turn makes nobody be refused', () => {
  const { admitAfterTurn } = createTurnedGuard();
  assert.deepEqual(
    [0, 60_000, 1, 60, 60].map((ms) => admitAfterTurn(ms)),
    [true, true, true, true, true],
  );
});

test('turns that are long because other programs have the processor make nobody be refused', () => {
  const { admitAfterTurn, giveAway } = createTurnedGuard();
  for (let turn = 0; turn < 10; turn += 1) {
    giveAway(1000);
    assert.equal(admitAfterTurn(10), true);
  }
});
