import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEventWaits } from './event-waits.ts';

const neverAfter = { after: () => () => {} };
const silentDatabase = { listen: () => () => {} };

/** A database whose commits the test tells of. */
function speakingDatabase() {
  const listeners = new Set<() => void>();
  return {
    listen: (_channel: string, call: () => void) => {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    commit: () => listeners.forEach((call) => call()),
  };
}

test('who waits is woken when they have gone, and others are not', async () => {
  const waits = createEventWaits(silentDatabase, neverAfter);
  const [gone, there] = [new AbortController(), new AbortController()];
  let isWoken = false;
  const other = waits.next(1000, there.signal).then(() => (isWoken = true));
  const wait = waits.next(1000, gone.signal);
  gone.abort();
  await wait;
  await waits.next(1000, gone.signal);
  assert.equal(isWoken, false);
  waits.end();
  await other;
});

test('a change wakes a thousand in many turns of the event loop, and who comes meanwhile waits for the next one', async () => {
  const database = speakingDatabase();
  const waits = createEventWaits(database, neverAfter);
  const { signal } = new AbortController();
  let woken = 0;
  const all = Array.from({ length: 1000 }, () => waits.next(1000, signal).then(() => (woken += 1)));
  const before = waits.round();
  database.commit();
  assert.equal(waits.round(), before + 1);
  let isLateOneWoken = false;
  const late = waits.next(1000, signal).then(() => (isLateOneWoken = true));
  const seen: number[] = [];
  while (woken < 1000) {
    seen.push(woken);
    await nextTurn();
  }
  await Promise.all(all);
  const most = Math.max(...seen.map((count, turn) => count - (seen[turn - 1] ?? 0)));
  assert.ok(most <= 32, `${most} were woken in one turn`);
  await nextTurn();
  assert.equal(isLateOneWoken, false);
  database.commit();
  await late;
});

test('a change while others are woken wakes them all once more', async () => {
  const database = speakingDatabase();
  const waits = createEventWaits(database, neverAfter);
  const { signal } = new AbortController();
  let woken = 0;
  const wait = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await waits.next(1000, signal);
      woken += 1;
    }
  };
  const all = Array.from({ length: 100 }, () => wait(2));
  database.commit();
  await nextTurn();
  assert.ok(woken > 0 && woken < 100, `${woken} were woken`);
  database.commit();
  for (let turn = 0; turn < 50 && woken < 150; turn += 1) await nextTurn();
  database.commit();
  await Promise.all(all);
  assert.equal(woken, 200);
});

test('seats are as many as the setting says, and twenty for one person', () => {
  const waits = createEventWaits(silentDatabase, neverAfter);
  const leave = Array.from({ length: 20 }, () => waits.takeSeat(7));
  assert.throws(() => waits.requireSeat(7, 100), /you already have 20 open event requests/);
  waits.requireSeat(8, 21);
  assert.throws(() => waits.requireSeat(8, 20), /too many event requests/);
  leave[0]?.();
  waits.requireSeat(7, 100);
});
