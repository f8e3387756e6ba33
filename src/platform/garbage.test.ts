// Memory of new objects in a process of its own, because V8's flags hold for the whole process.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const mib = 1024 * 1024;

/** Keeps what was made in the last turns of the event loop, and prints how large the space for new objects became, in bytes. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setImmediate } from 'node:timers/promises';
  import { growYoung } from ${JSON.stringify(new URL('garbage.ts', import.meta.url).href)};
  const bound = Number(process.argv[1]);
  if (bound > 0) growYoung(bound);
  const kept = [];
  let largest = 0;
  for (let turn = 0; turn < 12_000; turn += 1) {
    await setImmediate();
    kept[turn % 800] = Array.from({ length: 500 }, (_, n) => ({ n, turns: [turn] }));
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    largest = Math.max(largest, young.space_size);
  }
  console.log(largest);
`;

async function measure(bound: number): Promise<number> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, String(bound)]);
  return Number(stdout);
}

test('the space for new objects grows to its bound, or twice that, and stops there', async () => {
  const [bounded, free] = await Promise.all([measure(8 * mib), measure(0)]);
  assert.ok(bounded > 2 * mib && bounded <= 16 * mib, `bounded: ${bounded / mib} MiB`);
  assert.ok(free > 32 * mib, `V8 by itself: ${free / mib} MiB`);
});
