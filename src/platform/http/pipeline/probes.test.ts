import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createLogger } from '../../watching/logger.ts';
import { createProbes } from './probes.ts';

interface World {
  isStopping: boolean;
  requests: number;
  checks: number;
  /** Ends the checks of readiness that run. */
  answer: PromiseWithResolvers<void>;
  ask(path: string, headers?: Record<string, string>): Promise<Response>;
}

async function openWorld(context: TestContext): Promise<World> {
  const world = { isStopping: false, requests: 0, checks: 0, answer: Promise.withResolvers<void>() };
  const answerProbe = createProbes({
    monitoring: {
      requireReady() {
        world.checks += 1;
        return world.answer.promise;
      },
      metricsToken: 'token',
      renderMetrics: async () => ({ type: 'text/plain', text: 'numbers' }),
    },
    logger: createLogger('silent'),
    isStopping: () => world.isStopping,
    readMoment: async () => ({ isPlainHttpAllowed: false, trustedProxies: [] }),
  });
  const server = createServer((request, response) => {
    world.requests += 1;
    if (!answerProbe(request, response)) response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { port } = address;
  return Object.assign(world, {
    ask: (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers }),
  });
}

test('a server that stops lives but is not ready, and keeps no connection of a monitor', async (context) => {
  const world = await openWorld(context);
  world.answer.resolve();
  assert.equal((await world.ask('/ready')).headers.get('connection'), 'keep-alive');
  world.isStopping = true;
  const [ready, health] = await Promise.all([world.ask('/ready'), world.ask('/health')]);
  assert.equal(ready.status, 503);
  assert.match(await ready.text(), /the server is stopping/);
  assert.equal(health.status, 200);
  for (const answer of [ready, health]) assert.equal(answer.headers.get('connection'), 'close');
});

test('however many ask whether it is ready, the database is asked once at a time', async (context) => {
  const world = await openWorld(context);
  const answers = Array.from({ length: 5 }, () => world.ask('/ready'));
  while (world.requests < answers.length) await new Promise(setImmediate);
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

test('what is no probe is left to others', async (context) => {
  const { ask } = await openWorld(context);
  for (const path of ['/api/version', '/', '/health/', '/ready/x', '/Metrics']) {
    assert.equal((await ask(path)).status, 404, path);
  }
  assert.equal(await (await ask('/metrics?x=1', { authorization: 'Bearer token' })).text(), 'numbers');
});
