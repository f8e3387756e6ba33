// Tier: all, because it sends many large bodies.
// Large bodies: who may send them, what of them is read, and what others get meanwhile.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { issueToken, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openRaw } from '../support/raw-connection.ts';
import type { RawConnection } from '../support/raw-connection.ts';

const scrum = new URL('../../samples/scrum', import.meta.url).pathname;
const mebibyte = 1_048_576;
const largeBytes = 10 * mebibyte;
const attackBytes = 4 * mebibyte;

interface Head {
  method?: string;
  path: string;
  type?: string;
  headers?: Record<string, string>;
  /** undefined: in chunks. */
  length: number | undefined;
}

function headOf({ method = 'POST', path, type = 'application/json', headers = {}, length }: Head): string {
  const all = {
    host: 'x',
    'content-type': type,
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const chunkOf = (bytes: string): string => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
const getVersion = 'GET /api/version HTTP/1.1\r\nHost: x\r\n\r\n';

/** `part` again and again, to so many bytes as a whole. */
const fill = (head: string, part: string, tail: string): string =>
  head + part.repeat(Math.floor((attackBytes - head.length - tail.length) / part.length)) + tail;

const xmlOf = (part: string): string => fill('<request><items>', part, '</items></request>');

const attributes = (count: number): string =>
  Array.from({ length: count }, (_, n) => ` a${n.toString(36)}=""`).join('');

interface Attack {
  name: string;
  type: 'json' | 'xml';
  body(): string;
  answer: RegExp;
  /** Whether reading takes many turns: then others are answered meanwhile. Else it is refused early. */
  isLong: boolean;
  /** How many bystanders are answered at least while its three bodies are read. */
  bystandersMin?: number;
}

const early = { isLong: false };
const late = { isLong: true };

/** Bodies that cost their reader most. */
const attacks: Attack[] = [
  {
    name: 'attributes of one tag',
    type: 'xml',
    body: () => `<request><items${attributes(400_000)}/></request>`,
    answer: /the attribute `a0`/,
    ...early,
  },
  { name: 'entities', type: 'xml', body: () => xmlOf('&lt;'), answer: /more than 500000 references/, ...late },
  { name: 'comments', type: 'xml', body: () => xmlOf('<!---->'), answer: /more than 100000 comments/, ...late },
  {
    name: 'CDATA sections',
    type: 'xml',
    body: () => xmlOf('<![CDATA[]]>'),
    answer: /more than 100000 comments and CDATA/,
    ...late,
  },
  { name: 'elements', type: 'xml', body: () => xmlOf('<item/>'), answer: /more than 100000 elements/, ...late },
  { name: 'blanks', type: 'xml', body: () => xmlOf(' '), answer: /`items` /, ...late },
  {
    name: 'a long name',
    type: 'xml',
    body: () => fill('<request><', 'a', '/></request>'),
    answer: /`items` is required/,
    ...late,
  },
  {
    name: 'small objects',
    type: 'json',
    body: () => fill('{"items":[{}', ',{}', ']}'),
    answer: /more than 100000 values/,
    ...early,
  },
  {
    name: 'numbers',
    type: 'json',
    body: () => fill('{"items":[1', ',1', ']}'),
    answer: /more than 100000 values/,
    ...early,
  },
  {
    name: 'many digits',
    type: 'json',
    body: () => fill('{"items":', '1', '}'),
    answer: /a number has more than 1000 digits/,
    ...early,
  },
  {
    name: 'a long text',
    type: 'json',
    body: () => fill('{"items":"', 'x', '"}'),
    answer: /`items` is ."xxxx/,
    ...late,
    // One text is looked through quickly.
    bystandersMin: 4,
  },
  { name: 'escapes', type: 'json', body: () => fill('{"items":"', '\\n', '"}'), answer: /`items` is /, ...late },
  {
    name: 'lines before a mistake',
    type: 'json',
    body: () => fill('{"items":', '\n', 'x}'),
    answer: /line \d{7}, column 1/,
    ...early,
  },
  {
    name: 'a long key',
    type: 'json',
    body: () => fill('{"', 'k', '":1}'),
    answer: /`items` is required/,
    ...late,
    // Three such bodies are read within a tenth of a second.
    bystandersMin: 3,
  },
];
/** One turn for each body lets pass half of them. */
const usualBystandersMin = 5;

describe('a large body', () => {
  let test: TestApp;
  let token: Record<string, string>;
  before(async () => {
    // A busy machine makes turns long, too.
    test = await startApp({ archives: [scrum], settings: "$request_wait_limit = '60000';" });
    token = await issueToken(test.app, 'root');
  });
  after(() => test.close());

  it('of somebody unknown is refused before any of it is read, and the connection stays of use', async () => {
    const cases: [Head, RegExp][] = [
      [{ path: '/api/artifacts/batch', length: mebibyte }, /^HTTP\/1\.1 401 /],
      [{ path: '/api/artifacts', length: 65_537 }, /^HTTP\/1\.1 401 /],
      [{ method: 'PATCH', path: '/api/users/101/preferences', length: 65_537 }, /^HTTP\/1\.1 401 /],
      [{ path: '/api/tokens', length: 65_537 }, /^HTTP\/1\.1 413 .* 65536 bytes for POST \/api\/tokens"/s],
      [{ path: '/api/nothing', length: mebibyte }, /^HTTP\/1\.1 404 /],
    ];
    for (const [head, answer] of cases) {
      const connection = await openRaw(test.base);
      connection.send(headOf(head));
      assert.match(await connection.hear(/\}\}$/), answer);
      connection.send('x'.repeat(head.length ?? 0) + getVersion);
      await connection.hear(/HTTP\/1\.1 200 [^{]*\{/);
      connection.socket.destroy();
    }
  });

  it('that is refused leaves no memory taken', async () => {
    const takenBytes = (): number => process.memoryUsage().arrayBuffers;
    const beforeBytes = takenBytes();
    for (let sent = 0; sent < 24; sent += 1) {
      const connection = await openRaw(test.base);
      connection.send(headOf({ path: '/api/tokens', length: mebibyte }) + 'x'.repeat(mebibyte) + getVersion);
      await connection.hear(/^HTTP\/1\.1 413 .*HTTP\/1\.1 200 [^{]*\{/s);
      connection.socket.destroy();
    }
    const grownBytes = takenBytes() - beforeBytes;
    assert.ok(grownBytes < 4 * mebibyte, `${grownBytes} bytes more`);
  });

  it('of somebody unknown is refused and its connection closed, where there is too much to throw away', async () => {
    for (const length of [largeBytes, undefined]) {
      const connection = await openRaw(test.base);
      connection.send(headOf({ path: '/api/artifacts/batch', length }));
      if (length === undefined) connection.send(chunkOf('x'.repeat(65_537)));
      const heard = await connection.heardAtEnd();
      assert.match(heard, /^HTTP\/1\.1 401 .*\r\nconnection: close\r\n/is);
    }
  });

  it('is not asked for where it would be refused', async () => {
    const connection = await openRaw(test.base);
    connection.send(headOf({ path: '/api/artifacts/batch', length: largeBytes, headers: { expect: '100-continue' } }));
    assert.match(await connection.heardAtEnd(), /^HTTP\/1\.1 401 /);
    const known = await openRaw(test.base);
    const headers = { expect: '100-continue', ...token };
    known.send(headOf({ path: '/api/artifacts/batch', length: 70_000, headers }));
    await known.hear(/^HTTP\/1\.1 100 /);
    known.send(`{"items":[${' '.repeat(69_988)}]}`);
    await known.hear(/HTTP\/1\.1 400 [^{]*\{.*`items`/s);
    known.socket.destroy();
  });

  it('over what its route takes is refused at once, also in chunks', async () => {
    const path = '/api/user_dashboards';
    const says = /^HTTP\/1\.1 413 .*exceeds the limit of 65536 bytes for POST \/api\/user_dashboards"/s;
    const whole = await openRaw(test.base);
    whole.send(headOf({ path, length: 65_537, headers: token }));
    await whole.hear(says);
    const chunked = await openRaw(test.base);
    chunked.send(headOf({ path, length: undefined, headers: token }) + chunkOf('x'.repeat(65_537)));
    await chunked.hear(says);
    for (const { socket } of [whole, chunked]) socket.destroy();
  });

  it('in chunks is read on once its sender is known', async () => {
    const connection = await openRaw(test.base);
    connection.send(headOf({ path: '/api/artifacts/batch', length: undefined, headers: token }));
    const body = fill('{"items":[', ' ', ']}').slice(-300_000).padStart(300_010, '{"items":[');
    connection.send(`${chunkOf(body.slice(0, 200_000))}${chunkOf(body.slice(200_000))}0\r\n\r\n`);
    await connection.hear(/^HTTP\/1\.1 400 .*`items`/s);
    connection.socket.destroy();
  });

  const send = async (type: 'json' | 'xml', body: string): Promise<RawConnection> => {
    const connection = await openRaw(test.base);
    const path = '/api/artifacts/batch';
    connection.send(headOf({ path, type: `application/${type}`, length: body.length, headers: token }) + body);
    return connection;
  };

  for (const { name, type, body, answer, isLong, bystandersMin = usualBystandersMin } of attacks) {
    it(`of ${name} ${isLong ? 'lets others be answered meanwhile' : 'is refused early'}`, async () => {
      const text = body();
      const bystander = await openRaw(test.base);
      const attackers: RawConnection[] = [];
      for (let sent = 0; sent < 3; sent += 1) attackers.push(await send(type, text));
      let refused = 0;
      const refusals = attackers.map(async ({ hear, socket }) => {
        const heard = await hear(/\}\}$/);
        refused += 1;
        socket.destroy();
        return heard;
      });
      let answered = 0;
      while (refused < refusals.length) {
        bystander.send(getVersion);
        answered += 1;
        await bystander.hear(new RegExp(`^(?:HTTP/1\\.1 200 [^{]*\\{[^}]*\\}){${answered}}$`));
      }
      bystander.socket.destroy();
      for (const heard of await Promise.all(refusals)) assert.match(heard, answer);
      if (isLong) assert.ok(answered >= bystandersMin, `only ${answered} bystanders were answered`);
    });
  }

  it('finds room for fifty at a time, and the next is told to come again', async () => {
    const open = async (): Promise<RawConnection> => {
      const connection = await openRaw(test.base);
      const head = headOf({ path: '/api/artifacts/batch', length: 70_000, headers: token });
      connection.send(head + ' '.repeat(69_999));
      return connection;
    };
    const connections = await Promise.all(Array.from({ length: 50 }, open));
    const surplus = await until(async () => {
      const connection = await open();
      connections.push(connection);
      const heard = await Promise.race([connection.hear(/\}\}$/), test.call('/api/version')]);
      return typeof heard === 'string' && heard;
    });
    assert.match(surplus, /^HTTP\/1\.1 503 .*retry-after: 1\r\n.*too many request bodies/is);
    assert.equal(
      (await test.call('/api/user_dashboards', { method: 'POST', as: 'root', body: { name: 'x' } })).status,
      200,
    );
    for (const { socket } of connections) socket.destroy();
  });
});

describe('bodies that stay unfinished', () => {
  it('give way, the oldest first, where all together take more than request_bodies_limit', async () => {
    const test = await startApp({ settings: "$request_body_limit = '65536';\n$request_bodies_limit = '131072';" });
    try {
      const begun: RawConnection[] = [];
      for (let count = 0; count < 3; count += 1) {
        const connection = await openRaw(test.base);
        connection.send(headOf({ path: '/api/tokens', length: 60_002 }) + '{'.padEnd(60_001));
        begun.push(connection);
        await test.call('/api/version');
      }
      const [oldest, , newest] = begun;
      assert.match(
        (await oldest?.hear(/\}\}$/)) ?? '',
        /^HTTP\/1\.1 503 .*retry-after: 1\r\n.*too many request bodies/is,
      );
      newest?.send('}');
      await newest?.hear(/^HTTP\/1\.1 400 .*`username` is required/s);
      for (const { socket } of begun) socket.destroy();
    } finally {
      await test.close();
    }
  });

  it('are answered 408 and closed once they come too slowly', async () => {
    const test = await startApp({ settings: "$body_timeout = '1';" });
    try {
      const connection = await openRaw(test.base);
      connection.send(`${headOf({ path: '/api/tokens', length: 100 })}{`);
      assert.match(await connection.heardAtEnd(), /^HTTP\/1\.1 408 .*the body comes too slowly/s);
    } finally {
      await test.close();
    }
  });
});
