import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventWaits } from './event-waits.ts';

const neverAfter = { after: () => () => {} };
const silentDatabase = { listen: () => () => {} };

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
