// Which addresses this server calls, and what counts as an answer.
import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { after, describe, it } from 'node:test';
import { createServer as createTcpServer } from 'node:net';
import type { Socket } from 'node:net';
import { isPrivateAddress, isPrivateUrl, NoAnswerError, postJson } from './outgoing.ts';

const privateAddresses = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::10.0.0.1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
  '2001:0:1::1',
  '2002:0a00:0001::1',
];
const publicAddresses = ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '192.167.1.1', '2606:4700::1111'];

it('private addresses are told from public ones', () => {
  for (const address of privateAddresses) assert.equal(isPrivateAddress(address), true, address);
  for (const address of publicAddresses) assert.equal(isPrivateAddress(address), false, address);
});

it('a URL says it in every spelling', () => {
  const urls = [
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://017700000001/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://LOCALHOST/',
    'http://a.localhost./',
  ];
  for (const url of urls) assert.equal(isPrivateUrl(new URL(url)), true, url);
  for (const url of ['http://localhost.example.com/', 'https://8.8.8.8/', 'https://ci.example.com/'])
    assert.equal(isPrivateUrl(new URL(url)), false, url);
});

describe('a call', () => {
  const signal = new AbortController().signal;
  const servers: ReturnType<typeof createServer>[] = [];
  after(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  }

  it('sends JSON, does not read the answer, and follows nobody', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => seen.push([request.method, request.url, JSON.parse(chunk.toString())]));
      request.on('end', () => response.writeHead(302, { location: '/again' }).write('endless'));
    });
    await postJson(`${url}a?b=c`, { one: 'é' }, { isPrivateAllowed: true, signal });
    assert.deepEqual(seen, [['POST', '/a?b=c', { one: 'é' }]]);
  });

  it('fails for a refusal, for nobody, and when it is stopped', async () => {
    const failing = await serve((_request, response) => void response.writeHead(404).end());
    await assert.rejects(postJson(failing, {}, { isPrivateAllowed: true, signal }), /answered 404/);
    const silent = await serve(() => undefined);
    const stop = new AbortController();
    const waiting = postJson(silent, {}, { isPrivateAllowed: true, signal: stop.signal });
    stop.abort();
    await assert.rejects(waiting, /abort/i);
    await assert.rejects(postJson('http://127.0.0.1:1/', {}, { isPrivateAllowed: true, signal }), /ECONNREFUSED/);
  });

  it('goes to no private address, be it written out or what a name stands for', async (t) => {
    let calls = 0;
    const url = await serve((_request, response) => {
      calls += 1;
      response.end();
    });
    await assert.rejects(postJson(url, {}, { isPrivateAllowed: false, signal }), /private address/);
    const { port } = new URL(url);
    await assert.rejects(
      postJson(`http://localhost.:${port}/`, {}, { isPrivateAllowed: false, signal }),
      /private address/,
    );
    t.mock.method(dns.promises.Resolver.prototype, 'resolve4', async () => ['8.8.8.8', '127.0.0.1']);
    t.mock.method(dns.promises.Resolver.prototype, 'resolve6', () => Promise.reject(new Error('queryAaaa ENODATA')));
    await assert.rejects(
      postJson(`http://ci.example.com:${port}/`, {}, { isPrivateAllowed: false, signal }),
      /ci.example.com is a private address/,
    );
    assert.equal(calls, 0);
  });

  it('asks the system for names that no name server has where private addresses are allowed', async (t) => {
    const url = new URL(await serve((_request, response) => void response.writeHead(204).end()));
    const asked: string[] = [];
    const answerNothing = (): Promise<never> => Promise.reject(new Error('queryA ENOTFOUND ci.example.com'));
    t.mock.method(dns.promises.Resolver.prototype, 'resolve4', answerNothing);
    t.mock.method(dns.promises.Resolver.prototype, 'resolve6', answerNothing);
    t.mock.method(dns.promises, 'lookup', async (name: string) => {
      asked.push(name);
      return [{ address: '127.0.0.1', family: 4 }];
    });
    const named = `http://ci.example.com:${url.port}/`;
    await assert.rejects(postJson(named, {}, { isPrivateAllowed: false, signal }), /ENOTFOUND/);
    assert.deepEqual(asked, []);
    await postJson(named, {}, { isPrivateAllowed: true, signal });
    assert.deepEqual(asked, ['ci.example.com']);
  });

  it('ends in time where the other side says nothing or never comes to an end, and tells whether it was there', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const sockets: Socket[] = [];
    const opened = Promise.withResolvers<void>();
    const server = createTcpServer((socket) => {
      sockets.push(socket);
      socket.write('HTTP/1.1 200 OK\r\n');
      socket.on('error', () => undefined);
      socket.once('data', () => opened.resolve());
    });
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const slow = postJson(`http://127.0.0.1:${port}/`, {}, { isPrivateAllowed: true, signal });
    await opened.promise;
    const isLate = (isReached: boolean, text: RegExp) => (error: unknown) =>
      error instanceof NoAnswerError && error.isReached === isReached && text.test(error.message);
    t.mock.timers.tick(10_000);
    await assert.rejects(slow, isLate(true, /no answer in 10 s/));
    t.mock.method(dns.promises.Resolver.prototype, 'resolve4', () => new Promise(() => undefined));
    t.mock.method(dns.promises.Resolver.prototype, 'resolve6', () => new Promise(() => undefined));
    const nowhere = postJson('http://ci.example.com/', {}, { isPrivateAllowed: false, signal });
    t.mock.timers.tick(3000);
    await assert.rejects(nowhere, isLate(false, /could not be connected to in 3 s/));
  });
});
