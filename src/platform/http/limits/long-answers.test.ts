import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Type } from 'typebox';
import { until } from '../../concurrency/until.testing.ts';
import { routesFor } from '../index.ts';
import { createTestServer } from '../http-server.testing.ts';

/** A server whose `/api/lines` and `/bytes` stream the chunks. */
async function serve(stopGraceMs: number, chunks: () => AsyncIterable<Uint8Array>) {
  const route = routesFor<object>()({
    method: 'GET',
    url: '/lines',
    access: 'optional',
    kind: 'list',
    produces: 'text/csv',
    tag: 'Lines',
    summary: 'Lines',
    responses: { 200: Type.String() },
    handler: async () => ({ stream: { chunks: chunks() } }),
  });
  const handle = async () => ({ status: 200, headers: {}, chunks: chunks() });
  const server = createTestServer<object>({
    routes: [route],
    streams: [{ methods: ['GET'], url: '/bytes', access: 'optional', isChange: () => false, handle }],
    identify: async () => ({}),
    stopGraceMs,
  });
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  const ask = (path: string, agent: Agent | false = false): Promise<IncomingMessage> => {
    const answered = Promise.withResolvers<IncomingMessage>();
    get(`${base}${path}`, { agent }, answered.resolve).on('error', answered.reject);
    return answered.promise;
  };
  return { server, ask };
}

/** Chunks of which the second waits until it is released. */
function inTwoParts() {
  const released = Promise.withResolvers<void>();
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from('first ');
    await released.promise;
    yield Buffer.from('last');
  }
  return { chunks, released };
}

for (const path of ['/api/lines', '/bytes']) {
  test(`${path}: a stop waits no longer than its grace for a client that does not read`, async () => {
    const ended = Promise.withResolvers<void>();
    async function* chunks(): AsyncGenerator<Uint8Array, void> {
      try {
        for (;;) yield Buffer.alloc(65_536, 'x');
      } finally {
        ended.resolve();
      }
    }
    const { server, ask } = await serve(1, chunks);
    const answer = await ask(path);
    assert.equal(answer.statusCode, 200);
    await server.close();
    await ended.promise;
    await assert.rejects(text(answer), { code: 'ECONNRESET' });
  });

  test(`${path}: what ends within the grace is whole`, async () => {
    const { chunks, released } = inTwoParts();
    const { server, ask } = await serve(600_000, chunks);
    const answer = await ask(path);
    let heard = '';
    answer.on('data', (chunk) => (heard += String(chunk)));
    await once(answer, 'data');
    const closed = server.close();
    released.resolve();
    await once(answer, 'end');
    assert.equal(heard, 'first last');
    await closed;
  });

  test(`${path}: a stop waits for no connection that its client keeps when the answer is over`, async () => {
    const { chunks, released } = inTwoParts();
    const { server, ask } = await serve(600_000, chunks);
    const agent = new Agent({ keepAlive: true });
    const answer = await ask(path, agent);
    const closed = server.close();
    await until(() => !server.server.listening);
    released.resolve();
    assert.equal(await text(answer), 'first last');
    await closed;
    agent.destroy();
  });
}
