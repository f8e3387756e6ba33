// Process: its own, because it takes minutes
// The image that deploy/Containerfile describes is built by buildah and serves. Where its base is from, docker.io, need not be
// reachable: a Debian with this machine's Node.js stands in for it.
// Tier: all, because it builds a system first.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { findFreePort } from '../support/free-port.ts';

const root = join(import.meta.dirname, '../..');
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const missing = ['/usr/bin/buildah', '/usr/sbin/debootstrap'].filter((program) => !existsSync(program));
/** Also where no test may be skipped for want of a program: it takes minutes, and needs the registries of Debian and npm. */
const skip =
  missing.length > 0 ? `without ${missing.join(' and ')}` : process.getuid?.() !== 0 && 'debootstrap needs root';

/** What the program says. Rejects with its errors. */
const run = async (program: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { maxBuffer: 64 << 20 })).stdout;

describe('the image of a container', { skip }, () => {
  let folder: string;
  let base: string;
  const buildah = (...args: string[]): Promise<string> =>
    run('buildah', [
      '--root',
      join(folder, 'store'),
      '--runroot',
      join(folder, 'run'),
      '--storage-driver',
      'vfs',
      ...args,
    ]);

  /** As the official image is: Debian with Node.js, npm and the account `node`. */
  async function makeBase(): Promise<void> {
    const debian = join(folder, 'debian');
    await run('debootstrap', ['--variant=minbase', '--include=ca-certificates,libatomic1', 'stable', debian]);
    const local = join(debian, 'usr/local');
    await copyFile(process.execPath, join(local, 'bin/node'));
    const npm = dirname(dirname(await realpath((await run('which', ['npm'])).trim())));
    await mkdir(join(local, 'lib/node_modules'), { recursive: true });
    await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
    if (existsSync(certificates)) await copyFile(certificates, join(debian, certificates));
    await run('chroot', [debian, '/usr/sbin/useradd', '--user-group', '--create-home', 'node']);
    const container = (await buildah('from', 'scratch')).trim();
    await buildah('add', '--quiet', container, debian, '/');
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    await buildah('config', '--env', `PATH=${path}`, '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container);
    await buildah('commit', '--quiet', '--rm', container, base);
    await rm(debian, { recursive: true });
  }

  before(async () => {
    folder = await mkdtemp('/var/tmp/tepal-container-');
    const text = await readFile(join(root, 'deploy/Containerfile'), 'utf8');
    base = /^FROM (\S+)$/m.exec(text)?.[1] ?? '';
    await makeBase();
    const build = ['build', '--isolation=chroot', '--pull-never', '--layers=false', '--format=docker'];
    await buildah(...build, '-t', 'tepal', '-f', join(root, 'deploy/Containerfile'), root);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('serves, has Git and Subversion, and stops when it is asked', async () => {
    const container = (await buildah('from', '--pull-never', 'localhost/tepal')).trim();
    const inside = (...args: string[]): Promise<string> =>
      buildah('run', '--isolation=chroot', container, '--', ...args);
    assert.equal((await inside('id', '-un')).trim(), 'node');
    assert.match(await inside('git', '--version'), /^git version 2\./);
    assert.match(await inside('svnadmin', '--version', '--quiet'), /^1\./);
    assert.match(await buildah('inspect', '--format', '{{.Docker.Config.Healthcheck}}', 'localhost/tepal'), /\/ready/);
    const port = await findFreePort();
    const where = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
    const serve = ['tepal', 'serve', '--host', '127.0.0.1', '--port', String(port)];
    const server = spawn('buildah', [...where, 'run', '--isolation=chroot', container, '--', ...serve]);
    const ended = once(server, 'close');
    const ask = async (path: string): Promise<string | undefined> =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } }).then(
        async (answer) => (answer.ok ? answer.text() : undefined),
        () => undefined,
      );
    await until(() => ask('/ready'));
    assert.match((await ask('/first-start')) ?? '', /<title>Tepal/);
    server.kill('SIGTERM');
    await ended;
    assert.equal(await ask('/ready'), undefined);
  });
});
