// Tier: all, because it starts and ends many servers.
// A server as a service: several processes with one log file and one answer to who reads metrics, and what runs it.
// Engine: SQLite alone, because none of it is about the database
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, issueToken, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { programEnv, programPath } from '../support/program-env.ts';
import { sampleFolder } from '../support/scenario.ts';

const metricsToken = 'a-token-for-prometheus';
let test: TestApp;
before(async () => {
  test = await startApp({ settings: `$log_file = 'log/tepal.log';\n$metrics_token = '${metricsToken}';` });
});
after(() => test.close());

interface Program {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  /** Exit status. */
  ended: Promise<number | null>;
}

function startTepal(args: readonly string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [programPath, ...args], { env: { ...programEnv, ...env }, stdio: 'pipe' });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return { child, output, ended: once(child, 'close').then(() => child.exitCode) };
}

/** The address that the server says it listens at, once it does. */
const baseOf = ({ output }: Program): Promise<string> => until(() => /listens at (\S+)\/\n/.exec(output.stdout)?.[1]);

/** On a connection of its own, so that each worker has its turn. */
const ask = async (url: string): Promise<string> => {
  const headers = { connection: 'close', ...(url.endsWith('/metrics') && { authorization: `Bearer ${metricsToken}` }) };
  return (await fetch(url, { headers })).text();
};

const path = (): string => join(test.app.dataDir, 'log/tepal.log');
const readLog = (): string => readFileSync(path(), 'utf8');

/** Ids of the processes that say that they listen. */
const listeners = (log: string): number[] =>
  [...log.matchAll(/"pid":(\d+).*Server listening/g)].map(([, pid]) => Number(pid));

describe('the memory of caches', () => {
  const maxBytes = 1_048_576;
  let other: TestApp;
  let server: Program;
  before(async () => {
    const settings = `$metrics_token = '${metricsToken}';\n$cache_memory_max = ${maxBytes};`;
    other = await startApp({ archives: [sampleFolder('scrum')], settings });
    server = startTepal(['serve', '--port', '0', '--data', other.app.dataDir]);
  });
  after(() => other.close());
  after(() => server.child.kill('SIGKILL'));

  it('is bounded for all together, and what is read stays the same where there is little of it', async () => {
    const base = await baseOf(server);
    const headers = await issueToken(other.app, 'root');
    const read = async (path: string): Promise<string> => (await fetch(`${base}/api${path}`, { headers })).text();
    const metrics = async (): Promise<string> => await ask(`${base}/metrics`);
    const sum = (text: string, name: string): number =>
      text
        .split('\n')
        .filter((line) => line.startsWith(`${name}{`))
        .reduce((all, line) => all + Number(line.slice(line.lastIndexOf(' '))), 0);
    const paths = ['/trackers/1/artifacts?values=all', '/artifacts/1', '/artifacts/2?values_format=all', '/projects'];
    for (let time = 0; time < 2; time += 1)
      for (const path of paths) assert.equal(await read(path), (await other.call(`/api${path}`, { as: 'root' })).text);
    const text = await metrics();
    const bound = sum(text, 'tepal_cache_max_bytes');
    assert.ok(bound > 0.9 * maxBytes && bound <= maxBytes, String(bound));
    const bytes = sum(text, 'tepal_cache_bytes');
    assert.ok(bytes > 1000 && bytes <= bound, String(bytes));
    assert.ok(sum(text, 'tepal_cache_evictions_total') > 0, text);
    assert.match(text, /^tepal_cache_lookups_total\{cache="tracker_definitions",result="hit"\} [1-9]/m);
  });
});

describe('two workers', () => {
  let server: Program;
  let base: string;
  before(async () => {
    server = startTepal(['serve', '--workers', '2', '--port', '0', '--data', test.app.dataDir]);
    base = await baseOf(server);
  });
  after(() => server.child.kill('SIGKILL'));

  it('give the metrics of both, whichever is asked', async () => {
    for (let time = 0; time < 7; time += 1) await ask(`${base}/api/version`);
    const answers = 'tepal_http_answers_total{method="GET",route="/api/version",status="2xx"} ';
    for (let time = 0; time < 4; time += 1) {
      const lines = (await ask(`${base}/metrics`)).split('\n');
      assert.equal(lines.find((line) => line.startsWith(answers))?.slice(answers.length), '7');
    }
  });

  it('write one log, and all go on in a new file after a hang-up signal', async () => {
    const { child, output } = server;
    const pids = await until(() => {
      const found = new Set(listeners(existsSync(path()) ? readLog() : '').slice(-2));
      return found.size === 2 && found;
    });
    assert.ok(!pids.has(child.pid ?? 0));
    renameSync(path(), `${path()}.moved`);
    child.kill('SIGHUP');
    await until(() => existsSync(path()));
    // What fails is logged by the worker that was asked.
    await test.app.database.transact((tx) => tx.schema.alterTable('projects').renameTo('gone').execute());
    const seen = await until(async () => {
      assert.match(await ask(`${base}/api/projects`), /Internal Server Error/);
      const found = new Set([...readLog().matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid)));
      return found.size === 2 && found;
    });
    await test.app.database.transact((tx) => tx.schema.alterTable('gone').renameTo('projects').execute());
    assert.deepEqual(seen, pids);
    assert.ok(!output.stderr.includes('"pid"'), output.stderr);
  });

  it('end together, in peace', async () => {
    server.child.kill('SIGTERM');
    assert.equal(await server.ended, 0, server.output.stderr);
  });
});

describe('an SDK of OpenTelemetry that is loaded first', () => {
  it('gets a span for each answer and for each attempt at a job', async () => {
    // So that the night is made up for.
    await test.app.database.transact((tx) => tx.deleteFrom('jobs').execute());
    const file = join(test.app.dataDir, 'spans.jsonl');
    const sdk = join(import.meta.dirname, '../fixtures/tracing-sdk.mjs');
    const server = startTepal(['serve', '--port', '0', '--data', test.app.dataDir], {
      NODE_OPTIONS: `${programEnv.NODE_OPTIONS ?? ''} --import ${sdk}`,
      TEST_SPANS: file,
    });
    const listSpans = (): unknown[] =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map((line): unknown => JSON.parse(line))
        : [];
    const findSpan = (name: string, path: string, value: unknown): Promise<unknown> =>
      until(() => listSpans().find((span) => at(span, 'name') === name && at(span, path) === value));
    try {
      const base = await baseOf(server);
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
      const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
      await fetch(`${base}/api/projects/987654?secret=a`, { headers });
      const found = await findSpan('GET /api/projects/:id', 'parent', traceId);
      assert.deepEqual(at(found, 'attributes'), {
        'http.request.method': 'GET',
        'http.route': '/api/projects/:id',
        'http.response.status_code': 404,
      });
      for (let time = 0; time < 3; time += 1) await ask(`${base}/api/version`);
      await until(() => listSpans().filter((span) => at(span, 'name') === 'GET /api/version').length === 3);
      await fetch(`${base}/nowhere`, { method: 'POST' });
      await findSpan('POST', 'kind', 1);
      await findSpan('job daily-cleaning', 'status', undefined);
      assert.ok(!readFileSync(file, 'utf8').includes('secret'));
      server.child.kill('SIGTERM');
      assert.equal(await server.ended, 0, server.output.stderr);
    } finally {
      server.child.kill('SIGKILL');
    }
  });
});

describe('tepal logrotate-conf', () => {
  it('names the log file, weeks, four files and numbers', async () => {
    const program = startTepal(['logrotate-conf', '--data', test.app.dataDir], { TEPAL_LOG_ROTATION: 'none' });
    assert.equal(await program.ended, 0);
    const { stdout, stderr } = program.output;
    for (const part of [`"${path()}" {`, 'weekly', 'rotate 4', 'nodateext', 'systemctl reload tepal.service']) {
      assert.ok(stdout.includes(part), part);
    }
    assert.equal(stderr, '');
  });
});

it('keeps what it compiled in a checkout', async () => {
  const told = `import { getCompileCacheDir } from 'node:module'; process.on('exit', () => console.error(getCompileCacheDir()));`;
  const NODE_OPTIONS = `${programEnv.NODE_OPTIONS ?? ''} --import=data:text/javascript,${encodeURIComponent(told)}`;
  const { output, ended } = startTepal(['--version'], { NODE_OPTIONS, NODE_COMPILE_CACHE: '' });
  await ended;
  assert.match(output.stderr, /node_modules\/\.cache\/compiled/);
});
