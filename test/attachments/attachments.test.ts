// Engine: both
// Attachments of artifacts: the field of files over REST, who may read them, and how they are served: safely, whole or in
// part, in JSON, XML and as they are.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { openPromise } from 'yauzl';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { base64, credentialsOf, download, makeBytes, openFiles } from '../support/attachment-world.ts';
import type { Files } from '../support/attachment-world.ts';
import { at, headerOf, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';

let files: Files;
let test: TestApp;
before(async () => {
  files = await openFiles();
  ({ test } = files);
});
after(() => test.close());

const idsOf = (shown: readonly unknown[]): number[] => shown.map((file) => Number(at(file, 'id')));

describe('the field of files', () => {
  it('takes uploaded files, keeps those that are named, and lets the others go', async () => {
    const [bug, one, two] = [
      await files.addBug(),
      await files.upload(makeBytes(10)),
      await files.upload(makeBytes(20)),
    ];
    assert.equal((await files.attach(bug, [one, two])).status, 200);
    assert.deepEqual(idsOf(await files.shown(bug)), [one, two]);
    assert.equal((await files.attach(bug, [String(two)])).status, 200);
    assert.deepEqual(idsOf(await files.shown(bug)), [two]);
    const again = await files.attach(bug, [one, two]);
    assert.equal(again.status, 404);
    assert.match(String(at(again.json, 'error.message')), new RegExp(`File #${one} not found`));
    assert.deepEqual(idsOf(await files.shown(bug)), [two]);
    assert.equal((await files.attach(bug, [])).status, 200);
    assert.deepEqual(await files.shown(bug), []);
    const history = await test.call(`/api/artifacts/${bug}/changesets`, { as: 'ana' });
    const before = listAt(history.json).map((changeset) =>
      listAt(changeset, 'values')
        .filter((value) => at(value, 'field_id') === files.fieldId)
        .flatMap((value) => idsOf(listAt(value, 'file_descriptions'))),
    );
    assert.deepEqual(before, [[], [one, two], [two], []]);
    await expectRow(test, {
      path: `/api/artifact_files/${one}`,
      as: 'ana',
      status: 200,
      contains: [base64(makeBytes(10))],
    });
  });

  it('takes a file of several chunks, at creation and in XML', async () => {
    const bytes = makeBytes(2_500_000);
    const [one, two] = [await files.upload(bytes), await files.upload(makeBytes(5))];
    const { scrum, fieldId } = files;
    const field = (name: string): string =>
      `<item><field_id>${scrum.field('Bugs', name)}</field_id><value>a bug</value></item>`;
    const value = `<value><item>${one}</item><item>${two}</item></value>`;
    const body = `<request><tracker><id>${scrum.tracker('Bugs')}</id></tracker><values>${field('title')}${field('description')}<item><field_id>${fieldId}</field_id>${value}</item></values></request>`;
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    const made = await expectRow(test, {
      path: '/api/artifacts',
      method: 'POST',
      as: 'ana',
      body,
      headers,
      status: 201,
    });
    const bug = Number(/<id>(\d+)</.exec(made.text)?.[1]);
    assert.deepEqual(idsOf(await files.shown(bug)), [one, two]);
    const got = await download(test, `/plugins/tracker/attachments/${one}`, await credentialsOf(test, 'ana'));
    assert.ok(got.bytes.equals(bytes));
    const only = `<request><values><item><field_id>${fieldId}</field_id><value><item>${two}</item></value></item></values></request>`;
    await expectRow(test, {
      path: `/api/artifacts/${bug}`,
      method: 'PUT',
      as: 'ana',
      body: only,
      headers,
      status: 200,
    });
    assert.deepEqual(idsOf(await files.shown(bug)), [two]);
    const none = `<request><values><item><field_id>${fieldId}</field_id><value/></item></values></request>`;
    await expectRow(test, {
      path: `/api/artifacts/${bug}`,
      method: 'PUT',
      as: 'ana',
      body: none,
      headers,
      status: 200,
    });
    assert.deepEqual(await files.shown(bug), []);
  });

  it('is copied with an artifact, by who may read it, as files of their own', async () => {
    const { scrum } = files;
    const tracker = scrum.tracker('Tasks');
    const field = scrum.field('Tasks', 'attachments');
    const own = (value: unknown): unknown => ({ field_id: field, value });
    const values = [{ field_id: scrum.field('Tasks', 'title'), value: 'With files' }];
    const post = (body: unknown, as = 'ana', status = 201) =>
      expectRow(test, { path: '/api/artifacts', method: 'POST', as, body, status });
    const bytes = makeBytes(100_000);
    const uploaded = [
      await files.upload(bytes, { name: 'same' }),
      await files.upload(Buffer.alloc(0), { name: 'same' }),
    ];
    const origin = at((await post({ tracker: { id: tracker }, values: [...values, own(uploaded)] })).json, 'id');
    const copy = { tracker: { id: tracker }, from_artifact: { id: origin } };
    const show = async (id: unknown): Promise<readonly unknown[]> => {
      const shown = (await expectRow(test, { path: `/api/artifacts/${String(id)}`, as: 'ana', status: 200 })).json;
      const value = valueOf(shown, field);
      return value === undefined ? [] : listAt(value, 'file_descriptions');
    };
    const bare = at((await post({ tracker: { id: tracker }, values })).json, 'id');
    const bareCopy = await post({ tracker: { id: tracker }, from_artifact: { id: bare } });
    assert.deepEqual(await show(at(bareCopy.json, 'id')), []);
    const id = at((await post(copy, 'bruno')).json, 'id');
    const copied = await show(id);
    assert.deepEqual(
      copied.map((file) => [at(file, 'name'), at(file, 'size'), at(file, 'type'), at(file, 'submitted_by')]),
      await Promise.all([100_000, 0].map(async (size) => ['same', size, 'text/plain', await scrum.user('bruno')])),
    );
    const more = await files.upload(Buffer.from('more'), { name: 'more' });
    const form = { tracker: { id: tracker }, files_from: { id: origin } };
    const named = async (sent: object): Promise<unknown[]> =>
      (await show(at((await post({ ...form, ...sent })).json, 'id'))).map((file) => at(file, 'name'));
    assert.deepEqual(await named({ values }), ['same', 'same'], 'beside values');
    assert.deepEqual(await named({ values: [...values, own([more])] }), ['more', 'same', 'same']);
    await post({ ...form, values_by_field: { title: { value: 'x' } } }, 'ana', 400);
    await post({ ...form, values, files_from: { id: 999_999 } }, 'ana', 404);
    const path = `/plugins/tracker/attachments/${String(at(copied[0], 'id'))}`;
    assert.ok((await download(test, path, await credentialsOf(test, 'bruno'))).bytes.equals(bytes));
    assert.deepEqual(idsOf(await show(origin)), uploaded);
    await expectRow(test, {
      path: `/api/tracker_fields/${field}`,
      method: 'PATCH',
      as: 'ana',
      body: { permissions_for_groups: { can_read: [{ id: '101_4' }], can_update: [{ id: '101_4' }] } },
      status: 200,
    });
    assert.deepEqual(await show(at((await post(copy, 'bruno')).json, 'id')), []);
    assert.equal((await show(at((await post(copy)).json, 'id'))).length, 2);
  });

  it('takes back what GET showed', async () => {
    const { bug, file } = await files.addBugWith(Buffer.from('x'));
    const seen = await test.call(`/api/artifacts/${bug}`, { as: 'ana' });
    const put = { path: `/api/artifacts/${bug}`, method: 'PUT', as: 'ana', body: seen.json };
    await expectRow(test, { ...put, status: 200 });
    assert.deepEqual(idsOf(await files.shown(bug)), [file]);
    assert.equal(listAt((await test.call(`/api/artifacts/${bug}/changesets`, { as: 'ana' })).json).length, 2);
  });

  it('refuses values that are no ids, files of others, of elsewhere, and unfinished ones', async () => {
    const bug = await files.addBug();
    const { file: elsewhere } = await files.addBugWith(Buffer.from('x'));
    const brunos = await files.upload(Buffer.from('x'), { as: 'bruno' });
    const begin = async (tracker: string): Promise<number> => {
      const path = `/api/tracker_fields/${files.scrum.field(tracker, 'attachments')}/files`;
      const body = { name: `${tracker}.bin`, file_size: 5, file_type: 'text/plain' };
      const begun = await expectRow(test, { path, method: 'POST', as: 'ana', body, status: 200 });
      return Number(at(begun.json, 'id'));
    };
    const [unfinished, ofTasks] = [await begin('Bugs'), await begin('Tasks')];
    const refusals: [value: unknown, status: number, text: string][] = [
      ['a', 400, '.value'],
      [{ id: 3 }, 400, '.value'],
      [true, 400, '.value'],
      [['a'], 400, '.value[0]'],
      [[elsewhere, null], 400, '.value[1]'],
      [[1.5], 400, '.value[0]'],
      [[-1], 400, '.value[0]'],
      [[2 ** 60], 400, '.value[0]'],
      [[2 ** 40], 404, 'not found'],
      [[brunos], 404, `File #${brunos} not found`],
      [[elsewhere], 400, `file #${elsewhere} is already attached to another artifact`],
      [[unfinished], 400, 'has 0 of 5 bytes'],
      [[ofTasks], 400, 'was uploaded for field'],
      [Array.from({ length: 1001 }, (_, index) => index + 1), 400, '.value'],
    ];
    for (const [value, status, text] of refusals) {
      const body = { values: [{ field_id: files.fieldId, value }] };
      await expectRow(test, {
        path: `/api/artifacts/${bug}`,
        method: 'PUT',
        as: 'ana',
        body,
        status,
        contains: [text],
      });
    }
    assert.deepEqual(await files.shown(bug), []);
    assert.equal((await files.attach(bug, [brunos], 'bruno')).status, 200);
  });

  it('gives a file to one of two artifacts that want it at once', async () => {
    const [one, two, file] = [await files.addBug(), await files.addBug(), await files.upload(Buffer.from('x'))];
    const answers = await Promise.all([files.attach(one, [file]), files.attach(two, [file])]);
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    assert.equal(statuses[0], 200);
    assert.ok(statuses[1] === 400 || statuses[1] === 409, String(statuses[1]));
    const shown = [...(await files.shown(one)), ...(await files.shown(two))];
    assert.deepEqual(idsOf(shown), [file]);
  });

  it('needs the right to change it', async () => {
    await test.addUser('stranger');
    const { bug, file } = await files.addBugWith(Buffer.from('x'));
    assert.notEqual((await files.attach(bug, [], 'stranger')).status, 200);
    assert.deepEqual(idsOf(await files.shown(bug)), [file]);
  });
});

describe('GET /artifact_files/:id', () => {
  it('gives slices, a tag, and 304', async () => {
    const { file } = await files.addBugWith(Buffer.from('hello world'));
    const one = { path: `/api/artifact_files/${file}?offset=6&limit=3`, as: 'bruno' };
    const answers = {
      'x-pagination-size': '11',
      'x-pagination-limit': '3',
      'x-pagination-limit-max': '1048576',
      'x-upload-max-file-chunksize': '1048576',
    };
    const slice = await expectRow(test, { ...one, status: 200, answers });
    assert.deepEqual(slice.json, { data: base64('wor') });
    await expectRow(test, { ...one, headers: { 'if-none-match': headerOf(slice, 'etag') }, status: 304 });
    const xml = { accept: 'application/xml' };
    await expectRow(test, { ...one, headers: xml, status: 200, contains: [`<data>${base64('wor')}</data>`] });
    await expectRow(test, { path: '/api/artifact_files/999999', as: 'bruno', status: 404 });
    await expectRow(test, { path: `/api/artifact_files/${file}?limit=1048577`, as: 'bruno', status: 400 });
    await expectRow(test, { path: `/api/artifact_files/${file}`, status: 401 });
  });
});

describe('who may not read', () => {
  const expectNone = async (file: number, as: string | undefined): Promise<void> => {
    const who = as === undefined ? {} : { as };
    for (const path of [`/plugins/tracker/attachments/${file}-x`, `/plugins/tracker/attachments/preview/${file}-x`])
      await expectRow(test, { path, ...who, status: 404, lacks: ['notes.txt'] });
    if (as !== undefined)
      await expectRow(test, { path: `/api/artifact_files/${file}`, as, status: 404, lacks: ['notes.txt'] });
  };

  it('the field, gets 404', async () => {
    const { file } = await files.addBugWith(Buffer.from('x'));
    await expectNone(file, undefined);
  });

  it('the artifact, gets 404', async () => {
    const { bug, file } = await files.addBugWith(Buffer.from('x'));
    await test.addUser('passer-by');
    await expectRow(test, { path: `/plugins/tracker/attachments/${file}`, as: 'passer-by', status: 200 });
    const field_id = files.scrum.field('Bugs', 'restricted_to');
    const body = { values: [{ field_id, value: { granted_groups: ['101_3'] } }] };
    await expectRow(test, { path: `/api/artifacts/${bug}`, method: 'PUT', as: 'ana', body, status: 200 });
    await expectNone(file, 'passer-by');
    await expectRow(test, { path: `/plugins/tracker/attachments/${file}`, as: 'bruno', status: 200 });
  });

  it('the project, gets 404', async () => {
    const { file } = await files.addBugWith(Buffer.from('x'));
    await test.addUser('outsider');
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    try {
      await expectNone(file, 'outsider');
    } finally {
      await test.app.features.projects.change('meadow-scrum', { access: 'public' });
    }
  });
});

describe('a download', () => {
  const content = makeBytes(100_000);
  let credentials: Record<string, string> = {};
  let file = 0;
  let path = '';
  before(async () => {
    credentials = await credentialsOf(test, 'ana');
    ({ file } = await files.addBugWith(content, { name: 'a b.txt' }));
    path = `/plugins/tracker/attachments/${file}-a%20b.txt`;
  });
  const get = (headers: Record<string, string> = {}) => download(test, path, { ...credentials, ...headers });

  it('is the file, named and harmless', async () => {
    const { status, headers, bytes } = await get();
    assert.equal(status, 200);
    assert.ok(bytes.equals(content));
    const expected = {
      'content-type': 'application/octet-stream',
      'content-length': '100000',
      'content-disposition': 'attachment; filename="a b.txt"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(headers.get(name), value, name);
  });

  it('answers HEAD and 304', async () => {
    const head = await expectRow(test, {
      path,
      method: 'HEAD',
      as: 'ana',
      status: 200,
      answers: { 'content-length': '100000' },
    });
    const { status, bytes } = await get({ 'if-none-match': headerOf(head, 'etag') });
    assert.deepEqual([status, bytes.length], [304, 0]);
    await expectRow(test, { path, method: 'OPTIONS', status: 200, answers: { allow: 'OPTIONS, GET' } });
    await expectRow(test, { path, method: 'DELETE', as: 'ana', status: 405 });
  });

  it('may be a part', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    const parts: [range: string, start: number, end: number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=99999-', 99_999, 100_000],
      ['bytes=-10', 99_990, 100_000],
      ['bytes=50000-200000', 50_000, 100_000],
      ['bytes=-200000', 0, 100_000],
    ];
    for (const [range, start, end] of parts) {
      const { status, headers, bytes } = await get({ range, 'if-range': etag });
      assert.deepEqual([status, headers.get('content-range')], [206, `bytes ${start}-${end - 1}/100000`]);
      assert.ok(bytes.equals(content.subarray(start, end)), range);
    }
    for (const range of ['bytes=5-1', 'bytes=', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=a-b'])
      assert.equal((await get({ range })).status, 200, range);
    assert.equal((await get({ range: 'bytes=0-0', 'if-range': '"other"' })).status, 200);
    for (const range of ['bytes=100000-', 'bytes=-0']) {
      const { status, headers } = await get({ range });
      assert.deepEqual([status, headers.get('content-range')], [416, 'bytes */100000']);
    }
  });

  it('is found by its number alone', async () => {
    for (const name of [`${file}`, `${file}-`, `${file}-other`, `${file}-%2e%2e%2f%2e%2e`])
      await expectRow(test, { path: `/plugins/tracker/attachments/${name}`, as: 'ana', status: 200 });
    for (const name of ['0', '999999', 'x', `x${file}`, `${file}x`, '-1', '9'.repeat(40), '%2e%2e%2fetc', '%00'])
      await expectRow(test, { path: `/plugins/tracker/attachments/${name}`, as: 'ana', status: 404 });
  });

  const names: [name: string, header: string][] = [
    ['../../etc/passwd', 'attachment; filename=".._.._etc_passwd"'],
    ['C:\\win.ini', 'attachment; filename="C:_win.ini"'],
    ['a";b%41.txt', 'attachment; filename="a_;b_41.txt"; filename*=UTF-8\'\'a%22%3Bb%2541.txt'],
    ["Zürich (1)'*.txt", "attachment; filename=\"Z_rich (1)'*.txt\"; filename*=UTF-8''Z%C3%BCrich%20%281%29%27%2A.txt"],
    ['gnp\u202etxt.exe', 'attachment; filename="gnp_txt.exe"'],
    ['图.png', 'attachment; filename="_.png"; filename*=UTF-8\'\'%E5%9B%BE.png'],
  ];
  for (const [name, header] of names) {
    it(`of ${JSON.stringify(name)} has a name that is safe to save`, async () => {
      const { bug, file: id } = await files.addBugWith(Buffer.from('x'), { name });
      const href = String(at((await files.shown(bug))[0], 'html_url'));
      assert.match(href, new RegExp(`^/plugins/tracker/attachments/${id}-[^/?#]+$`));
      const { status, headers } = await download(test, href, credentials);
      assert.deepEqual([status, headers.get('content-disposition')], [200, header]);
      assert.equal(at((await files.shown(bug))[0], 'name'), name);
    });
  }

  it('is nothing that a page runs, styles itself by or embeds', async () => {
    for (const destination of ['script', 'style', 'worker', 'serviceworker', 'embed', 'object'])
      await expectRow(test, { path, as: 'ana', headers: { 'sec-fetch-dest': destination }, status: 403 });
    for (const destination of ['document', 'image', 'iframe', 'empty'])
      assert.equal((await get({ 'sec-fetch-dest': destination })).status, 200, destination);
  });

  it('opens in a window from wherever its link was, as somebody with a session', async () => {
    const body = { username: 'ana', password: testPassword };
    const begun = await test.call('/api/sessions', {
      method: 'POST',
      body,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const window = {
      cookie: begun.headers.get('set-cookie')?.split(';')[0] ?? '',
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const open = (at: string, more: object = {}) => test.call(at, { headers: { ...window, ...more } });
    assert.equal((await open(path)).status, 200);
    for (const more of [{ 'sec-fetch-dest': 'iframe' }, { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }])
      assert.equal((await open(path, more)).status, 403, JSON.stringify(more));
    const refused = await open('/plugins/tracker/attachments/999999', { 'accept-language': 'fr' });
    assert.deepEqual([refused.status, refused.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    assert.match(refused.text, /<html lang="fr">.*<h1>Fichier introuvable ou accès refusé<\/h1>/);
    assert.match(refused.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
    // Programs and pages are told as before.
    const told = await open('/plugins/tracker/attachments/999999', { accept: '*/*', 'sec-fetch-site': 'same-origin' });
    assert.match(told.headers.get('content-type') ?? '', /json/);
  });

  it('of a long name has an address that works', async () => {
    const { bug } = await files.addBugWith(Buffer.from('x'), { name: '\u{1f600}'.repeat(127) });
    const href = String(at((await files.shown(bug))[0], 'html_url'));
    assert.equal((await download(test, href, credentials)).status, 200);
  });

  const types: [declared: string, content: Buffer, type: string, disposition: 'attachment' | 'inline'][] = [
    ['image/png', Buffer.from('<script>alert(1)</script>'), 'application/octet-stream', 'attachment'],
    ['text/html', Buffer.from('<script>alert(1)</script>'), 'application/octet-stream', 'attachment'],
    ['text/javascript', Buffer.from('alert(1)'), 'application/octet-stream', 'attachment'],
    ['text/css', Buffer.from('p { color: red }'), 'application/octet-stream', 'attachment'],
    [
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'application/octet-stream',
      'attachment',
    ],
    ['text/html', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 'image/gif', 'inline'],
    ['a/b; charset="x"', Buffer.from('x'), 'application/octet-stream', 'attachment'],
    ['nonsense', Buffer.from('x'), 'application/octet-stream', 'attachment'],
    ['', Buffer.alloc(0), 'application/octet-stream', 'attachment'],
  ];
  for (const [declared, bytes, type, disposition] of types) {
    it(`declared ${JSON.stringify(declared)} is shown in place only where its content is an image: ${bytes.toString('latin1', 0, 12)}`, async () => {
      const { bug, file: id } = await files.addBugWith(bytes, { name: 'file', type: declared });
      const { headers } = await download(test, `/plugins/tracker/attachments/${id}`, credentials);
      assert.equal(headers.get('content-type'), type);
      assert.equal(headers.get('content-disposition'), `${disposition}; filename="file"`);
      assert.equal(at((await files.shown(bug))[0], 'type'), declared);
    });
  }
});

describe('an archive', () => {
  it('carries files that were attached over REST, those of the history too', async () => {
    const { bug, file } = await files.addBugWith(makeBytes(1_500_000), { name: 'first.bin' });
    await files.attach(bug, [await files.upload(Buffer.from('second'), { name: 'second.txt' })]);
    const folder = await mkdtemp(join(tmpdir(), 'tepal-attachments-'));
    const other = await startApp();
    try {
      await exportFrom(test, 'meadow-scrum', join(folder, 'archive'));
      await importInto(other, join(folder, 'archive'));
      const rows = await other.app.database.read
        .selectFrom('artifact_files')
        .select(['id', 'name', 'size_bytes'])
        .where('name', 'in', ['first.bin', 'second.txt'])
        .orderBy('size_bytes')
        .execute();
      assert.deepEqual(
        rows.map(({ name, size_bytes: size }) => [name, size]),
        [
          ['second.txt', 6],
          ['first.bin', 1_500_000],
        ],
      );
      const path = `/plugins/tracker/attachments/${rows[1]?.id}`;
      const there = await download(other, path, await credentialsOf(other, 'ana'));
      assert.ok(there.bytes.equals(makeBytes(1_500_000)), `file ${file} is the same`);
    } finally {
      await other.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('several files as one', () => {
  const zipOf = (ids: string) => `/plugins/tracker/attachments/zip/job.zip?ids=${ids}`;

  it('come as a zip file with each as it is, and names that go nowhere else', async () => {
    const [bug, one, two] = [
      await files.addBug(),
      await files.upload(makeBytes(10)),
      await files.upload(makeBytes(200_000)),
    ];
    assert.equal((await files.attach(bug, [one, two])).status, 200);
    const answer = await download(test, zipOf(`${one},${two},${one}`), await credentialsOf(test, 'ana'));
    assert.equal(answer.status, 200);
    const folder = await mkdtemp(join(tmpdir(), 'tepal-zip-'));
    await writeFile(join(folder, 'job.zip'), answer.bytes);
    const zip = await openPromise(join(folder, 'job.zip'));
    const found: Buffer[] = [];
    for await (const entry of zip.eachEntry()) found.push(await buffer(await zip.openReadStreamPromise(entry)));
    await rm(folder, { recursive: true });
    assert.deepEqual(
      found,
      [makeBytes(10), makeBytes(200_000)].map((bytes) => Buffer.from(bytes)),
    );
  });

  it('are refused where one is not for the reader, where there are too many, and where none is named', async () => {
    const [bug, one] = [await files.addBug(), await files.upload(makeBytes(10))];
    assert.equal((await files.attach(bug, [one])).status, 200);
    await expectRow(test, { path: zipOf(`${one},999999`), as: 'ana', status: 404 });
    const brunos = await files.upload(Buffer.from('x'), { as: 'bruno' });
    await expectRow(test, { path: zipOf(`${one},${brunos}`), as: 'ana', status: 404 });
    await expectRow(test, { path: zipOf(''), as: 'ana', status: 400 });
    const many = Array.from({ length: 501 }, (_, at) => at + 1).join();
    await expectRow(test, { path: zipOf(many), as: 'ana', status: 400, contains: ['at most 500'] });
  });
});
