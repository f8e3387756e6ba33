// Subversion as docs/subversion.md has it served: by the real Apache and svnserve, with the set-up that stands there.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
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
  const docs = await readFile(join(import.meta.dirname, '../../docs/subversion.md'), 'utf8');
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
  let served = { id: 0, folder: '', url: '' };
  after(() => stop());

  /** Asks for a path as it is written, which `fetch` would tidy; Apache breaks off some of what it refuses, which is status 0. */
  const ask = async (
    who: string,
    method: string,
    path: string,
    { body = '', headers = {} }: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; text: string }> => {
    const asked = request(served.url, {
      method,
      path,
      agent: false,
      auth: `${who}:${secrets[who] ?? ''}`,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
    let came = '';
    asked.on('error', () => resolve({ status: 0, text: came }));
    asked.on('response', (answer) => {
      answer.setEncoding('utf8').on('data', (part: string) => (came += part));
      answer.on('error', () => resolve({ status: 0, text: came }));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: came }));
    });
    asked.end(body);
    return promise;
  };

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
    served = { id, folder, url };
    await assertServed(url, id, 'web');
  });

  it('gives out no path that the rules keep, by whatever spelling or verb', async () => {
    const { id, folder, url } = served;
    const access_file = '[/]\n* = r\nsam = rw\n[/trunk/secret]\n* =\nsam = rw\n';
    const rules = { is_reference_mandatory: false, is_commit_message_change_allowed: true };
    const settings = {
      commit_rules: rules,
      immutable_tags: { paths: [], whitelist: [] },
      email_notifications: [],
      access_file,
    };
    await expectRow(test, { path: `/api/svn/${id}`, method: 'PUT', as: 'ada', body: { settings }, status: 200 });
    await giveAway(folder);
    const hidden = await mkdtemp(join(work, 'hidden-'));
    await writeFile(join(hidden, 'key'), 'hidden treasure');
    const imported = await svn('sam', 'import', '-m', 'Bury the treasure', hidden, `${url}/trunk/secret`);
    assert.equal(imported.status, 0, imported.errors);
    const revision = /revision (\d+)/.exec(imported.output)?.[1] ?? '';
    assert.equal((await svn('sam', 'cat', `${url}/trunk/secret/key`)).output, 'hidden treasure');

    const { pathname: base } = new URL(url);
    const spellings = [
      'trunk/secret/key',
      'trunk/./secret/key',
      'trunk/x/../secret/key',
      'trunk/%2e%2e/trunk/secret/key',
      'trunk//secret//key',
      'trunk%2fsecret%2fkey',
      'trunk/secret%2fkey',
      'trunk/%73ecret/key',
      `!svn/rvr/${revision}/trunk/secret/key`,
      `!svn/bc/${revision}/trunk/secret/key`,
      `!svn/ver/${revision}/trunk/secret/key`,
      `!svn/rvr/${revision}//trunk/./secret/key`,
      `trunk/secret/key?p=${revision}`,
      `trunk/readme/../secret/key?r=${revision}`,
      '../web/trunk/secret/key',
      '../../../../../../etc/passwd',
      '%2e%2e/%2e%2e/conf/authz',
      '../conf/authz',
      'conf/authz',
    ].map((path) => `${base}/${path}`);
    const props = '<?xml version="1.0"?><propfind xmlns="DAV:"><allprop/></propfind>';
    const log = `<S:log-report xmlns:S="svn:"><S:start-revision>${revision}</S:start-revision>
      <S:end-revision>0</S:end-revision><S:discover-changed-paths/><S:all-revprops/><S:path></S:path></S:log-report>`;
    const update = `<S:update-report send-all="true" xmlns:S="svn:"><S:src-path>${base}</S:src-path>
      <S:target-revision>${revision}</S:target-revision><S:depth>infinity</S:depth>
      <S:entry rev="0" depth="infinity" start-empty="true"></S:entry></S:update-report>`;
    const revs = `<S:file-revs-report xmlns:S="svn:"><S:start-revision>0</S:start-revision>
      <S:end-revision>${revision}</S:end-revision><S:path>trunk/secret/key</S:path></S:file-revs-report>`;
    const xml = { 'content-type': 'text/xml' };
    const reads: Parameters<typeof ask>[] = [
      ...[...spellings, `${base}/../../meadow/web/trunk/secret/key`].map((path): Parameters<typeof ask> => [
        'mia',
        'GET',
        path,
      ]),
      ['mia', 'PROPFIND', `${base}/trunk`, { body: props, headers: { ...xml, depth: '1' } }],
      ['mia', 'PROPFIND', `${base}/trunk/secret`, { body: props, headers: { ...xml, depth: '1' } }],
      ['mia', 'PROPFIND', `${base}/!svn/rvr/${revision}/trunk`, { body: props, headers: { ...xml, depth: '1' } }],
      ...[`${base}/!svn/me`, base, `${base}/!svn/rvr/${revision}`].flatMap((path) =>
        [log, update, revs].map((body): Parameters<typeof ask> => ['mia', 'REPORT', path, { body, headers: xml }]),
      ),
    ];
    const askAll = async (who: string): Promise<{ status: number; text: string }[]> => {
      const answers = [];
      for (const [, ...rest] of reads) answers.push(await ask(who, ...rest));
      return answers;
    };
    const tells = /hidden treasure|secret\/key|Bury|name="key"/;
    assert.ok((await askAll('sam')).filter(({ text: answer }) => tells.test(answer)).length > 12);
    for (const { status, text: answer } of await askAll('mia')) {
      assert.ok(status < 500, `${status}: ${answer}`);
      assert.doesNotMatch(answer, tells);
      assert.doesNotMatch(answer, /root:|sam = rw/);
    }
    const listed = await svn('mia', 'ls', '--depth', 'infinity', url);
    assert.doesNotMatch(listed.output, /key/);
    assert.doesNotMatch((await svn('mia', 'log', '-v', url)).output, /Bury|secret/);
    assert.doesNotMatch((await svn('mia', 'diff', '-r', '0:HEAD', url)).output, /treasure/);
    const taken = await svn('mia', 'checkout', url, await mkdtemp(join(work, 'mia-')));
    assert.doesNotMatch(taken.output, /secret/);
  });

  it('lets nobody change anything but who may write, whatever the verb, and no property of a revision but the message', async () => {
    const { url } = served;
    const { pathname: base, origin } = new URL(url);
    const youngest = async (): Promise<string> => (await svn('sam', 'info', '--show-item', 'revision', url)).output;
    const before = await youngest();
    const patch = `<?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:" xmlns:S="http://subversion.tigris.org/xmlns/svn/">
      <D:set><D:prop><S:log>changed</S:log><S:author>ada</S:author></D:prop></D:set></D:propertyupdate>`;
    const lock = `<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope>
      <D:locktype><D:write/></D:locktype><D:owner>mia</D:owner></D:lockinfo>`;
    const destination = `${origin}${base}/trunk/stolen`;
    const xml = { 'content-type': 'text/xml' };
    const changes = [
      ask('mia', 'PUT', `${base}/trunk/readme`, { body: 'changed' }),
      ask('mia', 'DELETE', `${base}/trunk/readme`),
      ask('mia', 'MKCOL', `${base}/trunk/mine`),
      ask('mia', 'COPY', `${base}/trunk/readme`, { headers: { destination } }),
      ask('mia', 'COPY', `${base}/!svn/rvr/3/trunk/secret`, { headers: { destination } }),
      ask('mia', 'MOVE', `${base}/trunk/readme`, { headers: { destination } }),
      ask('mia', 'PROPPATCH', `${base}/trunk/readme`, { body: patch, headers: xml }),
      ask('mia', 'PROPPATCH', `${base}/!svn/rev/1`, { body: patch, headers: xml }),
      ask('mia', 'PROPPATCH', `${base}/!svn/bln/1`, { body: patch, headers: xml }),
      ask('mia', 'LOCK', `${base}/trunk/readme`, { body: lock, headers: xml }),
      ask('mia', 'MKACTIVITY', `${base}/!svn/act/mine`),
      ask('mia', 'POST', `${base}/!svn/me`, {
        body: '( create-txn )',
        headers: { 'content-type': 'application/vnd.svn-skel' },
      }),
      ask('mia', 'PATCH', `${base}/trunk/readme`, { body: 'x' }),
    ];
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    assert.ok(
      statuses.every((status) => status >= 400 && status < 500),
      statuses.join(),
    );
    assert.equal(await youngest(), before);

    const change = (who: string, name: string, value: string): Promise<Ran> =>
      svn(who, 'propset', '--revprop', '-r', '1', name, value, url);
    const propertyOf = async (name: string): Promise<string> =>
      (await svn('sam', 'propget', '--revprop', '-r', '1', name, url)).output;
    const author = await propertyOf('svn:author');
    assert.notEqual((await change('mia', 'svn:log', 'mine')).status, 0);
    for (const name of ['svn:author', 'svn:date', 'own:thing'])
      assert.notEqual((await change('sam', name, '2001-01-01T00:00:00.000000Z')).status, 0, name);
    assert.equal(await propertyOf('svn:author'), author);
    assert.equal((await change('sam', 'svn:log', 'Begin')).status, 0);
    assert.equal((await propertyOf('svn:log')).trim(), 'Begin');

    const locked = await svn('sam', 'lock', '-m', '--force', `${url}/trunk/readme`);
    assert.equal(locked.status, 0, locked.errors);
    for (const command of ['lock', 'unlock'])
      assert.notEqual((await svn('mia', command, '--force', `${url}/trunk/readme`)).status, 0, command);
    assert.equal((await svn('sam', 'unlock', `${url}/trunk/readme`)).status, 0);
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
