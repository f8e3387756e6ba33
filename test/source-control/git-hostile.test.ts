// Tier: all, because it starts many programs of source control.
// Git for others while somebody holds up all that they can, and names that no repository has: refusals, never a fault.
// Engine: SQLite alone; its neighbours ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { makeDeltaBomb } from '../hostile/bystanders/git-packs.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openRaw } from '../support/raw-connection.ts';
import type { RawConnection } from '../support/raw-connection.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';
import { buildProject } from '../support/worlds.ts';

const packetOf = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;

describe('hostile clients of git', { skip: skipGit }, () => {
  let test: TestApp;
  let work: string;
  let clone: string;
  let api: string;
  let head: string;
  let project: number;
  const expect = (row: Row): ReturnType<typeof expectRow> => expectRow(test, row);
  const urlOf = (as?: string): string => {
    const url = new URL(`${test.base}/plugins/git/forge/web.git`);
    if (as !== undefined) [url.username, url.password] = [as, testPassword];
    return url.href;
  };
  const openTo = (groups: readonly string[]) => {
    const own = groups.map((group) => ({ id: `${project}_${group}` }));
    return { read: [{ id: '1' }], write: own, rewind: own };
  };
  const post = (service: string, lengthBytes: number, headers: Readonly<Record<string, string>> = {}): string =>
    [
      `POST /plugins/git/forge/web.git/${service} HTTP/1.1`,
      'Host: x',
      `Content-Type: application/x-${service}-request`,
      `Content-Length: ${lengthBytes}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n');
  const openMany = (count: number): Promise<RawConnection[]> =>
    Promise.all(Array.from({ length: count }, () => openRaw(test.base)));
  const isFreeForOthers = async (): Promise<void> => {
    const folder = await mkdtemp(join(work, 'other-'));
    await runGit(folder, 'clone', '--quiet', urlOf(), 'clone');
    await runGit(clone, 'commit', '--quiet', '--allow-empty', '-m', 'Go on');
    await runGit(clone, 'push', '--quiet', urlOf('ada'), 'main');
  };

  before(async () => {
    test = await startApp({ settings: "$git_process_limit = 4;\n$sys_trusted_proxies = '127.0.0.1';" });
    const ada = await test.addUser('ada');
    const world = await buildProject(test, { name: 'forge', admins: [ada], members: [ada], trackers: () => [] });
    work = await mkdtemp(join(tmpdir(), 'tepal-git-hostile-'));
    clone = join(work, 'clone');
    await runGit(work, 'init', '--quiet', clone);
    await writeFile(join(clone, 'large'), randomBytes(12_000_000));
    await writeFile(join(clone, 'file'), 'Some text\n');
    await runGit(clone, 'add', '.');
    await runGit(clone, 'commit', '--quiet', '-m', 'Begin');
    head = (await runGit(clone, 'rev-parse', 'HEAD')).trim();
    project = world.id;
    const body = { project_id: world.id, name: 'web' };
    const made = await expect({ method: 'POST', path: '/api/git', as: 'ada', body, status: 201 });
    api = `/api/git/${String(at(made.json, 'id'))}`;
    const permissions = { read: [{ id: '1' }], write: [{ id: `${world.id}_3` }], rewind: [] };
    await expect({ method: 'PUT', path: `${api}/permissions`, as: 'ada', body: permissions, status: 200 });
    await runGit(clone, 'push', '--quiet', urlOf('ada'), 'main');
  });
  after(async () => {
    await test.close();
    await rm(work, { recursive: true });
  });

  it('hold no place while their requests do not come', { timeout: 60_000 }, async () => {
    const sockets = await openMany(80);
    const authorization = `Basic ${Buffer.from(`ada:${testPassword}`).toString('base64')}`;
    for (const [index, { send }] of sockets.entries()) {
      if (index % 10 === 9) send(`${post('git-receive-pack', 1000, { authorization })}`);
      else send(`${post('git-upload-pack', 1000)}0032`);
    }
    // Whatever was sent before is known to the server once it answers this.
    await expect({ path: api, status: 200 });
    await isFreeForOthers();
    for (const { socket } of sockets) {
      assert.equal(socket.destroyed, false);
      socket.destroy();
    }
  });

  it('have half of the places while they do not read', { timeout: 60_000 }, async () => {
    const request = `${packetOf(`want ${head} no-progress\n`)}0000${packetOf('done\n')}`;
    const sockets = await openMany(20);
    const seen = sockets.map(({ socket }) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      socket.once('data', (part: string) => {
        socket.pause();
        resolve(part);
      });
      return promise;
    });
    for (const [index, { send }] of sockets.entries())
      send(post('git-upload-pack', request.length, { 'X-Forwarded-For': `2001:db8::${index + 1}` }) + request);
    const refused = async (count: number): Promise<string[]> => {
      const heard: string[] = [];
      for (const one of seen) void one.then((text) => heard.push(text));
      while (heard.length < count) await Promise.race(seen.map((one) => one.then(() => new Promise(setImmediate))));
      return heard;
    };
    // One place of two, and four times as many that wait; the others are refused.
    const heard = await refused(16);
    assert.equal(heard.filter((text) => text.startsWith('HTTP/1.1 200')).length, 1);
    const told = heard.filter((text) => /^HTTP\/1\.1 429 [^]*retry-after: 5\r\n/i.test(text));
    assert.equal(told.length, 15);
    await isFreeForOthers();
    for (const { socket } of sockets) socket.destroy();
    await isFreeForOthers();
  });

  it(
    'get no more memory than a program may have, whatever packs and commits ask for',
    { timeout: 60_000 },
    async () => {
      const line = `${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/bomb\0report-status\n`;
      const pushed = await fetch(`${test.base}/plugins/git/forge/web.git/git-receive-pack`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`ada:${testPassword}`).toString('base64')}`,
          'content-type': 'application/x-git-receive-pack-request',
        },
        body: Uint8Array.from(Buffer.concat([Buffer.from(`${packetOf(line)}0000`), makeDeltaBomb(149)])),
      });
      const told = await pushed.text();
      assert.match(told, /unpack (?!ok)/, 'git does not make 2.5 GB of 16 KB');

      const folder = await mkdtemp(join(work, 'archived-'));
      await runGit(folder, 'init', '--quiet', '.');
      await writeFile(join(folder, '.gitattributes'), '*.txt export-subst\n*.wide working-tree-encoding=UTF-16\n');
      await writeFile(join(folder, 'one.txt'), '$Format:%H$');
      await runGit(folder, 'add', '.');
      await runGit(folder, 'commit', '--quiet', '-m', 'Begin');
      await runGit(folder, 'push', '--quiet', urlOf('ada'), 'HEAD:archived');
      const zip = await fetch(
        `${test.base}${api.replace('/api/git', '/repositories')}/archive?ref=archived&format=tar.gz`,
      );
      assert.equal(zip.status, 200);
      assert.ok(gunzipSync(Buffer.from(await zip.arrayBuffer())).includes('$Format:%H$'), 'as it is stored');
    },
  );

  it('are told that a folder has more names than are shown', { timeout: 60_000 }, async () => {
    const blob = (await runGit(clone, 'rev-parse', `${head}:file`)).trim();
    const entries = Array.from({ length: 62_000 }, (_, n) => {
      const name = `${'n'.repeat(240)}${String(n).padStart(6, '0')}`;
      return Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')]);
    });
    await writeFile(join(work, 'tree'), Buffer.concat(entries));
    const tree = (await runGit(clone, 'hash-object', '-t', 'tree', '-w', join(work, 'tree'))).trim();
    const commit = (await runGit(clone, 'commit-tree', '-m', 'Wide', tree)).trim();
    await runGit(clone, 'push', '--quiet', urlOf('ada'), `${commit}:refs/heads/wide`);
    await expect({ path: `${api}/tree?ref=wide&path=`, as: 'ada', status: 413 });
  });

  const paths = '.. . ../x ./file file/.. a/../file ... / a//b file/ .git/config /etc/passwd ~root ..\\x \\'.split(' ');
  const references =
    '-option - --output=/tmp/x --all ^main main~1 main^{tree} @ @{ main@{0} @{-1} : :file :/Begin main:file HEAD HEAD:file';
  const refs = "refs refs/ refs/heads/../main a..b * ? [ a.lock .a a/ % %2e%2e %00 $(id) `id` ' abcdef0 1234567 é";
  const bytes = ['', ' ', '\0', '\n', 'a\nb', 'file\r', '\t', '\u007f', '\u0085', '\ufeff', '\ufffd', '\ud800'];
  const hashes = ['0'.repeat(40), 'f'.repeat(64), 'F'.repeat(40)];
  const long = [
    'x'.repeat(251),
    'x'.repeat(4096),
    'x'.repeat(9000),
    `${'a/'.repeat(124)}a`,
    '../'.repeat(1300),
    '\u{1f600}'.repeat(125),
  ];
  const hostile = [...paths, ...references.split(' '), ...refs.split(' '), ...bytes, ...hashes, ...long];

  it('name what there is not, in every place that takes a name', { timeout: 120_000 }, async () => {
    const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
    const statuses = new Map<string, number>();
    const ask = async (what: string, path: string, call: Parameters<TestApp['call']>[1] = {}): Promise<number> => {
      const { status } = await test.call(path, call);
      assert.ok(status < 500, `${what}: ${status}`);
      statuses.set(what, status);
      return status;
    };
    const as = 'ada';
    const start = 'info/refs?service=git-upload-pack';
    for (const [index, name] of hostile.entries()) {
      const shown = JSON.stringify(name).slice(0, 60);
      const report = { method: 'POST', as, body: { state: 'success' } };
      const from = { branch_name: `from-${index}`, reference: name };
      await Promise.all([
        ask(`commit ${shown}`, `${api}/commits/${encode(name)}`),
        ask(`tree of ${shown}`, `${api}/tree?ref=${encode(name)}`),
        ask(`file ${shown}`, `${api}/files?ref=${head}&path_to_file=${encode(name)}`),
        ask(`status of ${shown}`, `${api}/statuses/${encode(name)}`, report),
        ask(`status in ${shown}`, `/api/git/${encode(name)}/statuses/main`, report),
        ask(`status in forge/${shown}`, `/api/git/${encode(`forge/${name}.git`)}/statuses/main`, report),
        ask(`default branch ${shown}`, api, { method: 'PATCH', as, body: { default_branch: name } }),
        ask(`branch from ${shown}`, `${api}/branches`, { method: 'POST', as, body: from }),
        ask(`clone of ${shown}`, `/plugins/git/forge/${encode(name)}.git/${start}`),
        ask(`clone in ${shown}`, `/plugins/git/${encode(name)}/web.git/${start}`),
        ask(`list of ${shown}`, `/api/projects/${project}/git?query=${encode(JSON.stringify({ scope: name }))}`),
      ]);
    }
    const pattern = (name: string) => ({ ...openTo(['3']), patterns: [{ pattern: name, write: [], rewind: [] }] });
    for (const name of hostile)
      await ask(`pattern ${name}`, `${api}/permissions`, { method: 'PUT', as, body: pattern(name) });
    const missing = [...paths.filter((path) => !['/', 'file/'].includes(path)), 'file\r', '\n', '-option'];
    for (const name of missing) {
      assert.equal(statuses.get(`file ${JSON.stringify(name)}`), 404, name);
      assert.equal(await ask(`tree at ${name}`, `${api}/tree?ref=main&path=${encode(name)}`), 404, name);
    }
  });

  it('make no branch that is taken for something else', async () => {
    await expect({ method: 'PUT', path: `${api}/permissions`, as: 'ada', body: openTo(['3']), status: 200 });
    const names = [
      'HEAD',
      'FETCH_HEAD',
      'refs/heads/main',
      'refs/x',
      'refs/HEAD',
      'my_HEAD',
      'heads/main',
      'tags/v1',
      'remotes/origin/main',
    ];
    const hashes = ['a'.repeat(40), head, head.toUpperCase(), 'b'.repeat(64)];
    const odd = [...'@ -x a..b a@{b .a a/.b a.lock a/ /a a//b a\\b'.split(' '), 'a b', 'a\0b', 'a\nb', ''];
    for (const branch_name of [...names, ...hashes, ...odd, 'é'.repeat(200)]) {
      const body = { branch_name, reference: 'main' };
      const contains = ['branch_name'];
      await expect({ method: 'POST', path: `${api}/branches`, as: 'ada', body, status: 400, contains });
    }
    for (const name of [...names, ...hashes]
      .map((one) => `refs/heads/${one}`)
      .concat('refs/tags/HEAD', 'refs/tags/refs/x')) {
      const { status, text } = await tryGit(clone, ['push', urlOf('ada'), `${head}:${name}`]);
      assert.equal(status, 1, name);
      assert.match(text, /git reserves such a name/, name);
    }
    const fine = ['AHEAD', 'head', 'ref', 'my/HEAD', 'a'.repeat(39), 'heads', 'a/refs/heads/b'];
    for (const branch_name of fine)
      await expect({
        method: 'POST',
        path: `${api}/branches`,
        as: 'ada',
        body: { branch_name, reference: 'main' },
        status: 201,
      });
    await runGit(clone, 'push', '--quiet', urlOf('ada'), ...fine.map((name) => `${head}:refs/heads/git/${name}`));
    const { json } = await expect({ path: `${api}/branches?limit=50`, status: 200 });
    const shown = listAt(json).map((branch) => String(at(branch, 'name')));
    for (const name of fine) assert.ok(shown.includes(name) && shown.includes(`git/${name}`), name);
  });
});
