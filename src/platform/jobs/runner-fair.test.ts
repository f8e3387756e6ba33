// Engine: both
// Jobs whose owners share the slots of a runner.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOfSource } from './index.ts';
import type { Attempt, JobShare } from './job.ts';
import { createPlace, enqueue, listJobs, startRunner, untilAt } from './runner.testing.ts';
import type { Place } from './runner.testing.ts';

const share = (owner: string, target: string): JobShare => ({ owner, source: `tracker of ${owner}`, target });

/** Jobs that go on until a test ends them, or their runner stops: one that it has just claimed has no other end. */
function openRun() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    run({ label }: { label: string }, { signal }: Attempt): Promise<void> {
      begun.push(label);
      return new Promise((resolve, reject) => {
        ends.set(label, resolve);
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    },
    end(label: string): void {
      ends.get(label)?.();
      ends.delete(label);
    },
    endAll(): void {
      for (const end of ends.values()) end();
      ends.clear();
    },
  };
}

async function enqueueAll(place: Place, owner: string, target: string, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1)
    await enqueue(place, `${owner}${index}`, { share: share(owner, target) });
}

test('an owner whose jobs hang keeps its places alone, and others go on', async (context) => {
  const place = await createPlace(context);
  const { begun, run, end, endAll } = openRun();
  await enqueueAll(place, 'tarpit', 'slow.example', 20);
  startRunner(context, place, run, { slots: 3, fair: { perOwner: 2, perTarget: 9 } });
  await untilAt(place.time, () => begun.length === 2);
  await enqueueAll(place, 'b', 'quick.example', 3);
  await enqueueAll(place, 'c', 'quick.example', 2);
  for (const label of ['b1', 'c1', 'b2', 'c2', 'b3']) {
    await untilAt(place.time, () => begun.includes(label));
    end(label);
  }
  assert.deepEqual(begun.slice(0, 7), ['tarpit1', 'tarpit2', 'b1', 'c1', 'b2', 'c2', 'b3'], 'in turn');
  await place.database.transact(async (tx) => {
    assert.equal(await countOfSource(tx, 'tracker of tarpit', 100), 20, 'those that wait and those that run');
    assert.equal(await countOfSource(tx, 'tracker of tarpit', 5), 5);
  });
  endAll();
});

test('a target has its places, whoever asks, and keeps no others of who asks', async (context) => {
  const place = await createPlace(context);
  const { begun, run, endAll } = openRun();
  await enqueueAll(place, 'a', 'busy.example', 1);
  await enqueueAll(place, 'b', 'busy.example', 2);
  await enqueue(place, 'other', { share: share('b', 'idle.example') });
  startRunner(context, place, run, { slots: 9, fair: { perOwner: 9, perTarget: 1 } });
  await untilAt(place.time, () => begun.length === 2);
  assert.deepEqual(begun, ['a1', 'other']);
  endAll();
  await untilAt(place.time, () => begun.length === 3);
  endAll();
});

test('places are counted among all processes', async (context) => {
  const place = await createPlace(context);
  const { begun, run, endAll } = openRun();
  const fair = { perOwner: 1, perTarget: 9 };
  startRunner(context, place, run, { fair });
  startRunner(context, place, run, { fair });
  await enqueueAll(place, 'a', 'x', 3);
  await untilAt(place.time, () => begun.length === 1);
  await enqueueAll(place, 'b', 'x', 1);
  await untilAt(place.time, () => begun.length === 2);
  assert.deepEqual(begun, ['a1', 'b1']);
  endAll();
  await untilAt(place.time, () => begun.length === 3);
  assert.equal((await listJobs(place)).filter(({ status }) => status === 'done').length >= 2, true);
  endAll();
});
