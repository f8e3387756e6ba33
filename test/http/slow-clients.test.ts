// Clients that are slow, silent, greedy or many: each is cut off in bounded time, and nobody else notices.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { HttpServer } from '../../src/platform/http/index.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { createHttpServer, openApp } from '../../src/app.ts';
import { programEnv, programPath } from '../support/program-env.ts';
import { openRaw } from '../support/raw-connection.ts';
import type { RawConnection } from '../support/raw-connection.ts';

interface Served {
  base: string;
  server: HttpServer;
  /** How many connections are open at the server's end. */
  countConnections(): Promise<number>;
}

/** A server with these lines in conf/local.inc, for one test or suite. */
async function serve(lines: string): Promise<Served & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tepal-slow-'));
  mkdirSync(join(dataDir, 'conf'));
  writeFileSync(join(dataDir, 'conf', 'local.inc'), `<?php\n$sys_rest_api_over_http = '1';\n${lines}\n`);
  const app = await openApp({ dataDir, logLevel: 'silent' });
  const server = createHttpServer(app);
  const base = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    base,
    server,
    countConnections: () =>
      new Promise((resolve, reject) =>
        server.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
      ),
    async close() {
      server.server.closeAllConnections();
      await server.close();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** Waits until the server has so many connections. */
async function waitForConnections({ countConnections }: Served, wanted: number): Promise<void> {
  await until(async () => (await countConnections()) === wanted);
}

function openMany(base: string, count: number): Promise<RawConnection[]> {
  return Promise.all(Array.from({ length: count }, () => openRaw(base)));
}

/** What was heard when the server closed the connection, which got these bytes every so many milliseconds until then. */
async function sendAlong(connection: RawConnection, everyMs: number, bytes: string): Promise<string> {
  const sending = setInterval(() => connection.send(bytes), everyMs);
  try {
    return await connection.heardAtEnd();
  } finally {
    clearInterval(sending);
  }
}

describe('with short timeouts', { concurrency: true }, () => {
  let served: Served & { close(): Promise<void> };
  before(async () => {
    const lines = ['header_timeout', 'request_timeout', 'keep_alive_timeout', 'send_timeout'];
    served = await serve(lines.map((name) => `$${name} = '1';`).join('\n'));
  });
  after(() => served.close());

  const unfinished: [name: string, bytes: string][] = [
    ['nothing at all', ''],
    ['headers that never end', 'GET /api/version HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['a body that never comes', 'POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'],
    ['chunks that never end', 'POST /api/tokens HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'],
  ];
  for (const [name, bytes] of unfinished) {
    it(`${name}: 408 and closed, also where bytes trickle in`, async () => {
      const connection = await openRaw(served.base);
      connection.send(bytes);
      const heard = await sendAlong(connection, 50, bytes.endsWith(': ') ? 'x' : '');
      assert.match(heard, /^HTTP\/1\.1 408 .*\r\nConnection: close\r\n/s);
      assert.match(heard, /\{"error":\{"code":408,"message":"Request Timeout: .*"\}\}$/);
    });
  }

  it('idle after an answer: closed without a word', async () => {
    const connection = await openRaw(served.base);
    connection.send(get('/api/version'));
    assert.match(await connection.heardAtEnd(), /^HTTP\/1\.1 200 [^{]*\{[^{]*\}$/);
  });
});

it('a client that does not read its answers is closed, and answers do not pile up before', async () => {
  const served = await serve("$send_timeout = '1';");
  try {
    const connection = await openRaw(served.base);
    connection.socket.pause();
    connection.send(get('/api/openapi.json').repeat(100));
    await waitForConnections(served, 1);
    await waitForConnections(served, 0);
    connection.socket.resume();
    const heard = await connection.heardAtEnd();
    assert.ok(heard.split('HTTP/1.1 200 ').length < 100, 'it got all answers');
  } finally {
    await served.close();
  }
});

it('answers that all clients leave unread are bounded together', async () => {
  const served = await serve("$unsent_limit = '65536';");
  try {
    const connections = await openMany(served.base, 2);
    await waitForConnections(served, 2);
    for (const { socket, send } of connections) {
      socket.pause();
      send(get('/api/openapi.json').repeat(100));
    }
    await until(async () => (await served.countConnections()) !== 2);
    const other = await openRaw(served.base);
    other.send(get('/api/version'));
    await other.hear(/^HTTP\/1\.1 200 /);
    for (const { socket } of [...connections, other]) socket.destroy();
  } finally {
    await served.close();
  }
});

describe('many connections', () => {
  it('beyond connection_limit are told so and closed; the next finds room again', async () => {
    const served = await serve("$connection_limit = '5';");
    try {
      const connections = await openMany(served.base, 5);
      await waitForConnections(served, 5);
      const surplus = await openRaw(served.base);
      const heard = await surplus.heardAtEnd();
      assert.match(heard, /^HTTP\/1\.1 503 Service Unavailable\r\n.*\r\nConnection: close\r\nRetry-After: 1\r\n/s);
      assert.match(heard, /\{"error":\{"code":503,"message":"Service Unavailable: too many connections[^"]*"\}\}$/);
      connections[0]?.socket.destroy();
      await waitForConnections(served, 4);
      const next = await openRaw(served.base);
      next.send(get('/api/version'));
      await next.hear(/^HTTP\/1\.1 200 /);
      for (const { socket } of [...connections, next]) socket.destroy();
    } finally {
      await served.close();
    }
  });

  it('1,000 idle ones leave the server as it was', async () => {
    const served = await serve('');
    try {
      const idle = await openMany(served.base, 1000);
      await waitForConnections(served, 1000);
      const busy = await openRaw(served.base);
      busy.send(get('/api/version', 'Connection: close\r\n'));
      assert.match(await busy.heardAtEnd(), /^HTTP\/1\.1 200 /);
      for (const { socket } of idle) socket.destroy();
      await waitForConnections(served, 0);
    } finally {
      await served.close();
    }
  });
});

/** Starts `tepal serve` in a process that may open so many files; gives the address it listens at. */
async function serveWithDescriptors(context: TestContext, count: number): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tepal-descriptors-'));
  await (await openApp({ dataDir, logLevel: 'silent' })).close();
  const order = 'ulimit -n "$1" && exec "$2" "$3" serve --data "$4" --port 0';
  const child = spawn('sh', ['-c', order, 'sh', String(count), process.execPath, programPath, dataDir], {
    env: { ...programEnv, TEPAL_SYS_REST_API_OVER_HTTP: '1', TEPAL_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  context.after(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const base = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (base !== undefined) return base;
  }
  throw new Error('the server ended before it listened');
}

it(
  'fewer files than connection_limit: connections are refused before the files run out',
  { skip: process.platform !== 'linux' && 'only Linux tells a process how many files it may open' },
  async (context) => {
    const base = await serveWithDescriptors(context, 400);
    const connections = await openMany(base, 600);
    await Promise.any(connections.map(({ hear }) => hear(/^HTTP\/1\.1 503 .*too many connections/s)));
    for (const { socket } of connections) socket.destroy();
    let answer = await fetch(`${base}/api/version`).catch(() => undefined);
    while (answer?.status !== 200) answer = await fetch(`${base}/api/version`).catch(() => undefined);
  },
);

describe('odd requests', () => {
  let served: Served & { close(): Promise<void> };
  before(async () => {
    served = await serve("$request_body_limit = '2048';");
  });
  after(() => served.close());

  const ask = async (bytes: string): Promise<string> => {
    const connection = await openRaw(served.base);
    connection.send(bytes);
    return connection.heardAtEnd();
  };
  const closing = 'Connection: close\r\n';

  it('an address of 20 KB is 414, headers of 20 KB are 431', async () => {
    const long = 'a'.repeat(20_000);
    assert.match(await ask(get(`/api/${long}`)), /^HTTP\/1\.1 414 .*"URI Too Long: the request line exceeds 16 KiB/s);
    assert.match(await ask(get('/api/version', `X-Long: ${long}\r\n`)), /^HTTP\/1\.1 431 .*16 KiB together/s);
  });

  it('more than 200 headers are 431, in JSON and in XML; 200 are fine', async () => {
    const headers = (count: number): string => Array.from({ length: count }, (_, n) => `X-${n}: y\r\n`).join('');
    const own = `${closing}Accept: application/xml\r\n`;
    assert.match(await ask(get('/api/version', headers(197) + own)), /^HTTP\/1\.1 200 /);
    const refused = await ask(get('/api/version', headers(198) + own));
    assert.match(refused, /^HTTP\/1\.1 431 .*<code>431<\/code><message>Request Header Fields Too Large: /s);
    assert.match(await ask(get('/api/version', headers(199) + closing)), /^HTTP\/1\.1 431 .*"code":431/s);
  });

  it('whole addresses are taken for their paths', async () => {
    for (const prefix of ['/api', '/api/v1']) {
      const heard = await ask(get(`http://x${prefix}/projects/1?limit=1`, closing));
      assert.match(heard, /^HTTP\/1\.1 404 .*this project does not exist/s);
    }
  });

  it('requests sent ahead are answered in their order', async () => {
    const paths = ['/api/version', '/api/nothing', '/api/projects', '/api/artifacts/1', '/api/version'];
    const heard = await ask(paths.map((path, n) => get(path, n === paths.length - 1 ? closing : '')).join(''));
    const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['200', '404', '200', '404', '200']);
  });

  it('a body that never ends is 413 as soon as it exceeds the limit, which also who still sends hears, and closed', async () => {
    for (let round = 0; round < 20; round += 1) {
      const connection = await openRaw(served.base);
      connection.send('POST /api/tokens HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
      const heard = await sendAlong(connection, 1, `10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(4));
      assert.match(
        heard,
        /^HTTP\/1\.1 413 .*"Content Too Large: the body exceeds the limit of 2048 bytes for POST \/api\/tokens"/s,
      );
    }
  });

  it('a body in chunks of a few bytes is taken where it is short, and refused where there are very many', async () => {
    const post = `POST /api/tokens HTTP/1.1\r\nHost: x\r\n${closing}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const body = '{"username":"nobody","password":"wrong"}';
    const bytes = body.replaceAll(/./g, '1\r\n$&\r\n');
    assert.match(await ask(`${post}${bytes}0\r\n\r\n`), /^HTTP\/1\.1 401 /);
    assert.match(await ask(post + '1\r\n \r\n'.repeat(300)), /^HTTP\/1\.1 400 .*chunks of at least 64 bytes/s);
  });

  it('Expect: 100-continue is met before the body is sent', async () => {
    const connection = await openRaw(served.base);
    const body = '{"username":"x","password":"y"}';
    const head = `Host: x\r\n${closing}Content-Type: application/json\r\nContent-Length: ${body.length}`;
    connection.send(`POST /api/tokens HTTP/1.1\r\n${head}\r\nExpect: 100-continue\r\n\r\n`);
    await connection.hear(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    connection.send(body);
    assert.match(await connection.heardAtEnd(), /\r\n\r\nHTTP\/1\.1 401 /);
  });
});
