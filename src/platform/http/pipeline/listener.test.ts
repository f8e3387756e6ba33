import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openRaw } from '../../../../test/support/raw-connection.ts';
import { createLogger } from '../../observability/logger.ts';
import { testLimits } from '../http-server.testing.ts';
import { createListener } from './listener.ts';

const open = (handle: RequestListener) =>
  createListener(handle, { limits: testLimits, logger: createLogger('silent'), tls: undefined });

it('works on one request of a connection at a time, however many were sent ahead', async () => {
  let running = 0;
  let most = 0;
  const server = open((request, response) => {
    running += 1;
    most = Math.max(most, running);
    void setImmediate().then(() => {
      running -= 1;
      response.end(request.url);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const socket = connect(address.port, '127.0.0.1');
  const paths = Array.from({ length: 17 }, (_, index) => `/${index}`);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  let heard = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    heard += String(chunk);
    if (heard.endsWith('/16')) break;
  }
  server.close();
  assert.deepEqual(heard.match(/\/\d+(?=HTTP|$)/g), paths);
  assert.equal(most, 1);
});

/** Sends a thousand requests at once, and waits until the connection is closed. */
async function sendAhead(server: Server, headers = ''): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const client = await openRaw(`http://127.0.0.1:${address.port}`);
  client.send(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(1000));
  await client.heardAtEnd();
  server.close();
}

describe('a connection on which very many were sent ahead is closed, and none of them is worked on', () => {
  for (const headers of ['', 'Content-Length: 0\r\nExpect: 100-continue\r\n']) {
    it(headers === '' ? 'at once' : 'where they ask whether to send their bodies', async () => {
      let seen = 0;
      await sendAhead(
        open(() => (seen += 1)),
        headers,
      );
      assert.equal(seen, 1);
    });
  }
});
