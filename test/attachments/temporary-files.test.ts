// Files that come in numbered chunks: /artifact_temporary_files in JSON and XML, quotas, and what becomes of them.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { base64, openFiles } from '../support/attachment-world.ts';
import type { Files } from '../support/attachment-world.ts';
import { at, createTestClock, headerOf } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';

const dayMs = 24 * 60 * 60 * 1000;
const path = '/api/artifact_temporary_files';
const clock = createTestClock(Date.UTC(2026, 9, 1, 12));
let files: Files;
let test: TestApp;
before(async () => {
  files = await openFiles({ clock });
  ({ test } = files);
});
after(async () => {
  await test.app.jobs.stop(0);
  await test.close();
});

const hello = { name: 'a b.txt', mimetype: 'text/plain', content: base64('hello') };
const post = (body: unknown, as = 'bruno') => ({ path, method: 'POST', as, body });

describe('a temporary file', () => {
  it('is made, continued, listed, read in slices, and deleted', async () => {
    const first = await expectRow(test, { ...post({ ...hello, description: 'words' }, 'chika'), status: 201 });
    const id = Number(at(first.json, 'id'));
    const info = {
      id,
      submitted_by: await files.scrum.user('chika'),
      description: 'words',
      name: 'a b.txt',
      size: 5,
      type: 'text/plain',
      html_url: null,
      html_preview_url: null,
      uri: `artifact_files/${id}`,
    };
    assert.deepEqual(first.json, info);
    const quota = { 'x-quota': '67108864', 'x-upload-max-file-chunksize': '1048576' };
    const more = { path: `${path}/${id}`, method: 'PUT', as: 'chika', body: { content: base64(' world'), offset: 2 } };
    const second = await expectRow(test, { ...more, status: 200, answers: { ...quota, 'x-disk-usage': '11' } });
    assert.deepEqual(second.json, { ...info, size: 11 });
    const answers = { ...quota, 'x-disk-usage': '11', 'x-pagination-size': '1', 'x-pagination-limit-max': '50' };
    const list = await expectRow(test, { path, as: 'chika', status: 200, answers });
    assert.deepEqual(list.json, [{ ...info, size: 11 }]);
    for (const [query, text] of [
      ['', 'hello world'],
      ['?offset=6', 'world'],
      ['?offset=3&limit=4', 'lo w'],
      ['?offset=11', ''],
      ['?limit=0', ''],
    ] as const) {
      const slice = await expectRow(test, { path: `${path}/${id}${query}`, as: 'chika', status: 200 });
      assert.deepEqual(slice.json, { data: base64(text) });
      assert.equal(headerOf(slice, 'x-pagination-size'), '11');
    }
    const gone = { path: `${path}/${id}`, as: 'chika' };
    await expectRow(test, { ...gone, method: 'DELETE', status: 200, answers: { 'x-disk-usage': '0' } });
    await expectRow(test, { ...gone, status: 404 });
    await expectRow(test, { ...gone, method: 'DELETE', status: 404 });
    assert.deepEqual((await expectRow(test, { path, as: 'chika', status: 200 })).json, []);
  });

  it('is made and shown in XML', async () => {
    const body = `<request><name>x.txt</name><mimetype>text/plain</mimetype><content>${base64('abc')}</content></request>`;
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    const made = await expectRow(test, { ...post(body), headers, status: 201, contains: ['<size>3</size>'] });
    const id = /<id>(\d+)<\/id>/.exec(made.text)?.[1] ?? '';
    const next = `<request><content>${base64('def')}</content><offset>2</offset></request>`;
    const more = { path: `${path}/${id}`, as: 'bruno', headers };
    await expectRow(test, { ...more, method: 'PUT', body: next, status: 200, contains: ['<size>6</size>'] });
    await expectRow(test, { ...more, status: 200, contains: [`<data>${base64('abcdef')}</data>`] });
    await expectRow(test, { ...more, method: 'DELETE', status: 200 });
  });

  it('may be empty', async () => {
    const made = await expectRow(test, { ...post({ ...hello, content: '' }), status: 201 });
    const id = Number(at(made.json, 'id'));
    assert.equal(at(made.json, 'size'), 0);
    const bug = await files.addBug('bruno');
    assert.equal((await files.attach(bug, [id], 'bruno')).status, 200);
    assert.equal(at((await files.shown(bug))[0], 'size'), 0);
  });

  it('is nobody else’s to see, continue or delete', async () => {
    const id = await files.upload(Buffer.from('mine'), { as: 'bruno' });
    const other = { path: `${path}/${id}`, as: 'chika' };
    await expectRow(test, { ...other, status: 404 });
    await expectRow(test, { ...other, method: 'PUT', body: { content: '', offset: 2 }, status: 404 });
    await expectRow(test, { ...other, method: 'DELETE', status: 404 });
    await expectRow(test, { path: `/api/artifact_files/${id}`, as: 'chika', status: 404 });
    await expectRow(test, { path, status: 401 });
    await expectRow(test, { path: `${path}/${id}`, status: 401 });
    await expectRow(test, { path: `/api/artifact_files/${id}`, as: 'bruno', status: 200, contains: [base64('mine')] });
  });

  it('is guarded by If-Match', async () => {
    const id = await files.upload(Buffer.from('mine'), { as: 'bruno' });
    const one = { path: `${path}/${id}`, as: 'bruno' };
    const etag = headerOf(await expectRow(test, { ...one, status: 200 }), 'etag');
    const body = { content: base64('more'), offset: 2 };
    const headers = { 'if-match': etag };
    await expectRow(test, { ...one, method: 'PUT', body, headers, status: 200 });
    await expectRow(test, { ...one, method: 'DELETE', headers, status: 412 });
  });
});

describe('a bad request', () => {
  const room = { 'x-quota': '67108864', 'x-disk-usage': '0', 'x-upload-max-file-chunksize': '1048576' };
  const rows: [body: unknown, contains: string][] = [
    [{ ...hello, content: 'not base64!' }, '`content` must be base64'],
    [{ ...hello, content: 'abc' }, '`content` must be base64'],
    [{ ...hello, content: base64(Buffer.alloc(1_048_577)) }, '1048576'],
    [{ name: 'a', content: '' }, 'mimetype'],
    [{ ...hello, name: '' }, 'name'],
    [{ ...hello, name: 'x'.repeat(256) }, 'name'],
    [{ ...hello, name: 'a\r\nX-Injected: 1' }, '`name` contains control characters'],
    [{ ...hello, name: 16 }, 'name'],
    [[], ''],
  ];
  for (const [body, text] of rows) {
    it(`400, saying ${text}: ${JSON.stringify(body).slice(0, 60)}`, async () =>
      void (await expectRow(test, { ...post(body, 'dagny'), status: 400, contains: [text], answers: room })));
  }

  it('leaves nothing behind', async () => {
    assert.deepEqual((await expectRow(test, { path, as: 'dagny', status: 200 })).json, []);
  });

  it('is one for a chunk out of order', async () => {
    const id = await files.upload(Buffer.from('one'), { as: 'bruno' });
    for (const offset of [-1, 0, 1, 3, 2 ** 40]) {
      const body = { content: '', offset };
      const contains = ['`offset`', 'number 2'];
      await expectRow(test, { path: `${path}/${id}`, method: 'PUT', as: 'bruno', body, status: 400, contains });
    }
    for (const limit of ['0', '51', 'x'])
      await expectRow(test, { path: `${path}?limit=${limit}`, as: 'dagny', status: 400, answers: room });
    await expectRow(test, { path: `${path}/${id}`, as: 'dagny', status: 404, answers: room });
    await expectRow(test, { path: `${path}/${id}?limit=1048577`, as: 'bruno', status: 400, contains: ['limit'] });
    await expectRow(test, { path: `${path}/${id}?offset=-1`, as: 'bruno', status: 400, contains: ['offset'] });
  });

  it('takes one of two chunks that come to the same place at once', async () => {
    const id = await files.upload(Buffer.from('one'), { as: 'bruno' });
    const send = () =>
      test.call(`${path}/${id}`, { method: 'PUT', as: 'bruno', body: { content: base64('two'), offset: 2 } });
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status).sort((a, b) => a - b);
    assert.deepEqual(statuses, [200, 400, 400]);
    const read = await expectRow(test, { path: `${path}/${id}`, as: 'bruno', status: 200 });
    assert.deepEqual(read.json, { data: base64('onetwo') });
  });

  it('is one beyond the quota, which deleting makes room in', async () => {
    await test.app.features.site.changeSetting('sys_max_size_upload', '10');
    try {
      const made = await expectRow(test, { ...post(hello, 'freya'), status: 201, answers: { 'x-quota': '10' } });
      const id = Number(at(made.json, 'id'));
      await expectRow(test, {
        ...post({ ...hello, content: base64('six bt') }, 'freya'),
        status: 400,
        contains: ['10'],
      });
      const next = { path: `${path}/${id}`, method: 'PUT', as: 'freya' };
      const body = { content: base64('six bt'), offset: 2 };
      await expectRow(test, { ...next, body, status: 400, contains: ['10'] });
      await expectRow(test, { ...next, body: { content: base64('five!'), offset: 2 }, status: 200 });
      await expectRow(test, { path: `${path}/${id}`, method: 'DELETE', as: 'freya', status: 200 });
      await expectRow(test, { ...post(hello, 'freya'), status: 201 });
    } finally {
      await test.app.features.site.changeSetting('sys_max_size_upload', '67108864');
    }
  });
});

describe('the daily cleaning', () => {
  const countFiles = async (): Promise<number> =>
    (await test.app.database.read.selectFrom('artifact_files').select('id').execute()).length;
  const listJobs = () => test.app.database.read.selectFrom('jobs').select(['kind', 'status']).execute();
  const untilDone = async (kind: string): Promise<void> => {
    const isOpen = async (): Promise<boolean> => {
      const jobs = (await listJobs()).filter((job) => job.kind === kind);
      return jobs.length === 0 || jobs.some(({ status }) => status !== 'done');
    };
    await until(async () => !(await isOpen()));
  };

  it('deletes what nobody attached for days, bytes included, and nothing else', async () => {
    const { bug } = await files.addBugWith(Buffer.from('kept'));
    const old = await countFiles();
    assert.ok(old > 3);
    clock.advance(4 * dayMs);
    // The tokens of the others are too old by now.
    const fresh = await files.upload(Buffer.from('fresh'), { as: 'emre' });
    test.app.jobs.start();
    await untilDone('daily-cleaning');
    await test.app.jobs.stop(0);
    const attached = (await test.app.database.read.selectFrom('artifact_files').selectAll().execute()).filter(
      (row) => row.artifact_id !== null,
    );
    assert.equal(await countFiles(), attached.length + 1);
    await expectRow(test, { path: `/api/artifacts/${bug}`, as: 'emre', status: 200, contains: ['artifact_files/'] });
    await expectRow(test, { path: `${path}/${fresh}`, as: 'emre', status: 200 });
    const parts = await test.app.database.read.selectFrom('artifact_file_parts').select('path').execute();
    const names = [...attached.map((row) => row.path), ...parts.map((row) => row.path)];
    const folder = join(test.app.dataDir, 'files');
    assert.ok(readdirSync(folder).length > names.length, 'those who read go on for a while');
    clock.advance(11 * 60 * 1000);
    test.app.jobs.start();
    await untilDone('remove-blobs');
    assert.deepEqual(readdirSync(folder).sort(), names.sort());
  });
});
