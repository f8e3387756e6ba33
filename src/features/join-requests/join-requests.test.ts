// Engine: both
// Asking to join: who is told, what of hidden projects is not told, and what a decision brings.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../../../test/support/harness.ts';
import { expectRow, openScrum } from '../../../test/support/scenario.ts';
import type { Scrum } from '../../../test/support/scenario.ts';

let scrum: Scrum;
before(async () => {
  scrum = await openScrum({ settings: '$mail_transport = "capture";\n$join_requests_per_day = 4;\n' });
  await scrum.test.addUser('stig', { realName: 'Stig' });
  await scrum.test.addUser('tove', { realName: 'Tove' });
  await scrum.test.app.features.projects.change('meadow-scrum', { access: 'private' });
});
after(() => scrum.test.close());

const ask = (as: string, status: number, body: object) =>
  expectRow(scrum.test, { method: 'POST', path: '/api/join_requests', as, status, body });
const list = async (as: string, status: number): Promise<unknown> =>
  (await expectRow(scrum.test, { path: '/api/projects/101/join_requests', as, status })).json;
const listOwn = async (as: string): Promise<unknown> =>
  (await expectRow(scrum.test, { path: '/api/join_requests', as, status: 200 })).json;
const decide = async (as: string, status: number, id: unknown, isAccepted: boolean, project = 101): Promise<void> => {
  const path = `/api/projects/${project}/join_requests/${String(id)}`;
  await expectRow(scrum.test, { method: 'PUT', path, as, status, body: { is_accepted: isAccepted } });
};
const mailsTo = async (address: string): Promise<string[]> =>
  (await scrum.test.app.database.read.selectFrom('outbox').selectAll().orderBy('id').execute()).flatMap((row) =>
    row.recipient === address ? JSON.stringify(row) : [],
  );
const idsOf = (requests: unknown): unknown[] => {
  assert.ok(Array.isArray(requests));
  return requests.map((request) => at(request, 'id'));
};

it('tells the administrators of a private project once, and answers alike where there is no such project', async () => {
  const hidden = await ask('stig', 202, { project: 'Meadow-Scrum', message: 'I wrote\nthe tests' });
  const nowhere = await ask('stig', 202, { project: 'no-such-project', message: 'I wrote\nthe tests' });
  assert.equal(hidden.text, nowhere.text);
  await ask('stig', 202, { project: 'meadow-scrum', message: 'I wrote all of the tests' });
  const told = await mailsTo('ana@example.org');
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', /Stig.*> I wrote/);
  assert.match(told[0] ?? '', /\/projects\/meadow-scrum\/overview#join-requests/);
  assert.deepEqual(await mailsTo('bruno@example.org'), [], 'bruno is no administrator');
  const own = await listOwn('stig');
  const all: unknown[] = Array.isArray(own) ? own : [];
  const [first, second] = all;
  assert.deepEqual(Object.keys(first ?? {}), Object.keys(second ?? {}));
  assert.deepEqual(
    [at(first, 'asked'), at(second, 'asked'), at(second, 'message'), at(second, 'is_refused')],
    ['no-such-project', 'meadow-scrum', 'I wrote all of the tests', false],
  );
  await expectRow(scrum.test, { path: '/api/projects/101', as: 'stig', status: 403 });
});

it('is seen and decided by administrators alone', async () => {
  await list('bruno', 403);
  await list('stig', 403);
  const waiting = await list('ana', 200);
  assert.equal(at(waiting, '0.user.username'), 'stig');
  const id = at(waiting, '0.id');
  await decide('bruno', 403, id, true);
  await decide('ana', 404, 999_999, true);
  await decide('ana', 204, id, false);
  assert.deepEqual(await list('ana', 200), []);
  await decide('ana', 404, id, true);
  assert.match((await mailsTo('stig@example.org')).at(-1) ?? '', /meadow-scrum.*declined/);
  assert.equal(at(await listOwn('stig'), '1.is_refused'), true);
});

it('waits some days after a refusal, and makes who is accepted a member', async () => {
  await ask('stig', 409, { project: 'meadow-scrum' });
  const longAgo = { refused_at_ms: Date.now() - 8 * 86_400_000 };
  await scrum.test.app.database.transact((tx) =>
    tx.updateTable('join_requests').set(longAgo).where('refused_at_ms', 'is not', null).execute(),
  );
  await ask('stig', 202, { project: 'meadow-scrum' });
  await decide('ana', 204, idsOf(await list('ana', 200))[0], true);
  await expectRow(scrum.test, { path: '/api/projects/101', as: 'stig', status: 200 });
  assert.match((await mailsTo('stig@example.org')).at(-1) ?? '', /You are now a member/);
  await ask('stig', 400, { project: 'meadow-scrum' });
  assert.deepEqual(await list('ana', 200), []);
});

it('may name an artifact that one may not see, or one that is not there', async () => {
  const { json } = await expectRow(scrum.test, { path: '/api/projects/101/trackers?limit=1', as: 'ana', status: 200 });
  const path = `/api/trackers/${String(at(json, '0.id'))}/artifacts?limit=1`;
  const artifact = Number(at((await expectRow(scrum.test, { path, as: 'ana', status: 200 })).json, '0.id'));
  await ask('tove', 202, { artifact });
  await ask('tove', 202, { artifact: 999_999 });
  assert.match((await mailsTo('ana@example.org')).at(-1) ?? '', new RegExp(`Tove.*art #${artifact}`));
  await ask('tove', 202, { project: '101' });
  assert.equal(idsOf(await list('ana', 200)).length, 1, 'one for each person');
});

it('is taken back by who asked alone, is forgotten but for the day, and mails nobody anew on that day', async () => {
  await scrum.test.addUser('uma', { realName: 'Uma' });
  await ask('uma', 202, { project: 'meadow-scrum', message: 'By mistake' });
  const [id] = idsOf(await listOwn('uma'));
  const path = `/api/join_requests/${String(id)}`;
  await expectRow(scrum.test, { method: 'DELETE', path, as: 'tove', status: 404 });
  await expectRow(scrum.test, { method: 'DELETE', path, as: 'uma', status: 204 });
  await expectRow(scrum.test, { method: 'DELETE', path, as: 'uma', status: 404 });
  assert.deepEqual(await listOwn('uma'), []);
  assert.doesNotMatch(JSON.stringify(await list('ana', 200)), /uma/);
  await decide('ana', 404, id, true);
  const kept = await scrum.test.app.database.read.selectFrom('join_requests').selectAll().execute();
  assert.equal(kept.find((row) => row.id === id)?.message, '');
  const { length: mailed } = await mailsTo('ana@example.org');
  await ask('uma', 202, { project: 'meadow-scrum', message: 'After all' });
  assert.equal((await mailsTo('ana@example.org')).length, mailed);
  assert.match(JSON.stringify(await list('ana', 200)), /After all/);
  for (const project of ['a', 'b', 'c']) {
    await ask('uma', 202, { project });
    await expectRow(scrum.test, {
      method: 'DELETE',
      path: `/api/join_requests/${String(idsOf(await listOwn('uma'))[0])}`,
      as: 'uma',
      status: 204,
    });
  }
  await ask('uma', 429, { project: 'd' });
});

it('is no longer told to who came into the project another way', async () => {
  await scrum.test.addUser('wim', { realName: 'Wim' });
  await ask('wim', 202, { project: 'meadow-scrum' });
  await ask('wim', 202, { project: 'elsewhere' });
  const body = ['ana', 'bruno', 'wim'].map((username) => ({ username }));
  await expectRow(scrum.test, { method: 'PUT', path: '/api/user_groups/101_3/users', as: 'ana', status: 200, body });
  assert.equal(at(await listOwn('wim'), '0.asked'), 'elsewhere');
  assert.equal(idsOf(await listOwn('wim')).length, 1);
});

it('is refused for what names nothing or two things, and beyond a day’s requests', async () => {
  await ask('tove', 400, {});
  await ask('tove', 400, { project: 'a', artifact: 1 });
  await ask('tove', 400, { project: 'a\r\nb' });
  await ask('tove', 400, { project: 'a', message: 'x'.repeat(1001) });
  await expectRow(scrum.test, { method: 'POST', path: '/api/join_requests', status: 401, body: { project: 'a' } });
  await ask('tove', 202, { project: 'one-more' });
  await ask('tove', 429, { project: 'too-many' });
  await ask('tove', 202, { project: 'one-more', message: 'still the same' });
  await scrum.test.app.features.site.changeSetting('join_requests_per_day', '0');
  await ask('tove', 403, { project: 'one-more' });
});

it('may name any thing in a project, and answers alike where there is none', async () => {
  await scrum.test.addUser('vera', { realName: 'Vera' });
  await scrum.test.app.features.site.changeSetting('join_requests_per_day', '20');
  const make = (path: string, body: object) =>
    expectRow(scrum.test, { method: 'POST', path, as: 'ana', status: 201, body });
  const made = await make('/api/git', { project_id: 101, name: 'hidden' });
  const { json } = await expectRow(scrum.test, { path: '/api/projects/101/trackers?limit=1', as: 'ana', status: 200 });
  const things = { tracker: at(json, '0.id'), repository: at(made.json, 'id') };
  for (const [kind, id] of Object.entries(things)) {
    await ask('vera', 202, { [kind]: id });
    await ask('vera', 202, { [kind]: 999_999 });
    assert.match((await mailsTo('ana@example.org')).at(-1) ?? '', new RegExp(`Vera.*${kind} #${String(id)}`));
  }
  await ask('vera', 202, { kanban: 999_999 });
  await ask('vera', 202, { pull_request: 999_999 });
  await ask('vera', 400, { tracker: 1, repository: 1 });
});
