// Who answers for a project, and the token that tells other programs who somebody is.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, it } from 'node:test';
import { at, createTestClock } from '../support/harness.ts';
import { expectRow, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 5, 1));
let scrum: Scrum;
before(async () => {
  scrum = await openScrum({ clock });
});
after(() => scrum.test.close());

const path = '/api/project_ownership/101';
const put = (as: string, username: string, status: number): Row => ({
  method: 'PUT',
  path,
  as,
  status,
  body: { project_owner: { username } },
});
const ownerOf = async (where: string): Promise<unknown> =>
  at((await expectRow(scrum.test, { path: where, as: 'root', status: 200 })).json, 'project_owner');

it('knows nobody of an imported project, until a site administrator names one of its administrators', async () => {
  const { test } = scrum;
  assert.equal(await ownerOf(path), null);
  await expectRow(test, { path, as: 'bruno', status: 403 });
  for (const row of [put('ana', 'ana', 403), put('root', 'bruno', 400), put('root', 'nobody', 400)])
    await expectRow(test, row);
  await expectRow(test, put('root', 'ana', 200));
  assert.equal(at(await ownerOf(path), 'username'), 'ana');
});

it('lets the owner hand the project over, and nobody else', async () => {
  const { test } = scrum;
  await test.app.features.members.add('meadow-scrum', 'bruno', true);
  await expectRow(test, put('bruno', 'bruno', 403));
  await expectRow(test, put('ana', 'bruno', 200));
  await expectRow(test, put('ana', 'ana', 403));
  assert.equal(at(await ownerOf(path), 'username'), 'bruno');
});

it('stays an administrator until ownership is handed on', async () => {
  const { test } = scrum;
  const group = (id: string, ids: readonly string[], status: number): Row => ({
    method: 'PUT',
    path: `/api/user_groups/101_${id}/users`,
    as: 'root',
    status,
    body: { user_references: ids.map((username) => ({ username })) },
  });
  for (const id of ['3', '4'])
    await expectRow(test, { ...group(id, ['ana'], 400), contains: ['bruno', '/project_ownership/101'] });
  await assert.rejects(test.app.features.members.remove('meadow-scrum', 'bruno', false), /bruno/);
  await expectRow(test, put('bruno', 'ana', 200));
  await expectRow(test, group('4', ['ana'], 200));
  await expectRow(test, put('ana', 'bruno', 400));
  await test.app.features.members.add('meadow-scrum', 'bruno', true);
  await expectRow(test, put('ana', 'bruno', 200));
});

it('is whoever makes a project', async () => {
  const body = { shortname: 'orchard', label: 'Orchard', is_public: false, xml_template_name: 'empty' };
  const row = { method: 'POST', path: '/api/projects', as: 'root', body, status: 201 };
  const id = at((await expectRow(scrum.test, row)).json, 'id');
  assert.equal(at(await ownerOf(`/api/project_ownership/${String(id)}`), 'username'), 'root');
});

it('signs who somebody is, once there is a key', async () => {
  const { test } = scrum;
  await expectRow(test, { path: '/api/jwt', as: 'bruno', status: 404 });
  const key = 'k'.repeat(64);
  await assert.rejects(test.app.features.site.changeSetting('jwt_signing_key', 'short'));
  await test.app.features.site.changeSetting('jwt_signing_key', key);
  const claimsOf = async (as?: string): Promise<unknown> => {
    const answer = await expectRow(test, { path: '/api/jwt', status: 200, ...(as === undefined ? {} : { as }) });
    const [head = '', body = '', signature = ''] = String(at(answer.json, 'token')).split('.');
    assert.equal(signature, createHmac('sha512', key).update(`${head}.${body}`).digest('base64url'));
    assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), { typ: 'JWT', alg: 'HS512' });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    return JSON.parse(Buffer.from(body, 'base64url').toString());
  };
  const claims = await claimsOf('bruno');
  assert.equal(at(claims, 'exp'), Math.floor(clock.nowMs() / 1000) + 1800);
  const user = await scrum.user('bruno');
  assert.equal(at(claims, 'data.user_id'), user);
  const rights = JSON.stringify(at(claims, 'data.user_rights'));
  for (const right of ['@site_active', '@meadow-scrum_project_members', '@ug_101']) assert.ok(rights.includes(right));
  assert.deepEqual(at(await claimsOf(), 'data'), { user_id: 0, user_rights: [] });
});
