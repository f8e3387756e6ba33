// Process: its own, because it collects garbage forty times, which takes long where other tests left theirs
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openRaw } from '../../../../test/support/raw-connection.ts';
import { createLogger } from '../../watching/logger.ts';
import { createListener } from './listener.ts';
import { createOverloadGuard } from '../limits/overload.ts';

function evaluate(source: string): (...args: unknown[]) => unknown {
  const found: unknown = runInNewContext(source);
  const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';
  assert.ok(isFunction(found));
  return found;
}

setFlagsFromString('--allow-natives-syntax');
setFlagsFromString('--expose-gc');
const isQuick = evaluate('(object) => %HasFastProperties(object)');
const collect = evaluate('gc');

const limits = {
  waitMaxMs: 1000,
  requestsMax: 10,
  connectionsMax: 10,
  sendTimeoutMs: 10_000,
  unsentBytesMax: 1_000_000,
  headerTimeoutMs: 10_000,
  requestTimeoutMs: 10_000,
  keepAliveTimeoutMs: 10_000,
};

const open = (handle: RequestListener) =>
  createListener(handle, {
    limits,
    overload: createOverloadGuard(limits),
    logger: createLogger('silent'),
    tls: undefined,
  });

it('keeps requests and responses quick where garbage is collected between the first ones', async () => {
  const seen: unknown[] = [];
  const server = open((request, response) => {
    seen.push(isQuick(request), isQuick(response));
    response.end('there');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert.ok(address !== null && typeof address === 'object');
  for (let count = 0; count < 40; count += 1) {
    const answer = await fetch(`http://127.0.0.1:${address.port}/`);
    assert.equal(await answer.text(), 'there');
    collect();
  }
  server.close();
  assert.deepEqual(
    seen,
    seen.map(() => true),
  );
});

it('keeps the shape of the calls that wait for process.nextTick', async () => {
  const ticks: WeakRef<object>[] = [];
  const hook = createHook({
    init(_id, type, _trigger, tick) {
      if (type === 'TickObject') ticks.push(new WeakRef(tick));
    },
  }).enable();
  const server = open(() => undefined);
  process.nextTick(() => undefined);
  hook.disable();
  await setImmediate();
  collect();
  const alive = ticks.filter((tick) => tick.deref() !== undefined);
  assert.ok(ticks.length > alive.length, 'other calls are collected');
  assert.equal(alive.length, 1);
  assert.equal(server.listening, false);
});

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

/** Sends a thousand requests at once; gives how many were parsed until the connection was closed. */
async function sendAhead(server: Server, headers = ''): Promise<{ parsed: number }> {
  let parsed = 0;
  server.on('request', () => (parsed += 1)).on('checkContinue', () => (parsed += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const client = await openRaw(`http://127.0.0.1:${address.port}`);
  client.send(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(1000));
  await client.heardAtEnd();
  server.close();
  return { parsed };
}

describe('a connection on which very many were sent ahead is closed', () => {
  it('and no more of them are parsed', async () => {
    let seen = 0;
    const { parsed } = await sendAhead(open(() => (seen += 1)));
    assert.deepEqual({ seen, parsed }, { seen: 1, parsed: 17 });
  });

  it('where they ask whether to send their bodies', async () => {
    let seen = 0;
    const { parsed } = await sendAhead(
      open(() => (seen += 1)),
      'Content-Length: 0\r\nExpect: 100-continue\r\n',
    );
    assert.deepEqual({ seen, parsed }, { seen: 1, parsed: 17 });
  });

  it('and none of them is worked on, where Node.js does not let the parser be stopped', async () => {
    let seen = 0;
    const server = open(() => (seen += 1));
    for (const listener of server.listeners('connection').slice(1)) {
      server.off('connection', listener);
      server.on('connection', (socket: Socket) => {
        const parser: unknown = Reflect.get(socket, 'parser');
        Reflect.set(socket, 'parser', undefined);
        Reflect.apply(listener, server, [socket]);
        Reflect.set(socket, 'parser', parser);
      });
    }
    const { parsed } = await sendAhead(server);
    assert.equal(seen, 1);
    assert.ok(parsed > 17, `${parsed} parsed`);
  });
});

it('takes few parts of a body in tiny chunks, closes, and takes all of those that come after it', async () => {
  const taken: number[] = [];
  let ended = 0;
  const server = open((request, response) => {
    const index = taken.push(0) - 1;
    request.on('data', () => (taken[index] = (taken[index] ?? 0) + 1));
    request.on('end', () => {
      ended += 1;
      response.end(String(taken[index]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const base = `http://127.0.0.1:${address.port}`;
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const hostile = await openRaw(base);
  const whole = `${head}${'1\r\nx\r\n'.repeat(5000)}0\r\n\r\n`;
  hostile.send(`${whole}GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
  assert.equal(await hostile.heardAtEnd(), '');
  assert.equal(taken.length, 1, 'what came after it is no request');
  assert.ok(taken[0] !== undefined && taken[0] > 128 && taken[0] < 140, `${taken[0]} parts`);
  assert.equal(ended, 0, 'a part of a body is not taken for the whole');
  // Node.js uses its parsers again.
  for (let count = 0; count < 3; count += 1) {
    const next = await openRaw(base);
    next.send(`${head}${'1\r\nx\r\n'.repeat(100)}0\r\n\r\n`);
    assert.match(await next.hear(/\r\n\r\n\d+$/), /\r\n\r\n100$/);
    const large = 'y'.repeat(1000);
    next.send(`${head}${`3e8\r\n${large}\r\n`.repeat(300)}0\r\n\r\n`);
    // Large chunks may come in two parts each.
    assert.match(await next.hear(/\r\n\r\n[3-6]\d\d$/), /\r\n\r\n[3-6]\d\d$/);
    next.socket.destroy();
  }
  server.close();
});
