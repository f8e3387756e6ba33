import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { openRaw } from '../../../../test/support/raw-connection.ts';
import { until } from '../../concurrency/until.testing.ts';
import type { HttpServer } from '../index.ts';
import { createTestServer, openSnapshot, testLimits } from '../http-server.testing.ts';

interface World {
  server: HttpServer;
  base: string;
  checks: number;
  /** Ends the checks of readiness that run. */
  answer: PromiseWithResolvers<void>;
  ask(path: string, headers?: Record<string, string>): Promise<Response>;
}

async function openWorld(context: TestContext): Promise<World> {
  const world = { checks: 0, answer: Promise.withResolvers<void>() };
  const server = createTestServer<object>({
    routes: [],
    identify: async () => ({}),
    readSnapshot: async () => ({ ...openSnapshot, isPlainHttpAllowed: false }),
    // What is asked at a probe is answered under any load.
    limits: { ...testLimits, requestsMax: 0 },
    monitoring: {
      requireReady() {
        world.checks += 1;
        return world.answer.promise;
      },
      metricsToken: 'token',
      renderMetrics: async () => ({ type: 'text/plain', text: 'numbers' }),
    },
  });
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  context.after(async () => {
    server.server.closeAllConnections();
    await server.close();
  });
  return Object.assign(world, {
    server,
    base,
    ask: (path: string, headers = {}) => fetch(base + path, { headers }),
  });
}

test('a server that stops lives but is not ready, and keeps no connection of a monitor', async (context) => {
  const { server, base, answer } = await openWorld(context);
  answer.resolve();
  const monitors = await Promise.all(['/health', '/ready'].map(async (path) => ({ path, line: await openRaw(base) })));
  for (const { path, line } of monitors) {
    line.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(await line.hear(/\}$/), /^HTTP\/1\.1 200 .*\r\nConnection: keep-alive/is);
    line.send(`GET ${path} HTTP/1.1\r\n`);
  }
  // The server has read the beginning of both requests when it has answered one that came later.
  await fetch(`${base}/health`);
  const closed = server.close();
  for (const { path, line } of monitors) {
    line.send('Host: x\r\n\r\n');
    const heard = await line.heardAtEnd();
    assert.match(
      heard,
      path === '/ready' ? /503 .*connection: close.*the server is stopping/is : /200 .*connection: close/is,
    );
  }
  await closed;
});

test('however many ask whether it is ready, the database is asked once at a time', async (context) => {
  const world = await openWorld(context);
  const answers = Array.from({ length: 5 }, () => world.ask('/ready'));
  // Each is on a connection of its own, so that this one is answered behind them.
  await until(() => world.checks > 0);
  await world.ask('/health');
  assert.equal(world.checks, 1);
  world.answer.reject(new Error('no connection'));
  for (const answer of await Promise.all(answers)) {
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /the database does not answer/);
  }
  world.answer = Promise.withResolvers();
  world.answer.resolve();
  assert.equal((await world.ask('/ready')).status, 200);
  assert.equal(world.checks, 2);
});

test('a database that says nothing is taken for one that does not answer', async (context) => {
  const world = await openWorld(context);
  const answer = await world.ask('/ready');
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /does not answer in time/);
});

test('what is no probe is refused under a load under which probes answer', async (context) => {
  const { ask } = await openWorld(context);
  for (const path of ['/api/version', '/', '/ready/x', '/Metrics']) assert.equal((await ask(path)).status, 503, path);
  assert.equal(await (await ask('/metrics?x=1', { authorization: 'Bearer token' })).text(), 'numbers');
});
