// Engine: both
// Resumable uploads with the real tus client: whole, in chunks, interrupted and resumed elsewhere, cancelled; and what the
// protocol refuses.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as tus from 'tus-js-client';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { createHttpServer, openApp } from '../../src/app.ts';
import { credentialsOf, download, makeBytes, openFiles } from '../support/attachment-world.ts';
import type { Files } from '../support/attachment-world.ts';
import { at, headerOf } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { openRaw } from '../support/raw-connection.ts';
import { expectRow } from '../support/scenario.ts';

const bytes = makeBytes(3_500_000);
let files: Files;
let test: TestApp;
let credentials: Record<string, string> = {};
before(async () => {
  files = await openFiles();
  ({ test } = files);
  credentials = await credentialsOf(test, 'ana');
});
after(() => test.close());

const begin = (facts: { name?: string; size?: number } = {}, as = 'ana'): Promise<Answered> =>
  test.call(`/api/tracker_fields/${files.fieldId}/files`, {
    method: 'POST',
    as,
    body: {
      name: facts.name ?? 'big.bin',
      file_size: facts.size ?? bytes.length,
      file_type: 'application/octet-stream',
    },
  });

interface Begun {
  id: number;
  href: string;
}

async function beginAnew(name: string, size = bytes.length): Promise<Begun> {
  const answer = await begin({ name, size });
  assert.equal(answer.status, 200, answer.text);
  return { id: Number(at(answer.json, 'id')), href: String(at(answer.json, 'upload_href')) };
}

/** Sends with the real client; resolves with false where `stop` ended it. */
function send(
  base: string,
  href: string,
  options: { chunkSize?: number; stop?: (sent: number) => boolean } = {},
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const upload = new tus.Upload(bytes, {
      uploadUrl: base + href,
      headers: credentials,
      retryDelays: [],
      chunkSize: options.chunkSize ?? Infinity,
      onSuccess: () => resolve(true),
      onError: reject,
      onChunkComplete(_size, sent) {
        if (options.stop?.(sent) === true) void upload.abort().then(() => resolve(false), reject);
      },
    });
    upload.start();
  });
}

const tusHeaders = { 'tus-resumable': '1.0.0' };
const patchHeaders = (offset: number | string): Record<string, string> => ({
  ...tusHeaders,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
});
const patch = (href: string, offset: number | string, body: string, as = 'ana', headers = {}) => ({
  path: href,
  method: 'PATCH',
  as,
  body,
  headers: { ...patchHeaders(offset), ...headers },
});
const head = (href: string, as = 'ana') => ({ path: href, method: 'HEAD', as, headers: tusHeaders });

async function requireBytes(id: number, expected: Uint8Array): Promise<void> {
  const answer = await download(test, `/plugins/tracker/attachments/${id}-x`, credentials);
  assert.equal(answer.status, 200);
  assert.ok(answer.bytes.equals(expected));
}

describe('the tus client', () => {
  it('uploads a file in one request, which an artifact then has', async () => {
    const { id, href } = await beginAnew('one (1) é.bin');
    assert.equal(href, `/uploads/tracker/file/${id}`);
    assert.ok(await send(test.base, href));
    await requireBytes(id, bytes);
    const bug = await files.addBug();
    const answer = await files.attach(bug, [id]);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(await files.shown(bug), [
      {
        id,
        submitted_by: await files.scrum.user('ana'),
        description: '',
        name: 'one (1) é.bin',
        size: bytes.length,
        type: 'application/octet-stream',
        html_url: `/plugins/tracker/attachments/${id}-one%20%281%29%20%C3%A9.bin`,
        html_preview_url: null,
        uri: `artifact_files/${id}`,
      },
    ]);
    await requireBytes(id, bytes);
    await expectRow(test, { ...head(href), status: 404 });
  });

  it('uploads in chunks, which become one', async () => {
    const { id, href } = await beginAnew('chunks.bin');
    assert.ok(await send(test.base, href, { chunkSize: 1_000_000 }));
    await requireBytes(id, bytes);
    const row = await test.app.database.read
      .selectFrom('artifact_files')
      .select('path')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(readdirSync(join(test.app.dataDir, 'files')).includes(row.path));
  });

  it('goes on where it was interrupted, on another server process', async () => {
    const { id, href } = await beginAnew('broken.bin');
    assert.equal(await send(test.base, href, { chunkSize: 1_000_000, stop: (sent) => sent >= 2_000_000 }), false);
    const other = await openApp({ dataDir: test.app.dataDir, logLevel: 'silent' });
    const server = createHttpServer(other);
    try {
      const base = await server.listen({ port: 0, host: '127.0.0.1' });
      const first: number[] = [];
      const isDone = await send(base, href, { chunkSize: 1_000_000, stop: (sent) => first.push(sent) < 0 });
      assert.ok(isDone);
      assert.deepEqual(first, [3_000_000, 3_500_000]);
      await requireBytes(id, bytes);
    } finally {
      await server.close();
      await other.close();
    }
  });

  it('cancels, and the bytes are forgotten', async () => {
    const { href } = await beginAnew('cancelled.bin');
    await send(test.base, href, { chunkSize: 1_000_000, stop: () => true });
    await tus.Upload.terminate(test.base + href, { headers: credentials, retryDelays: [] });
    await expectRow(test, { ...head(href), status: 404 });
  });
});

describe('a request that breaks', () => {
  it('leaves what had come, from where the client goes on', async () => {
    const { id, href } = await beginAnew('cut.bin', 1_000_000);
    const { send: write, socket } = await openRaw(test.base);
    const facts = Object.entries({ ...credentials, ...patchHeaders(0), 'content-length': 1_000_000, host: 'x' });
    write(`PATCH ${href} HTTP/1.1\r\n${facts.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
    write(bytes.subarray(0, 400_000).toString('latin1'));
    socket.end();
    const received = async (): Promise<number> =>
      Number(headerOf(await expectRow(test, { ...head(href), status: 204 }), 'upload-offset'));
    await until(async () => (await received()) > 0);
    const offset = await received();
    assert.ok(offset > 300_000 && offset <= 400_000, `${offset} bytes were kept`);
    await expectRow(test, { ...patch(href, offset, bytes.toString('latin1', offset, 1_000_000)), status: 204 });
    await requireBytes(id, bytes.subarray(0, 1_000_000));
  });
});

describe('the protocol', () => {
  let begun: Begun;
  before(async () => {
    begun = await beginAnew('protocol.txt', 10);
  });

  it('tells anybody what it understands', async () => {
    const answers = {
      'tus-version': '1.0.0',
      'tus-extension': 'termination',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': /X-Auth-AccessKey/,
      'access-control-expose-headers': /Upload-Offset.*X-PAGINATION-SIZE/,
    };
    const options = await expectRow(test, { path: begun.href, method: 'OPTIONS', status: 204, answers });
    assert.equal(options.text, '');
  });

  it('moves on with each PATCH, and refuses another offset', async () => {
    const { href } = begun;
    const where = {
      'upload-offset': '0',
      'upload-length': '10',
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
    };
    await expectRow(test, { ...head(href), status: 204, answers: where });
    const contains = ['"code":409', 'Upload-Offset'];
    await expectRow(test, { ...patch(href, 3, 'abc'), status: 409, contains });
    await expectRow(test, { ...patch(href, 0, 'hello'), status: 204, answers: { 'upload-offset': '5' } });
    await expectRow(test, { ...patch(href, 0, 'again'), status: 409, contains });
    await expectRow(test, { ...patch(href, 5, 'too long'), status: 413, contains: ['"code":413'] });
    await expectRow(test, { ...head(href), status: 204, answers: { 'upload-offset': '5' } });
    const override = { ...patch(href, 5, ' wor'), method: 'POST' };
    const headers = { ...override.headers, 'x-http-method-override': 'PATCH' };
    await expectRow(test, { ...override, headers, status: 204, answers: { 'upload-offset': '9' } });
    await expectRow(test, { ...patch(href, 9, 'l'), status: 204, answers: { 'upload-offset': '10' } });
    await expectRow(test, { ...patch(href, 10, ''), status: 204, answers: { 'upload-offset': '10' } });
    await requireBytes(begun.id, Buffer.from('hello worl'));
  });

  it('takes one of several PATCHes that come to the same place at once', async () => {
    const { id, href } = await beginAnew('race.txt', 4);
    const all = await Promise.all(['1111', '2222', '3333'].map((text) => test.call(href, patch(href, 0, text))));
    const statuses = all.map(({ status }) => status).sort((a, b) => a - b);
    assert.deepEqual(statuses, [204, 409, 409]);
    const winner = all.findIndex(({ status }) => status === 204);
    await requireBytes(id, Buffer.from(String(winner + 1).repeat(4)));
    const { path } = await test.app.database.read
      .selectFrom('artifact_files')
      .select('path')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.ok(readdirSync(join(test.app.dataDir, 'files')).includes(path));
  });

  it('refuses what it does not understand', async () => {
    const { href } = await beginAnew('odd.txt', 4);
    const one = patch(href, 0, 'abcd');
    const facts = Object.entries(patchHeaders(0));
    const without = (name: string): Record<string, string> => Object.fromEntries(facts.filter(([key]) => key !== name));
    const versions = { 'tus-version': '1.0.0' };
    await expectRow(test, { ...one, headers: without('tus-resumable'), status: 412, answers: versions });
    await expectRow(test, {
      ...one,
      headers: { ...one.headers, 'tus-resumable': '0.2.2' },
      status: 412,
      answers: versions,
    });
    await expectRow(test, { ...one, headers: without('content-type'), status: 415 });
    await expectRow(test, { ...one, headers: without('upload-offset'), status: 400, contains: ['Upload-Offset'] });
    for (const offset of ['-1', 'x', '1.5', '1e3', '', '99999999999999999999'])
      await expectRow(test, { ...patch(href, offset, 'abcd'), status: 400 });
    for (const method of ['GET', 'PUT']) await expectRow(test, { path: href, method, as: 'ana', status: 405 });
    for (const meant of ['', 'HEAD', 'CONNECT', 'patch it']) {
      const headers = { ...tusHeaders, 'x-http-method-override': meant };
      await expectRow(test, { path: href, method: 'POST', as: 'ana', headers, status: 400 });
    }
    await expectRow(test, { ...patch(href, 0, 'abcd', 'ana', { 'upload-length': '4' }), status: 400 });
    await expectRow(test, { ...patch(href, 0, '', 'ana', { 'x-forwarded-proto': 'https, http' }), status: 204 });
    for (const id of ['0', '999999', 'x', '..%2f..%2fetc', '1e3'])
      await expectRow(test, { ...patch(`/uploads/tracker/file/${id}`, 0, 'abcd'), status: 404 });
    await expectRow(test, { ...head(href), status: 204, answers: { 'upload-offset': '0' } });
  });

  it('is for nobody but who began it', async () => {
    const { href, id } = await beginAnew('own.txt', 4);
    for (const as of ['bruno', 'root']) {
      await expectRow(test, { ...head(href, as), status: 404 });
      await expectRow(test, { ...patch(href, 0, 'abcd', as), status: 404 });
      await expectRow(test, { path: href, method: 'DELETE', as, headers: tusHeaders, status: 404 });
    }
    await expectRow(test, { path: href, method: 'PATCH', body: 'abcd', headers: patchHeaders(0), status: 401 });
    await expectRow(test, { path: `/api/artifact_temporary_files/${id}`, as: 'ana', status: 404 });
    await expectRow(test, { ...head(href), status: 204, answers: { 'upload-offset': '0' } });
  });
});

describe('POST /tracker_fields/:id/files', () => {
  it('gives an unfinished upload of the same name and size again, and refuses another size', async () => {
    const first = await beginAnew('twice.bin', 7);
    assert.deepEqual(await beginAnew('twice.bin', 7), first);
    const other = await begin({ name: 'twice.bin', size: 8 });
    assert.equal(other.status, 409, other.text);
    const bruno = await begin({ name: 'twice.bin', size: 8 }, 'bruno');
    assert.notEqual(at(bruno.json, 'id'), first.id);
    await expectRow(test, { ...patch(first.href, 0, 'sevenbb'), status: 204 });
    assert.notEqual((await beginAnew('twice.bin', 7)).id, first.id);
  });

  it('has nothing to upload for an empty file', async () => {
    const answer = await begin({ name: 'empty.txt', size: 0 });
    const id = Number(at(answer.json, 'id'));
    const download_href = `/plugins/tracker/attachments/${id}-empty.txt`;
    assert.deepEqual(answer.json, { id, download_href, upload_href: null });
    assert.equal((await files.attach(await files.addBug(), [id])).status, 200);
  });

  it('answers XML', async () => {
    const body = '<request><name>a b.txt</name><file_size>3</file_size><file_type>text/plain</file_type></request>';
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    const path = `/api/tracker_fields/${files.fieldId}/files`;
    const contains = [
      '<download_href>/plugins/tracker/attachments/',
      '-a%20b.txt<',
      '<upload_href>/uploads/tracker/file/',
    ];
    await expectRow(test, { path, method: 'POST', as: 'ana', body, headers, status: 200, contains });
  });

  it('refuses', async () => {
    const post = (field: number | string, body: object, as = 'ana') => ({
      path: `/api/tracker_fields/${field}/files`,
      method: 'POST',
      as,
      body: { name: 'a.txt', file_size: 3, file_type: 'text/plain', ...body },
    });
    const { fieldId, scrum } = files;
    await expectRow(test, { ...post(999_999, {}), status: 404 });
    await expectRow(test, { ...post(scrum.field('Bugs', 'title'), {}), status: 400, contains: ['type File'] });
    await expectRow(test, {
      ...post(fieldId, { file_size: 67_108_865 }),
      status: 400,
      contains: ['67108864', 'file_size'],
    });
    await expectRow(test, { ...post(fieldId, { file_size: -1 }), status: 400, contains: ['file_size'] });
    await expectRow(test, { ...post(fieldId, { name: 'a\nb' }), status: 400, contains: ['`name`'] });
    await expectRow(test, { ...post(fieldId, { name: undefined }), status: 400, contains: ['name'] });
    const { as: _as, ...anonymous } = post(fieldId, {});
    await expectRow(test, { ...anonymous, status: 401 });
    await test.app.features.site.changeSetting('attachments_waiting_limit', '1');
    await test.app.features.site.changeSetting('sys_max_size_upload', '20');
    try {
      await expectRow(test, { ...post(fieldId, { name: 'q1', file_size: 15 }, 'dagny'), status: 200 });
      await expectRow(test, {
        ...post(fieldId, { name: 'q2', file_size: 6 }, 'dagny'),
        status: 400,
        contains: ['the limit is'],
      });
    } finally {
      await test.app.features.site.changeSetting('sys_max_size_upload', '67108864');
      await test.app.features.site.changeSetting('attachments_waiting_limit', '1073741824');
    }
  });
});
