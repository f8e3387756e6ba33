// Clients that leave before their answer: what they read is not finished, what they change is.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { openRaw } from '../../../../test/support/raw-connection.ts';
import { requireWanted } from '../../concurrency/time-slices.ts';
import { createTestServer } from '../http-server.testing.ts';
import { routesFor } from '../index.ts';

for (const [method, outcome] of [
  ['GET', 'the client closed the connection'],
  ['POST', 'done'],
] as const) {
  test(`${method} whose client left: ${outcome}`, async (context) => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    const route = routesFor<object>()({
      method,
      url: '/things',
      access: 'signed-in',
      kind: 'action',
      tag: 'Things',
      summary: 'A thing',
      responses: { 200: null },
      async handler({ caller }) {
        const gone = once(caller.callerGone(), 'abort');
        begun.resolve();
        await gone;
        try {
          requireWanted();
          ended.resolve('done');
        } catch (error) {
          ended.resolve(error instanceof Error ? error.message : String(error));
        }
        return {};
      },
    });
    const server = createTestServer<object>({ routes: [route], identify: async () => ({}) });
    const base = await server.listen({ port: 0, host: '127.0.0.1' });
    context.after(() => server.close());
    const client = await openRaw(base);
    client.send(`${method} /api/things HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
    await begun.promise;
    client.socket.destroy();
    assert.equal(await ended.promise, outcome);
  });
}
