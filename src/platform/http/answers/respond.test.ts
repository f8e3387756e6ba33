import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Type } from 'typebox';
import { RouteMetrics } from './metrics.ts';
import { createResponder } from './respond.ts';
import { send } from './send.ts';
import type { OwnBytes, RequestFacts } from '../routes/route.ts';

/** Asks a server that answers `text`, and frees it: its side of that, and the side of a client that reads nothing yet. */
async function ask(context: TestContext, text: OwnBytes): Promise<{ response: ServerResponse; client: Socket }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const answered = new Promise<ServerResponse>((resolve) => {
    server.once('request', (_request, response: ServerResponse) => {
      const ready = { status: 200, head: ['content-length', String(text.byteLength)], text, own: text };
      void send({ response, id: 'id', beganAtMs: 0, metrics: new RouteMetrics('GET', '') }, ready);
      resolve(response);
    });
  });
  const client = connect(address.port, '127.0.0.1');
  context.after(() => {
    client.destroy();
    server.close();
  });
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return { response: await answered, client };
}

// More than the system takes for a client that does not read.
const sizeBytes = 50_000_000;

describe('the bytes of an answer that is given once', () => {
  it('are there until the last one is sent, and freed then', async (context) => {
    const text = Buffer.alloc(sizeBytes, 'x');
    const { response, client } = await ask(context, text);
    const finished = once(response, 'finish');
    let heardBytes = 0;
    let isHeld = true;
    let end: unknown;
    for await (const part of client) {
      assert.ok(Buffer.isBuffer(part));
      heardBytes += part.length;
      end = part.at(-1);
      if (heardBytes < sizeBytes / 2) isHeld &&= text.byteLength === sizeBytes;
    }
    await finished;
    assert.ok(isHeld);
    assert.ok(heardBytes > sizeBytes);
    assert.equal(end, 'x'.charCodeAt(0));
    assert.equal(text.byteLength, 0);
  });

  it('are not freed by force where the client goes away', async (context) => {
    const text = Buffer.alloc(sizeBytes, 'x');
    const { response, client } = await ask(context, text);
    client.destroy();
    await once(response, 'close');
    assert.equal(text.byteLength, sizeBytes);
  });

  it('stay where others share their memory', async (context) => {
    const [text, neighbour] = [Buffer.from('short'), Buffer.from('other')];
    assert.equal(text.buffer, neighbour.buffer);
    const { response, client } = await ask(context, text);
    client.resume();
    if (!response.writableFinished) await once(response, 'finish');
    assert.equal(neighbour.toString(), 'other');
  });
});

describe('an answer that is no page', () => {
  const facts: RequestFacts = {
    method: 'GET',
    url: '/things/1',
    headers: {},
    address: '127.0.0.1',
    isEncrypted: false,
    format: 'json',
  };
  const Thing = Type.Object({ text: Type.String() });
  const thing = (length: number) => ({ body: { text: 'x'.repeat(length) } });
  const most = 33_554_432;

  it('has an end of its own, or that of pages where this is later', async () => {
    for (const [kind, method] of [
      ['single', 'GET'],
      ['action', 'POST'],
    ] as const) {
      const respond = createResponder({ kind, method, responses: { 200: Thing } }, '');
      await assert.rejects(
        async () => respond(facts, thing(most), 1024),
        /this response would have 33554443 characters; at most 33554432 are allowed/,
      );
      assert.equal((await respond(facts, thing(most - 20), 1024)).status, 200);
      assert.equal((await respond(facts, thing(most), 2 * most)).status, 200);
    }
  });

  it('with a list in it says how many entries to ask for, and one entry alone is given', async () => {
    const responses = { 200: Type.Object({ things: Type.Array(Thing), size: Type.Integer() }) };
    const respond = createResponder({ kind: 'list', method: 'GET', responses }, '');
    const page = (count: number, length: number) => ({
      body: { things: Array.from({ length: count }, () => thing(length).body), size: 1 },
    });
    await assert.rejects(async () => respond(facts, page(10, 500), 3000), /exceed 3000 bytes; request at most 5 at/);
    assert.equal((await respond(facts, page(5, 500), 3000)).status, 200);
    assert.equal((await respond(facts, page(1, 5000), 3000)).status, 200);
  });
});
