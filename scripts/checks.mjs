// The checks that need no running code: types, lint rules, format, layers, unused code. All run even when one fails.
import { runTool } from './run.mjs';

const checks = {
  types: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json'],
  lint: ['node_modules/oxlint/bin/oxlint'],
  format: [
    'node_modules/prettier/bin/prettier.cjs',
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-strategy=content',
    '.',
  ],
  layers: [
    '--import',
    './scripts/typescript-6.mjs',
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    'src',
    '--config',
    '.dependency-cruiser.cjs',
  ],
  unused: ['node_modules/knip/bin/knip.js'],
};

/** Runs the named checks, or all. Returns the names of those that failed. Unknown names end the process with status 2. */
export function runChecks(names = []) {
  const unknown = names.filter((name) => !Object.hasOwn(checks, name));
  if (unknown.length > 0) {
    process.stderr.write(`No check is called ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}.\n`);
    process.exit(2);
  }
  const wanted = names.length > 0 ? names : Object.keys(checks);
  return wanted.filter((name) => {
    const startMs = performance.now();
    const status = runTool(checks[name]);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    process.stdout.write(`check ${name}: ${status === 0 ? 'passed' : 'FAILED'} (${seconds} s)\n`);
    return status !== 0;
  });
}
