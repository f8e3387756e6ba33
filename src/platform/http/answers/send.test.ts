import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { RouteMetrics } from './metrics.ts';
import { send } from './send.ts';

const head = ['content-type', 'text/plain'];

const sendAll = async (response: ServerResponse, chunks: AsyncIterable<string>): Promise<void> =>
  send(
    { response, id: 'r-1', beganAtMs: 0, metrics: new RouteMetrics('GET', '') },
    { status: 200, head, text: undefined, chunks },
  );

/** A server that streams the chunks, and how each sending ended. */
async function serve(t: TestContext, chunks: () => AsyncIterable<string>) {
  const ended = Promise.withResolvers<unknown>();
  const server = createServer(
    (_request, response) => void sendAll(response, chunks()).then(ended.resolve, ended.reject),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const ask = (method = 'GET'): Promise<IncomingMessage> => {
    const answered = Promise.withResolvers<IncomingMessage>();
    const request = get({ port: portOf(address), host: '127.0.0.1', method, agent: false }, answered.resolve);
    request.on('error', answered.reject);
    return answered.promise;
  };
  return { ask, ended: ended.promise };
}

const portOf = ({ port }: AddressInfo): number => port;

test('chunks go out in their order, and none to HEAD', async (t) => {
  let started = 0;
  async function* chunks(): AsyncGenerator<string, void> {
    started += 1;
    yield 'first ';
    yield 'ünd last';
  }
  const { ask } = await serve(t, chunks);
  const answer = await ask();
  assert.deepEqual([answer.headers['x-request-id'], answer.headers['content-type']], ['r-1', 'text/plain']);
  assert.equal(await text(answer), 'first ünd last');
  assert.equal(await text(await ask('HEAD')), '');
  assert.equal(started, 1);
});

test('a chunk that can’t be made breaks the answer off, and the error is told', async (t) => {
  async function* chunks(): AsyncGenerator<string, void> {
    yield 'a part';
    throw new Error('the disk is gone');
  }
  const { ask, ended } = await serve(t, chunks);
  const told = assert.rejects(ended, /the disk is gone/);
  const answer = await ask();
  await assert.rejects(text(answer), { code: 'ECONNRESET' });
  await told;
});

test('a client that left before gets no chunks made, silently', async (t) => {
  const source = Readable.from(['never sent']);
  const ended = Promise.withResolvers<unknown>();
  const server = createServer((_request, response) =>
    response.once('close', () => void sendAll(response, source).then(ended.resolve, ended.reject)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const request = get({ port: portOf(address), host: '127.0.0.1', agent: false });
  request.on('error', () => undefined);
  await once(server, 'request');
  request.destroy();
  await ended.promise;
  assert.ok(source.destroyed);
});

test('a client that leaves ends the making of chunks, silently', async (t) => {
  const stopped = Promise.withResolvers<void>();
  async function* chunks(): AsyncGenerator<string, void> {
    try {
      for (;;) yield 'again and again '.repeat(1000);
    } finally {
      stopped.resolve();
    }
  }
  const { ask, ended } = await serve(t, chunks);
  const answer = await ask();
  await once(answer, 'data');
  answer.destroy();
  await stopped.promise;
  await ended;
});
