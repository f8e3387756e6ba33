// `npm test`, the first tier: installs what is missing, runs the static checks, then the tests that each change is tried on, see
// test-runs.mjs. A summary names what it leaves out.
// `npm run test:all`: the checks, then every test, those that open a database both on SQLite and on PostgreSQL.
// `npm run test:rest`: what `npm test` leaves out of all that; the two after one another are `npm run test:all`.
// `npm run test:changed [-- COMMIT]`: the tests that what changed since then can touch, see testing/changes.mjs.
// `npm run test:only [-- FILE...]`: the named files, or every test without the checks.
// Flags of node's test runner pass through. TEST_DATABASE_ENGINE=sqlite or postgres runs tests on that engine alone.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './install.mjs';
import { runTool } from './run.mjs';
import { bundledEnv } from './test-packages.mjs';
import { listChanges, selectTests } from './testing/changes.mjs';
import {
  findTests,
  hasPages,
  isJourney,
  isOfFirstTier,
  planAlone,
  planShared,
  processesAtOnce,
  takeFirstCases,
} from './test-runs.mjs';
import { ensureWebBuilt } from './web.mjs';

/** Of a process of tests; the slowest takes a third of it on two good cores, and twice as long on slow ones. */
const processTimeoutMs = 2_700_000;

/** Files with pages that may fail and run again; where more fail, the machine or the product is at fault. */
const unsteadyAtMost = 3;

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

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

/** The name that test-process.mjs gives to a file. */
const titleOf = (engine, file) => `${file} on ${engineNames[engine]}`;

/** Writes a program for each list of passes into this folder, and what testing/progress.mjs tells of them. */
function writePrograms(runs, folder) {
  const titles = {};
  const programs = runs.map((passes, index) => {
    const program = join(folder, `${String(index).padStart(3, '0')}.mjs`);
    const runPasses = JSON.stringify(new URL('test-process.mjs', import.meta.url));
    writeFileSync(program, `import { runPasses } from ${runPasses};\nawait runPasses(${JSON.stringify(passes)});\n`);
    const [{ engine, files }, ...others] = passes;
    if (others.length === 0 && files.length === 1) titles[program] = titleOf(engine, files[0]);
    return program;
  });
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify({ total: runs.flat().flatMap(({ files }) => files).length, titles }));
  return { programs, plan };
}

/** Runs each list of passes in a process of its own: the exit status, and the files of tests that failed. */
function runOnce(runs, { flags, env, scratch, reporter }) {
  const folder = mkdtempSync(join(scratch, 'processes-'));
  const { programs, plan } = writePrograms(runs, folder);
  const failures = join(folder, 'failures');
  const options = [
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    `--test-reporter=${new URL('testing/failures.mjs', import.meta.url).href}`,
    `--test-reporter-destination=${failures}`,
    `--test-concurrency=${processesAtOnce}`,
    `--test-timeout=${processTimeoutMs}`,
  ];
  const status = runTool(['--test', ...options, ...flags, ...programs], { ...env, TMPDIR: scratch, TEST_PLAN: plan });
  const names = existsSync(failures) ? readFileSync(failures, 'utf8').split('\n').filter(Boolean) : [];
  return { status, failed: [...new Set(names.map((file) => relative(root, resolve(root, file))))] };
}

/**
 * Exit status of all runs. Pages have clocks and schedulers of their own: where nothing but a few files with pages failed, they run
 * once more, alone, and what passes then is named as unsteady. Everything else has one try.
 */
function runTests(runs, given) {
  if (runs.length === 0) return 0;
  const how = { ...given, scratch: makeScratch() };
  const { status, failed } = runOnce(runs, how);
  if (status === 0 || failed.length === 0 || failed.length > unsteadyAtMost || !failed.every(hasPages)) return status;
  process.stdout.write(`\nFailed, and run once more: ${failed.join(', ')}\n`);
  const alone = planAlone(failed);
  const again = runOnce(how.isNarrow ? narrowRuns(alone) : alone, how);
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

const engines = Object.keys(engineNames);
const filesOf = (runs) => runs.flat().flatMap(({ files }) => files);
const keepPasses = (runs, isKept) => runs.map((passes) => passes.filter(isKept)).filter((passes) => passes.length > 0);

const keepEngine = (runs, kept) => keepPasses(runs, ({ engine }) => engine === kept);
const narrowRuns = (runs) => runs.map((passes) => passes.map(takeFirstCases));

/** Whether the first tier has all cases of the file. */
const isWholeInFirstTier = (file) =>
  isOfFirstTier(file) && takeFirstCases({ engine: 'sqlite', files: [file] }).cases[file] === undefined;

/** Of everything, what the first tier leaves out; files of which it has some cases are here again, whole. */
const keepRest = (runs) =>
  runs
    .map((passes) =>
      passes
        .map((pass) =>
          pass.engine === 'postgres'
            ? pass
            : { ...pass, files: pass.files.filter((file) => !isWholeInFirstTier(file)) },
        )
        .filter(({ files }) => files.length > 0),
    )
    .filter((passes) => passes.length > 0);

/** What the first tier leaves out of everything, and how to run it. */
function describeRest(everything, runs) {
  const rest = findTests().filter((file) => !isOfFirstTier(file));
  const cases = runs.flat().flatMap((pass) => Object.values(pass.cases));
  return [
    'Left out here, and run by `npm run test:all`:',
    ...rest.filter((file) => !isJourney(file)).map((file) => `  ${file}`),
    `  ${rest.filter(isJourney).length} files of journeys in a browser, and of ${cases.length} others all but ${cases.flat().length} journeys`,
    `  ${filesOf(keepEngine(everything, 'postgres')).length} files on PostgreSQL`,
    '`npm run test:only -- FILE...` runs some of them, `npm run test:changed` what your change can touch.',
  ];
}

/** Up to so many files, all that a change can touch runs, on both engines. */
const closeAtMost = 40;

/** The tests that what changed since a commit can touch; as the first tier has them, where they are many. */
function planChange(since) {
  const change = listChanges(since);
  const { files, leftOut } = selectTests(change.changed);
  const isClose = files.length <= closeAtMost;
  process.stdout.write(
    `${change.changed.length} files differ from ${change.since}; ${files.length} files of tests can be touched.\n`,
  );
  const rest = [
    `Left out here: ${leftOut} files that start the app or open its pages, and ask for nothing of what changed.`,
    ...(isClose ? [] : ['So many files ran as in `npm test`: on SQLite alone, and few journeys of each.']),
    '`npm test` runs most of the others, `npm run test:all` everything.',
  ];
  const runs = planShared(files);
  return { runs: isClose ? runs : narrowRuns(keepEngine(runs, 'sqlite')), rest, isNarrow: !isClose };
}

/** What to run: in which processes, whether after the checks and a build, and what to say of the rest. */
function plan(mode, names) {
  if (mode === '--changed') return planChange(names[0]);
  if (names.length > 0) return { runs: planAlone(names), withChecks: mode !== '--only' };
  const everything = planShared(findTests());
  if (mode === '--rest') return { runs: keepRest(everything), withBuild: true };
  if (mode !== '') return { runs: everything, withChecks: mode === '--all', withBuild: true };
  const runs = narrowRuns(keepEngine(planShared(findTests().filter(isOfFirstTier)), 'sqlite'));
  return { runs, rest: describeRest(everything, runs), isNarrow: true, withChecks: true, withBuild: true };
}

ensureInstalled();
const [first = '', ...others] = process.argv.slice(2);
const mode = ['--only', '--all', '--rest', '--changed'].includes(first) ? first : '';
const args = mode === '' ? process.argv.slice(2) : others;
const flags = args.filter((arg) => arg.startsWith('-'));
const names = args.filter((arg) => !arg.startsWith('-'));
const chosen = process.env['TEST_DATABASE_ENGINE'];
const planned = plan(mode, names);
const runs = keepPasses(planned.runs, ({ engine }) => !chosen || engine === chosen);
if (runs.length === 0) {
  process.stderr.write(`None of these tests runs on the engine ${chosen}; there are ${engines.join(' and ')}.\n`);
  process.exit(1);
}
const onPostgres = runs.flat().filter(({ engine }) => engine === 'postgres');
// It gets ready while the checks run.
const starting = onPostgres.length > 0 ? startPostgres() : undefined;
const failed = planned.withChecks === true ? await runChecks() : [];
const url = await starting;
const leftOut = url === undefined ? onPostgres : [];
/** The sources are as good for a few files, and at hand. */
const isBuilt = planned.withBuild === true && runTool(['scripts/build.mjs']) === 0;
if (!isBuilt && filesOf(runs).some((file) => file.includes('test/web/'))) ensureWebBuilt();
const program = isBuilt ? { TEST_PROGRAM: join(root, 'dist/main.js') } : {};
const env = { ...(await bundledEnv()), ...program, ...(url === undefined ? {} : { TEST_POSTGRES_URL: url }) };
// Of named files people want to see every test.
const reporter = mode === '--only' && names.length > 0 ? 'spec' : new URL('testing/progress.mjs', import.meta.url).href;
const status = runTests(
  keepPasses(runs, (pass) => !leftOut.includes(pass)),
  { flags, env, reporter, isNarrow: planned.isNarrow === true },
);
const isLackFailure = leftOut.length > 0 && process.env['TEPAL_REQUIRE_ALL'] === '1';
if (leftOut.length > 0) {
  const what = isLackFailure ? 'FAILED' : 'SKIPPED';
  process.stdout.write(
    `\n${what}: ${filesOf([leftOut]).length} files on PostgreSQL, because none could be started, see above\n`,
  );
}
if (planned.rest !== undefined) process.stdout.write(`\n${planned.rest.join('\n')}\n`);
if (failed.length > 0) process.stderr.write(`Failed checks, see above: ${failed.join(', ')}.\n`);
process.exitCode = failed.length > 0 || isLackFailure ? 1 : status;
