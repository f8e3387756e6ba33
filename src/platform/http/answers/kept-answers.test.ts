import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { rest, shortenTurns } from '../../concurrency/turns.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { sendReady } from './respond.ts';
import type { Validity } from '../routes/validity.ts';

interface World {
  mark: number | undefined;
  nowMs: number;
  /** What the pipeline answers. */
  text: string;
  validity: Validity;
  /** How often the pipeline had to answer. */
  passed: number;
  /** Asks twice, after which the answer is kept. */
  introduce(headers?: Record<string, string>): Promise<void>;
  get(headers?: Record<string, string>, method?: string): Promise<{ text: string; id: string | null }>;
}

/** A server that answers `text` to everything and lets it be kept. */
async function openWorld(context: TestContext, maxBytes = 100_000): Promise<World> {
  let ids = 0;
  const kept = createKeptAnswers({
    readMark: () => world.mark,
    nowMs: () => world.nowMs,
    send: (response, ready) => sendReady(response, ready, `kept-${(ids += 1)}`),
    maxBytes,
    stats: { hits: 0, misses: 0 },
  });
  const server = createServer((request, response) =>
    kept.serve(request, response, () => {
      world.passed += 1;
      const head = ['content-type', 'text/plain', 'content-length', String(world.text.length)];
      kept.keep(request, { status: 200, head, text: world.text }, world.validity);
      response.writeHead(200, head).end(world.text);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address: AddressInfo | string | null = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { port } = address;
  const world: World = {
    mark: 1,
    nowMs: 1000,
    text: 'first',
    validity: { endsAtMs: 2000 },
    passed: 0,
    async introduce(headers) {
      await world.get(headers);
      await world.get(headers);
    },
    async get(headers = {}, method = 'GET') {
      const response = await fetch(`http://127.0.0.1:${port}/thing`, { method, headers });
      return { text: await response.text(), id: response.headers.get('x-request-id') };
    },
  };
  return world;
}

test('from its third time on a request is answered from what is kept, each time with an id of its own', async (context) => {
  const world = await openWorld(context);
  await world.introduce();
  world.text = 'second';
  assert.deepEqual(
    [await world.get(), await world.get()],
    [
      { text: 'first', id: 'kept-1' },
      { text: 'first', id: 'kept-2' },
    ],
  );
  assert.equal(world.passed, 2);
});

test('without a proof, any commit ends it', async (context) => {
  const world = await openWorld(context);
  await world.introduce();
  world.mark = 2;
  world.text = 'second';
  assert.equal((await world.get()).text, 'second');
});

test('after a commit it is proved once, and then stands until the next', async (context) => {
  const world = await openWorld(context);
  let proofs = 0;
  world.validity = { endsAtMs: 2000, holds: async () => (proofs += 1) < 3 };
  await world.introduce();
  world.mark = 2;
  await world.get();
  await world.get();
  assert.deepEqual([world.passed, proofs], [2, 1]);
  world.mark = 3;
  await world.get();
  assert.deepEqual([world.passed, proofs], [2, 2]);
  world.mark = 4;
  await world.get();
  assert.deepEqual([world.passed, proofs], [3, 3]);
});

test('where commits leave no mark, it is proved every time', async (context) => {
  const world = await openWorld(context);
  let isTrue = true;
  world.mark = undefined;
  world.validity = { endsAtMs: 2000, holds: async () => isTrue };
  await world.introduce();
  world.text = 'second';
  assert.equal((await world.get()).text, 'first');
  isTrue = false;
  assert.equal((await world.get()).text, 'second');
});

test('a proof goes before work that takes long', async (context) => {
  const world = await openWorld(context);
  world.validity = {
    endsAtMs: 2000,
    async holds() {
      await rest();
      return true;
    },
  };
  await world.introduce();
  world.mark = 2;
  context.after(shortenTurns());
  let left = 1000;
  const others = Promise.all(Array.from({ length: left }, () => rest().then(() => (left -= 1))));
  await world.get();
  assert.ok(left > 0, 'it waited for all others');
  await others;
});

test('a proof that fails to be made leaves the answer to the pipeline', async (context) => {
  const world = await openWorld(context);
  world.validity = { endsAtMs: 2000, holds: () => Promise.reject(new Error('no connection')) };
  await world.introduce();
  world.mark = 2;
  world.text = 'second';
  assert.equal((await world.get()).text, 'second');
});

test('its end is its end, whatever was committed', async (context) => {
  const world = await openWorld(context);
  await world.introduce();
  world.nowMs = 2000;
  world.text = 'second';
  assert.equal((await world.get()).text, 'second');
});

test('another header, another method or a body makes another request', async (context) => {
  const world = await openWorld(context);
  await world.introduce();
  world.text = 'second';
  assert.equal((await world.get({ 'x-auth-token': 'other' })).text, 'second');
  await world.get({}, 'DELETE');
  assert.equal(world.passed, 4);
});

test('what was not asked for while others were is dropped', async (context) => {
  const world = await openWorld(context, 4000);
  for (let number = 0; number < 20; number += 1) await world.introduce({ 'x-number': String(number) });
  world.text = 'second';
  assert.equal((await world.get({ 'x-number': '0' })).text, 'second');
  assert.equal((await world.get({ 'x-number': '19' })).text, 'first');
});

test('who reads through everything once drops nothing that others ask for', async (context) => {
  const world = await openWorld(context, 40_000);
  world.text = 'first'.padEnd(10_000);
  await world.introduce({ 'x-number': '0' });
  for (let number = 1; number < 20; number += 1) await world.get({ 'x-number': String(number) });
  world.text = 'second';
  assert.match((await world.get({ 'x-number': '0' })).text, /^first/);
});
