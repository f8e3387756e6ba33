// Engine: both
// Git over HTTP with the real git client, and what REST shows of the repositories.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { readEvents, settleEvents } from '../../src/platform/events/index.ts';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import type { GitRun } from '../support/git-client.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openRaw } from '../support/raw-connection.ts';
import { runTepal } from '../support/hook-programs.ts';
import { expectRow, listAt, sampleFolder, valueOf } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';
import { buildArtifacts, buildProject, everybody, members } from '../support/worlds.ts';
import type { FieldPlan } from '../support/worlds.ts';

const zero = '0'.repeat(40);

describe('git', { skip: skipGit }, () => {
  let test: TestApp;
  let work: string;
  let clone: string;
  let id: number;
  let api: string;
  /** The group of ana's project that bruno and emre are in. */
  let mobile: string;

  const urlOf = (as?: string, { name = 'tools/build', password = testPassword } = {}): string => {
    const url = new URL(`${test.base}/plugins/git/meadow-scrum/${name}.git`);
    if (as !== undefined) [url.username, url.password] = [as, password];
    return url.href;
  };
  const expect = (row: Row): ReturnType<typeof expectRow> => expectRow(test, row);
  const get = async (path = '', as = 'bruno'): Promise<unknown> =>
    (await expect({ path: api + path, as, status: 200 })).json;
  const commit = async (message: string): Promise<string> => {
    await runGit(clone, 'commit', '--quiet', '--allow-empty', '-m', message);
    return (await runGit(clone, 'rev-parse', 'HEAD')).trim();
  };
  const push = (as: string, ...refs: string[]): Promise<GitRun> => tryGit(clone, ['push', urlOf(as), ...refs]);
  const isPushed = async (as: string, ...refs: string[]): Promise<void> => {
    const { status, text } = await push(as, ...refs);
    assert.equal(status, 0, text);
  };
  const isRefused = async (pattern: RegExp, as: string, ...refs: string[]): Promise<void> => {
    const { status, text } = await push(as, ...refs);
    assert.equal(status, 1, text);
    assert.match(text, pattern);
  };
  const permit = async (change: object): Promise<unknown> => {
    const body = { read: [{ id: '1' }], write: [{ id: '101_3' }], rewind: [], ...change };
    return expect({ method: 'PUT', path: `${api}/permissions`, as: 'ana', body, status: 200 });
  };

  before(async () => {
    test = await startApp({ archives: [sampleFolder('scrum')] });
    await test.addUser('stranger');
    for (const as of ['ana', 'bruno', 'chika']) await test.call('/api/projects/101', { as });
    const groups = listAt((await test.call('/api/projects/101/user_groups', { as: 'ana' })).json);
    mobile = String(
      at(
        groups.find((group) => at(group, 'label') === 'mobile_team'),
        'id',
      ),
    );
    work = await mkdtemp(join(tmpdir(), 'tepal-git-'));
    clone = join(work, 'clone');
    await runGit(work, 'init', '--quiet', clone);
    const body = { project_id: 101, name: 'tools/build', description: 'What builds Meadow' };
    const made = await expect({ method: 'POST', path: '/api/git', as: 'ana', body, status: 201 });
    id = Number(at(made.json, 'id'));
    api = `/api/git/${id}`;
    assert.equal(made.headers.get('location'), `https://localhost/api/v1/git/${id}`);
  });
  after(async () => {
    await test.close();
    await rm(work, { recursive: true });
  });

  it('refuses names that can not be, or are taken, and makers who may not', async () => {
    const row = { method: 'POST', path: '/api/git', as: 'ana', status: 400, contains: ['`name`'] };
    for (const name of [
      '',
      '/a',
      'a/',
      'a//b',
      '../a',
      'a/..',
      '.a',
      '-a',
      'a.git',
      'a.git/b',
      'a b',
      'é',
      'tools/build',
    ])
      await expect({ ...row, body: { project_id: 101, name } });
    await expect({ ...row, as: 'bruno', body: { project_id: 101, name: 'x' }, status: 403, contains: [] });
    await expect({ ...row, body: { project_id: 999, name: 'x' }, status: 404, contains: [] });
    assert.equal((await readdir(join(test.app.dataDir, 'git'))).length, 1);
  });

  it('shows an empty repository, in JSON and in XML', async () => {
    const group = (restId: string, label: string, short_name: string, key: string) => ({
      id: restId,
      uri: `user_groups/${restId}`,
      label,
      users_uri: `user_groups/${restId}/users`,
      short_name,
      key: `ugroup_${key}_name_key`,
    });
    const shown = await get();
    assert.deepEqual(shown, {
      id,
      uri: `git/${id}`,
      name: 'tools/build',
      label: 'build',
      path: 'meadow-scrum/tools/build.git',
      path_without_project: 'tools',
      description: 'What builds Meadow',
      last_update_date: at(shown, 'last_update_date'),
      permissions: {
        read: [group('2', 'Registered users', 'registered_users', 'registered_users')],
        write: [group('101_3', 'Project members', 'project_members', 'project_members')],
        rewind: [],
      },
      server: null,
      html_url: '/plugins/git/meadow-scrum/tools/build',
      clone_http_url: 'https://localhost/plugins/git/meadow-scrum/tools/build.git',
      default_branch: null,
      text_encoding: '',
      allow_artifact_closure: false,
      parent_id: null,
      owner_id: null,
      user_can_fork: true,
      user_can_push: true,
      additional_information: [],
    });
    const folder = String(at(await get('', 'root'), 'folder'));
    assert.match(basename(folder), /^tools-build-[0-9a-f]{12}\.git$/);
    assert.ok((await readdir(folder)).includes('HEAD'));
    const command = await runTepal(['git', 'list', '--json', '--data', test.app.dataDir]);
    assert.deepEqual(
      JSON.parse(command.output),
      [{ id, project: 'meadow-scrum', name: 'tools/build', folder }],
      command.errors,
    );
    const list = { path: '/api/projects/101/git', as: 'bruno', status: 200, answers: { 'x-pagination-size': '1' } };
    assert.equal(at((await expect(list)).json, 'repositories.0.permissions'), null);
    const all = await expect({ ...list, path: `${list.path}?fields=all&order_by=path` });
    assert.deepEqual(at(all.json, 'repositories.0'), shown);
    const nothing = { as: 'bruno', status: 200, answers: { 'x-pagination-size': '0' } };
    await expect({
      ...nothing,
      path: `${api}/pull_requests?query={"status":"open"}`,
      contains: ['{"collection":[],"total_size":0}'],
    });
    for (const name of ['authors', 'reviewers']) assert.deepEqual(await get(`/pull_requests_${name}`), []);
    await expect({ path: '/api/git/9999/pull_requests', as: 'bruno', status: 404 });
    const personal = `${list.path}?query=${encodeURIComponent('{"scope":"individual","owner_id":102}')}`;
    await expect({ ...list, path: personal, contains: ['"repositories":[]'], answers: { 'x-pagination-size': '0' } });
    await expect({ ...list, path: `${list.path}?query={"scope":"x"}`, status: 400, answers: {} });
    const headers = { accept: 'application/xml' };
    await expect({
      path: api,
      as: 'bruno',
      headers,
      status: 200,
      contains: ['<name>tools/build</name>', '<default_branch></default_branch>'],
    });
    for (const path of ['/branches', '/tags']) assert.deepEqual(await get(path), []);
    for (const path of ['/commits/main', '/commits/abcdef0', '/tree?ref=main', '/files?path_to_file=x'])
      await expect({ path: api + path, as: 'bruno', status: 404 });
    await expect({ path: api, status: 404 });
    await permit({});
    await runGit(work, 'clone', '--quiet', urlOf(), 'empty');
  });

  it('takes a push of some megabytes, and shows it', async () => {
    await writeFile(join(clone, 'large'), randomBytes(3_000_000));
    await writeFile(join(clone, 'read me.txt'), 'Build with care.\n');
    await runGit(clone, 'add', '.');
    const first = await commit('Begin\n\nWith care');
    await runGit(clone, 'tag', '-a', '-m', 'The first', 'v1');
    await isPushed('bruno', 'main', 'v1');
    const jobs = await test.app.database.read.selectFrom('jobs').select('kind').execute();
    assert.deepEqual(jobs, [{ kind: 'git-graph' }], 'nothing else is left to do');
    assert.equal(at(await get(), 'default_branch'), 'main');
    const begun = await get('/commits/main');
    assert.deepEqual(begun, {
      id: first,
      parents: [],
      author_name: 'Ada Author',
      author_email: 'ana@example.org',
      authored_date: at(begun, 'authored_date'),
      committed_date: at(begun, 'committed_date'),
      title: 'Begin',
      message: 'Begin\n\nWith care',
      author: at(begun, 'author'),
      html_url: `/plugins/git/meadow-scrum/tools/build?a=commit&h=${first}`,
      commit_status: null,
      verification: { signature: null },
      cross_references: [],
    });
    assert.equal(at(begun, 'author.username'), 'ana');
    for (const name of [first, first.slice(0, 8), 'v1', 'refs%2Fheads%2Fmain'])
      assert.deepEqual(await get(`/commits/${name}`), begun);
    const html_url = '/plugins/git/meadow-scrum/tools/build?a=tree&hb=main';
    assert.deepEqual(await get('/branches'), [{ name: 'main', commit: begun, user_can_delete: false, html_url }]);
    assert.deepEqual(await get('/tags'), [{ name: 'v1', commit: begun, user_can_delete: false }]);
    const tree = listAt(await get('/tree?ref=main'));
    assert.deepEqual(
      tree.map((entry) => ['name', 'path', 'type', 'mode'].map((key) => at(entry, key))),
      [
        ['large', 'large', 'blob', '100644'],
        ['read me.txt', 'read me.txt', 'blob', '100644'],
      ],
    );
    const file = '/files?path_to_file=read%20me.txt&ref=v1';
    const content = Buffer.from('Build with care.\n').toString('base64');
    const name = 'read me.txt';
    assert.deepEqual(await get(file), { encoding: 'base64', size: 17, name, path: name, content });
    const headers = { accept: 'application/xml' };
    const inXml = (path: string, ...contains: string[]) => expect({ path: api + path, headers, status: 200, contains });
    await inXml(file, `<content>${content}</content>`);
    await inXml('/commits/main', '<title>Begin</title>', '<commit_status></commit_status>');
    await inXml('/tree?ref=main', '<name>large</name><path>large</path>');
    await inXml('/branches', '<name>main</name>');
    await inXml('/tags', '<name>v1</name>');
    const page = await expect({ path: `${api}/tree?ref=main&limit=1&offset=1`, status: 200 });
    assert.deepEqual([listAt(page.json).length, page.headers.get('x-pagination-size')], [1, '2']);
    for (const path of ['/files?path_to_file=none&ref=main', '/files?path_to_file=x', '/tree?ref=main&path=none'])
      await expect({ path: api + path, status: 404 });
    for (const reference of ['-x', 'main~0', 'main@{0}', ':/Begin', 'HEAD^', 'a..b', '%00', 'x%0Ay'])
      await expect({ path: `${api}/commits/${encodeURIComponent(reference)}`, status: 404 });
  });

  it('is cloned and fetched, whole and in part, by nobody in particular', async () => {
    await runGit(work, 'clone', '--quiet', '--depth', '1', urlOf(), 'shallow');
    const head = await commit('Go on');
    await isPushed('chika', 'main');
    await runGit(join(work, 'shallow'), 'fetch', '--quiet', '--unshallow');
    assert.equal((await runGit(join(work, 'shallow'), 'rev-parse', 'origin/main')).trim(), head);
    const other = `${test.base}/git/meadow-scrum/tools/build.git`;
    assert.match(
      await runGit(work, '-c', 'protocol.version=0', 'ls-remote', other),
      new RegExp(`${head}\\trefs/heads/main`),
    );
  });

  it('lets those push who may, where they may', async () => {
    const groups = [{ id: mobile }];
    await permit({ patterns: [{ pattern: 'refs/heads/release/*', write: groups, rewind: [] }] });
    const shown = await get('/permissions', 'ana');
    assert.equal(at(shown, 'patterns.0.pattern'), 'refs/heads/release/*');
    assert.equal(at(shown, 'patterns.0.write.0.short_name'), 'mobile_team');
    assert.deepEqual(at(shown, 'patterns.0.rewind'), []);
    const before = at(await get('/commits/main'), 'id');
    const head = await commit('For a release');
    await isRefused(
      /remote: refs\/heads\/release\/1: you don't have permission to push to it/,
      'chika',
      'main',
      'main:release/1',
    );
    assert.equal(at(await get('/commits/main'), 'id'), before);
    await isPushed('bruno', 'main', 'main:release/1');
    assert.equal(at(await get('/commits/release%2F1'), 'id'), head);
    await isRefused(/only branches, tags and notes/, 'bruno', 'main:refs/odd/x');
    await isRefused(/403/, 'stranger', 'main:other');
    const branch = { method: 'POST', path: `${api}/branches`, as: 'chika' };
    await expect({ ...branch, body: { branch_name: 'release/2', reference: 'main' }, status: 403 });
    const body = { branch_name: 'topic', reference: 'v1' };
    await expect({ ...branch, body, status: 201, contains: ['"name":"topic"'] });
    await expect({ ...branch, body, status: 400, contains: ['branch_name'] });
    await expect({ ...branch, body: { branch_name: 'topic/x', reference: 'v1' }, status: 400 });
    await expect({ ...branch, body: { branch_name: 'b..c', reference: 'v1' }, status: 400 });
    await expect({ ...branch, body: { branch_name: 'c', reference: 'none' }, status: 400, contains: ['`reference`'] });
    await runGit(clone, 'fetch', '--quiet', urlOf(), 'topic');
    const wrong = { method: 'PUT', path: `${api}/permissions`, as: 'ana', status: 400 };
    const change = { read: [], write: [], rewind: [] };
    await expect({ ...wrong, body: { ...change, write: [{ id: '1' }] } });
    await expect({ ...wrong, body: { ...change, read: [{ id: '102_3' }] } });
    for (const pattern of ['', '*', 'refs/heads/', 'refs/heads/a..b', 'refs/heads/[a]', 'refs/heads/*a*b*c*'])
      await expect({ ...wrong, body: { ...change, patterns: [{ pattern, write: [], rewind: [] }] } });
    await expect({ ...wrong, body: change, as: 'bruno', status: 403 });
  });

  it('rewinds for those alone who may', async () => {
    await permit({ rewind: [{ id: mobile }] });
    const head = (await runGit(clone, 'rev-parse', 'HEAD')).trim();
    await isRefused(/remote: refs\/heads\/main: you don't have permission to rewind it/, 'chika', `+${head}~1:main`);
    await isRefused(/remote: refs\/heads\/topic: you don't have permission to delete it/, 'chika', ':topic');
    await isRefused(/remote: refs\/tags\/v1: you don't have permission to move tags/, 'chika', `+${head}:refs/tags/v1`);
    await isPushed('bruno', `+${head}~1:main`, ':topic');
    assert.equal(listAt(await get('/branches')).length, 2);
    await isPushed('chika', `${head}:main`);
    const patch = { method: 'PATCH', path: api, as: 'ana' };
    await expect({ ...patch, body: { default_branch: 'none' }, status: 400 });
    await expect({ ...patch, body: { migrate_to_gerrit: { server: 1 } }, status: 400 });
    await expect({ ...patch, as: 'bruno', body: {}, status: 403 });
    const headers = { 'content-type': 'application/xml' };
    const body =
      '<request><default_branch>release/1</default_branch><allow_artifact_closure>true</allow_artifact_closure></request>';
    await expect({ ...patch, headers, body, status: 200 });
    assert.deepEqual(
      [at(await get(), 'default_branch'), at(await get(), 'allow_artifact_closure')],
      ['release/1', true],
    );
    assert.match(await runGit(work, 'ls-remote', '--symref', urlOf(), 'HEAD'), /refs\/heads\/release\/1/);
  });

  it('asks who it is where nobody in particular may not', async () => {
    await permit({ read: [{ id: '101_3' }] });
    const denied = async (url: string, pattern: RegExp): Promise<void> => {
      const { status, text } = await tryGit(work, ['ls-remote', url]);
      assert.equal(status, 1, text);
      assert.match(text, pattern);
    };
    await denied(urlOf(), /could not read Username/);
    await denied(urlOf('bruno', { password: 'wrong' }), /Authentication failed/);
    await denied(urlOf('stranger'), /not found/);
    await denied(urlOf('stranger', { name: 'none' }), /not found/);
    await expect({ path: api, status: 404 });
    await expect({ path: api, as: 'stranger', status: 404 });
    await expect({ path: '/api/projects/101/git', as: 'stranger', status: 200, answers: { 'x-pagination-size': '0' } });
    const makeKey = async (scope: string): Promise<string> => {
      const body = { description: 'git', scopes: [scope] };
      const made = await expect({ method: 'POST', path: '/api/access_keys', as: 'bruno', body, status: 201 });
      return String(at(made.json, 'identifier'));
    };
    const [readKey, restKey] = [await makeKey('read:git_repository'), await makeKey('write:rest')];
    await runGit(work, 'ls-remote', urlOf('bruno', { password: readKey }));
    await denied(urlOf('chika', { password: readKey }), /Authentication failed/);
    await denied(urlOf('bruno', { password: restKey }), /Authentication failed/);
    const pushed = await tryGit(clone, ['push', urlOf('bruno', { password: readKey }), 'main:keys']);
    assert.match(pushed.text, /Authentication failed/);
    const user = { method: 'PATCH', path: `/api/users/${await userId('chika')}`, as: 'root', status: 200 };
    await expect({ ...user, body: { values: { status: 'S' } } });
    await denied(urlOf('chika'), /Authentication failed/);
    await expect({ ...user, body: { values: { status: 'A' } } });
    await permit({});
  });
  const userId = async (username: string): Promise<string> => {
    const query = encodeURIComponent(JSON.stringify({ username }));
    return String(at((await test.call(`/api/users?query=${query}`, { as: 'root' })).json, '0.id'));
  };

  it('refuses a push that is larger than the site allows', async () => {
    await test.app.features.site.changeSetting('git_push_limit', '100000');
    const head = await commit('Larger');
    await writeFile(join(clone, 'larger'), randomBytes(200_000));
    await runGit(clone, 'add', '.');
    await commit('Larger');
    await isRefused(/pack exceeds maximum allowed size/, 'bruno', 'main:larger');
    await expect({ path: `${api}/commits/larger`, as: 'bruno', status: 404 });
    await test.app.features.site.changeSetting('git_push_limit', '2147483648');
    await runGit(clone, 'reset', '--quiet', '--hard', `${head}~1`);
  });

  it('answers hostile requests with refusals', async () => {
    const paths = [
      '/plugins/git/meadow-scrum/../../etc/passwd.git/info/refs?service=git-upload-pack',
      '/plugins/git/meadow-scrum/..%2f..%2ftools/build.git/info/refs?service=git-upload-pack',
      '/plugins/git/meadow-scrum/tools/build.git/../build.git/info/refs?service=git-upload-pack',
      '/plugins/git/meadow-scrum/tools/build.git%00/info/refs?service=git-upload-pack',
      '/plugins/git/%00/tools/build.git/info/refs?service=git-upload-pack',
      '/plugins/git/%ff/tools/build.git/info/refs?service=git-upload-pack',
      '/plugins/git/other/tools/build.git/info/refs?service=git-upload-pack',
      '/plugins/git/meadow-scrum/tools/build.git/HEAD',
      '/plugins/git/meadow-scrum/tools/build.git/config',
      '/plugins/git/meadow-scrum/tools/build.git/info/refs',
      '/plugins/git/meadow-scrum/tools/build.git/info/refs?service=git-upload-archive',
      '/plugins/git/meadow-scrum/tools/build.git/git-upload-pack',
    ];
    const credentials = Buffer.from(`bruno:${testPassword}`).toString('base64');
    for (const path of paths) {
      const raw = await openRaw(test.base);
      raw.send(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${credentials}\r\nConnection: close\r\n\r\n`);
      assert.match(await raw.heardAtEnd(), /^HTTP\/1\.1 4\d\d /, path);
    }
    const post = async (service: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
      const type = { 'content-type': `application/x-${service}-request` };
      const url = `${test.base}/plugins/git/meadow-scrum/tools/build.git/${service}`;
      const sent = { authorization: `Basic ${credentials}`, ...type, ...headers };
      const answer = await fetch(url, { method: 'POST', headers: sent, body });
      return { status: answer.status, text: await answer.text() };
    };
    const refs = await get('/branches');
    const bodies = [
      'ffff',
      '0003x',
      'zzzz',
      '0000PACK',
      `0094${zero} ${'1'.repeat(40)} refs/heads/../../x\0report-status\n0000`,
    ];
    for (const body of bodies)
      for (const service of ['git-upload-pack', 'git-receive-pack'])
        assert.ok((await post(service, new TextEncoder().encode(body))).status < 500, body);
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000)));
    for (const service of ['git-upload-pack', 'git-receive-pack'])
      assert.ok((await post(service, bomb, { 'content-encoding': 'gzip' })).status < 500);
    for (const sent of [bomb.subarray(0, 1000), new TextEncoder().encode('0000'), new Uint8Array()])
      for (const service of ['git-upload-pack', 'git-receive-pack'])
        assert.ok(
          (await post(service, sent, { 'content-encoding': 'gzip' })).status < 500,
          `${service} ${sent.length}`,
        );
    const empty = new Uint8Array();
    assert.equal((await post('git-upload-pack', empty, { 'content-encoding': 'br' })).status, 415);
    assert.equal((await post('git-upload-pack', empty, { 'content-type': 'text/plain' })).status, 415);
    assert.deepEqual(await get('/branches'), refs);
  });

  it('takes odd names and many refs for what they are', async () => {
    const base = '/plugins/git/meadow-scrum';
    const ask = (path: string, as = 'bruno') => {
      const authorization = `Basic ${Buffer.from(`${as}:${testPassword}`).toString('base64')}`;
      return test.call(`${path}/info/refs?service=git-receive-pack`, { headers: { authorization } });
    };
    const odd = ['%2e%2e/build', 'tools%2fbuild', 'tools/%2e/build', 'Tools/build', 'tools/build%20', 'tools//build'];
    for (const name of [...odd, `${'a/'.repeat(500)}b`, "a'b", 'a;b', '$(id)', '-x', '%F0%9F%98%80', 'build.git%0A'])
      assert.ok([200, 400, 404, 414].includes((await ask(`${base}/${name}.git`)).status), name);
    assert.equal((await ask(`${base}/tools%2fbuild.git`)).status, 200);
    for (const name of ['Tools/build', '%2e%2e/tools/build', 'tools//build', 'tools/build%20'])
      assert.equal((await ask(`${base}/${name}.git`)).status, 404, name);

    await permit({ rewind: [{ id: mobile }] });
    const head = (await runGit(clone, 'rev-parse', 'HEAD')).trim();
    const names = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => `refs/tags/many-${index}-é'"$(x);&|`);
    const send = async (commands: readonly string[]) => {
      const line = (text: string): string => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
      const body = commands.map((text, index) => line(index === 0 ? `${text}\0report-status` : text)).join('');
      const authorization = `Basic ${Buffer.from(`bruno:${testPassword}`).toString('base64')}`;
      const pack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');
      const isEmpty = commands.every((text) => text.slice(41, 81) === zero);
      const answer = await fetch(`${test.base}${base}/tools/build.git/git-receive-pack`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-git-receive-pack-request' },
        body: new Uint8Array(Buffer.concat([Buffer.from(`${body}0000`), isEmpty ? Buffer.alloc(0) : pack])),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const tooMany = await send(names(5001).map((name) => `${zero} ${head} ${name}`));
    assert.deepEqual([tooMany.status, (tooMany.text.match(/pre-receive hook declined/g) ?? []).length], [200, 5001]);
    const many = await send(names(200).map((name) => `${zero} ${head} ${name}`));
    assert.deepEqual([many.status, (many.text.match(/ok refs/g) ?? []).length], [200, 200], many.text.slice(0, 300));
    const page = await expect({ path: `${api}/tags?limit=50&offset=190`, status: 200 });
    assert.equal(page.headers.get('x-pagination-size'), '201');
    assert.match((await send(names(200).map((name) => `${head} ${zero} ${name}`))).text, /ok refs/);
    assert.equal(listAt(await get('/tags')).length, 1);
    const bad = [
      'refs/heads/a..b',
      'refs/heads/.a',
      'refs/heads/a.lock',
      'refs/heads/',
      'refs/heads/a b',
      'refs/heads/@{',
      '',
    ];
    for (const name of [...bad, 'HEAD', 'refs/heads/../../config', '../../x', `refs/heads/${'x'.repeat(60_000)}`]) {
      const { status, text } = await send([`${zero} ${head} ${name}`]);
      assert.ok(status < 500, name.slice(0, 99));
      assert.doesNotMatch(text, /^.{0,8}ok refs/m, name.slice(0, 99));
    }
    await permit({});
  });

  const folders = async (): Promise<string[]> => {
    const root = join(test.app.dataDir, 'git');
    return (await readdir(root)).filter((name) => name.endsWith('.git')).map((name) => join(root, name));
  };

  it('keeps nothing of a push that breaks off', async () => {
    const [folder = ''] = await folders();
    const head = await commit('Broken off');
    const raw = await openRaw(test.base);
    const credentials = Buffer.from(`bruno:${testPassword}`).toString('base64');
    raw.send(
      'POST /plugins/git/meadow-scrum/tools/build.git/git-receive-pack HTTP/1.1\r\nHost: x\r\n' +
        `Authorization: Basic ${credentials}\r\nContent-Type: application/x-git-receive-pack-request\r\n` +
        'Content-Length: 1000000\r\n\r\n' +
        `0076${zero} ${head} refs/heads/broken\0report-status\x200000PACK\0\0\0\x02\0\0\x10\0`,
    );
    const isArriving = async (): Promise<boolean> =>
      (await readdir(join(folder, 'objects'))).some((name) => name.includes('incoming'));
    await until(isArriving);
    raw.socket.destroy();
    await until(async () => !(await isArriving()));
    await expect({ path: `${api}/commits/broken`, as: 'bruno', status: 404 });
    await isPushed('bruno', 'main');
  });

  it('finds what was not recorded, and clears away what a crash left', async () => {
    await permit({ rewind: [{ id: mobile }] });
    const [folder = ''] = await folders();
    const head = (await runGit(clone, 'rev-parse', 'HEAD')).trim();
    await runGit(folder, 'update-ref', 'refs/heads/unseen', head);
    await expect({ path: `${api}/commits/unseen`, as: 'bruno', status: 404 });
    const left = join(folder, 'objects', 'tmp_objdir-incoming-x');
    await mkdir(left);
    await utimes(left, 1, 1);
    const job = test.app.features.jobHandlers.find(({ name }) => name === 'git-refs');
    const dueAtMs: number[] = [];
    const attempt = {
      id: 1,
      number: 1,
      signal: new AbortController().signal,
      finish: async () => {},
      postpone: async (_tx: unknown, atMs: number) => void dueAtMs.push(atMs - now),
    };
    const now = Date.now();
    for (const ageMs of [0, 60_000, 7_199_000, 7_200_000])
      await job?.run(JSON.stringify({ repository_id: id, since_ms: now - ageMs }), attempt);
    assert.deepEqual(
      dueAtMs.map((ms) => Math.floor(ms / 1000)),
      [10, 60, 1],
    );
    assert.ok(!(await readdir(join(folder, 'objects'))).some((name) => name.startsWith('tmp_objdir')));
    assert.equal(at(await get('/commits/unseen'), 'id'), head);
    const locks = [['refs', 'heads', 'main.lock'], ['packed-refs.lock'], ['packed-refs.new'], ['HEAD.lock']];
    for (const lock of locks) {
      await writeFile(join(folder, ...lock), '');
      // Twenty-nine seconds old: the push waits until nobody can hold them any more.
      const seconds = Date.now() / 1000 - 29.5;
      await utimes(join(folder, ...lock), seconds, seconds);
    }
    await isPushed('bruno', `+${head}~1:main`, ':unseen', `${head}:refs/heads/${'long-'.repeat(40)}x`);
    await isRefused(/longer than 250/, 'bruno', `${head}:refs/heads/${'long-'.repeat(48)}`);
    await isPushed('bruno', `${head}:main`);
  });

  it('shows what builds say of commits', async () => {
    const path = `${api}/statuses/main`;
    const row = { method: 'POST', path, body: { state: 'pending' } };
    await expect({ ...row, as: 'bruno', status: 201 });
    await expect({ ...row, as: 'stranger', status: 403 });
    await expect({ ...row, status: 403 });
    await expect({ ...row, body: { state: 'odd' }, as: 'bruno', status: 400 });
    await expect({ ...row, path: `${api}/statuses/none`, as: 'bruno', status: 404 });
    const made = await expect({ method: 'POST', path: `${api}/status_token`, as: 'ana', status: 201 });
    const token = at(made.json, 'token');
    await permit({ read: [{ id: '101_3' }] });
    await expect({ ...row, body: { state: 'success', token: 'wrong' }, as: 'bruno', status: 403, contains: ['token'] });
    await expect({ ...row, body: { state: 'success', token: 'wrong' }, status: 404 });
    const byPath = `/api/git/${encodeURIComponent('meadow-scrum/tools/build.git')}/statuses/main`;
    const body = `<request><state>success</state><token>${String(token)}</token></request>`;
    await expect({ method: 'POST', path: byPath, body, headers: { 'content-type': 'application/xml' }, status: 201 });
    assert.equal(at(await get('/commits/main'), 'commit_status.name'), 'success');
    await permit({});
  });

  it('records what is pushed as its pusher’s: references, events, and what closes once it is on the default branch', async () => {
    const [ada, sam] = [await test.addUser('ada'), await test.addUser('sam')];
    const fields: FieldPlan[] = [
      { name: 'state', type: 'sb', values: ['Open', 'Done'], read: [everybody], update: [members] },
      { name: 'cross', type: 'cross', read: [everybody] },
    ];
    const status = { field: 'state', open: ['Open'] };
    const world = await buildProject(test, {
      name: 'forge',
      admins: [ada],
      members: [sam],
      trackers: () => [{ name: 'story', permissions: { full: [everybody] }, fields, status }],
    });
    const values = { [world.field('story', 'state')]: [world.value('story', 'state', 'Open')] };
    const change = { by: ada, atMs: 1000, values };
    const [story] = await buildArtifacts(test, [{ trackerId: world.tracker('story'), changes: [change] }]);
    const body = { project_id: world.id, name: 'web' };
    const made = await expect({ method: 'POST', path: '/api/git', as: 'ada', body, status: 201 });
    const path = `/api/git/${String(at(made.json, 'id'))}`;
    await expect({ method: 'PATCH', path, as: 'ada', body: { allow_artifact_closure: true }, status: 200 });
    const project = (as: string): string => urlOf(as).replace('meadow-scrum/tools/build', 'forge/web');

    await runGit(clone, 'push', '--quiet', project('ada'), 'main');
    const head = await commit(`Fixes story #${story}; see none #1`);
    const pushOptions = ['ci.skip', 'title=é $(id) "x"', 'a\rb\u2028option c'];
    const push = ['push', '--quiet', ...pushOptions.flatMap((option) => ['-o', option]), project('sam'), 'main:topic'];
    await runGit(clone, ...push);
    for (const [options, reason] of [
      [Array.from({ length: 21 }, () => 'x'), /push options: at most 20/],
      [['x'.repeat(1001)], /push options: one is longer than 1000 characters/],
    ] as const) {
      const given = options.flatMap((option) => ['-o', option]);
      const refused = await tryGit(clone, ['push', '--quiet', ...given, project('sam'), 'main:refused']);
      assert.deepEqual([refused.status, reason.test(refused.text)], [1, true], refused.text);
    }
    const shown = await expect({ path: `${path}/commits/topic`, as: 'sam', status: 200 });
    const references = at(shown.json, 'cross_references');
    const url = `https://localhost/goto?key=story&val=${story}&group_id=${world.id}`;
    assert.deepEqual(references, [{ ref: `story #${story}`, url, direction: 'out' }]);
    const read = async (): Promise<unknown> =>
      (await expect({ path: `/api/artifacts/${story}`, as: 'sam', status: 200 })).json;
    assert.equal(at(valueOf(await read(), world.field('story', 'cross')), 'value.0.ref'), `git #web/${head}`);
    assert.equal(at(await read(), 'status'), 'Open');
    await runGit(clone, 'push', '--quiet', project('sam'), 'main');
    test.app.jobs.start();
    await until(async () => at(await read(), 'status') === 'Done');
    const changes = await expect({ path: `/api/artifacts/${story}/changesets`, status: 200 });
    assert.equal(at(changes.json, '1.submitted_by'), sam);
    await settleEvents(test.app.database);
    const events = await readEvents(test.app.database.read, { after: 0, limit: 1000 });
    assert.deepEqual(
      events
        .filter(({ kind, projectId }) => kind === 'git-push' && projectId === world.id)
        .map(({ by, details }) => [by, at(details, 'refs.0.name'), at(details, 'pushOptions')]),
      [
        [ada, 'refs/heads/main', undefined],
        [sam, 'refs/heads/topic', pushOptions],
        [sam, 'refs/heads/main', undefined],
      ],
    );

    await test.app.features.site.changeSetting('sys_project_backup_path', work);
    assert.equal((await folders()).length, 2);
    for (const query of ['', '?erase=true'])
      await expect({ method: 'DELETE', path: `/api/projects/${world.id}${query}`, as: 'root', status: 200 });
    await until(async () => (await folders()).length === 1);
    await expect({ path, as: 'root', status: 404 });
  });

  it('is hidden where its project has switched it off', async () => {
    const path = '/api/projects/101/project_services?limit=50';
    const listed = listAt((await expect({ path, as: 'bruno', status: 200 })).json);
    const service = listed.find((one) => at(one, 'name') === 'plugin_git');
    assert.deepEqual([at(service, 'label'), at(service, 'is_enabled')], ['Git', true]);
    const put = { method: 'PUT', path: `/api/project_services/${String(at(service, 'id'))}`, as: 'ana', status: 200 };
    await expect({ ...put, body: { is_enabled: false } });
    await expect({ path, as: 'bruno', status: 200, lacks: ['plugin_git'] });
    for (const as of ['bruno', 'ana']) {
      assert.match((await tryGit(work, ['ls-remote', urlOf(as)])).text, /not found/);
      await expect({ path: api, as, status: 404 });
      await expect({ path: '/api/projects/101/git', as, status: 200, contains: ['"repositories":[]'] });
    }
    await isRefused(/not found/, 'bruno', 'main');
    const post = { method: 'POST', path: '/api/git', as: 'ana', body: { project_id: 101, name: 'other' } };
    await expect({ ...post, status: 400, contains: ['`project_id`', `PUT ${put.path}`] });
    const headers = { 'content-type': 'application/xml' };
    await expect({ ...put, headers, body: '<request><is_enabled>true</is_enabled></request>' });
    await isPushed('bruno', 'main');
    assert.equal(at(await get(), 'id'), id);
  });

  it('is not there where it is off', async () => {
    await test.app.features.site.changeSetting('git_http_url', '0');
    assert.match((await tryGit(work, ['ls-remote', urlOf('bruno')])).text, /not found/);
    assert.equal(at(await get(), 'clone_http_url'), null);
    await test.app.features.site.changeSetting('git_http_url', '1');
  });

  it('is refused as forbidden to who only reads it as an administrator who changes nothing', async () => {
    const { people } = test.app.features;
    await permit({ read: [{ id: '101_3' }] });
    const patch = { method: 'PATCH', path: api, as: 'stranger', body: { default_branch: 'main' } };
    await expect({ ...patch, status: 404 });
    await people.grantDelegation('rest-read-only', 'stranger');
    await expect({ path: api, as: 'stranger', status: 200 });
    await expect({ ...patch, status: 403 });
    await expect({ ...patch, path: '/api/git/9999', status: 404 });
    const reference = { branch_name: 'theirs', reference: 'main' };
    for (const [method, path, body] of [
      ['POST', 'branches', reference],
      ['POST', 'tags', { tag_name: 'theirs', reference: 'main' }],
      ['DELETE', 'branches/main', undefined],
      ['DELETE', 'tags/none', undefined],
      ['PUT', 'permissions', { read: [], write: [], rewind: [] }],
      [
        'PUT',
        'merge_rules',
        { methods: ['merge'], required_approvals: 0, required_reviewers: [], required_checks: [] },
      ],
      ['POST', 'status_token', undefined],
      ['POST', 'forks', {}],
      ['POST', 'statuses/main', { state: 'success' }],
    ] as const) {
      const change = { method, as: 'stranger', ...(body === undefined ? {} : { body }) };
      await expect({ ...change, path: `${api}/${path}`, status: 403 });
      await expect({ ...change, path: `/api/git/9999/${path}`, status: 404 });
    }
    await people.revokeDelegation('rest-read-only', 'stranger');
    await permit({});
  });

  it('nobody reads so much over REST that others find no place', async () => {
    const ask = () => test.call(`${api}/branches`, { as: 'bruno' });
    const answers = await Promise.all(Array.from({ length: 200 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length < answers.length, String(refused.length));
    assert.ok(answers.every(({ status }) => status === 200 || status === 429));
    assert.match(refused[0]?.text ?? '', /your readings of repositories/);
    assert.equal((await ask()).status, 200);
  });
});
