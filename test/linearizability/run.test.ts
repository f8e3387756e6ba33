// Engine: both
// Artifacts are linearizable registers, whatever clients do at the same time; and a server that is not gets found out.
// Tier: all, because it starts processes and kills them, one after another.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { testEngine } from '../../src/platform/database/test-place.testing.ts';
import { sampleFolder } from '../support/scenario.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import type { Place } from './artifact-client.ts';
import { runClients } from './run.ts';
import type { RunOptions, RunReport } from './run.ts';
import { openPlace } from './site.ts';

const seed = Number(process.env['LINEARIZABILITY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** A second lasts four milliseconds, so that dates of last modification differ as they do on calmer servers. */
const haste = 250;
const beginMs = Date.UTC(2026, 9, 1);
const clock = { nowMs: () => beginMs + Math.floor(performance.now() * haste) };

/** Of the checker, whatever the server's engine. */
const checkerOnly = { skip: testEngine === 'sqlite' ? false : 'about the checker, which is the same on SQLite' };

let test: TestApp;
let place: Place;

before(async () => {
  const settings = '$database_pool_size = 6;';
  test = await startApp({ archives: [sampleFolder('kanban')], clock, settings });
  const trackers = await test.call('/api/projects/101/trackers', { as: 'ana' });
  place = await openPlace(test.base, { username: 'ana', password: testPassword }, Number(at(trackers.json, '0.id')));
});
after(() => test.close());

const run = (baseUrl: string, options: Partial<RunOptions> = {}): Promise<RunReport> =>
  runClients({
    baseUrls: () => [baseUrl],
    place,
    clients: 10,
    operations: 800,
    artifacts: 3,
    seed,
    nowMs: clock.nowMs,
    ...options,
  });

it(`clients that read and change the same artifacts see one order of changes (seed ${seed})`, async (context) => {
  const { faults, answers, artifacts } = await run(test.base);
  assert.deepEqual(faults, []);
  context.diagnostic(`${artifacts} artifacts; ${JSON.stringify(Object.fromEntries(answers))}`);
  for (const answer of [
    'create: created',
    'read: shown',
    'read: unchanged',
    'read: absent',
    'read history: history',
    'update: shown',
    'update by tag: shown',
    'update by tag: refused',
    'update by date: shown',
    'update by date: refused',
  ])
    assert.ok((answers.get(answer) ?? 0) > 0, `no ${answer}`);
});

interface Passing {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

interface Passed {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

type Forward = (passing: Passing) => Promise<Passed>;

const forward: Forward = ({ method, path, headers, body }) =>
  new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, test.base), { method, headers }, (response) => {
      buffer(response).then(
        (received) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** Runs clients against a proxy that treats each request as `pass` does; undefined breaks the connection. */
async function runThrough(
  pass: (passing: Passing, forwarded: Forward) => Promise<Passed | undefined>,
): Promise<RunReport> {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = incoming;
    const passed = await pass({ method, path, headers, body: await buffer(incoming) }, forward);
    if (passed === undefined) outgoing.destroy();
    else outgoing.writeHead(passed.status, passed.headers).end(passed.body);
  };
  const proxy = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  assert.ok(typeof address === 'object' && address !== null);
  try {
    return await run(`http://127.0.0.1:${address.port}`, { operations: 400 });
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

const every = (count: number): (() => boolean) => {
  let calls = 0;
  return () => (calls += 1) % count === 0;
};

describe('a server is found out that', checkerOnly, () => {
  it('now and then answers a GET as it did before', async () => {
    const isDue = every(4);
    const old = new Map<string, Passed>();
    const { faults } = await runThrough(async (passing, send) => {
      const kept = old.get(passing.path);
      if (passing.method !== 'GET' || passing.path.includes('changesets')) return send(passing);
      if (kept !== undefined && isDue()) return kept;
      const passed = await send(passing);
      if (passed.status === 200) old.set(passing.path, passed);
      return passed;
    });
    assert.match(faults.join('\n'), /no order explains/);
  });

  it('forgets preconditions', async () => {
    const { faults } = await runThrough(({ headers, ...passing }, send) => {
      const { 'if-match': _forgotten, ...kept } = headers;
      return send({ ...passing, headers: kept });
    });
    assert.match(faults.join('\n'), /no order explains/);
  });

  it('carries out a change twice', async () => {
    const isDue = every(3);
    const { faults } = await runThrough(async (passing, send) => {
      const { 'if-match': tag, 'if-unmodified-since': date } = passing.headers;
      // The second time, a precondition fails, and a value that is there already is no change.
      const isRepeatable = tag === undefined && date === undefined && passing.body.includes('comment');
      if (passing.method === 'PUT' && isRepeatable && isDue()) await send(passing);
      return send(passing);
    });
    assert.match(faults.join('\n'), /was written by nobody, or twice/);
  });

  it('acknowledges a change that it does not make', async () => {
    const isDue = every(6);
    let shown: Passed | undefined;
    const { faults } = await runThrough(async (passing, send) => {
      if (passing.method === 'PUT' && shown !== undefined && isDue()) return shown;
      const passed = await send(passing);
      if (passing.method === 'PUT' && passed.status === 200) shown = passed;
      return passed;
    });
    assert.match(faults.join('\n'), /acknowledged, but not there/);
  });
});

it('broken connections explain what came of them, one way or the other', async () => {
  const isDue = every(12);
  const { faults, answers } = await runThrough(async (passing, send) => {
    if (passing.method === 'GET' || !isDue()) return send(passing);
    if (passing.body.length % 2 === 0) await send(passing);
    return undefined;
  });
  assert.deepEqual(faults, []);
  assert.ok([...answers.keys()].some((answer) => answer.endsWith(': lost')));
});
