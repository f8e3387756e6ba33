// The checks that need no running code: types and lint rules, format, layers, unused code, English of the docs. All run even when one fails.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { runToolAside } from './run.mjs';
import { writeWebTypes } from './web-types.mjs';

/** How many run at the same time. */
const atOnce = 2;

/** Types alone, which `lint` checks too: quicker where nothing else is asked for. */
const types = [
  'node_modules/typescript/bin/tsc',
  '--build',
  'tsconfig.json',
  'web/tsconfig.pages.json',
  'web/tsconfig.test.json',
  'test/trackers/made-up-type/on-pages/tsconfig.json',
];

/** The longest come first, so that none is left to run alone. */
const checks = {
  lint: ['node_modules/oxlint/bin/oxlint'],
  layers: [
    '--import',
    './scripts/typescript-6.mjs',
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    'src',
    'web',
    '--config',
    '.dependency-cruiser.cjs',
  ],
  unused: ['node_modules/knip/bin/knip.js'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  docs: ['scripts/check-docs.mjs'],
};

const named = { ...checks, types };

/** All sources that have layers. */
const countSources = () =>
  ['src', 'web']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith(join('web', 'dist'))).length;

/** What a check that passed did not look at; dependency-cruiser finds nothing wrong with files that it does not know to read. */
function findOmission(name, output) {
  if (name !== 'layers') return '';
  const [, modules = '0'] = /\((\d+) modules,/.exec(output) ?? [];
  const sources = countSources();
  return Number(modules) >= sources ? '' : `Only ${modules} modules were looked at; the sources are ${sources}.\n`;
}

/** Writes what the check said in one piece, once it has ended. Returns whether it passed. */
async function runCheck(name) {
  const startMs = performance.now();
  const { status, output } = await runToolAside(named[name]);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  const omission = status === 0 ? findOmission(name, output) : '';
  const hasPassed = status === 0 && omission === '';
  process.stdout.write(`${output}${omission}check ${name}: ${hasPassed ? 'passed' : 'FAILED'} (${seconds} s)\n`);
  return hasPassed;
}

/** Runs the named checks, or all but `types`. Returns the names of those that failed. Unknown names end the process with status 2. */
export async function runChecks(names = []) {
  const unknown = names.filter((name) => !Object.hasOwn(named, name));
  if (unknown.length > 0) {
    process.stderr.write(`No check is called ${unknown.join(', ')}; there are ${Object.keys(named).join(', ')}.\n`);
    process.exit(2);
  }
  const waiting = names.length > 0 ? [...names] : Object.keys(checks);
  await writeWebTypes();
  const failed = [];
  const runWaiting = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (!(await runCheck(name))) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  return failed;
}
