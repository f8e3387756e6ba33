// `npm test`: installs what is missing, runs the static checks, then every test.
// `npm run test:only [-- FILE...]`: the tests alone, or the named files; flags of node's test runner pass through.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureInstalled, root } from './install.mjs';
import { runTool } from './run.mjs';

const folders = ['src', 'test', 'web', 'bench'];
const fileTimeoutMs = 300_000;
const filesAtOnce = 2;

function findTests() {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
}

function runTests(args) {
  const files = args.some((arg) => !arg.startsWith('-')) ? [] : findTests();
  return runTool([
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${filesAtOnce}`,
    `--test-timeout=${fileTimeoutMs}`,
    ...args,
    ...files,
  ]);
}

ensureInstalled();
const [mode, ...rest] = process.argv.slice(2);
const only = mode === '--only';
const failed = only ? [] : runChecks();
const status = runTests(only ? rest : process.argv.slice(2));
if (failed.length > 0) process.stderr.write(`Failed checks, see above: ${failed.join(', ')}.\n`);
process.exitCode = failed.length > 0 ? 1 : status;
