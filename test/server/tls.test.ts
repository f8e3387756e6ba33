// TLS that Tepal ends itself (spec ruling 12): what it offers and refuses, told by real clients; and its door for plain HTTP.
// Engine: SQLite alone; all of it is settled before the database is asked.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect, getCiphers } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { promisify } from 'node:util';
import { createHttpServer, createRedirectListener, openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { renewCertificate } from '../../src/platform/tls.ts';
import { makeCertificate, nameOfCertificate } from '../support/certificates.ts';

const run = promisify(execFile);
const dataDir = mkdtempSync(join(tmpdir(), 'tepal-tls-'));
let app: App;
let server: ReturnType<typeof createHttpServer>;
let plain: Server;
let port = 0;
let plainUrl = '';

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' ? (address?.port ?? 0) : 0;

before(async () => {
  app = await openApp({ dataDir, logLevel: 'silent' });
  // A site without accounts lets itself be set up over plain HTTP.
  await app.features.people.create({ username: 'root', email: 'root@example.org', isSiteAdmin: true });
  await app.features.site.changeSetting('sys_default_domain', 'forge.example.com');
  server = createHttpServer(app, await makeCertificate('first', 'rsa'));
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(server.server.address());
  plain = createRedirectListener(app, server).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  plainUrl = `http://127.0.0.1:${portOf(plain.address())}`;
});
after(async () => {
  plain.close();
  plain.closeAllConnections();
  await server.close();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Handshake {
  protocol: string | null;
  cipher: string;
}

/** What both sides agree on, or the reason why they don't. */
function shakeHands(options: ConnectionOptions): Promise<Handshake | string> {
  return new Promise((resolve) => {
    try {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
      socket.once('error', (error) => resolve(error.message));
      socket.once('secureConnect', () => {
        resolve({ protocol: socket.getProtocol(), cipher: socket.getCipher().standardName });
        socket.destroy();
      });
    } catch (error) {
      resolve(String(error));
    }
  });
}

const anything = 'ALL:COMPLEMENTOFALL:@SECLEVEL=0';

/** The cipher suites of TLS 1.2 that the server takes from a client which offers nothing else. */
async function listTaken(): Promise<string[]> {
  const taken = new Set<string>();
  for (const name of getCiphers().filter((cipher) => !cipher.startsWith('tls_'))) {
    const ciphers = `${name.toUpperCase()}:@SECLEVEL=0`;
    const hands = await shakeHands({ maxVersion: 'TLSv1.2', ciphers });
    if (typeof hands === 'object') taken.add(hands.cipher);
  }
  return [...taken].toSorted();
}

/** First byte of the answer to a ClientHello of an old version with old ciphers: 21 an alert, 22 the server's own hello. */
async function greet(version: number): Promise<number | undefined> {
  const suites = Buffer.from('000a002f0035c013c014', 'hex');
  const hello = Buffer.concat([
    Buffer.from([3, version]),
    Buffer.alloc(32, 7),
    Buffer.from([0, 0, suites.length]),
    suites,
    Buffer.from([1, 0]),
  ]);
  const handshake = Buffer.concat([Buffer.from([1, 0, 0, hello.length]), hello]);
  const socket = connectPlain(port, '127.0.0.1');
  socket.write(Buffer.concat([Buffer.from([22, 3, version, 0, handshake.length]), handshake]));
  const answer = await Promise.race([
    once(socket, 'data').then(([chunk]) => (Buffer.isBuffer(chunk) ? chunk[0] : undefined)),
    once(socket, 'close').then(() => undefined),
  ]);
  socket.destroy();
  return answer;
}

const modern = [
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
];

async function expectModernAlone(): Promise<void> {
  for (const version of ['TLSv1', 'TLSv1.1'] as const) {
    const hands = await shakeHands({ minVersion: version, maxVersion: version, ciphers: anything });
    assert.ok(typeof hands === 'string', version);
    assert.match(hands, /protocol version/, version);
  }
  assert.deepEqual(await listTaken(), modern);
}

describe('versions and ciphers', () => {
  it('are TLS 1.3 and 1.2, with forward secrecy and authenticated encryption alone', async () => {
    assert.deepEqual(await shakeHands({}), { protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256' });
    for (const cipher of ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256']) {
      assert.deepEqual(await shakeHands({ ciphers: cipher, minVersion: 'TLSv1.3' }), { protocol: 'TLSv1.3', cipher });
    }
    const hands = await shakeHands({ maxVersion: 'TLSv1.2' });
    assert.ok(typeof hands === 'object' && hands.protocol === 'TLSv1.2', JSON.stringify(hands));
    await expectModernAlone();
  });

  it('are no older ones, whatever a client says that it speaks', async () => {
    for (const version of [0, 1, 2]) assert.equal(await greet(version), 21, `version 3.${version}`);
    assert.equal(await greet(3), 21, 'TLS 1.2 with old ciphers');
  });

  it('are the same for openssl s_client', async (t) => {
    const ask = async (...args: string[]): Promise<string> => {
      const asking = run('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, ...args], { timeout: 20_000 });
      asking.child.stdin?.end();
      return asking.then(
        ({ stdout }) => stdout,
        (error: unknown) =>
          error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'absent' : 'refused',
      );
    };
    if ((await ask('-tls1_3')) === 'absent') {
      assert.notEqual(process.env['TEPAL_REQUIRE_ALL'], '1', 'there is no openssl');
      return t.skip('there is no openssl');
    }
    assert.match(await ask('-tls1_3'), /TLSv1\.3, Cipher is TLS_AES_/);
    assert.match(await ask('-tls1_2'), /TLSv1\.2, Cipher is ECDHE-RSA-/);
    for (const args of [['-tls1_1'], ['-tls1'], ['-tls1_2', '-cipher', 'AES128-SHA'], ['-tls1_2', '-cipher', 'kRSA']]) {
      assert.equal(await ask(...args, '-cipher', args[2] ?? anything), 'refused', args.join(' '));
    }
  });

  it('stay the same with a new certificate', async () => {
    renewCertificate(server.server, await makeCertificate('second', 'rsa'));
    assert.equal(await nameOfCertificate(port), 'second');
    await expectModernAlone();
  });
});

describe('HSTS', () => {
  const readHsts = (path: string): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, rejectUnauthorized: false, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.headers['strict-transport-security']);
      })
        .on('error', reject)
        .end();
    });

  it('is on every answer over TLS', async () => {
    for (const path of ['/api/version', '/api/version', '/api/nothing', '/api/explorer/', '/api/users/self']) {
      assert.match((await readHsts(path)) ?? '', /^max-age=[1-9]\d{6,}/, path);
    }
  });

  it('is on none over plain HTTP, where pages are sent to HTTPS and the API is refused', async () => {
    const rows = [
      { path: '/api/explorer/', status: 308, location: 'https://forge.example.com/api/explorer/' },
      { path: '/api/explorer?a=b', status: 308, location: 'https://forge.example.com/api/explorer?a=b' },
      { path: '/api/version', status: 403, location: null },
      { path: '/api/tokens', method: 'POST', status: 403, location: null },
      { path: '/nothing', status: 403, location: null },
    ];
    const ask = (path: string, method = 'GET') => fetch(plainUrl + path, { method, redirect: 'manual' });
    for (const { path, method, status, location } of rows) {
      const answer = await ask(path, method);
      assert.deepEqual([answer.status, answer.headers.get('location')], [status, location], path);
      assert.equal(answer.headers.get('strict-transport-security'), null, path);
    }
    await app.features.site.changeSetting('sys_rest_api_over_http', '1');
    for (const path of ['/api/version', '/api/explorer/']) {
      const answer = await ask(path);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('strict-transport-security'), null);
    }
    await app.features.site.changeSetting('sys_rest_api_over_http', '0');
    assert.equal((await ask('/api/version')).status, 403);
  });
});
