// `npm test`: installs what is missing, runs the static checks, then every test, those that open a database once on SQLite
// and once on PostgreSQL.
// `npm run test:only [-- FILE...]`: the tests alone, or the named files; flags of node's test runner pass through.
// TEST_DATABASE_ENGINE=sqlite or postgres runs them on that engine alone.
import { spawn } from 'node:child_process';
import { runChecks } from './checks.mjs';
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './install.mjs';
import { runTool } from './run.mjs';
import { bundledEnv } from './test-packages.mjs';
import { planRuns } from './test-runs.mjs';

const fileTimeoutMs = 300_000;
const filesAtOnce = 2;

function runTests(engine, files, flags, env = {}) {
  if (files.length === 0) return 0;
  process.stdout.write(`\nTests on ${engine}: ${files.length} files\n`);
  const options = ['--test-reporter=spec', `--test-concurrency=${filesAtOnce}`, `--test-timeout=${fileTimeoutMs}`];
  return runTool(['--test', ...options, ...flags, ...files], { ...testEnv, ...env });
}

/** URL of a PostgreSQL that ends with this process; undefined where there is none for this platform. */
function startPostgres() {
  const holder = spawn(pinnedNode, ['src/platform/database/postgres-server.testing.ts'], {
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

async function runOnPostgres(files, flags, starting) {
  const url = await starting;
  if (url !== undefined) {
    return runTests('PostgreSQL', files, flags, { TEST_DATABASE_ENGINE: 'postgres', TEST_POSTGRES_URL: url });
  }
  const isRequired = process.env['TEPAL_REQUIRE_ALL'] === '1';
  process.stdout.write(
    `\n${isRequired ? 'FAILED' : 'SKIPPED'}: ${files.length} files on PostgreSQL, because none could be started, see above\n`,
  );
  return isRequired ? 1 : 0;
}

ensureInstalled();
const [mode, ...rest] = process.argv.slice(2);
const only = mode === '--only';
const args = only ? rest : process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('-'));
const plan = planRuns(args.filter((arg) => !arg.startsWith('-')));
const failed = only ? [] : await runChecks();
const testEnv = await bundledEnv();
const chosen = process.env['TEST_DATABASE_ENGINE'];
const wantsPostgres = chosen !== 'sqlite' && plan.postgres.length > 0;
// It gets ready while the tests on SQLite run.
const starting = wantsPostgres ? (process.env['TEST_POSTGRES_URL'] ?? startPostgres()) : undefined;
const onSqlite = chosen === 'postgres' ? 0 : runTests('SQLite', plan.sqlite, flags);
const onPostgres = wantsPostgres ? await runOnPostgres(plan.postgres, flags, starting) : 0;
if (failed.length > 0) process.stderr.write(`Failed checks, see above: ${failed.join(', ')}.\n`);
process.exitCode = failed.length > 0 ? 1 : onSqlite || onPostgres;
