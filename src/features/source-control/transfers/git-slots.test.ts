import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlots } from './git-slots.ts';
import type { Peer, Slots } from './git-slots.ts';

const forever = new AbortController().signal;
const nobody = (network: string): Peer => ({ network, account: undefined });

/** Whether each got in by now, in the order in which they asked. */
function askAll(slots: Slots, peers: readonly Peer[], signal = forever) {
  const isIn = peers.map(() => false);
  const entries = peers.map((peer, index) =>
    slots.enter(peer, signal).then((leave) => {
      isIn[index] = true;
      return leave;
    }),
  );
  return { isIn, entries };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('one address, one account and nobody in particular never have all places', async () => {
  const slots = createSlots(4);
  const first = askAll(slots, [nobody('a'), nobody('a'), nobody('a'), nobody('b'), nobody('c')]);
  await turn();
  assert.deepEqual(first.isIn, [true, true, false, true, false]);
  const somebody = askAll(slots, [{ network: 'd', account: 7 }]);
  await turn();
  assert.deepEqual(somebody.isIn, [true]);
  const leave = await first.entries[0];
  leave?.();
  leave?.();
  await turn();
  assert.deepEqual(first.isIn, [true, true, false, true, true], 'one place, for the address that has none');
  const account = askAll(
    createSlots(4),
    ['e', 'f', 'g'].map((network) => ({ network, account: 9 })),
  );
  await turn();
  assert.deepEqual(account.isIn, [true, true, false]);
});

test('those who wait are bounded, for one address sooner than for all', async () => {
  const slots = createSlots(2);
  const own = askAll(
    slots,
    Array.from({ length: 5 }, () => nobody('a')),
  );
  await turn();
  assert.deepEqual(own.isIn, [true, false, false, false, false]);
  await assert.rejects(slots.enter(nobody('a'), forever), { kind: 'rate-limited', headers: { 'retry-after': '5' } });
  const accounts = Array.from({ length: 5 }, (_, index) => ({ network: `n${index}`, account: index }));
  const others = askAll(slots, accounts);
  await turn();
  assert.deepEqual(others.isIn, [true, false, false, false, false]);
  const newcomer = askAll(slots, [{ network: 'z', account: 99 }]);
  await assert.rejects(own.entries[4] ?? assert.fail(), { kind: 'unavailable' });
  (await others.entries[0])?.();
  await turn();
  assert.deepEqual(
    newcomer.isIn.concat(others.isIn[1] ?? false),
    [false, true],
    'who waits longest of those without a place',
  );
});

test('whoever goes away while waiting leaves no trace', async () => {
  const slots = createSlots(1);
  const leave = await slots.enter(nobody('a'), forever);
  const gone = new AbortController();
  const { entries } = askAll(
    slots,
    Array.from({ length: 4 }, (_, index) => nobody(`w${index}`)),
    gone.signal,
  );
  gone.abort();
  for (const entry of entries) await assert.rejects(entry, { kind: 'unavailable' });
  await assert.rejects(slots.enter(nobody('b'), gone.signal), { kind: 'unavailable' });
  const next = slots.enter(nobody('b'), forever);
  leave();
  (await next)();
  (await slots.enter(nobody('c'), forever))();
});
