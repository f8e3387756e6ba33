// Engine: both
// Preferences and the history of one's own account.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { headerOf, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

const xml = { accept: 'application/xml', 'content-type': 'application/xml' };
let test: TestApp;
let own: string;
before(async () => {
  test = await startApp();
  own = `/api/users/${await test.addUser('ana')}`;
  await test.addUser('bela');
  await test.addUser('reader');
  await test.app.features.people.grantDelegation('rest-read-only', 'reader');
});
after(() => test.close());

/** Everybody but the owner, in both modes of a platform. */
async function expectOwnersAlone(row: Omit<Row, 'status' | 'as'>): Promise<void> {
  for (const as of ['bela', 'reader', 'root']) await expectRow(test, { ...row, as, status: 403 });
  await expectRow(test, { ...row, status: 403 });
  await test.app.features.site.changeSetting('access_mode', 'regular');
  await expectRow(test, { ...row, status: 401 });
  await test.app.features.site.changeSetting('access_mode', 'anonymous');
}

describe('/users/:id/preferences', () => {
  const read = async (key: string): Promise<unknown> =>
    (await expectRow(test, { path: `${own}/preferences?key=${encodeURIComponent(key)}`, as: 'ana', status: 200 })).json;
  const patch = (body: unknown, facts: Partial<Row> = {}): Row => ({
    method: 'PATCH',
    path: `${own}/preferences`,
    as: 'ana',
    body,
    status: 200,
    ...facts,
  });

  it('are set, replaced and taken back', async () => {
    assert.deepEqual(await read('theme'), { key: 'theme', value: false });
    for (const value of ['dark', '', 'ligh\u{1f4a1}t <b>&', 'x'.repeat(65_535)]) {
      const answer = await expectRow(test, patch({ key: 'theme', value }));
      assert.equal(answer.text, '');
      assert.deepEqual(await read('theme'), { key: 'theme', value });
    }
    const body = '<request><key>theme</key><value>from XML</value></request>';
    await expectRow(test, patch(undefined, { path: '/api/users/self/preferences', body, headers: xml }));
    assert.deepEqual(await read('theme'), { key: 'theme', value: 'from XML' });
    const remove: Row = { method: 'DELETE', path: `${own}/preferences?key=theme`, as: 'ana', status: 200 };
    for (let times = 0; times < 2; times += 1) await expectRow(test, remove);
    assert.deepEqual(await read('theme'), { key: 'theme', value: false });
    await expectRow(test, patch({ key: 'theme', value: 'x' }));
    await expectRow(test, patch(await read('nothing')));
    await expectRow(test, patch({ key: 'theme', value: false }));
    assert.deepEqual(await read('theme'), { key: 'theme', value: false });
  });

  it('have defaults where the server has one', async () => {
    const key = 'user_edition_default_format';
    assert.deepEqual(await read(key), { key, value: 'commonmark' });
    await expectRow(test, patch({ key, value: 'html' }));
    assert.deepEqual(await read(key), { key, value: 'html' });
  });

  it('are their owner’s alone', async () => {
    await expectRow(test, patch({ key: 'secret', value: 'mine' }));
    await expectOwnersAlone({ path: `${own}/preferences?key=secret`, lacks: ['mine'] });
    await expectOwnersAlone({ method: 'PATCH', path: `${own}/preferences`, body: { key: 'secret', value: 'theirs' } });
    await expectOwnersAlone({ method: 'DELETE', path: `${own}/preferences?key=secret` });
    assert.deepEqual(await read('secret'), { key: 'secret', value: 'mine' });
  });

  it('refuse what is malformed', async () => {
    const refused: [body: unknown, part: string][] = [
      [{}, 'key'],
      [{ key: 'a' }, 'value'],
      [{ value: 'a' }, 'key'],
      [{ key: '', value: 'a' }, 'key'],
      [{ key: 'a'.repeat(256), value: 'a' }, 'key'],
      [{ key: 'a', value: 'a'.repeat(65_536) }, 'value'],
      [{ key: 'a', value: null }, 'value'],
      [{ key: 'a', value: true }, 'value'],
      [{ key: 'a', value: { b: 1 } }, 'value'],
      [{ key: 'a\0', value: 'b' }, 'key'],
    ];
    for (const [body, part] of refused) await expectRow(test, patch(body, { status: 400, contains: [part] }));
    for (const query of ['', '?key=', `?key=${'a'.repeat(256)}`]) {
      const row: Row = { method: 'DELETE', path: `${own}/preferences${query}`, as: 'ana', status: 400 };
      await expectRow(test, { ...row, contains: ['key'] });
    }
    await expectRow(test, patch({ key: 'a', value: 'b' }, { path: '/api/users/999/preferences', status: 404 }));
  });

  it('are at most a thousand', async () => {
    await test.app.database.transact(async (tx) => {
      const { id } = await tx.selectFrom('users').select('id').where('username', '=', 'bela').executeTakeFirstOrThrow();
      const rows = Array.from({ length: 1000 }, (_, n) => ({ user_id: id, name: `key ${n}`, value: '' }));
      await tx.insertInto('preferences').values(rows).execute();
    });
    const path = '/api/users/self/preferences';
    await expectRow(test, patch({ key: 'key 1', value: 'new' }, { as: 'bela', path }));
    await expectRow(test, patch({ key: 'one more', value: '' }, { as: 'bela', path, status: 400, contains: ['1000'] }));
    const shown = await expectRow(test, { path: `${path}?key=one%20more`, as: 'bela', status: 200 });
    assert.deepEqual(shown.json, { key: 'one more', value: false });
  });

  it('honour If-Match with the tag of the same preference', async () => {
    await expectRow(test, patch({ key: 'guarded', value: 'one' }));
    const tagOf = async (key: string): Promise<string> =>
      headerOf(await test.call(`${own}/preferences?key=${key}`, { as: 'ana' }), 'etag');
    const tag = await tagOf('guarded');
    const headers = { 'if-match': tag };
    await expectRow(test, patch({ key: 'other', value: 'two' }, { headers, status: 412 }));
    await expectRow(test, patch({ key: 'guarded', value: 'two' }, { headers }));
    const refused = await expectRow(test, patch({ key: 'guarded', value: 'three' }, { headers, status: 412 }));
    assert.equal(headerOf(refused, 'etag'), await tagOf('guarded'));
    const remove: Row = { method: 'DELETE', path: `${own}/preferences?key=guarded`, as: 'ana', status: 412, headers };
    await expectRow(test, remove);
    await expectRow(test, { ...remove, headers: { 'if-match': await tagOf('guarded') }, status: 200 });
  });

  it('lists its methods', async () => {
    const answers = { allow: 'OPTIONS, GET, DELETE, PATCH' };
    await expectRow(test, { method: 'OPTIONS', path: `${own}/preferences`, status: 200, answers });
  });
});

describe('PUT /users/:id/history', () => {
  it('clears by an empty list in every spelling', async () => {
    const path = `${own}/history`;
    for (const body of [[], { history_entries: [] }])
      await expectRow(test, { method: 'PUT', path, as: 'ana', body, status: 200 });
    const body = '<request><history_entries/></request>';
    await expectRow(test, { method: 'PUT', path, as: 'ana', body, headers: xml, status: 200 });
  });

  it('takes nothing else, from nobody else', async () => {
    const path = `${own}/history`;
    for (const body of [[1], { history_entries: [{}] }, [{ xref: 'story #1' }]])
      await expectRow(test, { method: 'PUT', path, as: 'ana', body, status: 403, contains: ['cleared'] });
    for (const body of [{}, { history_entries: 'all' }, '"x"', ''])
      await expectRow(test, { method: 'PUT', path, as: 'ana', body, status: 400 });
    await expectOwnersAlone({ method: 'PUT', path, body: [] });
  });
});

describe('/users/:id/all_preferences', () => {
  it('has all that were set, and those that have a default', async () => {
    const patch = { method: 'PATCH', path: `${own}/preferences`, as: 'ana', status: 200 } as const;
    await expectRow(test, { ...patch, body: { key: 'zoom', value: 'near' } });
    const { json } = await expectRow(test, { path: `${own}/all_preferences`, as: 'ana', status: 200 });
    assert.ok(Array.isArray(json));
    const pairs = new Map(json.map((entry: { key: string; value: string }) => [entry.key, entry.value]));
    assert.deepEqual([pairs.get('zoom'), pairs.get('theme_variant')], ['near', 'orange']);
    await expectOwnersAlone({ path: `${own}/all_preferences` });
  });

  it('are bounded together, whatever each is', async () => {
    const patch = { method: 'PATCH', path: `${own}/preferences`, as: 'ana' } as const;
    const long = 'é'.repeat(32_000);
    for (const key of ['a', 'b', 'c', 'd'])
      await expectRow(test, { ...patch, body: { key, value: long }, status: 200 });
    const contains = ['262144 are allowed'];
    await expectRow(test, { ...patch, body: { key: 'e', value: long }, status: 400, contains });
    await expectRow(test, { ...patch, body: { key: 'a', value: 'short' }, status: 200 });
    await expectRow(test, { ...patch, body: { key: 'e', value: long }, status: 200 });
    for (const key of ['b', 'c', 'd', 'e'])
      await expectRow(test, { method: 'DELETE', path: `${own}/preferences?key=${key}`, as: 'ana', status: 200 });
  });
});
