// Garbage in a process of its own, because V8's flags hold for the whole process.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const mib = 1024 * 1024;

const moduleUrl = JSON.stringify(new URL('garbage.ts', import.meta.url).href);

async function runProgram(code: string, ...args: string[]): Promise<string> {
  const run = promisify(execFile);
  return (await run(process.execPath, ['--expose-gc', '--input-type=module', '-e', code, ...args], { timeout: 60_000 }))
    .stdout;
}

/** Keeps what was made in the last turns of the event loop, and prints the median size of the space for new objects, in bytes. */
const youngProgram = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setImmediate } from 'node:timers/promises';
  import { growYoung } from ${moduleUrl};
  const bound = Number(process.argv[1]);
  if (bound > 0) growYoung(bound);
  const kept = [];
  const sizes = [];
  for (let turn = 0; turn < 12_000; turn += 1) {
    await setImmediate();
    kept[turn % 800] = Array.from({ length: 500 }, (_, n) => ({ n, turns: [turn] }));
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    sizes.push(young.space_size);
  }
  console.log(sizes.sort((a, b) => a - b)[sizes.length / 2]);
`;

const measure = async (bound: number): Promise<number> => Number(await runProgram(youngProgram, String(bound)));

test('the space for new objects stays near its bound', async () => {
  const [bounded, free] = await Promise.all([measure(4 * mib), measure(0)]);
  assert.ok(bounded > 2 * mib && bounded <= 8 * mib, `bounded: ${bounded / mib} MiB`);
  assert.ok(free > 16 * mib, `V8 by itself: ${free / mib} MiB`);
});

/** Waits until what nobody holds is collected, twice, after the start and after some work, and says whether that took a while. */
const quietProgram = `
  import { setTimeout as pause } from 'node:timers/promises';
  import { collectWhenQuiet } from ${moduleUrl};
  collectWhenQuiet(100, 50);
  for (let time = 0; time < 2; time += 1) {
    const beganAtMs = performance.now();
    const garbage = new WeakRef({ time });
    while (garbage.deref() !== undefined) await pause(100);
    console.log(performance.now() - beganAtMs >= 300);
    const endMs = performance.now() + 100;
    while (performance.now() < endMs);
  }
  process.exit();
`;

test('what nobody holds is freed when the event loop stays quiet after the start, and after work', async () => {
  let said = '';
  // V8 may collect by itself meanwhile, which is too early; it does so rarely.
  for (let tries = 0; tries < 3 && said !== 'true\ntrue\n'; tries += 1) said = await runProgram(quietProgram);
  assert.equal(said, 'true\ntrue\n');
});
