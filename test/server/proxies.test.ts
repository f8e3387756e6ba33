// The ready files for nginx, Apache and Caddy work in front of a server: with those programs, each on ports of its own, over HTTP/2 and with
// compression of theirs, alone and behind another proxy.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect as connectTwo } from 'node:http2';
import type { ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { findFreePort } from '../support/free-port.ts';
import { runGit, skipGit } from '../support/git-client.ts';
import { at, giveTestPassword, issueToken, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt, sampleFolder } from '../support/scenario.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const fixtures = join(import.meta.dirname, '../fixtures');

interface Ports {
  tls: number;
  plain: number;
}

interface Proxy {
  program: string;
  file: string;
  /** The file with what an installation has around it; `folder` is for what the program writes. */
  around(site: string, folder: string, ports: Ports): string;
  args(config: string): string[];
}

const apacheModules = [
  'mpm_event',
  'authz_core',
  'alias',
  'headers',
  'proxy',
  'proxy_http',
  'socache_shmcb',
  'ssl',
  'http2',
  'filter',
  'deflate',
];
const proxies: readonly Proxy[] = [
  {
    program: '/usr/sbin/nginx',
    file: 'nginx.conf',
    around: (site, folder) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { access_log off; gzip on; gzip_types application/json; gzip_proxied any;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};\n`).join('')}${site}}\n`,
    args: (config) => ['-c', config],
  },
  {
    program: '/usr/sbin/apache2',
    file: 'apache.conf',
    around: (site, folder, { tls, plain }) =>
      `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nErrorLog ${folder}/error.log\nDefaultRuntimeDir ${folder}\n${apacheModules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`).join('')}Listen 127.0.0.1:${tls}\nListen 127.0.0.1:${plain}\nProtocols h2 http/1.1\nAddOutputFilterByType DEFLATE application/json\n${site}`,
    args: (config) => ['-D', 'FOREGROUND', '-f', config],
  },
  {
    program: '/usr/bin/caddy',
    file: 'Caddyfile',
    around: (site, folder, { tls, plain }) =>
      `{\nadmin off\nauto_https disable_certs\nhttps_port ${tls}\nhttp_port ${plain}\n}\n${site.replace('{', `{\ntls ${folder}/fullchain.pem ${folder}/key.pem\nencode {\ngzip\nmatch header Content-Type application/json*\n}\n`)}`,
    args: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
  },
];

/** Why one is not tried. */
const skipOf = ({ program }: Proxy): string | false =>
  existsSync(program) || process.env['TEPAL_REQUIRE_ALL'] === '1' ? false : `${program} is missing`;

/** The file as it is to be behind another proxy: the lines of its comments that say so take the place of those before them. */
const behindAnother = (site: string): string =>
  site
    .replaceAll(
      /^.*# First proxy alone\n|^ *RequestHeader (?:unset X-Forwarded-For early|set X-Forwarded-Proto https)\n/gm,
      '',
    )
    .replaceAll(/^(\s*)# Behind another: /gm, '$1');

let test: TestApp;
let token: Record<string, string>;
before(async () => {
  test = await startApp({
    archives: [sampleFolder('scrum')],
    settings: '$sys_trusted_proxies = "127.0.0.1, 10.0.0.0/8";\n$sys_rest_api_over_http = 0;\n',
  });
  await giveTestPassword(test.app, 'ana', Date.now());
  token = await issueToken(test.app, 'ana');
});
after(() => test.close());

interface Started {
  ports: Ports;
  stop(): Promise<void>;
}

/** Starts a program with its file, changed to ports of its own, in front of the app. */
async function start(proxy: Proxy, change: (site: string) => string): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-proxy-'));
  const ports = { tls: await findFreePort(), plain: await findFreePort() };
  await copyFile(join(fixtures, 'tls-test-cert.pem'), join(folder, 'fullchain.pem'));
  await copyFile(join(fixtures, 'tls-test-key.pem'), join(folder, 'key.pem'));
  await mkdir(join(folder, 'home'));
  const site = change(await readFile(join(deploy, proxy.file), 'utf8'))
    .replaceAll('/etc/ssl/forge.example.com', folder)
    .replaceAll('127.0.0.1:8080', new URL(test.base).host)
    .replaceAll(/listen \[::\].*\n/g, '')
    .replaceAll(/(listen |\*:)443/g, `$1${ports.tls}`)
    .replaceAll(/(listen |\*:)80\b/g, `$1${ports.plain}`);
  const config = join(folder, 'config');
  await writeFile(config, proxy.around(site, folder, ports));
  const child = spawn(proxy.program, proxy.args(config), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/bin', HOME: join(folder, 'home') },
  });
  const errors = text(child.stderr);
  let hasEnded = false;
  const ended = once(child, 'close').then(() => {
    hasEnded = true;
  });
  const isThere = await until(async () => {
    if (hasEnded) return 'ended';
    return ask(ports, '/ready').then(
      () => 'there',
      () => undefined,
    );
  });
  assert.equal(isThere, 'there', hasEnded ? await errors : '');
  return {
    ports,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

const host = 'forge.example.com';

const ask = (
  ports: Ports,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const options = { port: ports.tls, host: '127.0.0.1', path, rejectUnauthorized: false, servername: host };
    request({ ...options, headers: { host, ...headers } }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    })
      .on('error', reject)
      .end();
  });

/** Over HTTP/2, which is required. */
async function askByTwo<R>(
  { tls }: Ports,
  work: (send: (sent: OutgoingHttpHeaders, body?: unknown) => ClientHttp2Stream) => Promise<R>,
): Promise<R> {
  const session = connectTwo(`https://${host}:${tls}`, {
    createConnection: () =>
      connectTls({ port: tls, host: '127.0.0.1', servername: host, rejectUnauthorized: false, ALPNProtocols: ['h2'] }),
  });
  try {
    return await work((sent, body) => {
      const stream = session.request({ ':authority': host, ...token, 'content-type': 'application/json', ...sent });
      stream.end(body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body));
      return stream;
    });
  } finally {
    session.destroy();
  }
}

const headOf = (stream: ClientHttp2Stream): Promise<IncomingHttpHeaders> =>
  new Promise((resolve, reject) => stream.once('response', resolve).once('error', reject));

/** The head and the whole body of an answer. */
async function answerOf(stream: ClientHttp2Stream): Promise<{ head: IncomingHttpHeaders; body: Buffer }> {
  const head = headOf(stream);
  const body = await buffer(stream);
  return { head: await head, body };
}

const addressOfLastFailure = async (): Promise<string | null | undefined> =>
  (await test.app.features.audit.listAll({ kinds: ['sign-in-failed'] }, { limit: 1, offset: 0 })).events[0]?.actor
    .address;

for (const proxy of proxies)
  describe(`${proxy.file} in front of Tepal`, { skip: skipOf(proxy) }, () => {
    let first: Started;
    let second: Started;
    before(async () => {
      [first, second] = await Promise.all([start(proxy, (site) => site), start(proxy, behindAnother)]);
    });
    after(() => Promise.all([first.stop(), second.stop()]));

    it('hands on that the client came by HTTPS, and the address as it was', async () => {
      const version = await ask(first.ports, '/api/version');
      assert.deepEqual([version.status, version.body.includes('"flavor_name":"Tepal"')], [200, true], version.body);
      const encoded = await ask(first.ports, '/api/users/a%2Fb');
      assert.deepEqual([encoded.status, encoded.body.includes('a/b')], [400, true], encoded.body);
      const forged = await ask(first.ports, '/api/version', { 'x-forwarded-proto': 'http', forwarded: 'proto=http' });
      assert.equal(forged.status, 200, forged.body);
    });

    it('sends plain HTTP to HTTPS', async () => {
      const answer = await fetch(`http://127.0.0.1:${first.ports.plain}/projects/x`, {
        redirect: 'manual',
        headers: { host: 'forge.example.com' },
      });
      assert.ok([301, 308].includes(answer.status), String(answer.status));
      assert.match(answer.headers.get('location') ?? '', /^https:\/\/.*\/projects\/x$/);
    });

    it('lets guarded changes and 304 through, whoever compresses', () =>
      askByTwo(first.ports, async (send) => {
        const tracker = at(
          JSON.parse((await answerOf(send({ ':path': '/api/artifacts/2' }))).body.toString()),
          'tracker.id',
        );
        const definition = await answerOf(send({ ':path': `/api/trackers/${String(tracker)}` }));
        const fieldId = at(JSON.parse(definition.body.toString()), 'semantics.title.field_id');
        // What another site asks for is not compressed by Tepal.
        for (const [who, more] of [
          ['Tepal', {}],
          ['the proxy', { 'sec-fetch-site': 'cross-site' }],
        ] as const) {
          const path = { ':path': '/api/artifacts/2', 'accept-encoding': 'gzip', ...more };
          const read = await answerOf(send(path));
          assert.deepEqual([read.head[':status'], read.head['content-encoding']], [200, 'gzip'], who);
          assert.ok(gunzipSync(read.body).toString().startsWith('{'));
          const put = { ...path, ':method': 'PUT', 'if-match': String(read.head.etag) };
          const body = { values: [{ field_id: fieldId, value: `${proxy.file} ${who}` }] };
          assert.equal((await answerOf(send(put, body))).head[':status'], 200, `${who}: ${read.head.etag}`);
          assert.equal((await answerOf(send(put, body))).head[':status'], 412, who);
          const again = await answerOf(send(path));
          const known = await answerOf(send({ ...path, 'if-none-match': String(again.head.etag) }));
          assert.deepEqual([known.head[':status'], known.body.length], [304, 0], `${who}: ${again.head.etag}`);
        }
      }));

    it('sends events as they happen', () =>
      askByTwo(first.ports, async (send) => {
        const stream = send({ ':path': '/api/events/stream', 'accept-encoding': 'gzip' });
        const head = await headOf(stream);
        assert.deepEqual([head[':status'], head['content-encoding']], [200, undefined]);
        let heard = '';
        stream.setEncoding('utf8').on('data', (part: string) => (heard += part));
        const comment = { body: 'heard', format: 'text' };
        const put = { ':path': '/api/artifacts/3', ':method': 'PUT' };
        assert.equal((await answerOf(send(put, { values: [], comment }))).head[':status'], 200);
        await until(() => heard.includes('data:'));
      }));

    it('lets attachments through in pieces, and tells where they are to go by its own address', () =>
      askByTwo(first.ports, async (send) => {
        const fields = await answerOf(send({ ':path': '/api/trackers/5' }));
        const field = listAt(JSON.parse(fields.body.toString()), 'fields').find((one) => at(one, 'type') === 'file');
        const path = `/api/tracker_fields/${String(at(field, 'field_id'))}/files`;
        const bytes = randomBytes(3_000_000);
        const wanted = { name: 'noise.bin', file_size: bytes.length, file_type: 'application/octet-stream' };
        const made = await answerOf(send({ ':path': path, ':method': 'POST' }, wanted));
        const href = String(at(JSON.parse(made.body.toString()), 'upload_href'));
        assert.match(href, /^\/uploads\//);
        const tus = { ':path': href, ':method': 'PATCH', 'tus-resumable': '1.0.0' };
        const half = 1_600_000;
        for (const [offset, piece] of [
          [0, bytes.subarray(0, half)],
          [half, bytes.subarray(half)],
        ] as const) {
          const sent = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': offset };
          const { head } = await answerOf(send(sent, piece));
          assert.deepEqual([head[':status'], head['upload-offset']], [204, String(offset + piece.length)]);
        }
        const told = await answerOf(send({ ...tus, ':method': 'HEAD' }));
        assert.equal(told.head['upload-offset'], String(bytes.length));
      }));

    it('lets a long push of Git through', { skip: skipGit }, async () => {
      const name = proxy.file.replaceAll(/\W/g, '-').toLowerCase();
      const made = await askByTwo(first.ports, (send) =>
        answerOf(send({ ':path': '/api/git', ':method': 'POST' }, { project_id: 101, name })),
      );
      assert.equal(made.head[':status'], 201, made.body.toString());
      const clone = await mkdtemp(join(tmpdir(), 'tepal-proxy-git-'));
      await runGit(clone, 'init', '--quiet');
      // More than Git sends at once, so that it comes in chunks.
      await writeFile(join(clone, 'noise'), randomBytes(2_000_000));
      await runGit(clone, 'add', '.');
      await runGit(clone, 'commit', '--quiet', '-m', 'noise');
      const { tls } = first.ports;
      const remote = `https://ana:${encodeURIComponent(testPassword)}@${host}:${tls}/plugins/git/meadow-scrum/${name}.git`;
      const way = ['-c', 'http.sslVerify=false', '-c', `http.curloptResolve=${host}:${tls}:127.0.0.1`];
      await runGit(clone, ...way, 'push', '--quiet', remote, 'main');
      assert.match(await runGit(clone, ...way, 'ls-remote', remote), /refs\/heads\/main/);
      await rm(clone, { recursive: true });
    });

    it('names the client, alone and behind another proxy', async () => {
      const body = { username: `nobody-${proxy.file.length}`, password: 'wrong' };
      const forged = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-forwarded-proto': 'https' };
      const sent = { ':path': '/api/tokens', ':method': 'POST', ...forged };
      for (const [{ ports }, address] of [
        [first, '127.0.0.1'],
        [second, '203.0.113.9'],
      ] as const) {
        const refused = await askByTwo(ports, (send) => answerOf(send(sent, body)));
        assert.equal(refused.head[':status'], 401, refused.body.toString());
        assert.equal(await addressOfLastFailure(), address);
      }
      const plain = { ...sent, 'x-forwarded-proto': 'http' };
      const refused = await askByTwo(second.ports, (send) => answerOf(send(plain, body)));
      assert.equal(refused.head[':status'], 403, 'the first proxy was asked without TLS');
    });
  });
