// Clients that are slow, silent, deaf or many.
import { rest } from '../attack.ts';
import type { AttackClass } from '../attack.ts';
import { flood, hold, onConnections, readSlowly, repeat, writeHead } from '../moves.ts';

const line = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const loose = (bytes: number, letter = 'x'): string => letter.repeat(bytes);

export const connectionClasses: readonly AttackClass[] = [
  {
    name: 'slow-headers',
    imitates: 'Slowloris: headers that come a byte a second',
    set: hold(1000, () => ({ bytes: 'GET /api/version HTTP/1.1\r\nHost: x\r\nX-Slow: ', drip: 'x' })),
  },
  {
    name: 'slow-bodies',
    imitates: 'R-U-Dead-Yet: bodies that come a byte a second',
    set: hold(500, () => ({
      bytes: 'POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
      drip: ' ',
    })),
  },
  {
    name: 'slow-chunks',
    imitates: 'bodies in chunks of one byte, without an end',
    refusals: [400],
    set: hold(200, () => ({
      bytes:
        'POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
      drip: '1\r\n \r\n'.repeat(100),
      everyMs: 50,
    })),
  },
  {
    name: 'one-byte-chunks',
    imitates: 'bodies in chunks of one byte, as many as fit into one read of a connection',
    refusals: [400],
    set: onConnections(50, async (ground) => {
      const socket = await ground.open();
      if (socket === undefined) return;
      socket.write(
        `POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(10_900)}`,
      );
      await new Promise((resolve) => socket.on('close', resolve));
    }),
  },
  {
    name: 'half-large-bodies',
    imitates: 'large bodies that stop just before their end, and are held',
    refusals: [400, 401],
    set: hold(200, () => ({
      bytes: `POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n${loose(999_000, ' ')}`,
    })),
  },
  {
    name: 'idle-sockets',
    imitates: 'thousands of connections that had one answer and stay',
    set: hold(4000, () => ({ bytes: line('/api/version') })),
  },
  {
    name: 'silent-sockets',
    imitates: 'thousands of connections that never say anything',
    set: hold(4000, () => ({ bytes: '' })),
  },
  {
    name: 'new-connections',
    imitates: 'a connection for each request',
    set: flood(30, () => () => ({ path: '/api/version', headers: { connection: 'close' } })),
  },
  {
    name: 'broken-connections',
    imitates: 'connections that are reset in the middle of a request',
    set: onConnections(50, async (ground) => {
      for (let n = 0; n < 20 && !ground.signal.aborted; n += 1) {
        const socket = await ground.open();
        socket?.write('POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{');
        socket?.resetAndDestroy();
      }
    }),
  },
  {
    name: 'requests-ahead-unread',
    imitates: 'pipelines of large answers that nobody reads',
    set: hold(100, () => ({ bytes: line('/api/openapi.json').repeat(200), isDeaf: true })),
  },
  {
    name: 'requests-ahead-small',
    imitates: 'a thousand requests in one packet, again and again',
    set: hold(20, () => ({
      bytes: line('/api/version').repeat(500),
      drip: line('/api/version').repeat(500),
      everyMs: 50,
    })),
  },
  {
    name: 'description-read-slowly',
    imitates: 'downloads of the API description, sip by sip',
    set: readSlowly(200, () => ({ path: '/api/openapi.json' })),
  },
  {
    name: 'explorer-read-slowly',
    imitates: 'downloads of the explorer’s script, sip by sip',
    set: async (ground) => {
      const page = String(await ground.demand({ path: '/api/explorer/', headers: { accept: 'text/html' } }));
      const name = /src="([^"]*bundle[^"]*)"/.exec(page)?.[1] ?? '';
      const { pathname } = new URL(name, 'http://x/api/explorer/');
      return readSlowly(200, () => ({ path: pathname }))(ground);
    },
  },
  {
    name: 'description-as-yaml',
    imitates: 'everybody wants the API description as YAML',
    set: repeat(16, () => ({ path: '/api/openapi.yaml' })),
  },
  {
    name: 'many-headers',
    imitates: 'as many headers as are read',
    set: repeat(32, () => ({
      path: '/api/version',
      headers: Object.fromEntries(Array.from({ length: 180 }, (_, n) => [`x-${n}`, 'y'])),
    })),
  },
  {
    name: 'long-headers',
    imitates: 'headers as long as are read, and longer',
    refusals: [400, 431],
    set: flood(32, () => (n) => ({
      path: '/api/version',
      headers: { 'x-long': loose(n % 2 === 0 ? 15_000 : 40_000) },
    })),
  },
  {
    name: 'long-addresses',
    imitates: 'addresses as long as are read',
    refusals: [400, 404, 414],
    set: flood(32, () => (n) => ({
      path: `/api/${n % 2 === 0 ? loose(15_000, 'a/') : loose(4000, '%2f')}`.slice(0, 15_000),
    })),
  },
  {
    name: 'odd-preconditions',
    imitates: 'lists of thousands of entity tags',
    refusals: [304, 412],
    set: repeat(32, ({ site }) => ({
      path: `/api/artifacts/${site.artifacts[0]}`,
      as: 'mallory',
      headers: { 'if-none-match': Array.from({ length: 900 }, (_, n) => `"${n}-tag"`).join(', ') },
    })),
  },
  {
    name: 'odd-accepts',
    imitates: 'lists of hundreds of formats',
    refusals: [406],
    set: repeat(32, () => ({
      path: '/api/version',
      headers: { accept: Array.from({ length: 700 }, (_, n) => `a/b${n};q=0.${n % 10}`).join(', ') },
    })),
  },
  {
    name: 'odd-ranges',
    imitates: 'lists of hundreds of ranges',
    refusals: [404, 416],
    set: repeat(32, () => ({
      path: '/plugins/tracker/attachments/1-x',
      as: 'mallory',
      headers: { range: `bytes=${Array.from({ length: 1500 }, (_, n) => `${n}-${n + 1}`).join(',')}` },
    })),
  },
  {
    name: 'heads-and-options',
    imitates: 'floods of HEAD and OPTIONS',
    set: flood(32, ({ site }) => (n) => ({
      method: n % 2 === 0 ? 'HEAD' : 'OPTIONS',
      path: `/api/artifacts/${site.artifacts[n % 100]}`,
      as: 'mallory',
    })),
  },
  {
    name: 'unknown-paths',
    imitates: 'scanners that try paths',
    refusals: [404],
    set: flood(32, () => (n) => ({ path: `/wp-login-${n}.php` })),
  },
  {
    name: 'noise',
    imitates: 'bytes that are no HTTP',
    refusals: [400],
    set: hold(100, (_, n) => ({ bytes: Buffer.alloc(20_000, `${n}\u0000\u0016\u0003\u0001garbage`) })),
  },
  {
    name: 'smuggled-lengths',
    imitates: 'requests with two lengths, or a length and chunks',
    refusals: [400],
    set: hold(100, (_, n) => ({
      bytes: `POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n${n % 2 === 0 ? 'Content-Length: 6' : 'Transfer-Encoding: chunked'}\r\n\r\n0\r\n\r\nGET /api/version HTTP/1.1\r\n\r\n`,
    })),
  },
  {
    name: 'refused-bodies-sent-on',
    imitates: 'clients that go on sending what was refused',
    refusals: [400],
    set: onConnections(24, async (ground) => {
      const socket = await ground.open();
      if (socket === undefined) return;
      socket.write(
        writeHead(ground, { method: 'POST', path: '/api/tokens', headers: { 'content-length': '900000000' } }),
      );
      for (let n = 0; n < 200 && !socket.destroyed && !ground.signal.aborted; n += 1) {
        socket.write(loose(65_536));
        await rest(5, ground.signal);
      }
      socket.destroy();
    }),
  },
];
