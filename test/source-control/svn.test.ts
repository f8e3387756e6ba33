// Tier: all, because it starts many programs of source control.
// Subversion repositories over REST, and their hooks with the real programs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { triesOf } from '../support/depth.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import { openStandIn, run, runTepal, skipSubversion } from '../support/hook-programs.ts';
import type { Ran, StandIn } from '../support/hook-programs.ts';
import { buildArtifacts, buildProject, everybody, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

const svnAdmins = 19;
const kills = triesOf(3);

describe('Subversion', { skip: skipSubversion }, () => {
  let test: TestApp;
  let world: World;
  let standIn: StandIn;
  let backups: string;
  let sam: number;
  /** Of the repository `web`. */
  let url: string;
  let folder: string;
  let id: number;
  /** Of a group of the project. */
  let choir: number;

  const settings = {
    commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
    immutable_tags: { paths: [], whitelist: [] },
    email_notifications: [],
  };
  const post = (body: object, as = 'ada') => ({ path: '/api/svn', method: 'POST', as, body });
  const put = (change: object, as = 'ada') => ({
    path: `/api/svn/${id}`,
    method: 'PUT',
    as,
    body: { settings: { ...settings, ...change } },
  });

  before(async () => {
    backups = await mkdtemp(join(tmpdir(), 'tepal-dumps-'));
    test = await startApp({ settings: `$sys_project_backup_path = '${backups}';` });
    const ada = await test.addUser('ada');
    const olga = await test.addUser('olga');
    sam = await test.addUser('sam');
    await test.addUser('mia');
    const all = { read: [everybody], submit: [registered], update: [registered] };
    const fields = [
      { name: 'state', type: 'sb', values: ['Open', 'Done'], ...all },
      { name: 'cross', type: 'cross', read: [everybody] },
    ];
    const status = { field: 'state', open: ['Open'] };
    world = await buildProject(test, {
      name: 'meadow',
      admins: [ada],
      members: [sam, olga],
      trackers: () => [{ name: 'story', permissions: { full: [everybody] }, fields, status }],
    });
    await buildProject(test, { name: 'cellar', access: 'private', members: [ada] });
    const role = { project_id: world.id, ugroup_id: svnAdmins, user_id: olga };
    await test.app.database.transact((tx) => tx.insertInto('project_role_members').values(role).execute());
    const layout = ['/trunk', 'tags', '/tags/old'];
    const made = await expectRow(test, {
      ...post({ project_id: world.id, name: 'web', settings: { layout } }),
      status: 201,
    });
    id = Number(at(made.json, 'id'));
    const [name = ''] = (await readdir(join(test.app.dataDir, 'svn'))).filter((entry) => entry !== 'run-hook');
    folder = join(test.app.dataDir, 'svn', name);
    url = `file://${folder}`;
    standIn = await openStandIn(test.app.dataDir);
  });
  after(async () => {
    await standIn.close();
    await test.close();
    await rm(backups, { recursive: true });
  });

  const readRules = (): Promise<string> => readFile(join(folder, 'conf', 'authz'), 'utf8');
  const mucc = (message: string, ...actions: string[]): Promise<Ran> =>
    run('svnmucc', ['-U', url, '-u', 'sam', '--non-interactive', '-m', message, ...actions]);
  let count = 0;
  const commit = (message: string): Promise<Ran> => mucc(message, 'mkdir', `trunk/${(count += 1)}`);
  const make = async (): Promise<number> => {
    const values = { [world.field('story', 'state')]: [world.value('story', 'state', 'Open')] };
    const trackerId = world.tracker('story');
    const [made = 0] = await buildArtifacts(test, [{ trackerId, changes: [{ by: sam, atMs: 1000, values }] }]);
    return made;
  };
  const crossOf = async (artifact: number): Promise<unknown[]> => {
    const { json } = await expectRow(test, { path: `/api/artifacts/${artifact}`, as: 'sam', status: 200 });
    return listAt(valueOf(json, world.field('story', 'cross')), 'value').map((entry) => at(entry, 'ref'));
  };
  const listRecorded = () =>
    test.app.database.read
      .selectFrom('commits')
      .select(['revision', 'message', 'author_name', 'pushed_by'])
      .orderBy('id')
      .execute();

  it('is made, shown, changed and listed over REST', async () => {
    const shown = { path: `/api/svn/${id}`, status: 200 };
    const project = { id: world.id, uri: `projects/${world.id}`, label: 'meadow', label_without_icon: 'meadow' };
    const { json } = await expectRow(test, { ...shown, as: 'mia' });
    const head = { id, uri: `svn/${id}`, name: 'web', svn_url: at(json, 'svn_url') };
    const more = { shortname: 'meadow', status: 'active', access: 'public', is_template: false };
    assert.deepEqual(json, { ...head, project: { ...project, ...more } });
    assert.match(String(at(json, 'svn_url')), /\/svnplugin\/meadow\/web$/);
    assert.match(folder, /web-[0-9a-f]{12}$/);
    assert.equal(at((await expectRow(test, { ...shown, as: 'root' })).json, 'folder'), folder);
    const listed = await runTepal(['svn', 'list', '--json', '--data', test.app.dataDir]);
    assert.deepEqual(JSON.parse(listed.output), [{ id, project: 'meadow', name: 'web', folder }], listed.errors);
    const full = await expectRow(test, { ...shown, as: 'ada' });
    assert.deepEqual(at(full.json, 'settings'), { ...settings, access_file: '', has_default_permissions: true });
    const list = `/api/projects/${world.id}/svn`;
    const wanted = encodeURIComponent('{"name":"web"}');
    for (const path of [list, `${list}?query=${wanted}`])
      assert.deepEqual((await expectRow(test, { path, status: 200 })).json, { repositories: [json] });
    const none = encodeURIComponent('{"name":"we"}');
    await expectRow(test, { path: `${list}?query=${none}`, status: 200, contains: ['{"repositories":[]}'] });
    await expectRow(test, { path: `${list}?query=%7B%22x%22:1%7D`, status: 400, contains: ['`query`'] });

    const body = { project_id: world.id, name: 'second' };
    await expectRow(test, { ...post(body, 'olga'), status: 201 });
    await expectRow(test, { ...post(body), status: 409, contains: ['choose another'] });
    for (const name of ['ab', '1ab', 'a/b', '../x', 'a b', ''])
      await expectRow(test, { ...post({ ...body, name }), status: 400 });
    await expectRow(test, { ...post({ ...body, name: 'third' }, 'sam'), status: 403 });
    await expectRow(test, { ...post({ ...body, project_id: 9999 }), status: 404 });
    const bad = [
      { layout: ['../../x'] },
      { immutable_tags: { paths: ['/a/../b'], whitelist: [] } },
      { email_notifications: [{ path: '/', emails: [], users: [9999], user_groups: [] }] },
      { email_notifications: [{ path: '/', emails: [], users: [], user_groups: [] }] },
      {
        email_notifications: ['/a', 'a/'].map((path) => ({
          path,
          emails: ['a@example.org'],
          users: [],
          user_groups: [],
        })),
      },
    ];
    for (const sent of bad)
      await expectRow(test, {
        ...post({ ...body, name: 'third', settings: sent }),
        status: 400,
        contains: ['settings.'],
      });
    const unknown = { email_notifications: [{ path: '/', emails: [], users: [], user_groups: ['9999'] }] };
    await expectRow(test, { ...post({ ...body, name: 'third', settings: unknown }), status: 404, contains: ['9999'] });
    const foreign = { email_notifications: [{ path: '/', emails: [], users: [], user_groups: [`${world.id + 1}_3`] }] };
    for (const row of [post({ ...body, name: 'third', settings: foreign }), put(foreign)])
      await expectRow(test, { ...row, status: 400, contains: ['user_groups[0]', 'another project'] });
    assert.equal((await readdir(join(test.app.dataDir, 'svn'))).length, 3, 'what was refused leaves nothing');

    const notification = { path: '/trunk', emails: ['a@example.org'], users: [sam], user_groups: [`${world.id}_3`] };
    const rules = { access_file: '[/]\n* = r\n', email_notifications: [notification] };
    await expectRow(test, { ...put(rules, 'sam'), status: 403 });
    await expectRow(test, { ...put({ commit_rules: undefined }), status: 400, contains: ['commit_rules'] });
    const changed = await expectRow(test, { ...put(rules), status: 200 });
    const [stored] = listAt(changed.json, 'settings.email_notifications');
    assert.deepEqual([at(stored, 'users.0.id'), at(stored, 'user_groups.0.short_name')], [sam, 'project_members']);
    assert.ok((await readRules()).endsWith(rules.access_file));
    const headers = { accept: 'application/xml', 'content-type': 'application/xml' };
    const item = `<item><path>/x</path><emails></emails><users></users><user_groups><item>${world.id}_3</item></user_groups></item>`;
    const xml = `<request><settings><commit_rules><is_reference_mandatory>true</is_reference_mandatory>
      <is_commit_message_change_allowed>false</is_commit_message_change_allowed></commit_rules><immutable_tags><paths/>
      <whitelist/></immutable_tags><email_notifications>${item}</email_notifications></settings></request>`;
    const contains = ['<is_reference_mandatory>true</is_reference_mandatory>'];
    await expectRow(test, {
      path: `/api/svn/${id}`,
      method: 'PUT',
      as: 'ada',
      headers,
      body: xml,
      status: 200,
      contains,
    });
    await expectRow(test, { ...put({}), status: 200 });
    await standIn.takeHooks();
  });

  it('defines groups of the project in rules of access, as they are by now', async () => {
    const { services } = test.app.features.parts;
    for (const service of services) await service.start(undefined);
    const lines = async (): Promise<string[]> => (await readRules()).split('\n').filter((line) => /^[^#]/.test(line));
    const access_file = '[/trunk]\n* = r\n[/secret]\n* =\n@admins = rw\n@Choir = r\n';
    const sent = { description: '', project_id: world.id, short_name: 'Choir' };
    const { json } = await expectRow(test, {
      path: '/api/user_groups',
      method: 'POST',
      as: 'ada',
      body: sent,
      status: 201,
    });
    choir = Number(at(json, 'id'));
    await expectRow(test, { ...put({ access_file }), status: 200 });
    const head = ['[groups]', 'choir = ', 'Choir = ', 'members = ada, olga, sam', 'admins = ada'];
    const root = ['[/]', '* = r', '@members = rw'];
    const own = access_file.trimEnd().split('\n');
    assert.deepEqual(await lines(), [...head, ...root, ...own]);
    await expectRow(test, { path: `/api/svn/${id}/folder?path=trunk`, as: 'mia', status: 200 });
    await expectRow(test, {
      path: `/api/user_groups/${choir}/users`,
      method: 'PUT',
      as: 'ada',
      body: { user_references: [{ username: 'mia' }] },
      status: 200,
    });
    await until(async () => (await lines()).includes('choir = mia'));
    await expectRow(test, {
      path: `/api/projects/${world.id}`,
      method: 'PATCH',
      as: 'ada',
      body: { access: 'private' },
      status: 200,
    });
    await until(async () => (await lines()).join('\n').includes('[/]\n@members = rw'));
    await expectRow(test, {
      path: `/api/projects/${world.id}/members`,
      method: 'POST',
      as: 'ada',
      body: { role: 'guest', user_references: [{ username: 'mia' }] },
      status: 200,
    });
    await until(async () => (await lines()).join('\n').includes('[/]\n@project.guests = r\n@members = rw'));
    assert.ok((await lines()).includes('project.guests = mia'));
    await expectRow(test, {
      path: `/api/projects/${world.id}`,
      method: 'PATCH',
      as: 'ada',
      body: { access: 'public' },
      status: 200,
    });
    await expectRow(test, { ...put({ has_default_permissions: false }), status: 200 });
    assert.ok(!(await lines()).includes('[/]'));
    await Promise.all(services.map((service) => service.stop(1000)));
    await expectRow(test, { ...put({ access_file: '', has_default_permissions: true }), status: 200 });
  });

  it('keeps rules of access only if Subversion can read them', async () => {
    const rules = '[/]\n@Choir = rw\nsam = rw\n';
    await expectRow(test, { ...put({ access_file: rules }), status: 200 });
    const former = await readRules();
    for (const [access_file, reason] of [
      [
        '[/]\n\n@nosuch = rw\n',
        "line 3: Subversion can't read these rules: Access entry refers to undefined group '@nosuch'",
      ],
      ['[/]\nana rw\n', 'line 2: '],
      [
        '[/trunk]\n* = r\n\n[/trunk/]\n* = r\n',
        "line 4: Subversion can't read these rules: Non-canonical path '/trunk/'",
      ],
      ['* = r\n', 'line 1: '],
      ['[/a\n* = r\n', 'line 1: '],
      ['[/]\n&boss = r\n', 'line 2: '],
      ['[/]\nsam = w r x\n', 'line 2: '],
      ['[/]\n$nobody = r\n', 'line 2: '],
      ['[groups]\na = @b\nb = @a\n[/]\n@a = r\n', 'Recursive'],
      ['[groups]\nx = sam\n[/]\n* = r\n[groups]\ny = sam\n', 'line 5: '],
    ] as const) {
      const refused = { status: 400, contains: ['`settings.access_file`', reason] };
      await expectRow(test, { ...put({ access_file }), ...refused });
      if (access_file.length < 40)
        await expectRow(test, {
          ...post({ project_id: world.id, name: 'third', settings: { access_file } }),
          ...refused,
        });
    }
    assert.equal(await readRules(), former, 'the former rules stay');
    const shown = await expectRow(test, { path: `/api/svn/${id}`, as: 'ada', status: 200 });
    assert.equal(at(shown.json, 'settings.access_file'), rules);
    const check = (): Promise<Ran> => run('svnauthz', ['validate', join(folder, 'conf', 'authz')]);
    for (const access_file of [
      '\uFEFF[/]\n* = r',
      ' \t[/]\n* = r',
      '[/]\r\n* = r\r\n',
      '[groups]\nours = @members, sam\n  , olga\n[aliases]\nchief = olga\n[/]\n~@ours = r\n&chief = rw\n[web:/a]\n* =\n[:glob:/b/**]\n$authenticated = r',
    ]) {
      await expectRow(test, { ...put({ access_file }), status: 200 });
      assert.deepEqual(await check(), { status: 0, output: '', errors: '' });
      await expectRow(test, { path: `/api/svn/${id}/folder?path=trunk`, as: 'olga', status: 200 });
    }
    await expectRow(test, { ...put({ access_file: rules }), status: 200 });
    const path = `/api/user_groups/${choir}`;
    await expectRow(test, { path, method: 'DELETE', as: 'ada', status: 204 });
    await expectRow(test, { ...put({}), status: 200 });
    assert.equal((await check()).status, 0, 'a group that is gone locks nobody else out');
    await expectRow(test, { ...put({ access_file: `${rules}mia = r\n` }), status: 200 });
    await expectRow(test, { ...put({ access_file: '', has_default_permissions: true }), status: 200 });
    await expectRow(test, { ...put({ access_file: rules }), status: 400, contains: ['@Choir'] });
  });

  it('records commits, whose messages refer to artifacts and close them', async () => {
    const [seen, closed] = [await make(), await make()];
    const made = await commit(`Mow the meadow (art #${seen}), closes story #${closed}\n\nZwölf Boxkämpfer`);
    assert.equal(made.status, 0, made.errors);
    assert.deepEqual(await crossOf(seen), ['svn #web/2']);
    const [last] = (await listRecorded()).slice(-1);
    assert.deepEqual([last?.revision, last?.pushed_by], ['r2', sam]);
    assert.match(last?.message ?? '', /Zwölf Boxkämpfer$/);
    test.app.jobs.start();
    const isClosed = async (): Promise<boolean> =>
      at((await test.call(`/api/artifacts/${closed}`, { as: 'sam' })).json, 'status') === 'Done';
    await until(isClosed);
  });

  it('catches up when a hook was killed after the commit', async () => {
    const artifact = await make();
    standIn.killNext('post-commit');
    await commit(`art #${artifact}`);
    assert.deepEqual(await crossOf(artifact), []);
    assert.equal((await commit('next')).status, 0);
    assert.equal((await crossOf(artifact)).length, 1);
    const { dataDir } = test.app;
    const again = await runTepal(['svn-hook', 'catch-up', '--data', dataDir, folder]);
    assert.deepEqual(again, { status: 0, output: '0 commits recorded\n', errors: '' });
    const revisions = (await listRecorded()).map(({ revision }) => revision);
    assert.deepEqual(revisions, ['r2', 'r3', 'r4'], 'each once');
  });

  it('catches up at night and when the server starts, where no commit follows', async () => {
    const artifact = await make();
    standIn.killNext('post-commit');
    await commit(`story #${artifact}`);
    assert.deepEqual(await crossOf(artifact), []);
    const { database, features, jobs } = test.app;
    // Starts of one minute share a job.
    await database.transact((tx) => tx.deleteFrom('jobs').where('kind', '=', 'svn-unrecorded').execute());
    const { services } = features.parts;
    await Promise.all(services.map((service) => service.start(undefined)));
    jobs.start();
    await until(async () => (await crossOf(artifact)).length === 1);
    await Promise.all(services.map((service) => service.stop(1000)));
  });

  it('has a commit that is killed whole or not at all, and records it once', async () => {
    const youngest = async (): Promise<number> => Number((await run('svnlook', ['youngest', folder])).output);
    const first = await youngest();
    const args = ['-U', url, '-u', 'sam', '--non-interactive', '-m', 'Killed', 'mkdir'];
    const began = performance.now();
    assert.equal((await commit('timed')).status, 0);
    const tookMs = performance.now() - began;
    for (let kill = 0; kill < kills; kill += 1) {
      // With its hooks, as where the machine stops.
      const child = spawn('svnmucc', [...args, `trunk/${(count += 1)}`], { detached: true, stdio: 'ignore' });
      const ended = once(child, 'exit');
      await wait(Math.random() * tookMs);
      if (child.exitCode === null) process.kill(-(child.pid ?? assert.fail('svnmucc did not start')), 'SIGKILL');
      await ended;
    }
    assert.equal((await commit('after them')).status, 0);
    const checked = await run('svnadmin', ['verify', '--quiet', folder]);
    assert.equal(checked.status, 0, checked.errors);
    const last = await youngest();
    assert.ok(last >= first + 2 && last <= first + 2 + kills);
    assert.deepEqual(
      (await listRecorded()).map(({ revision }) => revision),
      Array.from({ length: last - 1 }, (_, at) => `r${at + 2}`),
    );
    assert.equal((await runTepal(['verify', '--data', test.app.dataDir])).output, 'no problems found\n');
  });

  it('refuses messages without a reference where they must have one', async () => {
    await expectRow(test, {
      ...put({ commit_rules: { ...settings.commit_rules, is_reference_mandatory: true } }),
      status: 200,
    });
    const before = await listRecorded();
    for (const message of ['nothing', 'task #7', 'art 7', ''])
      assert.match((await commit(message)).errors, /has no reference to an artifact; add one/, message);
    assert.deepEqual(await listRecorded(), before);
    const file = join(test.app.dataDir, 'conf', 'local.inc');
    await rename(file, `${file}.away`);
    await writeFile(file, '<?php $database_url = 5;');
    assert.match((await commit('art #1')).errors, /database_url/, 'who can’t judge refuses');
    await rename(`${file}.away`, file);
    assert.equal((await commit('STORY #1')).status, 0);
    await expectRow(test, { ...put({}), status: 200 });
  });

  it('takes no commit for which the quota of the project has no room', async () => {
    const measure = async (): Promise<number> => {
      const { json } = await expectRow(test, { path: `/api/projects/${world.id}/storage`, as: 'ada', status: 200 });
      return Number(at(json, 'repositories.used_bytes'));
    };
    const allow = (repositories: number | null) =>
      expectRow(test, {
        method: 'PUT',
        path: `/api/projects/${world.id}/quotas`,
        as: 'root',
        body: { attachments: null, repositories },
        status: 200,
      });
    const noise = join(test.app.dataDir, 'noise');
    await writeFile(noise, randomBytes(50_000));
    const before = await listRecorded();
    await allow((await measure()) + 40_000);
    const refused = await mucc('noise', 'put', noise, 'trunk/noise');
    assert.match(refused.errors, /the repositories of this project use \d+ of the \d+ bytes .* 5\d{4} more do not fit/);
    assert.deepEqual(await listRecorded(), before);
    assert.equal((await commit('small')).status, 0);
    await allow(1);
    await expectRow(test, { ...post({ project_id: world.id, name: 'more' }), status: 413 });
    await allow(null);
    const used = await measure();
    assert.equal((await mucc('noise', 'put', noise, 'trunk/noise')).status, 0);
    assert.ok((await measure()) > used + 50_000, 'what was committed counts at once');
  });

  it('keeps tags as they are', async () => {
    const immutable_tags = { paths: ['/tags', '/*/tags/'], whitelist: ['tags/old'] };
    await expectRow(test, { ...put({ immutable_tags }), status: 200 });
    const tagged = await mucc(
      'tag',
      'cp',
      'HEAD',
      'trunk',
      'tags/v1',
      'mkdir',
      'tags/v1/sub',
      'mkdir',
      'other',
      'mkdir',
      'other/tags',
    );
    assert.equal(tagged.status, 0, tagged.errors);
    for (const actions of [
      ['rm', 'tags/v1', 'cp', 'HEAD', 'trunk', 'tags/v1'],
      ['mv', 'tags', 'labels'],
    ]) {
      const { status, errors } = await mucc('x', ...actions);
      assert.equal(status, 1, actions.join(' '));
      assert.match(errors, /\/tags\/v1 is a tag and can't be changed/, actions.join(' '));
    }
    assert.equal((await mucc('x', 'mkdir', 'tags/old/v0', 'rm', 'other')).errors, '');
    assert.match((await mucc('x', 'rm', 'tags/old')).errors, /\/tags\/old\/v0 is a tag/);
    await expectRow(test, { ...put({}), status: 200 });
  });

  it('lets messages be changed where that is allowed, and follows', async () => {
    const [was, becomes] = [await make(), await make()];
    await commit(`art #${was}`);
    const reword = (...args: string[]): Promise<Ran> =>
      run('svn', ['propset', '--revprop', '-r', 'HEAD', ...args, url]);
    assert.match((await reword('svn:log', 'x')).errors, /messages of this repository may not be changed/);
    const commit_rules = { is_reference_mandatory: true, is_commit_message_change_allowed: true };
    await expectRow(test, { ...put({ commit_rules }), status: 200 });
    assert.match((await reword('svn:log', 'x')).errors, /has no reference to an artifact/);
    assert.match((await reword('svn:author', 'ada')).errors, /only the message may be changed/);
    assert.equal((await reword('svn:log', `really art #${becomes}`)).errors, '');
    assert.deepEqual([(await crossOf(was)).length, (await crossOf(becomes)).length], [0, 1]);
    await expectRow(test, { ...put({}), status: 200 });
  });

  it('calls the program by the script that it wrote', async () => {
    const { dataDir } = test.app;
    const { status } = await runTepal(['svn-hook', 'install', '--data', dataDir, folder]);
    assert.equal(status, 0);
    await expectRow(test, {
      ...put({ commit_rules: { ...settings.commit_rules, is_reference_mandatory: true } }),
      status: 200,
    });
    assert.match((await commit('nothing')).errors, /tepal: the commit message has no reference to an artifact/);
    await standIn.takeHooks();
    await expectRow(test, { ...put({}), status: 200 });
  });

  it('takes in repositories that others made, and what is odd in them', async () => {
    const { dataDir } = test.app;
    const path = join(dataDir, 'Old one');
    const artifact = await make();
    await run('svnadmin', ['create', path]);
    await run('svn', ['mkdir', '-q', '--username', 'SAM', '-m', `closes art #${artifact}`, `file://${path}/a`]);
    await run('svn', ['mkdir', '-q', '--username', 'nobody here', '-m', '', `file://${path}/b`]);
    await run('bash', [
      '-c',
      `printf 'art #${artifact} \\377 \\1' | svnadmin setlog -r 2 --bypass-hooks '${path}' /dev/stdin`,
    ]);
    await run('svnadmin', ['delrevprop', '-r', '2', path, 'svn:date']);
    const install = (...rest: string[]): Promise<Ran> =>
      runTepal(['svn-hook', 'install', '--data', dataDir, ...rest, path]);
    assert.match(
      (await runTepal(['svn-hook', 'catch-up', '--data', dataDir, path])).errors,
      /knows no Subversion repository/,
    );
    assert.match((await install()).errors, /use --project/);
    assert.match((await install('--project', 'nowhere')).errors, /no project/);
    assert.deepEqual(await install('--project', 'meadow'), { status: 0, output: '', errors: '' });
    await standIn.takeHooks();
    assert.deepEqual(await crossOf(artifact), ['svn #Old one/1']);
    assert.deepEqual(
      (await listRecorded()).slice(-2).map((row) => [row.revision, row.author_name, row.pushed_by]),
      [
        ['r1', 'SAM', sam],
        ['r2', 'nobody here', 0],
      ],
    );
    const jobs = await test.app.features.systemEvents.listJobs({}, { limit: 100, offset: 0 });
    assert.equal(jobs.filter(({ kind }) => kind === 'close-artifact').length, 1, 'history asks for nothing');
    assert.match((await runTepal(['svn-hook', 'install', '--data', dataDir, dataDir])).errors, /svnlook failed/);
    await standIn.takeHooks();
  });

  it('is hidden, and takes no commits, where its project has switched it off', async () => {
    const artifact = await make();
    await commit(`art #${artifact}`);
    const path = `/api/projects/${world.id}/project_services`;
    const listed = listAt((await expectRow(test, { path, status: 200 })).json);
    const service = listed.find((one) => at(one, 'name') === 'plugin_svn');
    const change = {
      method: 'PUT',
      path: `/api/project_services/${String(at(service, 'id'))}`,
      as: 'ada',
      status: 200,
    };
    const list = { path: `/api/projects/${world.id}/svn`, status: 200 };
    await expectRow(test, { ...change, body: { is_enabled: false } });
    await expectRow(test, { ...list, contains: ['"repositories":[]'] });
    await expectRow(test, { path: `/api/svn/${id}`, as: 'ada', status: 404 });
    await expectRow(test, { ...post({ project_id: world.id, name: 'third' }), status: 400, contains: [change.path] });
    assert.match((await commit(`art #${artifact}`)).errors, /Subversion is disabled in this project/);
    assert.deepEqual(await crossOf(artifact), []);
    await expectRow(test, { ...change, body: { is_enabled: true } });
    await expectRow(test, { ...list, contains: ['"name":"web"'] });
    assert.equal((await crossOf(artifact)).length, 1);
  });

  it('is gone at once when it is removed, its folder once a dump is written', async () => {
    const artifact = await make();
    await commit(`art #${artifact}`);
    assert.equal((await crossOf(artifact)).length, 1);
    const remove = { path: `/api/svn/${id}`, method: 'DELETE' };
    await expectRow(test, { ...remove, as: 'sam', status: 403 });
    await expectRow(test, { ...remove, as: 'ada', status: 202 });
    await expectRow(test, { path: `/api/svn/${id}`, as: 'ada', status: 404 });
    assert.deepEqual(await crossOf(artifact), []);
    const isThere = async (): Promise<boolean> =>
      (await readdir(join(test.app.dataDir, 'svn'))).some((name) => folder.endsWith(name));
    await until(async () => !(await isThere()));
    assert.deepEqual(await readdir(backups), [`meadow-web-${id}.svndump`]);
    assert.match((await readFile(join(backups, `meadow-web-${id}.svndump`), 'utf8')).slice(0, 30), /SVN-fs-dump/);
  });
});
