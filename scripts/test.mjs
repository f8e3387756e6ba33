// `npm test`: installs what is missing, runs the static checks, then every test, those that open a database both on SQLite
// and on PostgreSQL.
// `npm run test:only [-- FILE...]`: the tests alone, or the named files; flags of node's test runner pass through.
// TEST_DATABASE_ENGINE=sqlite or postgres runs them on that engine alone.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './install.mjs';
import { runTool } from './run.mjs';
import { bundledEnv } from './test-packages.mjs';
import { planRuns, processesAtOnce } from './test-runs.mjs';
import { ensureWebBuilt } from './web.mjs';

/** Of a process of tests; the slowest takes a third of it on two good cores, and twice as long on slow ones. */
const processTimeoutMs = 2_700_000;

/** Files of journeys that may fail and run again; where more fail, the machine or the product is at fault. */
const unsteadyAtMost = 3;

const memoryFolder = '/dev/shm';
const memoryNeededBytes = 2 * 1024 ** 3;

/**
 * Where the tests make their files: in a folder of this run that ends with it, in memory where Linux has room for that,
 * because what is flushed all the time need not last.
 */
function makeScratch() {
  const hasRoom = () => {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= memoryNeededBytes;
  };
  const scratch = mkdtempSync(join(existsSync(memoryFolder) && hasRoom() ? memoryFolder : tmpdir(), 'tepal-tests-'));
  // Tests that run programs as somebody else let them into folders below.
  chmodSync(scratch, 0o755);
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
  return scratch;
}

/** Runs each list of passes in a process of its own: the exit status, and the files of tests that failed. */
function runOnce(runs, flags, env, scratch) {
  const folder = mkdtempSync(join(scratch, 'processes-'));
  const programs = runs.map((passes, index) => {
    const program = join(folder, `${String(index).padStart(3, '0')}.mjs`);
    const runPasses = JSON.stringify(new URL('test-process.mjs', import.meta.url));
    writeFileSync(program, `import { runPasses } from ${runPasses};\nawait runPasses(${JSON.stringify(passes)});\n`);
    return program;
  });
  const failures = join(folder, 'failures');
  const options = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${new URL('test-failures.mjs', import.meta.url).href}`,
    `--test-reporter-destination=${failures}`,
    `--test-concurrency=${processesAtOnce}`,
    `--test-timeout=${processTimeoutMs}`,
  ];
  const status = runTool(['--test', ...options, ...flags, ...programs], { ...env, TMPDIR: scratch });
  const names = existsSync(failures) ? readFileSync(failures, 'utf8').split('\n').filter(Boolean) : [];
  return { status, failed: [...new Set(names.map((file) => relative(root, resolve(root, file))))] };
}

const isJourney = (file) => file.endsWith('.browser.test.ts');

/**
 * Exit status of all runs. A browser has clocks and schedulers of its own: where nothing but a few journeys failed, their
 * files run once more, alone, and what passes then is named as unsteady. Everything else has one try.
 */
function runTests(runs, flags, env) {
  if (runs.length === 0) return 0;
  const scratch = makeScratch();
  const { status, failed } = runOnce(runs, flags, env, scratch);
  if (status === 0 || failed.length === 0 || failed.length > unsteadyAtMost || !failed.every(isJourney)) return status;
  process.stdout.write(`\nFailed, and run once more: ${failed.join(', ')}\n`);
  const again = runOnce(planRuns(failed), flags, env, scratch);
  if (again.status === 0) process.stdout.write(`\nUNSTEADY: passed on the second try: ${failed.join(', ')}\n`);
  return again.status;
}

/** URL of a PostgreSQL that ends with this process; undefined where there is none for this platform. */
function startPostgres() {
  const holder = spawn(pinnedNode, ['src/platform/database/postgres/postgres-server.testing.ts'], {
    cwd: root,
    env: pinnedEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    holder.once('exit', () => resolve(undefined));
    holder.stdout.once('data', (line) => {
      for (const part of [holder, holder.stdin, holder.stdout]) part.unref();
      resolve(line.toString().trim());
    });
  });
}

ensureInstalled();
const [mode, ...rest] = process.argv.slice(2);
const only = mode === '--only';
const args = only ? rest : process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('-'));
const chosen = process.env['TEST_DATABASE_ENGINE'];
const planned = planRuns(args.filter((arg) => !arg.startsWith('-')));
const keepPasses = (runs, isKept) => runs.map((passes) => passes.filter(isKept)).filter((passes) => passes.length > 0);
const runs = keepPasses(planned, ({ engine }) => !chosen || engine === chosen);
if (runs.length === 0) {
  process.stderr.write(`None of these tests runs on the engine ${chosen}; there are sqlite and postgres.\n`);
  process.exit(1);
}
const onPostgres = runs.flat().filter(({ engine }) => engine === 'postgres');
// It gets ready while the checks run.
const starting = onPostgres.length > 0 ? startPostgres() : undefined;
const failed = only ? [] : await runChecks();
const url = await starting;
const leftOut = url === undefined ? onPostgres : [];
/** The sources are as good for a few files, and at hand. */
const isBuilt = args.length === flags.length && runTool(['scripts/build.mjs']) === 0;
if (!isBuilt && args.some((arg) => arg.includes('test/web/'))) ensureWebBuilt();
const program = isBuilt ? { TEST_PROGRAM: join(root, 'dist/main.js') } : {};
const env = { ...(await bundledEnv()), ...program, ...(url === undefined ? {} : { TEST_POSTGRES_URL: url }) };
const status = runTests(
  keepPasses(runs, (pass) => !leftOut.includes(pass)),
  flags,
  env,
);
const isLackFailure = leftOut.length > 0 && process.env['TEPAL_REQUIRE_ALL'] === '1';
if (leftOut.length > 0) {
  const count = leftOut.flatMap(({ files }) => files).length;
  const what = isLackFailure ? 'FAILED' : 'SKIPPED';
  process.stdout.write(`\n${what}: ${count} files on PostgreSQL, because none could be started, see above\n`);
}
if (failed.length > 0) process.stderr.write(`Failed checks, see above: ${failed.join(', ')}.\n`);
process.exitCode = failed.length > 0 || isLackFailure ? 1 : status;
