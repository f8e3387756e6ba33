// Engine: both
// What projects may store: quotas of the site and of one project, what counts, and that what is too much leaves nothing behind.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createHttpServer, openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { credentialsOf, makeBytes, openFiles } from '../support/attachment-world.ts';
import type { Files } from '../support/attachment-world.ts';
import { runGit, skipGit, tryGit } from '../support/git-client.ts';
import { at, testPassword } from '../support/harness.ts';
import type { Answered, Call, TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';

let files: Files;
let test: TestApp;
before(async () => {
  files = await openFiles();
  ({ test } = files);
});
after(() => test.close());

const path = '/api/projects/101/storage';
const stored = async (kind: 'attachments' | 'repositories'): Promise<number> =>
  Number(at((await test.call(path, { as: 'ana' })).json, `${kind}.used_bytes`));
const allow = (quotas: { attachments?: number | null; repositories?: number | null }): Promise<Answered> =>
  expectRow(test, {
    method: 'PUT',
    path: '/api/projects/101/quotas',
    as: 'root',
    body: { attachments: null, repositories: null, ...quotas },
    status: 200,
  });

describe('quotas of attachments', () => {
  it('are shown to who administers the project, and set by site administrators alone', async () => {
    await expectRow(test, { path, status: 401 });
    await expectRow(test, { path, as: 'bruno', status: 403 });
    const body = { attachments: 1, repositories: null };
    await expectRow(test, { method: 'PUT', path: '/api/projects/101/quotas', as: 'ana', body, status: 403 });
    const negative = { ...body, attachments: -1 };
    await expectRow(test, {
      method: 'PUT',
      path: '/api/projects/101/quotas',
      as: 'root',
      body: negative,
      status: 400,
      contains: ['attachments'],
    });
    const { json } = await expectRow(test, { path, as: 'ana', status: 200 });
    assert.partialDeepStrictEqual(json, { attachments: { quota_bytes: 0, own_quota_bytes: null } });
    const again = await expectRow(test, { path, as: 'ana', status: 200 });
    assert.deepEqual(again.json, json, 'the measure is kept, and when it was made');
    assert.match(String(at(json, 'attachments.measured_at')), /^\d{4}-\d\d-\d\dT/);
  });

  it('count what artifacts have, and refuse more before anything is written', async () => {
    const start = await stored('attachments');
    await files.addBugWith(makeBytes(1000));
    assert.equal(await stored('attachments'), start + 1000);
    await allow({ attachments: start + 1500 });
    const bug = await files.addBug();
    const [small, large] = [await files.upload(makeBytes(500)), await files.upload(makeBytes(501))];
    const refused = await files.attach(bug, [large]);
    assert.equal(refused.status, 413, refused.text);
    assert.match(refused.text, new RegExp(`use ${start + 1000} of the ${start + 1500} bytes .* 501 more do not fit`));
    assert.deepEqual(await files.shown(bug), []);
    assert.equal((await files.attach(bug, [small])).status, 200);
    assert.equal(await stored('attachments'), start + 1500);
    const begin = { name: 'x', file_size: 1, file_type: 'text/plain' };
    const full = `/api/tracker_fields/${files.fieldId}/files`;
    await expectRow(test, {
      method: 'POST',
      path: full,
      as: 'ana',
      body: begin,
      status: 413,
      contains: ['do not fit'],
    });
    await allow({ attachments: 0 });
    await expectRow(test, { method: 'POST', path: full, as: 'ana', body: begin, status: 200 });
  });

  it('come from the setting of the site where a project has none, and what is erased makes room', async () => {
    const before = await stored('attachments');
    const { bug } = await files.addBugWith(makeBytes(2000));
    await allow({});
    await test.app.features.site.changeSetting('project_attachments_quota', String(before + 2000));
    const other = await files.addBug();
    const file = await files.upload(makeBytes(300));
    assert.equal((await files.attach(other, [file])).status, 413);
    await test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '1');
    await expectRow(test, { method: 'DELETE', path: `/api/artifacts/${bug}`, as: 'root', status: 200 });
    assert.equal((await files.attach(other, [file])).status, 200);
    await test.app.features.site.changeSetting('project_attachments_quota', '0');
    const { events } = await test.app.features.audit.listAll({ kinds: ['project-changed'] }, { limit: 1, offset: 0 });
    assert.partialDeepStrictEqual(events, [
      { project_id: 101, details: { attachments_quota: 'site', repositories_quota: 'site' } },
    ]);
  });
});

describe('what many store at once, over two processes,', () => {
  const bytes = 300_000;
  const fitting = 3;
  let second: { app: App; base: string; close(): Promise<void> };
  before(async () => {
    const app = await openApp({ dataDir: test.app.dataDir, logLevel: 'silent' });
    const server = createHttpServer(app);
    const base = await server.listen({ port: 0, host: '127.0.0.1' });
    second = { app, base, close: () => server.close().then(() => app.close()) };
    await allow({ attachments: (await stored('attachments')) + 1_048_576 });
  });
  after(async () => {
    await allow({});
    await second.close();
  });

  const sendAll = async (each: (index: number) => Call & { path: string }): Promise<Response[]> => {
    const headers = { ...(await credentialsOf(test, 'ana')), 'content-type': 'application/json' };
    return Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const { path: to, method = 'PUT', body } = each(index);
        return fetch((index % 2 === 0 ? test.base : second.base) + to, { method, headers, body: JSON.stringify(body) });
      }),
    );
  };
  const countBy = (answers: readonly Response[]) => Object.groupBy(answers, ({ status }) => String(status));

  it('is refused beyond the room that there is, and nothing beyond it is taken', async () => {
    const start = await stored('attachments');
    const bugs: number[] = [];
    const sent: number[] = [];
    for (let index = 0; index < 30; index += 1) {
      bugs.push(await files.addBug());
      sent.push(await files.upload(makeBytes(bytes)));
    }
    const answers = await sendAll((index) => ({
      path: `/api/artifacts/${bugs[index]}`,
      body: { values: [{ field_id: files.fieldId, value: [sent[index]] }] },
    }));
    const counts = countBy(answers);
    assert.deepEqual([counts['200']?.length, counts['413']?.length], [fitting, 30 - fitting]);
    await test.app.features.storage.measureAll(AbortSignal.timeout(60_000));
    assert.equal((await stored('attachments')) - start, fitting * bytes);
  });

  it('counts from when its upload is announced', async () => {
    await allow({ attachments: (await stored('attachments')) + 1_048_576 });
    const answers = await sendAll((index) => ({
      path: `/api/tracker_fields/${files.fieldId}/files`,
      method: 'POST',
      body: { name: `big-${index}`, file_size: bytes, file_type: 'text/plain' },
    }));
    const counts = countBy(answers);
    assert.deepEqual([counts['200']?.length, counts['413']?.length], [fitting, 30 - fitting]);
    const begun = await Promise.all((counts['200'] ?? []).map((answer) => answer.json()));
    const [bug, file] = [await files.addBug(), await files.upload(makeBytes(bytes))];
    const refused = await files.attach(bug, [file]);
    assert.equal(refused.status, 413, refused.text);
    const headers = { ...(await credentialsOf(test, 'ana')), 'tus-resumable': '1.0.0' };
    const end = await fetch(test.base + String(at(begun[0], 'upload_href')), { method: 'DELETE', headers });
    assert.equal(end.status, 204);
    assert.equal((await files.attach(bug, [file])).status, 200, 'what is given up makes room');
  });
});

describe('what all projects store', () => {
  it('is listed for site administrators, those with most first', async () => {
    await expectRow(test, { path: '/api/project_storage', as: 'ana', status: 403 });
    await expectRow(test, { path: '/api/project_storage', status: 401 });
    await test.app.features.storage.measureAll(AbortSignal.timeout(60_000));
    const shown = await expectRow(test, { path: '/api/project_storage', as: 'root', status: 200 });
    const used = await stored('attachments');
    const first = at(shown.json, '0');
    assert.partialDeepStrictEqual(first, {
      project: { id: 101, shortname: 'meadow-scrum' },
      attachments: { used_bytes: used },
    });
    assert.ok(used > 0 && at(first, 'repositories.measured_at') !== null, JSON.stringify(first));
    const none = await expectRow(test, { path: '/api/project_storage?offset=1000', as: 'root', status: 200 });
    assert.deepEqual(none.json, []);
  });
});

describe('quotas of repositories', { skip: skipGit }, () => {
  let work: string;
  before(async () => {
    work = await mkdtemp(join(tmpdir(), 'tepal-quotas-'));
  });
  after(() => rm(work, { recursive: true }));

  it('refuse pushes, large files and new repositories', async () => {
    const make = (name: string, status: number): Promise<Answered> =>
      expectRow(test, { method: 'POST', path: '/api/git', as: 'ana', body: { project_id: 101, name }, status });
    await make('code', 201);
    const url = new URL(`${test.base}/plugins/git/meadow-scrum/code.git`);
    [url.username, url.password] = ['ana', testPassword];
    const clone = join(work, 'code');
    await runGit(work, 'init', '--quiet', clone);
    const commit = async (bytes: number): Promise<void> => {
      await writeFile(join(clone, 'noise'), randomBytes(bytes));
      await runGit(clone, 'add', '.');
      await runGit(clone, 'commit', '--quiet', '-m', 'Noise');
    };
    const headers = {
      authorization: `Basic ${btoa(`ana:${testPassword}`)}`,
      'content-type': 'application/octet-stream',
    };
    const measured = async (): Promise<number> => {
      await test.app.features.storage.measureAll(AbortSignal.timeout(60_000));
      return stored('repositories');
    };
    const push = () => tryGit(clone, ['push', '--quiet', url.href, 'main']);
    await commit(10_000);
    assert.equal((await push()).status, 0);
    const [folder = ''] = await readdir(join(test.app.dataDir, 'git'));
    const left = join(test.app.dataDir, 'git', folder, 'objects', 'tmp_objdir-incoming-x');
    await mkdir(left);
    await writeFile(join(left, 'noise'), randomBytes(5000));
    const measuredWith = await stored('repositories');
    await rm(left, { recursive: true });
    const used = measuredWith - 5000;
    assert.ok(used > 10_000, String(used));

    await allow({ repositories: used + 20_000 });
    await commit(40_000);
    const tooLarge = await push();
    assert.equal(tooLarge.status, 1, tooLarge.text);
    assert.match(tooLarge.text, /exceeds maximum allowed size/);
    assert.equal(await stored('repositories'), used, 'what is refused is measured no more');
    const oid = createHash('sha256').update('x'.repeat(30_000)).digest('hex');
    const batch = await test.call('/plugins/git/meadow-scrum/code.git/info/lfs/objects/batch', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`ana:${testPassword}`)}` },
      body: { operation: 'upload', objects: [{ oid, size: 30_000 }] },
    });
    assert.equal(at(JSON.parse(batch.text), 'objects.0.error.code'), 422, batch.text);

    await allow({ repositories: used + 100_000 });
    const clones = ['a', 'b', 'c', 'd'].map((name) => join(work, name));
    for (const folder of clones) {
      await runGit(work, 'init', '--quiet', folder);
      await writeFile(join(folder, 'noise'), randomBytes(60_000));
      await runGit(folder, 'add', '.');
      await runGit(folder, 'commit', '--quiet', '-m', 'Noise');
    }
    const pushed = await Promise.all(
      clones.map((folder, index) => tryGit(folder, ['push', '--quiet', url.href, `main:side-${index}`])),
    );
    assert.equal(pushed.filter(({ status }) => status === 0).length, 1, pushed.map(({ text }) => text).join());
    // Git removes what a refused push has brought once its client knows.
    await until(async () => (await measured()) <= used + 100_000);

    const room = (await measured()) + 50_000;
    await allow({ repositories: room });
    const sent = await Promise.all(
      ['e', 'f', 'g', 'h'].map(async (letter) => {
        const body = letter.repeat(30_000);
        const sum = createHash('sha256').update(body).digest('hex');
        const to = `${test.base}/plugins/git/meadow-scrum/code.git/info/lfs/objects/${sum}`;
        return (await fetch(to, { method: 'PUT', headers, body })).status;
      }),
    );
    assert.deepEqual(
      sent.toSorted((a, b) => a - b),
      [200, 413, 413, 413],
    );
    assert.ok((await measured()) <= room);

    await allow({ repositories: 1 });
    const full = await push();
    assert.equal(full.status, 1);
    assert.match(full.text, /the repositories of this project use \d+ of the 1 bytes/);
    await make('more', 413);
    await allow({ repositories: 0 });
    assert.equal((await push()).status, 0);
    assert.ok((await stored('repositories')) > used + 40_000);
  });
});
