// Engine: SQLite alone
// The ready files for nginx, Apache and Caddy work in front of a server: with those programs, each on ports of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { findFreePort } from '../support/free-port.ts';
import { startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';

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

const apacheModules = ['mpm_event', 'authz_core', 'alias', 'headers', 'proxy', 'proxy_http', 'socache_shmcb', 'ssl'];
const proxies: readonly Proxy[] = [
  {
    program: '/usr/sbin/nginx',
    file: 'nginx.conf',
    around: (site, folder) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { access_log off;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};\n`).join('')}${site}}\n`,
    args: (config) => ['-c', config],
  },
  {
    program: '/usr/sbin/apache2',
    file: 'apache.conf',
    around: (site, folder, { tls, plain }) =>
      `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nErrorLog ${folder}/error.log\nDefaultRuntimeDir ${folder}\n${apacheModules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`).join('')}Listen 127.0.0.1:${tls}\nListen 127.0.0.1:${plain}\n${site}`,
    args: (config) => ['-D', 'FOREGROUND', '-f', config],
  },
  {
    program: '/usr/bin/caddy',
    file: 'Caddyfile',
    around: (site, folder, { tls, plain }) =>
      `{\nadmin off\nauto_https disable_certs\nhttps_port ${tls}\nhttp_port ${plain}\n}\n${site.replace('{', `{\ntls ${folder}/fullchain.pem ${folder}/key.pem\n`)}`,
    args: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
  },
];

/** Why one is not tried; .ci/run installs all but Caddy, which is large. */
const skipOf = ({ program, file }: Proxy): string | false =>
  existsSync(program) || (process.env['TEPAL_REQUIRE_ALL'] === '1' && file !== 'Caddyfile')
    ? false
    : `${program} is missing`;

let test: TestApp;
before(async () => {
  test = await startApp({ settings: '$sys_trusted_proxies = "127.0.0.1";\n$sys_rest_api_over_http = 0;\n' });
});
after(() => test.close());

for (const proxy of proxies)
  describe(`${proxy.file} in front of Tepal`, { skip: skipOf(proxy) }, () => {
    const ports: Ports = { tls: 0, plain: 0 };
    let folder: string;
    let stop: () => Promise<unknown>;
    const ask = (path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> =>
      new Promise((resolve, reject) => {
        const host = 'forge.example.com';
        const options = { port: ports.tls, host: '127.0.0.1', path, rejectUnauthorized: false, servername: host };
        request({ ...options, headers: { host, ...headers } }, (answer) => {
          text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
        })
          .on('error', reject)
          .end();
      });

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tepal-proxy-'));
      Object.assign(ports, { tls: await findFreePort(), plain: await findFreePort() });
      await copyFile(join(fixtures, 'tls-test-cert.pem'), join(folder, 'fullchain.pem'));
      await copyFile(join(fixtures, 'tls-test-key.pem'), join(folder, 'key.pem'));
      await mkdir(join(folder, 'home'));
      const site = (await readFile(join(deploy, proxy.file), 'utf8'))
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
      stop = () => {
        child.kill('SIGTERM');
        return ended;
      };
      const isThere = await until(async () => {
        if (hasEnded) return 'ended';
        return ask('/ready').then(
          () => 'there',
          () => undefined,
        );
      });
      assert.equal(isThere, 'there', hasEnded ? await errors : '');
    });
    after(async () => {
      await stop();
      await rm(folder, { recursive: true });
    });

    it('hands on that the client came by HTTPS, and the address as it was', async () => {
      const version = await ask('/api/version');
      assert.deepEqual([version.status, version.body.includes('"flavor_name":"Tepal"')], [200, true], version.body);
      const encoded = await ask('/api/users/a%2Fb');
      assert.deepEqual([encoded.status, encoded.body.includes('a/b')], [400, true], encoded.body);
      const forged = await ask('/api/version', { 'x-forwarded-proto': 'http', forwarded: 'proto=http' });
      assert.equal(forged.status, 200, forged.body);
    });

    it('sends plain HTTP to HTTPS', async () => {
      const answer = await fetch(`http://127.0.0.1:${ports.plain}/projects/x`, {
        redirect: 'manual',
        headers: { host: 'forge.example.com' },
      });
      assert.ok([301, 308].includes(answer.status), String(answer.status));
      assert.match(answer.headers.get('location') ?? '', /^https:\/\/.*\/projects\/x$/);
    });
  });
