// The history of repositories over REST, and files as bytes: what was pushed with the real git client.
// Engine: SQLite alone; its neighbours ask PostgreSQL all that this does.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { nightlyGitGraphs } from '../../src/features/source-control/transfers/git-graphs.ts';
import { enqueueJob } from '../../src/platform/jobs/index.ts';
import { runGit, skipGit } from '../support/git-client.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, sampleFolder } from '../support/scenario.ts';

const oddName = 'odd "näme"\n✓';

describe('git browsing', { skip: skipGit }, () => {
  let test: TestApp;
  let work: string;
  let clone: string;
  let id: number;
  const hashes: Record<string, string> = {};
  let pushUrl: string;

  const git = (...args: readonly string[]): Promise<string> => runGit(clone, ...args);
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(join(clone, path, '..'), { recursive: true });
    await writeFile(join(clone, path), content);
  };
  const commit = async (name: string, message = name): Promise<void> => {
    await git('add', '-A');
    await git('commit', '--quiet', '-m', message);
    hashes[name] = (await git('rev-parse', 'HEAD')).trim();
  };
  const hashOf = (name: string): string => hashes[name] ?? assert.fail(`no commit ${name}`);
  const get = async (path: string, status = 200, as = 'bruno') =>
    expectRow(test, { path: `/api/git/${id}/${path}`, as, status });
  const raw = (query: Record<string, string>, as = 'bruno', kind = 'raw') =>
    test.call(`/repositories/${id}/${kind}?${new URLSearchParams(query).toString()}`, { as });

  before(async () => {
    test = await startApp({ archives: [sampleFolder('scrum')] });
    await test.addUser('stranger');
    for (const as of ['ana', 'bruno']) await test.call('/api/projects/101', { as });
    work = await mkdtemp(join(tmpdir(), 'tepal-browsing-'));
    clone = join(work, 'clone');
    await runGit(work, 'init', '--quiet', clone);
    const body = { project_id: 101, name: 'web' };
    const made = await expectRow(test, { method: 'POST', path: '/api/git', as: 'ana', body, status: 201 });
    id = Number(at(made.json, 'id'));
    const read = [{ id: '101_3' }];
    const permissions = { read, write: read, rewind: read };
    await expectRow(test, {
      method: 'PUT',
      path: `/api/git/${id}/permissions`,
      as: 'ana',
      body: permissions,
      status: 200,
    });

    await write('README.md', '# Web\n');
    await write('src/app.ts', 'one\ntwo\nthree\n');
    await write('src/deep/a b.txt', 'x\n');
    await write(`src/${oddName}`, 'odd\n');
    await write('logo.bin', new Uint8Array([0, 1, 2, 255]));
    await commit('first');
    await git('checkout', '--quiet', '-b', 'topic/é', hashOf('first'));
    await write('src/deep/a b.txt', 'x\ny\n');
    await git('mv', 'README.md', 'LISEZ-MOI.md');
    await symlink('src/app.ts', join(clone, 'link'));
    await commit('topic');
    await git('checkout', '--quiet', 'main');
    await write('src/app.ts', 'one\n2\nthree\nfour');
    await commit('second', 'Second, closes art #3');
    await git('merge', '--quiet', '--no-ff', '-m', 'merge', 'topic/é');
    hashes['merge'] = (await git('rev-parse', 'HEAD')).trim();
    await write('huge.txt', 'line\n'.repeat(300_000));
    await write('many.txt', Array.from({ length: 4000 }, (_, index) => `line ${index}\n`).join(''));
    await commit('large');
    const url = new URL(`${test.base}/plugins/git/meadow-scrum/web.git`);
    [url.username, url.password] = ['bruno', testPassword];
    await git('tag', 'v1', hashOf('second'));
    await git('checkout', '--quiet', '--detach', 'v1');
    await write('plan.pdf', '%PDF-1.4\n<script>alert(1)</script>');
    await write('page.pdf', '<script>alert(1)</script>');
    await write('chart.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await commit('papers');
    await git('tag', 'papers');
    await git('checkout', '--quiet', 'main');
    pushUrl = url.href;
    await git('push', '--quiet', pushUrl, 'main', 'topic/é', 'v1', 'papers');
  });
  after(async () => {
    await test.close();
    await rm(work, { recursive: true });
  });

  const titles = (json: unknown): unknown[] => listAt(json).map((one) => at(one, 'title'));

  it('lists commits of a branch, a path, an author, a message, and of what another branch lacks', async () => {
    const all = await get('commits');
    assert.deepEqual(titles(all.json), ['large', 'merge', 'Second, closes art #3', 'topic', 'first']);
    assert.equal(all.headers.get('x-pagination-size'), '5');
    assert.equal(at(all.json, '2.cross_references.0.ref'), 'art #3');
    assert.equal(at(all.json, '4.message'), 'first');
    assert.deepEqual(at(all.json, '1.parents'), [hashOf('second'), hashOf('topic')]);
    assert.deepEqual(at(all.json, '4.parents'), []);
    const paged = await get('commits?limit=2&offset=1');
    assert.deepEqual(titles(paged.json), ['merge', 'Second, closes art #3']);
    assert.equal(paged.headers.get('x-pagination-size'), '4');
    assert.deepEqual(titles((await get('commits?ref=v1&path=/src/app.ts/')).json), ['Second, closes art #3', 'first']);
    assert.deepEqual(titles((await get('commits?author=ADA&message=CLOSES+ART')).json), ['Second, closes art #3']);
    assert.deepEqual(titles((await get('commits?author=.*')).json), []);
    assert.deepEqual(titles((await get(`commits?ref=topic%2F%C3%A9&not=v1`)).json), ['topic']);
    await get(`commits?path=${encodeURIComponent(`src/${oddName}`)}`, 404);
    await get('commits?path=--output%3Dx', 200);
    await get('commits?ref=none', 404);
    await get('commits?path=..', 404);
    await get('commits?author=a%0Ab', 400);
    await get('commits', 404, 'stranger');
  });

  it('shows what a commit changed', async () => {
    const second = (await get(`commits/${hashOf('second')}/diff`)).json;
    assert.deepEqual(at(second, 'parents'), [hashOf('first')]);
    assert.deepEqual([at(second, 'files_changed'), at(second, 'lines_added'), at(second, 'lines_removed')], [1, 2, 1]);
    assert.equal(at(second, 'files.0.path'), 'src/app.ts');
    assert.equal(at(second, 'files.0.hunks.0.lacks_last_break'), true);
    assert.deepEqual(at(second, 'files.0.hunks.0.lines'), [
      { kind: 'context', old_line: 1, new_line: 1, text: 'one' },
      { kind: 'removed', old_line: 2, new_line: null, text: 'two' },
      { kind: 'added', old_line: null, new_line: 2, text: '2' },
      { kind: 'context', old_line: 3, new_line: 3, text: 'three' },
      { kind: 'added', old_line: null, new_line: 4, text: 'four' },
    ]);
    const topic = (await get(`commits/topic%2F%C3%A9/diff`)).json;
    const files = listAt(topic, 'files').map((file) => [at(file, 'status'), at(file, 'old_path'), at(file, 'path')]);
    assert.deepEqual(files, [
      ['R', 'README.md', 'LISEZ-MOI.md'],
      ['A', null, 'link'],
      ['M', null, 'src/deep/a b.txt'],
    ]);
    const first = (await get(`commits/${hashOf('first')}/diff`)).json;
    assert.deepEqual(at(first, 'parents'), []);
    const odd = listAt(first, 'files').find((file) => at(file, 'path') === `src/${oddName}`);
    assert.equal(at(odd, 'hunks.0.lines.0.text'), 'odd');
    const binary = listAt(first, 'files').find((file) => at(file, 'path') === 'logo.bin');
    assert.deepEqual([at(binary, 'left_out'), at(binary, 'lines_added'), at(binary, 'old_id')], ['binary', null, null]);
    const page = await get(`commits/${hashOf('first')}/diff?limit=1&offset=1`);
    assert.deepEqual([listAt(page.json, 'files').length, page.headers.get('x-pagination-size')], [1, '5']);
    const whole = (await get(`commits/${hashOf('second')}/diff?whole=true&path=src/app.ts`)).json;
    assert.equal(at(whole, 'files_changed'), 1);
    await get(`commits/${hashOf('second')}/diff?path=README.md`, 404);
  });

  it('leaves out long files, and shows the lines of one that is asked for alone', async () => {
    const large = (await get('commits/main/diff')).json;
    const kinds = listAt(large, 'files').map((file) => [at(file, 'path'), at(file, 'left_out')]);
    assert.deepEqual(kinds, [
      ['huge.txt', 'large'],
      ['many.txt', 'large'],
    ]);
    const many = (await get('commits/main/diff?path=many.txt')).json;
    assert.equal(listAt(many, 'files.0.hunks.0.lines').length, 4000);
    assert.equal(at((await get('commits/main/diff?path=huge.txt')).json, 'files.0.left_out'), 'large');
  });

  it('compares two references from where they part', async () => {
    const compared = (await get('compare?base=v1&head=topic%2F%C3%A9')).json;
    assert.deepEqual(compared, {
      files: at(compared, 'files'),
      base: hashOf('second'),
      head: hashOf('topic'),
      merge_base: hashOf('first'),
      ahead: 1,
      behind: 1,
      files_changed: 3,
      lines_added: 2,
      lines_removed: 0,
    });
    assert.equal(at((await get('compare?base=main&head=v1')).json, 'files_changed'), 0);
    await get('compare?base=main&head=none', 404);
    await get('compare?base=main', 400);
  });

  it('tells who wrote each line', async () => {
    const blame = (await get('blame?ref=main&path=src/app.ts')).json;
    const ranges = listAt(blame, 'ranges').map((range) => [
      at(range, 'start'),
      at(range, 'lines'),
      at(range, 'commit'),
    ]);
    const [first, second] = [hashOf('first'), hashOf('second')];
    assert.deepEqual(ranges, [
      [1, 1, first],
      [2, 1, second],
      [3, 1, first],
      [4, 1, second],
    ]);
    assert.equal(at(blame, 'commits.0.author.username'), 'ana');
    assert.equal(at((await get('blame?ref=main&path=LISEZ-MOI.md')).json, 'ranges.0.path'), 'README.md');
    const part = async (query: string) => {
      const { json } = await get(`blame?ref=main&path=src/app.ts&${query}`);
      const told = listAt(json, 'ranges').map((range) => [at(range, 'start'), at(range, 'commit')]);
      return { told, commits: listAt(json, 'commits').map((one) => at(one, 'id')) };
    };
    assert.deepEqual(await part('limit=1'), { told: [[1, first]], commits: [first] });
    assert.deepEqual((await part('offset=1&limit=2')).told, [
      [2, second],
      [3, first],
    ]);
    assert.deepEqual(await part('offset=3'), { told: [[4, second]], commits: [second] });
    assert.deepEqual((await part('offset=3&limit=100')).told, [[4, second]]);
    assert.deepEqual(await part('offset=4'), { told: [], commits: [] });
    await get('blame?ref=main&path=src/app.ts&limit=0', 400);
    await get('blame?ref=main&path=src/app.ts&offset=-1', 400);
    await get(`blame?ref=main&path=src/${encodeURIComponent(oddName)}`, 404);
    await get('blame?ref=main&path=huge.txt', 413);
    await get('blame?ref=main&path=src', 404);
  });

  it('names who has an address, of several active accounts the one with the name, else nobody', async () => {
    const named = async (path: string, place: string) => at((await get(path)).json, place);
    const authors = async () => [
      await named('blame?ref=main&path=src/app.ts', 'commits.0.author.username'),
      await named('commits?ref=main', '0.author.username'),
      await named(`commits/${hashOf('first')}`, 'author.username'),
    ];
    const { people } = test.app.features;
    await people.create({ username: 'ana.before', email: 'ANA@example.org', status: 'S' });
    assert.deepEqual(await authors(), ['ana', 'ana', 'ana']);
    await people.create({ username: 'ana.too', email: 'Ana@example.org' });
    assert.deepEqual(await authors(), [undefined, undefined, undefined]);
    assert.equal(await named('blame?ref=main&path=src/app.ts', 'commits.0.author_name'), 'Ada Author');
    await people.change('ana.too', { realName: 'ada  author' });
    assert.deepEqual(await authors(), ['ana.too', 'ana.too', 'ana.too']);
    await people.create({ username: 'ana.third', email: 'ana@example.org', realName: 'Ada Author' });
    assert.deepEqual(await authors(), [undefined, undefined, undefined]);
  });

  it('lists folders with the commit of each entry, and paths of all files', async () => {
    const namesOf = (json: unknown) => listAt(json).map((one) => [at(one, 'name'), at(one, 'last_commit.title')]);
    assert.deepEqual(namesOf((await get('folder?ref=main')).json), [
      ['LISEZ-MOI.md', 'topic'],
      ['huge.txt', 'large'],
      ['link', 'topic'],
      ['logo.bin', 'first'],
      ['many.txt', 'large'],
      ['src', 'Second, closes art #3'],
    ]);
    const src = await get('folder?ref=main&path=src&limit=2');
    assert.deepEqual(namesOf(src.json), [
      ['app.ts', 'Second, closes art #3'],
      ['deep', 'topic'],
    ]);
    assert.equal(src.headers.get('x-pagination-size'), '3');
    assert.deepEqual(namesOf((await get('folder?ref=main&path=src&offset=2')).json), [[oddName, 'first']]);
    const paths = (await get('paths?ref=v1')).json;
    assert.equal(at(paths, 'is_complete'), true);
    assert.ok(listAt(paths, 'paths').includes(`src/${oddName}`));
  });

  it('says how far branches are apart', async () => {
    const { json } = await get('divergences');
    assert.deepEqual(json, [
      { name: 'main', ahead: 0, behind: 0 },
      { name: 'topic/é', ahead: 0, behind: 3 },
    ]);
    assert.deepEqual(at((await get('divergences?base=v1')).json, '0'), { name: 'main', ahead: 3, behind: 0 });
  });

  it('gives files and archives as bytes, of which nothing runs', async () => {
    await write('page.html', '<script>alert(1)</script>');
    const text = await raw({ ref: 'main', path: 'src/app.ts' });
    assert.equal(text.text, 'one\n2\nthree\nfour');
    assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(text.headers.get('content-security-policy') ?? '', /sandbox/);
    assert.equal(text.headers.get('content-length'), '16');
    const etag = text.headers.get('etag') ?? '';
    const query = new URLSearchParams({ ref: 'main', path: 'src/app.ts' }).toString();
    const again = await test.call(`/repositories/${id}/raw?${query}`, {
      as: 'bruno',
      headers: { 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
    const bin = await raw({ ref: 'main', path: 'logo.bin' });
    assert.equal(bin.headers.get('content-type'), 'application/octet-stream');
    assert.match(bin.headers.get('content-disposition') ?? '', /^attachment/);
    const pdf = await raw({ ref: 'papers', path: 'plan.pdf' });
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    assert.match(pdf.headers.get('content-disposition') ?? '', /^inline/);
    assert.equal(pdf.headers.get('x-content-type-options'), 'nosniff');
    assert.match(pdf.headers.get('content-security-policy') ?? '', /^default-src 'none'.*frame-ancestors 'self'$/);
    const saved = await raw({ ref: 'papers', path: 'plan.pdf', download: '1' });
    assert.match(saved.headers.get('content-disposition') ?? '', /^attachment/);
    const feigned = await raw({ ref: 'papers', path: 'page.pdf' });
    assert.equal(feigned.headers.get('content-type'), 'text/plain; charset=utf-8');
    const svg = await raw({ ref: 'papers', path: 'chart.svg' });
    assert.equal(svg.headers.get('content-type'), 'image/svg+xml');
    assert.equal(svg.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(
      svg.headers.get('content-security-policy'),
      "default-src 'none'; sandbox; style-src 'unsafe-inline'",
      'no script of it runs: none is allowed, and its sandbox allows none',
    );
    const huge = await raw({ ref: 'main', path: 'huge.txt' });
    assert.equal(huge.text.length, 1_500_000);
    const zip = await raw({ ref: 'main' }, 'bruno', 'archive');
    assert.equal(zip.text.slice(0, 2), 'PK');
    assert.match(zip.headers.get('content-disposition') ?? '', /web-main\.zip/);
    assert.equal((await raw({ ref: 'v1', format: 'tar.gz' }, 'bruno', 'archive')).status, 200);
    for (const [wish, as, kind, status] of [
      [{ ref: 'main', path: 'none' }, 'bruno', 'raw', 404],
      [{ ref: 'main', path: 'src' }, 'bruno', 'raw', 404],
      [{ ref: 'main' }, 'bruno', 'raw', 400],
      [{ ref: 'main', format: 'rar' }, 'bruno', 'archive', 400],
      [{ ref: 'main', path: 'logo.bin' }, 'stranger', 'raw', 404],
      [{ ref: 'main' }, 'stranger', 'archive', 404],
    ] as const)
      assert.equal((await raw(wish, as, kind)).status, status, JSON.stringify([wish, as, kind]));
  });

  it('reads texts that are no UTF-8 by their mark, or as Windows-1252', async () => {
    await git('checkout', '--quiet', '-b', 'texts', 'v1');
    const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
    await write('latin1.txt', latin('café\n'));
    await write('utf16.txt', wide('a上\n《b\n'));
    await write('changing.txt', latin('één\ntwo\n'));
    await write('wide.bin', new Uint8Array([0xff, 0xfe, 0, 0, 1, 0]));
    await commit('texts', 'texts');
    await write('latin1.txt', latin('café\nthé\n'));
    await write('utf16.txt', wide('a上\n《c\n'));
    await write('changing.txt', 'één\n2\n');
    await write('message', latin('Zwölf\n'));
    await git('add', '-A');
    await git('-c', 'i18n.commitEncoding=ISO-8859-2', 'commit', '--quiet', '-F', join(clone, 'message'));
    hashes['second-texts'] = (await git('rev-parse', 'HEAD')).trim();
    await git('rm', '--quiet', '--cached', 'message');
    await git('commit', '--quiet', '-F', join(clone, 'message'));
    await git('push', '--quiet', pushUrl, 'texts');
    const linesOf = (file: unknown): unknown[] =>
      listAt(file, 'hunks').flatMap((hunk) =>
        listAt(hunk, 'lines').map((line) => [String(at(line, 'kind')).slice(0, 1), at(line, 'text')]),
      );
    const byPath = (json: unknown): Map<unknown, unknown> =>
      new Map(listAt(json, 'files').map((file) => [at(file, 'path'), file]));
    const first = byPath((await get(`commits/${hashOf('texts')}/diff`)).json);
    assert.deepEqual(linesOf(first.get('latin1.txt')), [['a', 'café']]);
    assert.deepEqual(linesOf(first.get('utf16.txt')), [
      ['a', 'a上'],
      ['a', '《b'],
    ]);
    assert.deepEqual(
      ['left_out', 'lines_added', 'lines_removed'].map((name) => at(first.get('utf16.txt'), name)),
      [null, 2, 0],
    );
    assert.equal(at(first.get('wide.bin'), 'left_out'), 'binary');
    const second = byPath((await get(`commits/${hashOf('second-texts')}/diff`)).json);
    assert.deepEqual(linesOf(second.get('latin1.txt')), [
      ['c', 'café'],
      ['a', 'thé'],
    ]);
    assert.deepEqual(linesOf(second.get('utf16.txt')), [
      ['c', 'a上'],
      ['r', '《b'],
      ['a', '《c'],
    ]);
    assert.deepEqual(linesOf(second.get('changing.txt')), [
      ['r', 'één'],
      ['r', 'two'],
      ['a', 'één'],
      ['a', '2'],
    ]);
    const told = (await get('commits?ref=texts&limit=2')).json;
    assert.deepEqual(
      listAt(told).map((one) => at(one, 'title')),
      ['Zwölf', 'Zwölf'],
    );
    for (const [path, type, sizeBytes] of [
      ['latin1.txt', 'text/plain; charset=windows-1252', 9],
      ['utf16.txt', 'text/plain; charset=utf-16le', 14],
      ['changing.txt', 'text/plain; charset=utf-8', 8],
      ['wide.bin', 'application/octet-stream', 6],
    ] as const) {
      const { headers } = await raw({ ref: 'texts', path });
      assert.deepEqual([headers.get('content-type'), headers.get('content-length')], [type, String(sizeBytes)], path);
    }
    // The repository says of which encoding its other texts are.
    const change = (text_encoding: string, status = 200) =>
      expectRow(test, { method: 'PATCH', path: `/api/git/${id}`, as: 'ana', body: { text_encoding }, status });
    for (const wrong of ['utf-8', 'utf-16', 'klingon']) await change(wrong, 400);
    await change('CP1251');
    assert.equal(
      at((await expectRow(test, { path: `/api/git/${id}`, as: 'bruno', status: 200 })).json, 'text_encoding'),
      'windows-1251',
    );
    const cyrillic = await raw({ ref: 'texts', path: 'latin1.txt' });
    assert.match(String(cyrillic.headers.get('content-type')), /charset=windows-1251$/);
    const lines = listAt((await get(`commits/${hashOf('texts')}/diff`)).json, 'files').filter(
      (one) => at(one, 'path') === 'latin1.txt',
    );
    assert.match(JSON.stringify(lines), /й/);
    await change('');
    assert.equal(
      at((await expectRow(test, { path: `/api/git/${id}`, as: 'bruno', status: 200 })).json, 'text_encoding'),
      '',
    );
    const blame = (await get('blame?ref=texts&path=latin1.txt')).json;
    assert.deepEqual(
      listAt(blame, 'ranges').map((range) => [at(range, 'start'), at(range, 'commit')]),
      [
        [1, hashOf('texts')],
        [2, hashOf('second-texts')],
      ],
    );
  });

  it('has git write by night which paths commits changed, whatever a kill left of it', async () => {
    const { app } = test;
    const row = await app.database.read.selectFrom('git_repositories').select('folder').where('id', '=', id).execute();
    const graphs = join(app.dataDir, 'git', String(row[0]?.folder), 'objects', 'info', 'commit-graphs');
    await mkdir(graphs, { recursive: true });
    const lock = join(graphs, 'commit-graph-chain.lock');
    await writeFile(lock, '');
    await utimes(lock, 1, 1);
    app.jobs.start();
    await app.database.transact((tx) => enqueueJob(tx, nightlyGitGraphs.type, {}, { nowMs: app.clock.nowMs() }));
    await until(async () => (await readdir(graphs)).includes('commit-graph-chain'));
    await app.jobs.stop(10_000);
    assert.ok(!(await readdir(graphs)).includes('commit-graph-chain.lock'));
    assert.equal(listAt((await get(`blame?ref=${hashOf('merge')}&path=src/app.ts`)).json, 'ranges').length > 1, true);
  });
});
