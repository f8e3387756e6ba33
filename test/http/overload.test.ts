// More requests than can be answered: the surplus is 503 with Retry-After, nothing else suffers, and it is over at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { startApp, testPassword } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { openRaw } from '../support/raw-connection.ts';

/** Keeps every write waiting until it is let go. */
function holdWrites({ app }: TestApp): { release(): Promise<void> } {
  const gate = Promise.withResolvers<void>();
  const held = app.database.transact(() => gate.promise);
  return {
    async release() {
      gate.resolve();
      await held;
    },
  };
}

/** Asks again until the status is this one. */
const waitForStatus = (test: TestApp, path: string, status: number): Promise<Answered> =>
  until(async () => {
    const answer = await test.call(path);
    return answer.status === status && answer;
  });

describe('requests that are worked upon', () => {
  let test: TestApp;
  before(async () => {
    test = await startApp({ settings: "$request_limit = '3';" });
    await test.call('/api/users/self', { as: 'root' });
  });
  after(() => test.close());

  /** Each asks again where a request that looks whether all are busy was quicker. */
  const makeDashboards = (): Promise<Answered[]> =>
    Promise.all(
      ['a', 'b', 'c'].map((name) =>
        until(async () => {
          const answer = await test.call('/api/user_dashboards', { method: 'POST', as: 'root', body: { name } });
          return answer.status !== 503 && answer;
        }),
      ),
    );

  it('are as many as request_limit says; others are 503 in JSON and XML, until room is free', async () => {
    const hold = holdWrites(test);
    const made = makeDashboards();
    const refused = await waitForStatus(test, '/api/version', 503);
    const message = 'Service Unavailable: the server is overloaded; try again in a moment';
    assert.deepEqual(refused.json, { error: { code: 503, message } });
    const headers = ['retry-after', 'content-type', 'cache-control', 'vary', 'x-content-type-options'];
    assert.deepEqual(
      headers.map((name) => refused.headers.get(name)),
      ['1', 'application/json; charset=utf-8', 'no-store', 'Accept', 'nosniff'],
    );
    const xml = await test.call('/api/nothing', { headers: { accept: 'application/xml' } });
    assert.equal(xml.status, 503);
    assert.ok(xml.text.includes(`<error><code>503</code><message>${message}</message></error>`), xml.text);
    await hold.release();
    assert.deepEqual(
      (await made).map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal((await test.call('/api/version')).status, 200);
  });

  it('leave the connection of a refused request of use, its body unread', async () => {
    const hold = holdWrites(test);
    const made = makeDashboards();
    await waitForStatus(test, '/api/version', 503);
    const body = 'x'.repeat(1_000_000);
    const connection = await openRaw(test.base);
    connection.send(`POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await connection.hear(/^HTTP\/1\.1 503 .*moment"\}\}$/s);
    const patient = await openRaw(test.base);
    patient.send('POST /api/tokens HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n');
    await patient.hear(/^HTTP\/1\.1 503 .*moment"\}\}$/s);
    await hold.release();
    await made;
    connection.send('GET /api/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.match(await connection.heardAtEnd(), /moment"\}\}HTTP\/1\.1 200 /);
    patient.socket.destroy();
  });
});

it('of requests that arrive together some are refused where they would wait too long, and none later', async () => {
  const test = await startApp({ settings: "$request_wait_limit = '1';" });
  try {
    const connections = await Promise.all(Array.from({ length: 200 }, () => openRaw(test.base)));
    const get = (headers: string): string => `GET /api/projects HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
    for (const { send } of connections) send(get(''));
    await Promise.all(connections.map(({ hear }) => hear(/\r\n\r\n.+/s)));
    for (const { send } of connections) send(get('Connection: close\r\n'));
    const answers = await Promise.all(connections.map(({ heardAtEnd }) => heardAtEnd()));
    const statuses = answers.map((heard) => heard.split('HTTP/1.1 ').at(-1)?.slice(0, 3));
    assert.deepEqual(new Set(statuses), new Set(['200', '503']));
    assert.equal((await test.call('/api/projects')).status, 200);
  } finally {
    await test.close();
  }
});

it('waiting sign-ins are bounded and leave room for requests without a password', async () => {
  const test = await startApp({ settings: "$sys_trusted_proxies = '127.0.0.1';" });
  try {
    // A password that is remembered needs no hashing; the new token waits to be written.
    await test.call('/api/users/self', { as: 'root' });
    const hold = holdWrites(test);
    const body = { username: 'root', password: testPassword };
    const signIn = (index: number): Promise<Answered> => {
      const headers = { 'x-forwarded-for': `10.${index >> 8}.${index & 255}.1`, 'x-forwarded-proto': 'https' };
      return test.call('/api/tokens', { method: 'POST', body, headers });
    };
    const surplus = Promise.withResolvers<Answered>();
    let refusedCount = 0;
    const attempts = Array.from({ length: 420 }, async (_, index) => {
      const answer = await signIn(index);
      if (answer.status === 503 && (refusedCount += 1) === 212) surplus.resolve(answer);
      return answer.status;
    });
    const refused = await surplus.promise;
    assert.match(refused.text, /too many people are signing in/);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal((await test.call('/api/projects')).status, 200);
    await hold.release();
    const statuses = await Promise.all(attempts);
    assert.equal(statuses.filter((status) => status === 200).length, 208);
  } finally {
    await test.close();
  }
});
