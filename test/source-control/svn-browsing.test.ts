// Tier: all, because it starts many programs of source control.
// What Subversion repositories hold, over REST: what was committed with the real programs, under the rules of access that they follow.
// Engine: SQLite alone; its neighbours ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { run, openStandIn, skipSubversion } from '../support/hook-programs.ts';
import type { StandIn } from '../support/hook-programs.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { buildProject } from '../support/worlds.ts';

const oddName = 'a & é@ %.txt';

describe('Subversion browsing', { skip: skipSubversion }, () => {
  let test: TestApp;
  let work: string;
  let standIn: StandIn;
  let url: string;
  let id: number;

  const get = (path: string, status = 200, as = 'sam') =>
    expectRow(test, { path: `/api/svn/${id}/${path}`, as, status });
  const raw = (query: Record<string, string>, as = 'sam') =>
    test.call(`/svn-repositories/${id}/raw?${new URLSearchParams(query).toString()}`, { as });
  const mucc = async (message: string, ...actions: string[]): Promise<void> => {
    const told = ['-U', url, '-u', 'sam', '--non-interactive', '-m', message];
    const { status, errors } = await run('svnmucc', [...told, ...actions], work);
    assert.equal(status, 0, errors);
  };
  const lines = (first: number, last: number): string =>
    Array.from({ length: last - first + 1 }, (_, index) => `${first + index}\n`).join('');
  const setAccess = (text: string) =>
    expectRow(test, {
      path: `/api/svn/${id}`,
      method: 'PUT',
      as: 'ada',
      body: {
        settings: {
          commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: true },
          immutable_tags: { paths: [], whitelist: [] },
          email_notifications: [],
          access_file: text,
        },
      },
      status: 200,
    });
  const names = (json: unknown): unknown[] => listAt(json, 'entries').map((entry) => at(entry, 'name'));
  const paths = (json: unknown): unknown[] => listAt(json, 'files').map((file) => at(file, 'path'));
  const revisions = (json: unknown): unknown[] => listAt(json).map((one) => at(one, 'revision'));

  before(async () => {
    test = await startApp();
    const ada = await test.addUser('ada');
    const sam = await test.addUser('sam');
    await test.addUser('mia');
    const members = [ada, sam];
    const world = await buildProject(test, {
      name: 'meadow',
      admins: [ada],
      members,
      trackers: () => [],
    });
    await buildProject(test, { name: 'cellar', access: 'private', members: [ada] });
    const body = { project_id: world.id, name: 'web', settings: { layout: ['/trunk', '/secret'] } };
    id = Number(
      at((await expectRow(test, { path: '/api/svn', method: 'POST', as: 'ada', body, status: 201 })).json, 'id'),
    );
    const [name = ''] = (await readdir(join(test.app.dataDir, 'svn'))).filter((entry) => entry !== 'run-hook');
    url = `file://${join(test.app.dataDir, 'svn', name)}`;
    standIn = await openStandIn(test.app.dataDir);
    work = await mkdtemp(join(tmpdir(), 'tepal-svn-'));
    const put = (file: string, content: string | Uint8Array) => writeFile(join(work, file), content);
    await put('short', lines(1, 30));
    await put('longer', lines(1, 31));
    await put('huge', lines(1, 4000));
    await put('binary', new Uint8Array([0, 1, 2, 255]));
    await mucc(
      'Begin, see art #7',
      'put',
      'short',
      'trunk/f.txt',
      'put',
      'short',
      'secret/s.txt',
      'put',
      'binary',
      'trunk/bin',
    );
    await mucc('Branch', 'cp', 'HEAD', 'trunk', 'branch');
    const odd = ['put', 'longer', `trunk/${encodeURIComponent(oddName)}`];
    await mucc(
      'Change\n\n<b> & "é"',
      'rm',
      'secret/s.txt',
      'put',
      'longer',
      'branch/f.txt',
      ...odd,
      'put',
      'huge',
      'trunk/huge',
    );
    await mucc('Tag', 'cp', '4', 'branch', 'tag', 'put', 'binary', 'tag/f.txt', 'rm', 'trunk/bin');
  });
  after(async () => {
    await standIn.close();
    await test.close();
    await rm(work, { recursive: true });
  });

  it('lists folders as of any revision, by pages', async () => {
    const { json, headers } = await get('folder');
    assert.deepEqual([at(json, 'revision'), names(json)], [5, ['branch', 'secret', 'tag', 'trunk']]);
    assert.equal(headers.get('x-pagination-size'), '4');
    assert.deepEqual(names((await get('folder?limit=2&offset=1')).json), ['secret', 'tag']);
    assert.deepEqual(names((await get('folder?revision=1')).json), ['secret', 'trunk']);
    assert.deepEqual(names((await get('folder?revision=0')).json), []);
    const trunk = (await get('folder?path=/trunk/')).json;
    assert.deepEqual(names(trunk), [oddName, 'f.txt', 'huge']);
    const file = listAt(trunk, 'entries')[1];
    assert.deepEqual([at(file, 'path'), at(file, 'type'), at(file, 'size')], ['trunk/f.txt', 'file', 81]);
    const last = at(file, 'last_change');
    assert.deepEqual([at(last, 'revision'), at(last, 'author_name'), at(last, 'author.username')], [2, 'sam', 'sam']);
    assert.match(String(at(last, 'date')), /^\d{4}-\d\d-\d\dT/);
    for (const path of ['none', 'trunk/f.txt', 'trunk/bin', '..', 'a%0Ab', 'trunk/f.txt/x'])
      await get(`folder?path=${path}`, 404);
    assert.deepEqual(names((await get('folder?path=trunk&revision=2')).json), ['bin', 'f.txt']);
    await get('folder?revision=6', 404);
    await get('folder?revision=-1', 400);
    await get('folder?revision=HEAD', 400);
    await get('folder?path=--help', 404);
  });

  it('lists revisions, of a path through copies too, by pages', async () => {
    const all = await get('log');
    assert.deepEqual(revisions(all.json), [5, 4, 3, 2, 1]);
    assert.equal(at(all.json, '1.message'), 'Change\n\n<b> & "é"');
    assert.equal(at(all.json, '1.title'), 'Change');
    assert.equal(at(all.json, '3.cross_references.0.ref'), 'art #7');
    const page = await get('log?limit=2&offset=1');
    assert.deepEqual([revisions(page.json), page.headers.get('x-pagination-size')], [[4, 3], '4']);
    assert.deepEqual(revisions((await get('log?path=branch/f.txt')).json), [4, 3, 2]);
    assert.deepEqual(revisions((await get('log?path=secret&revision=3')).json), [2, 1]);
    assert.deepEqual(revisions((await get('log?revision=0')).json), []);
    await get('log?path=none', 404);
    await get('log?revision=99', 404);
  });

  it('shows what a revision changed', async () => {
    const { json, headers } = await get('revisions/4');
    assert.deepEqual(paths(json), ['branch/f.txt', 'secret/s.txt', `trunk/${oddName}`, 'trunk/huge']);
    assert.equal(headers.get('x-pagination-size'), '4');
    const [changed, removed, added, huge] = listAt(json, 'files');
    assert.deepEqual(at(changed, 'hunks.0.lines'), [
      { kind: 'context', old_line: 28, new_line: 28, text: '28' },
      { kind: 'context', old_line: 29, new_line: 29, text: '29' },
      { kind: 'context', old_line: 30, new_line: 30, text: '30' },
      { kind: 'added', old_line: null, new_line: 31, text: '31' },
    ]);
    assert.deepEqual([at(changed, 'status'), at(changed, 'lines_added'), at(changed, 'lines_removed')], ['M', 1, 0]);
    assert.deepEqual([at(removed, 'status'), at(removed, 'lines_removed')], ['D', 30]);
    assert.deepEqual([at(added, 'status'), at(added, 'lines_added')], ['A', 31]);
    assert.deepEqual([at(huge, 'left_out'), at(huge, 'hunks')], ['large', []]);
    const alone = (await get('revisions/4?path=trunk/huge')).json;
    assert.deepEqual([at(alone, 'files.0.left_out'), at(alone, 'files.0.lines_added')], [null, 4000]);
    assert.deepEqual(paths((await get('revisions/4?limit=1&offset=1')).json), ['secret/s.txt']);
    assert.equal(at((await get('revisions/4?limit=1&offset=1')).json, 'files.0.lines_removed'), 30);
    const tag = (await get('revisions/5')).json;
    assert.deepEqual(paths(tag), ['tag', 'tag/f.txt', 'trunk/bin']);
    assert.deepEqual(at(tag, 'files.0.source'), { path: 'branch', revision: 4 });
    assert.deepEqual([at(tag, 'files.0.type'), at(tag, 'files.0.left_out')], ['folder', null]);
    assert.deepEqual([at(tag, 'files.1.left_out'), at(tag, 'files.2.left_out')], ['binary', 'binary']);
    await get('revisions/4?path=trunk/f.txt', 404);
    await get('revisions/6', 404);
    await get('revisions/x', 400);
    await get('revisions/4?folder=none', 404);
  });

  it('reads texts that are no UTF-8 by their mark, or as Windows-1252', async () => {
    const latin = (name: string, text: string) => writeFile(join(work, name), Buffer.from(text, 'latin1'));
    await latin('latin', 'café\n');
    await writeFile(join(work, 'wide'), Buffer.from('\ufeffa\n《b\n', 'utf16le'));
    const mark = ['propset', 'svn:mime-type', 'application/octet-stream'];
    await mucc('Texts', 'put', 'latin', 'branch/latin', 'put', 'wide', 'branch/wide', ...mark, 'branch/wide');
    await latin('latin', 'thé\n');
    await writeFile(join(work, 'wide'), Buffer.from('\ufeffa\n《c\n', 'utf16le'));
    await mucc('More texts', 'put', 'latin', 'branch/latin', 'put', 'wide', 'branch/wide');
    const textsOf = (file: unknown): unknown[] =>
      listAt(file, 'hunks.0.lines').map((line) => [String(at(line, 'kind')).slice(0, 1), at(line, 'text')]);
    const added = listAt((await get('revisions/6')).json, 'files').map(textsOf);
    assert.deepEqual(added, [[['a', 'café']], ['a', '《b'].map((text) => ['a', text])]);
    const [changed, wide] = listAt((await get('revisions/7')).json, 'files');
    assert.deepEqual(
      textsOf(changed),
      ['café', 'thé'].map((text, index) => ['ra'.charAt(index), text]),
    );
    assert.deepEqual(
      textsOf(wide),
      ['a', '《b', '《c'].map((text, index) => ['cra'.charAt(index), text]),
    );
    const types = await Promise.all(['latin', 'wide'].map((name) => raw({ path: `branch/${name}` })));
    assert.deepEqual(
      types.map(({ headers }) => headers.get('content-type')),
      ['windows-1252', 'utf-16le'].map((charset) => `text/plain; charset=${charset}`),
    );
  });

  it('gives files as bytes', async () => {
    const text = await raw({ path: 'trunk/f.txt' });
    assert.equal(text.status, 200);
    assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(text.headers.get('content-length'), '81');
    assert.equal(text.text, lines(1, 30));
    const etag = text.headers.get('etag') ?? '';
    const again = await test.call(`/svn-repositories/${id}/raw?path=trunk/f.txt`, {
      as: 'sam',
      headers: { 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
    const old = await raw({ path: 'trunk/bin', revision: '2', download: '1' });
    assert.match(old.headers.get('content-disposition') ?? '', /^attachment; filename="?bin/);
    assert.equal((await raw({ path: `trunk/${oddName}` })).text, lines(1, 31));
    for (const query of [{ path: 'trunk' }, { path: 'trunk/bin' }, { path: '../../conf/authz' }, { path: 'none' }])
      assert.equal((await raw(query)).status, 404, query.path);
    assert.equal((await raw({ path: 'trunk/f.txt', revision: 'HEAD' })).status, 400);
  });

  it('keeps from readers what the rules of access keep from them', async () => {
    await setAccess('[/]\n* = r\n\n[/secret]\nsam = rw\n* =\n');
    assert.deepEqual(names((await get('folder')).json), ['branch', 'secret', 'tag', 'trunk']);
    for (const as of ['mia', 'ada']) {
      assert.deepEqual(names((await get('folder', 200, as)).json), ['branch', 'tag', 'trunk']);
      await get('folder?path=secret', 404, as);
      await get('log?path=secret', 404, as);
      assert.equal((await raw({ path: 'secret/s.txt', revision: '2' }, as)).status, 404);
      const { json } = await get('revisions/4', 200, as);
      assert.deepEqual(paths(json), ['branch/f.txt', `trunk/${oddName}`, 'trunk/huge']);
      assert.equal(at(json, 'message'), '');
      await get('revisions/4?path=secret/s.txt', 404, as);
    }
    assert.equal((await raw({ path: 'secret/s.txt', revision: '2' })).text, lines(1, 30));
    const nobody = await expectRow(test, { path: `/api/svn/${id}/folder`, status: 200 });
    assert.deepEqual(names(nobody.json), ['branch', 'tag', 'trunk']);

    await setAccess('[/]\n* =\n[/trunk]\nsam = r\n');
    await get('folder', 404);
    assert.deepEqual(names((await get('folder?path=trunk')).json), [oddName, 'f.txt', 'huge']);
    const part = (await get('revisions/4?folder=trunk')).json;
    assert.deepEqual([paths(part), at(part, 'files.0.lines_added')], [[`trunk/${oddName}`, 'trunk/huge'], 31]);
    await expectRow(test, { path: `/api/svn/${id}/folder`, status: 404 });

    await writeFile(join(fileURLToPath(url), 'conf', 'authz'), ' [/trunk]\n@nobody-knows = r\n');
    await get('folder?path=trunk', 503);
    await setAccess('');
    await get('folder', 200, 'mia');
  });
});
