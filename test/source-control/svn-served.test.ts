// Engine: SQLite alone
// Subversion as docs/source-control.md has it served: by the real Apache and svnserve, with the set-up that stands there.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { findFreePort } from '../support/free-port.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openStandIn, run, skipSubversion } from '../support/hook-programs.ts';
import type { Ran, StandIn } from '../support/hook-programs.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

const apache = '/usr/sbin/apache2';
const modules = '/usr/lib/apache2/modules';
const isRequired = process.env['TEPAL_REQUIRE_ALL'] === '1';
const skipApache =
  skipSubversion ||
  (isRequired || (existsSync(apache) && existsSync(`${modules}/mod_dav_svn.so`))
    ? false
    : 'apache2 or libapache2-mod-svn is missing');

const secrets: Readonly<Record<string, string>> = { sam: 'sam-secret', mia: 'mia-secret' };
const documented = { folder: '/var/lib/tepal/svn/web-1f2e3d4c5b6a', users: '/etc/apache2/svn-passwords' };

/** The indented block of the docs that begins so. */
async function readBlock(beginning: string): Promise<string> {
  const docs = await readFile(join(import.meta.dirname, '../../docs/source-control.md'), 'utf8');
  const start = docs.indexOf(`\n    ${beginning}`);
  assert.ok(start >= 0, `the docs have no block that begins with ${beginning}`);
  return `${docs.slice(start + 1).split(/\n(?! {4})/, 1)[0] ?? ''}\n`.replaceAll(/^ {4}/gm, '');
}

/** Runs a server until it is told to stop; `isThere` says whether it answers. */
async function serve(program: string, args: readonly string[], isThere: () => Promise<boolean>) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: '/usr/sbin:/usr/bin:/bin' } });
  const errors = text(child.stderr);
  let hasEnded = false;
  const ended = once(child, 'close').then(() => {
    hasEnded = true;
  });
  await until(async () => hasEnded || isThere());
  assert.equal(hasEnded, false, hasEnded ? await errors : '');
  return () => {
    child.kill('SIGTERM');
    return ended;
  };
}

const svn = (who: string, ...args: string[]): Promise<Ran> =>
  run('svn', [...args, '--username', who, '--password', secrets[who] ?? '', '--non-interactive', '--no-auth-cache']);

let test: TestApp;
let world: World;
let standIn: StandIn;
let work: string;
let artifact: number;

before(async () => {
  work = await mkdtemp(join(tmpdir(), 'tepal-served-'));
  test = await startApp();
  const ada = await test.addUser('ada');
  const sam = await test.addUser('sam');
  await test.addUser('mia');
  const all = { read: [everybody], submit: [registered], update: [registered] };
  const fields = [{ name: 'cross', type: 'cross', read: [everybody] }];
  world = await buildProject(test, {
    name: 'meadow',
    admins: [ada],
    members: [sam],
    trackers: () => [
      { name: 'story', permissions: { full: [everybody] }, fields: fields.map((field) => ({ ...all, ...field })) },
    ],
  });
  await buildProject(test, { name: 'cellar', access: 'private', members: [ada] });
  const wanted = [{ trackerId: world.tracker('story'), changes: [{ by: sam, atMs: 1000, values: {} }] }];
  [artifact = 0] = await buildArtifacts(test, wanted);
  // What serves may run as somebody else; the folder of tests is their owner's alone.
  await chmod(test.app.dataDir, 0o755);
  await chmod(work, 0o755);
});
after(async () => {
  await standIn.close();
  await test.close();
  await rm(work, { recursive: true });
});

/** A repository with its folder on the disk, whose hooks run. */
async function makeRepository(name: string): Promise<{ id: number; folder: string; svnUrl: string }> {
  const body = { project_id: world.id, name, settings: { layout: ['/trunk'] } };
  const { json } = await expectRow(test, { path: '/api/svn', method: 'POST', as: 'ada', body, status: 201 });
  const all = join(test.app.dataDir, 'svn');
  const own = (await readdir(all)).find((entry) => entry.startsWith(`${name}-`)) ?? assert.fail(`no folder of ${name}`);
  standIn ??= await openStandIn(test.app.dataDir);
  await standIn.takeHooks();
  return { id: Number(at(json, 'id')), folder: join(all, own), svnUrl: String(at(json, 'svn_url')) };
}

/** A member reads and commits, and Tepal knows it; others read what all may read and commit nothing; nobody else gets in. */
async function assertServed(url: string, id: number, name: string): Promise<void> {
  const copy = await mkdtemp(join(work, 'copy-'));
  const taken = await svn('sam', 'checkout', url, copy);
  assert.equal(taken.status, 0, taken.errors);
  await writeFile(join(copy, 'trunk/readme'), 'Hello\n');
  assert.equal((await svn('sam', 'add', join(copy, 'trunk/readme'))).status, 0);
  const committed = await svn('sam', 'commit', '-m', `Greet, see story #${artifact}`, copy);
  assert.equal(committed.status, 0, committed.errors);

  const log = (await expectRow(test, { path: `/api/svn/${id}/log`, as: 'sam', status: 200 })).json;
  assert.equal(at(log, '0.author.username'), 'sam');
  const shown = await expectRow(test, { path: `/api/artifacts/${artifact}`, as: 'sam', status: 200 });
  const references = listAt(valueOf(shown.json, world.field('story', 'cross')), 'value');
  assert.ok(references.some((entry) => at(entry, 'ref') === `svn #${name}/2`));

  assert.equal((await svn('mia', 'cat', `${url}/trunk/readme`)).output, 'Hello\n');
  const refused = await svn('mia', 'mkdir', '-m', 'Sneak in', `${url}/trunk/mine`);
  assert.notEqual(refused.status, 0);
  assert.match(refused.errors, /forbidden|authorization failed|access/i);
  const wrong = await run('svn', [
    'ls',
    url,
    '--username',
    'sam',
    '--password',
    'no',
    '--non-interactive',
    '--no-auth-cache',
  ]);
  assert.notEqual(wrong.status, 0);
  assert.equal((await svn('sam', 'ls', `${url}/trunk`)).output, 'readme\n');

  // What Tepal's own hooks refuse, its client is told.
  const rules = { is_reference_mandatory: true, is_commit_message_change_allowed: false };
  const settings = { commit_rules: rules, immutable_tags: { paths: [], whitelist: [] }, email_notifications: [] };
  await expectRow(test, { path: `/api/svn/${id}`, method: 'PUT', as: 'ada', body: { settings }, status: 200 });
  await standIn.takeHooks();
  const silent = await svn('sam', 'mkdir', '-m', 'About nothing', `${url}/trunk/nothing`);
  assert.notEqual(silent.status, 0);
  assert.match(silent.errors, /refer/i);
}

describe('Subversion by Apache', { skip: skipApache }, () => {
  /** Of Debian's `www-data`, because Apache serves nothing as root. */
  const other = process.getuid?.() === 0 ? { user: 'www-data', uid: 33 } : undefined;
  let stop: () => Promise<unknown> = async () => undefined;
  after(() => stop());

  const giveAway = async (folder: string): Promise<void> => {
    if (other === undefined) return;
    const inside = await readdir(folder, { recursive: true });
    for (const path of [folder, ...inside.map((entry) => join(folder, entry))]) await chown(path, other.uid, other.uid);
  };

  it('is read by all who may, written by members, and closed to others', async () => {
    const { id, folder, svnUrl } = await makeRepository('web');
    const port = await findFreePort();
    const users = join(work, 'svn-passwords');
    const lines = Object.entries(secrets).map(
      ([name, secret]) => `${name}:{SHA}${createHash('sha1').update(secret).digest('base64')}\n`,
    );
    await writeFile(users, lines.join(''));
    const location = (await readBlock('<Location /svnplugin/meadow/web>'))
      .replaceAll(documented.folder, folder)
      .replaceAll(documented.users, users);
    const own = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'authn_file', 'auth_basic'];
    const named = ((await readBlock('a2enmod ')).match(/\b(?:dav|dav_svn|authz_svn)\b/g) ?? []).map(String);
    const logs = join(work, 'apache');
    await mkdir(logs);
    const config = [
      `ServerRoot ${logs}`,
      'ServerName localhost',
      `PidFile ${logs}/pid`,
      `ErrorLog ${logs}/error.log`,
      `DefaultRuntimeDir ${logs}`,
      ...[...own, ...named].map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
      ...(other === undefined ? [] : [`User ${other.user}`, `Group ${other.user}`]),
      `Listen 127.0.0.1:${port}`,
      location,
    ];
    await writeFile(join(work, 'apache.conf'), config.join('\n'));
    await chmod(join(test.app.dataDir, 'svn'), 0o755);
    await giveAway(folder);
    const url = `http://127.0.0.1:${port}${new URL(svnUrl).pathname}`;
    const isThere = async (): Promise<boolean> =>
      fetch(url).then(
        ({ status }) => status === 401,
        () => false,
      );
    stop = await serve(apache, ['-D', 'FOREGROUND', '-f', join(work, 'apache.conf')], isThere);
    await assertServed(url, id, 'web');
  });
});

describe('Subversion by svnserve', { skip: skipSubversion }, () => {
  let stop: () => Promise<unknown> = async () => undefined;
  after(() => stop());

  it('is read by all who may, written by members, and closed to others', async () => {
    const { id, folder } = await makeRepository('served');
    const port = await findFreePort();
    const passwords = join(work, 'svn-passwd');
    await writeFile(
      passwords,
      `[users]\n${Object.entries(secrets)
        .map((pair) => `${pair.join(' = ')}\n`)
        .join('')}`,
    );
    const settings = (await readBlock('[general]')).replaceAll('/etc/tepal/svn-passwd', passwords);
    await writeFile(join(folder, 'conf/svnserve.conf'), settings.split('\n\n')[0] ?? '');
    const root = join(test.app.dataDir, 'svn');
    const place = ['--root', root, '--listen-host', '127.0.0.1', '--listen-port', String(port)];
    const url = `svn://127.0.0.1:${port}/${folder.slice(root.length + 1)}`;
    const isThere = async (): Promise<boolean> => (await svn('sam', 'info', url)).status === 0;
    stop = await serve('/usr/bin/svnserve', ['--daemon', '--foreground', ...place], isThere);
    await assertServed(url, id, 'served');
  });
});
