import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTask } from '../../../../platform/concurrency/time-slices.ts';
import { createWalkers } from './matches.ts';
import { stepThrough } from './steps.ts';
import type { IdRange } from './blocks.store.ts';

/** As `inTask`, for a work whose result or failure the test waits for. */
const runAsTask = <R>(work: () => Promise<R>, isWanted: () => boolean = () => true): Promise<R> =>
  new Promise((resolve, reject) => {
    inTask(() => work().then(resolve, reject), isWanted, true);
  });

const deadline = { startedMs: performance.now(), timeMaxMs: 60_000, parameter: 'query' };
const block = (number: number, artifacts: number): IdRange & { artifacts: number } => ({
  start: number * 1024,
  end: (number + 1) * 1024,
  artifacts,
});

test('steps hold each id of the blocks once, in order, and begin within a full block', async () => {
  const blocks = [block(0, 1024), block(1, 3), block(2, 700), block(9, 1024), block(90, 1024)];
  const ranges: IdRange[] = [];
  for await (const range of stepThrough(blocks, deadline, { times: 30 })) ranges.push(range);
  const [first] = ranges;
  assert.ok(first !== undefined && first.end - first.start <= 64, JSON.stringify(first));
  let at = 0;
  for (const { start, end } of ranges) {
    assert.ok(start >= at && end > start);
    at = end;
  }
  const ids = (list: readonly IdRange[]): number =>
    blocks
      .flatMap(({ start, end }) => list.map((range) => Math.min(end, range.end) - Math.max(start, range.start)))
      .reduce((sum, overlap) => sum + Math.max(0, overlap), 0);
  assert.equal(ids(ranges), blocks.length * 1024);
});

test('nothing has no steps', async () => {
  for await (const range of stepThrough([], deadline)) assert.fail(JSON.stringify(range));
});

test('who has left is looked for no further, and holds no place', async () => {
  const blocks = Array.from({ length: 50 }, (_, number) => block(number, 1024));
  let stepsTaken = 0;
  const walk = async (): Promise<void> => {
    for await (const range of stepThrough(blocks, deadline, { times: 30 })) stepsTaken += Math.min(1, range.end);
  };
  const isHere = (): boolean => stepsTaken < 3;
  await assert.rejects(runAsTask(walk, isHere), { kind: 'unavailable' });
  assert.equal(stepsTaken, 3);
  const { run } = createWalkers();
  await assert.rejects(
    runAsTask(() => run(walk), isHere),
    { kind: 'unavailable' },
  );
  assert.equal(stepsTaken, 3);
  await runAsTask(() => run(walk));
  assert.ok(stepsTaken > 3);
});
