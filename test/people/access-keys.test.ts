// Engine: both
// Access keys: made, read, used, revoked, expired.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1, 12));
const xml = { accept: 'application/xml', 'content-type': 'application/xml' };
let test: TestApp;
let karlId = 0;

before(async () => {
  test = (await openScrum({ clock })).test;
  karlId = await test.addUser('karl');
  await test.addUser('lena');
});
after(() => test.close());

async function make(body: object, as = 'karl'): Promise<{ id: number; key: string }> {
  const sent = { password: testPassword, ...body };
  const answer = await expectRow(test, { path: '/api/access_keys', method: 'POST', as, body: sent, status: 201 });
  const key = String(at(answer.json, 'identifier'));
  assert.match(key, /^tlp-k1-\d+\.[0-9a-f]{64}$/);
  return { id: Number(/-(\d+)\./.exec(key)?.[1]), key };
}

const send = (key: string): Record<string, string> => ({ 'x-auth-accesskey': key });
const useStatus = async (key: string): Promise<number> =>
  (await test.call('/api/users/self', { headers: send(key) })).status;

describe('POST /access_keys', () => {
  it('gives a key that proves its owner, and that nobody can read again', async () => {
    const { id, key } = await make({ description: 'build server' });
    await expectRow(test, {
      path: '/api/users/self',
      headers: send(key),
      status: 200,
      contains: ['"username":"karl"'],
    });
    const shown = await expectRow(test, {
      path: `/api/access_keys/${id}`,
      as: 'karl',
      status: 200,
      contains: ['"description":"build server"', '"expiration_date":null', '"scopes":[{"identifier":"write:rest"}]'],
      lacks: [key.slice(-64)],
      answers: { allow: 'OPTIONS, GET, DELETE', etag: /./ },
    });
    assert.ok(typeof shown.json === 'object' && shown.json !== null);
    assert.deepEqual(Object.keys(shown.json), [
      'id',
      'creation_date',
      'expiration_date',
      'description',
      'last_used_on',
      'last_used_by',
      'scopes',
    ]);
  });

  it('reads and writes XML', async () => {
    const body =
      '<request><description/><expiration_date/><scopes><item>write:rest</item><item>tea:time</item></scopes></request>';
    await expectRow(test, {
      path: '/api/access_keys',
      method: 'POST',
      as: 'karl',
      body,
      headers: xml,
      status: 201,
      contains: ['<response><identifier>tlp-k1-'],
    });
  });

  const refused: [title: string, body: object, part: string][] = [
    ['a date without time', { expiration_date: '2030-01-01' }, 'expiration_date'],
    ['a date without offset', { expiration_date: '2030-01-01T10:00:00' }, 'expiration_date'],
    ['a date in Z', { expiration_date: '2030-01-01T10:00:00Z' }, 'expiration_date'],
    ['a day that does not exist', { expiration_date: '2030-02-30T10:00:00+00:00' }, 'expiration_date'],
    ['a date in the past', { expiration_date: '2020-01-01T10:00:00+00:00' }, 'in the past'],
    ['this very moment', { expiration_date: '2026-10-01T12:00:00+00:00' }, 'in the past'],
    ['not a scope', { scopes: [] }, 'scopes'],
    ['a scope of another form', { scopes: ['write:rest', 'nope'] }, 'scopes[1]'],
    ['a scope with a space', { scopes: ['write: rest'] }, 'scopes[0]'],
    ['unknown scopes alone', { scopes: ['tea:time'] }, 'scopes'],
    ['a number as description', { description: 5 }, 'description'],
  ];
  for (const [title, body, part] of refused) {
    it(`refuses ${title}`, async () => {
      const row = { path: '/api/access_keys', method: 'POST', as: 'karl', body, status: 400 };
      await expectRow(test, { ...row, contains: [part] });
      await expectRow(test, { ...row, headers: { accept: xml.accept }, contains: ['<code>400</code>'] });
    });
  }

  it('needs somebody', async () => {
    await expectRow(test, { path: '/api/access_keys', method: 'POST', body: {}, status: 401 });
  });
});

describe('an access key', () => {
  it('ends at its expiration date, to the second', async () => {
    const { id, key } = await make({ expiration_date: '2026-10-01T15:00:00+02:00' });
    clock.advance(60 * 60 * 1000 - 1000);
    assert.equal(await useStatus(key), 200);
    clock.advance(1000);
    assert.equal(await useStatus(key), 401);
    await expectRow(test, { path: '/api/projects/101', headers: send(key), status: 401 });
    await expectRow(test, { path: `/api/access_keys/${id}`, as: 'karl', status: 404 });
  });

  it('without write:rest is refused by the API and keeps its known scopes', async () => {
    const { id, key } = await make({ scopes: ['write:svn', 'other:thing', 'write:git_repository'] });
    await expectRow(test, { path: '/api/users/self', headers: send(key), status: 401, contains: ['write:rest'] });
    const shown = await test.call(`/api/access_keys/${id}`, { as: 'karl' });
    assert.deepEqual(at(shown.json, 'scopes'), [{ identifier: 'write:svn' }, { identifier: 'write:git_repository' }]);
  });

  it('must be whole: id, secret and form', async () => {
    const { id, key } = await make({});
    const other = await make({});
    const wrong = [
      'tlp-k1-1.abcdef',
      key.replace(`-${id}.`, `-${other.id}.`),
      key.replace(`-${id}.`, '-99999.'),
      `${key}0`,
      key.replace('k1', 'k2'),
      '',
    ];
    for (const text of wrong) {
      for (const path of ['/api/users/self', '/api/projects/101']) {
        const row = { path, headers: send(text), status: 401, lacks: ['Meadow'] };
        await expectRow(test, { ...row, answers: { 'www-authenticate': /AccessKey realm="Tepal"/ } });
      }
    }
    assert.equal(await useStatus(key), 200);
  });

  it('says when and from where it was used last, and `self` is the one in use', async () => {
    const { id, key } = await make({ description: 'mine' });
    const answer = await test.call('/api/access_keys/self', { headers: send(key) });
    assert.equal(at(answer.json, 'id'), id);
    assert.equal(Date.parse(String(at(answer.json, 'last_used_on'))), clock.nowMs());
    assert.equal(at(answer.json, 'last_used_by'), '127.0.0.1');
    await expectRow(test, { path: '/api/access_keys/self', as: 'karl', status: 404 });
  });

  it('is 403 of an account that is not active, and works again with it', async () => {
    const { key } = await make({}, 'lena');
    await test.app.features.people.change('lena', { status: 'S' });
    await expectRow(test, { path: '/api/projects/101', headers: send(key), status: 403, lacks: ['Meadow'] });
    await test.app.features.people.change('lena', { status: 'A' });
    assert.equal(await useStatus(key), 200);
  });

  it('wins over other credentials', async () => {
    const { key } = await make({});
    const basic = `Basic ${Buffer.from('lena:wrong').toString('base64')}`;
    const headers = { ...send(key), authorization: basic };
    await expectRow(test, { path: '/api/users/self', headers, status: 200, contains: ['"karl"'] });
  });
});

describe('DELETE /access_keys/:id', () => {
  it('revokes at once; ids that are unknown or of others are 200 and do nothing', async () => {
    const { id, key } = await make({});
    await expectRow(test, { path: `/api/access_keys/${id}`, method: 'DELETE', as: 'lena', status: 200 });
    assert.equal(await useStatus(key), 200);
    await expectRow(test, { path: `/api/access_keys/${id}`, method: 'DELETE', as: 'karl', status: 200 });
    assert.equal(await useStatus(key), 401);
    await expectRow(test, { path: '/api/access_keys/99999', method: 'DELETE', as: 'karl', status: 200 });
    await expectRow(test, { path: '/api/access_keys/self', method: 'DELETE', as: 'karl', status: 400 });
    const kinds = await test.call(`/api/audit_events?user_id=${karlId}&limit=2`, { as: 'root' });
    assert.equal(at(kinds.json, '0.kind'), 'access-key-revoked');
    assert.equal(at(kinds.json, '1.kind'), 'access-key-created');
  });
});

describe('GET /users/:id/access_keys', () => {
  it('lists one’s own, in pages', async () => {
    const { id } = await make({ description: 'last' });
    const path = `/api/users/${karlId}/access_keys`;
    const all = await expectRow(test, { path, as: 'karl', status: 200, answers: { 'x-pagination-limit-max': '50' } });
    const ids = listAt(all.json).map((key) => at(key, 'id'));
    assert.equal(ids.at(-1), id);
    assert.equal(all.headers.get('x-pagination-size'), String(ids.length));
    const page = await test.call(`${path}?limit=1&offset=1`, { as: 'karl' });
    assert.deepEqual(
      listAt(page.json).map((key) => at(key, 'id')),
      [ids[1]],
    );
    await expectRow(test, {
      path,
      as: 'karl',
      headers: { accept: xml.accept },
      status: 200,
      contains: ['<scopes><item><identifier>write:rest</identifier></item></scopes>'],
    });
  });

  it('is nobody else’s', async () => {
    await expectRow(test, { path: `/api/users/${karlId}/access_keys`, as: 'lena', status: 403 });
    await expectRow(test, { path: `/api/users/${karlId}/access_keys`, as: 'root', status: 403 });
    await expectRow(test, { path: `/api/users/${karlId}/access_keys`, status: 401 });
    await expectRow(test, { path: '/api/users/self/access_keys', as: 'karl', status: 400, contains: ['id'] });
    for (const limit of [0, 51]) {
      await expectRow(test, { path: `/api/users/${karlId}/access_keys?limit=${limit}`, as: 'karl', status: 400 });
    }
  });
});

const inHours = (hours: number): string =>
  new Date(clock.nowMs() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00');

it('asks for the password, or a sign-in of the last minutes, and mails the owner', async () => {
  await test.addUser('mona');
  const path = '/api/access_keys';
  const post = { path, method: 'POST', as: 'mona' } as const;
  const mails = async (): Promise<string> =>
    JSON.stringify(
      (await test.app.database.read.selectFrom('outbox').selectAll().execute()).filter(
        ({ recipient }) => recipient === 'mona@example.org',
      ),
    );
  await expectRow(test, { ...post, body: { description: 'while fresh' }, status: 201 });
  assert.match(await mails(), /New key.*while fresh/);
  const { key } = await make({ scopes: ['write:rest'], expiration_date: inHours(24) }, 'mona');
  clock.advance(10 * 60_000);
  const password = testPassword;
  const asked = await expectRow(test, { ...post, body: {}, status: 403 });
  assert.equal(at(asked.json, 'error.reason'), 'password-needed');
  await expectRow(test, { ...post, path: '/api/ssh_keys', body: { key: 'ssh-ed25519 AAAA' }, status: 403 });
  await expectRow(test, { ...post, body: { password: 'wrong' }, status: 401 });
  await expectRow(test, { ...post, body: { password }, status: 201 });
  const basic = { authorization: `Basic ${Buffer.from(`mona:${password}`).toString('base64')}` };
  await expectRow(test, { path, method: 'POST', headers: basic, body: {}, status: 201 });
  const byKey = { path, method: 'POST', headers: send(key) } as const;
  await expectRow(test, { ...byKey, body: { expiration_date: inHours(12) }, status: 403 });
  await expectRow(test, { ...byKey, body: { password }, status: 403, contains: ['expires later than itself'] });
  const soon = { expiration_date: inHours(12), password };
  const more = { ...soon, scopes: ['write:rest', 'write:git_repository'] };
  await expectRow(test, { ...byKey, body: more, status: 403, contains: ['more scopes'] });
  await expectRow(test, { ...byKey, body: soon, status: 201 });
  const ssh = { path: '/api/ssh_keys', method: 'POST', headers: send(key), status: 403 } as const;
  await expectRow(test, { ...ssh, body: { key: 'ssh-ed25519 AAAA', password }, contains: ["can't add SSH keys"] });
  const change = {
    username: 'mona',
    current_password: password,
    new_password: 'lamp orchard bicycle 42',
    ends_keys: true,
  };
  await expectRow(test, { path: '/api/users/self/password', method: 'POST', body: change, status: 200 });
  assert.equal(await useStatus(key), 401);
});
