// Engine: both
// Memberships that end by themselves: a day, a mail a week before, and the night after it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, createTestClock, issueToken } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 10, 1, 12));
const path = '/api/projects/101/member_ends';
let scrum: Scrum;
let bruno: number;
const ids = { ana: 0, chika: 0, stranger: 0 };
before(async () => {
  scrum = await openScrum({ clock, settings: `$mail_transport = 'capture';\n` });
  await scrum.test.addUser('stranger');
  // With it she gets the password that later tokens are made with.
  await scrum.test.call('/api/projects/101', { as: 'ana' });
  bruno = await scrum.user('bruno');
  for (const name of ['ana', 'chika', 'stranger'] as const) ids[name] = await scrum.user(name);
});
after(() => scrum.test.close());

/** As ana by default, with a token of the day. */
async function send({ as, ...row }: Partial<Row> = {}): Promise<unknown> {
  const caller = as === undefined ? { headers: await issueToken(scrum.test.app, 'ana') } : { as };
  return (await expectRow(scrum.test, { path, status: 200, ...caller, ...row })).json;
}
const set = (userId: number, last_day: unknown, row: Partial<Row> = {}): Promise<unknown> =>
  send({ path: `${path}/${userId}`, method: 'PUT', body: { last_day }, ...row });

/** Lets the server work until the jobs of the midnights that went by are done. */
async function sleepUntil(day: string): Promise<void> {
  const { read } = scrum.test.app.database;
  clock.advance(new Date(`${day}T12:00:00Z`).getTime() - clock.nowMs());
  const before = await read.selectFrom('jobs').select('id').where('kind', '=', 'end-memberships').execute();
  scrum.test.app.jobs.start();
  await until(async () => {
    const jobs = await read.selectFrom('jobs').select(['kind', 'status']).execute();
    const nights = jobs.filter(({ kind }) => kind === 'end-memberships');
    return nights.length > before.length && jobs.every(({ status }) => status === 'done');
  });
  await scrum.test.app.jobs.stop(0);
}
const mails = async (): Promise<string[]> => {
  const rows = await scrum.test.app.database.read.selectFrom('outbox').select(['recipient', 'subject']).execute();
  return rows.map(({ recipient, subject }) => `${recipient.split('@')[0]}: ${subject}`).toSorted();
};
const membersOf = async (group: string): Promise<unknown[]> =>
  listAt(await send({ path: `/api/user_groups/${group}/users?limit=50` })).map((user) => at(user, 'username'));

it('takes days to come of members, from administrators of the project', async () => {
  assert.deepEqual(await send(), []);
  for (const as of ['bruno', 'stranger']) {
    await send({ as, status: 403 });
    await set(bruno, '2026-11-20', { as, status: 403 });
    await send({ path: `${path}/${bruno}`, method: 'DELETE', as, status: 403 });
  }
  for (const day of ['2026-10-31', '2026-02-30', '2026-11-20T10:00', 'soon', 20])
    await set(bruno, day, { status: 400 });
  await set(999, '2026-11-20', { status: 404 });
  await set(ids.stranger, '2026-11-20', { status: 404 });
  await send({ path: `${path}/${bruno}`, method: 'DELETE', status: 404 });
  await set(bruno, '2026-11-25');
  await set(bruno, '2026-11-20');
  const shown = await send();
  assert.partialDeepStrictEqual(shown, [{ user: { username: 'bruno' }, last_day: '2026-11-20', is_warned: false }]);
  const [event] = listAt(await send({ path: '/api/projects/101/audit_events' }));
  assert.partialDeepStrictEqual(event, {
    kind: 'member-end-changed',
    user_id: bruno,
    details: { last_day: '2026-11-20' },
  });
});

it('ends at once by who leaves, or by administrators, but not that of the last of them', async () => {
  await scrum.test.app.features.projects.change('meadow-scrum', { access: 'private' });
  const one = (userId: number): string => `/api/projects/101/members/${userId}`;
  const end = (userId: number, row: Partial<Row>): Promise<unknown> =>
    send({ path: one(userId), method: 'DELETE', ...row });
  await scrum.test.app.features.members.add('meadow-scrum', 'stranger', false);
  await scrum.test.addUser('outside');
  await end(await scrum.user('outside'), { as: 'outside', status: 403 });
  await end(ids.ana, { as: 'stranger', status: 403 });
  await end(ids.stranger, { as: 'stranger', status: 204 });
  await end(ids.stranger, { as: 'stranger', status: 403 });
  await scrum.test.app.features.members.add('meadow-scrum', 'stranger', false);
  await end(ids.stranger, { status: 204 });
  await end(ids.stranger, { status: 404 });
  assert.ok(!(await membersOf('101_3')).includes('stranger'));
  await end(ids.ana, { status: 400, contains: ['at least one administrator'] });
});

it('tells who leaves and who administers the project, once, a week before', async () => {
  await sleepUntil('2026-11-12');
  assert.deepEqual(await mails(), []);
  await sleepUntil('2026-11-13');
  const told = await mails();
  assert.equal(told.length, 2);
  assert.match(told[0] ?? '', /^ana: .*Membership of .* in Meadow: mobile banking app ends after 2026-11-20$/);
  assert.match(told[1] ?? '', /^bruno: /);
  await sleepUntil('2026-11-20');
  assert.deepEqual(await mails(), told);
  assert.equal(at(await send(), '0.is_warned'), true);
  assert.ok((await membersOf('101_3')).includes('bruno'));
});

it('ends the membership in the night after the day, with its groups, but never that of the last administrator', async () => {
  await set(ids.ana, '2026-11-20');
  assert.ok((await membersOf('101')).includes('bruno'));
  await sleepUntil('2026-11-21');
  assert.ok(!(await membersOf('101_3')).includes('bruno'));
  assert.ok(!(await membersOf('101')).includes('bruno'));
  assert.deepEqual(await membersOf('101_4'), ['ana']);
  assert.equal(listAt(await send()).length, 1);
  const { events } = await scrum.test.app.features.audit.listAll(
    { kinds: ['members-changed'] },
    { limit: 1, offset: 0 },
  );
  assert.partialDeepStrictEqual(events, [{ actor: { name: 'end of membership' }, user_id: bruno }]);
});

it('lets memberships last, and forgets the day of who left before', async () => {
  await set(ids.chika, '2026-12-24');
  await send({ path: `${path}/${ids.chika}`, method: 'DELETE', status: 204 });
  await set(ids.chika, '2026-12-24');
  await send({ path: '/api/user_groups/101_3/users', method: 'PUT', body: [{ username: 'ana' }] });
  await send({
    path: '/api/user_groups/101_3/users',
    method: 'PUT',
    body: [{ username: 'ana' }, { username: 'chika' }],
  });
  assert.equal(listAt(await send()).length, 1);
});
