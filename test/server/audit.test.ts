// Engine: both
// The audit log: what goes in, who may read it, over REST and on the command line.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, sampleFolder } from '../support/scenario.ts';
import { forgetUnknownNames } from '../../src/migrations/0085-unknown-names.ts';

let app: TestApp;
before(async () => {
  app = await startApp({ archives: [sampleFolder('kanban')], clock: createTestClock(Date.UTC(2026, 1, 3, 12)) });
  await app.addUser('mia');
  await app.app.features.people.change('mia', {
    realName: 'Mia M',
    email: 'mia@example.net',
    password: 'a new password',
  });
  await app.app.features.people.grantDelegation('user-management', 'mia');
  await app.app.features.people.revokeDelegation('user-management', 'mia');
});
after(() => app.close());

test('a change of people and rights is logged with who, whom and what, never with a password', async () => {
  const answer = await expectRow(app, {
    path: '/api/audit_events?user_id=106&limit=10',
    as: 'root',
    status: 200,
    contains: ['"kind":"account-created"', '"kind":"password-changed"', '"realName":"Mia M"', '"name":"command line"'],
    lacks: ['a new password', '$argon2'],
    answers: { 'x-pagination-limit': '10' },
  });
  const kinds = listAt(answer.json).map((event) => at(event, 'kind'));
  assert.deepEqual(kinds.slice(0, 4), ['right-revoked', 'right-granted', 'account-changed', 'password-changed']);
});

test('a changed setting is logged with its new value', async () => {
  await expectRow(app, {
    path: '/api/audit_events?kind=setting-changed',
    as: 'root',
    status: 200,
    contains: ['"details":{"name":"sys_rest_api_over_http","value":"1"}'],
  });
});

test('an import is logged with the accounts that it made', async () => {
  await expectRow(app, {
    path: '/api/audit_events?project_id=101',
    as: 'root',
    status: 200,
    contains: ['"kind":"project-created"', '"shortname":"harbor-kanban"', '"importer":"root"', '"accounts":4'],
  });
});

test('filters by kind and time; each page is newest first', async () => {
  await expectRow(app, {
    path: '/api/audit_events?kind=right-granted&from=2026-02-01&until=2026-03-01',
    as: 'root',
    status: 200,
    contains: ['"right":"user-management"'],
    answers: { 'x-pagination-size': '1' },
  });
  await expectRow(app, { path: '/api/audit_events?from=2099-03-01', as: 'root', status: 200, lacks: ['kind'] });
});

test('names the account and the project that entries are about, and finds by address', async () => {
  const whom = await expectRow(app, { path: '/api/audit_events?user_id=106&limit=1', as: 'root', status: 200 });
  assert.deepEqual([at(whom.json, '0.user'), at(whom.json, '0.project')], [{ id: 106, name: 'mia' }, null]);
  const where = await expectRow(app, { path: '/api/audit_events?project_id=101&limit=1', as: 'root', status: 200 });
  assert.partialDeepStrictEqual(at(where.json, '0.project'), { id: 101, shortname: 'harbor-kanban' });
  await app.call('/api/tokens', { method: 'POST', body: { username: 'mia', password: 'wrong' } });
  const path = '/api/audit_events?kind=sign-in-failed&address=';
  const size = (count: string) => ({ 'x-pagination-size': count });
  await expectRow(app, { path: `${path}127.0.0.1`, as: 'root', status: 200, answers: size('1') });
  await expectRow(app, { path: `${path}192.0.2.7`, as: 'root', status: 200, answers: size('0') });
});

test('tells nothing of what was typed as the name of no account but a digest, earlier entries too', async () => {
  const typed = 'Tr0ub4dor&3';
  for (const username of [typed, typed.toUpperCase(), 'nobody'])
    await app.call('/api/tokens', { method: 'POST', body: { username, password: 'wrong' } });
  const { database } = app.app;
  await database.transact(async (tx) => {
    const about = {
      at_ms: 1,
      kind: 'sign-in-failed',
      actor_id: null,
      actor_name: 'anonymous',
      address: '192.0.2.9',
    } as const;
    const details = { method: 'token', username: typed, user_agent: '' };
    const entry = { ...about, user_id: null, project_id: null, details_json: JSON.stringify(details) };
    await tx.insertInto('audit_events').values(entry).execute();
    await forgetUnknownNames(tx);
  });
  const { json, text } = await expectRow(app, {
    path: '/api/audit_events?kind=sign-in-failed&limit=50',
    as: 'root',
    status: 200,
    lacks: [typed, typed.toUpperCase(), '"username"'],
  });
  assert.match(text, /192\.0\.2\.9/);
  const digests = listAt(json).flatMap((one) => at(one, 'details.username_digest') ?? []);
  assert.equal(digests.length, 3);
  assert.equal(digests[1], digests[2], 'the letters of a name may be large or small');
  assert.notEqual(digests[0], digests[1]);
});

const refusals = [
  { path: '/api/audit_events?address=here', as: 'root', status: 400, contains: ['address'] },
  { path: '/api/audit_events', status: 401 },
  { path: '/api/audit_events', as: 'mia', status: 403 },
  { path: '/api/audit_events?kind=tea', as: 'root', status: 400, contains: ['kind'] },
  { path: '/api/audit_events?from=2026-02-31', as: 'root', status: 400, contains: ['from'] },
  { path: '/api/audit_events?limit=1001', as: 'root', status: 400, contains: ['limit'] },
];
for (const row of refusals) {
  for (const accept of ['application/json', 'application/xml']) {
    test(`${row.status} to ${row.as ?? 'anonymous'} in ${accept}: ${row.path}`, async () => {
      await expectRow(app, { ...row, headers: { accept }, answers: { 'content-type': new RegExp(`^${accept}`) } });
    });
  }
}

test('the log in XML', async () => {
  await expectRow(app, {
    path: '/api/audit_events?user_id=106',
    as: 'root',
    headers: { accept: 'application/xml' },
    status: 200,
    contains: ['<response><item>', '<kind>right-revoked</kind>', '<right>user-management</right>'],
  });
});

test('revoking tokens is logged with how many went', async () => {
  await expectRow(app, { path: '/api/tokens', method: 'DELETE', as: 'mia', status: 200 });
  await expectRow(app, {
    path: '/api/audit_events?kind=credentials-revoked',
    as: 'root',
    status: 200,
    contains: ['"name":"mia"', '"address":"127.0.0.1"', '"tokens":1'],
  });
});
