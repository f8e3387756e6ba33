// In a process of its own, because V8's flags hold for the whole process.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const moduleUrl = JSON.stringify(new URL('machine-code.ts', import.meta.url).href);

/** Runs a function often before and after the compilers are allowed, and prints whether V8 made machine code of it. */
const program = `
  import { setImmediate } from 'node:timers/promises';
  import { compileNothing, compileOften } from ${moduleUrl};
  const hasMachineCode = (run) => (%GetOptimizationStatus(run) & 16) !== 0;
  const runOften = async () => {
    const add = (one, other) => one + other;
    let sum = 0;
    const endMs = performance.now() + 20_000;
    for (let turn = 0; turn < 300 && !hasMachineCode(add) && performance.now() < endMs; turn += 1) {
      for (let n = 0; n < 10_000; n += 1) sum = add(sum, n);
      await setImmediate();
    }
    return hasMachineCode(add);
  };
  compileNothing();
  const before = await runOften();
  compileOften();
  console.log(before, await runOften());
`;

test('V8 makes machine code of functions that run often once it is allowed, and none before', async () => {
  const flags = ['--allow-natives-syntax', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { timeout: 60_000 });
  assert.equal(stdout, 'false true\n');
});
