// Engine: both
// Invitations that nobody has used: who sees them, and that only their newest link is worth something.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at, createTestClock } from '../../../test/support/harness.ts';
import { expectRow, listAt, openScrum } from '../../../test/support/scenario.ts';
import type { Scrum } from '../../../test/support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 5, 1));
let scrum: Scrum;
before(async () => {
  const settings = '$mail_transport = "none";\n$sys_use_user_registration = 1;\n$invitations_per_day = 6;\n';
  scrum = await openScrum({ clock, settings });
  await scrum.test.addUser('stig');
});
after(() => scrum.test.close());

const linkIn = (url: unknown): string => /\/register#([\w-]{43})$/.exec(String(url))?.[1] ?? '';
async function invite(as: string, email: string, more: object = {}): Promise<string> {
  const body = { emails: [email], ...more };
  const { json } = await expectRow(scrum.test, { method: 'POST', path: '/api/invitations', as, status: 201, body });
  return linkIn(at(json, 'links.0.url'));
}
const list = async (as: string, query: string, status: number): Promise<unknown> =>
  (await expectRow(scrum.test, { path: `/api/invitations${query}`, as, status })).json;
const addressesOf = (invitations: unknown): unknown[] => listAt(invitations).map((one) => at(one, 'email'));
async function idOf(email: string): Promise<number> {
  const found = listAt(await list('root', '', 200)).find((one) => at(one, 'email') === email);
  return Number(at(found, 'id'));
}
const renew = async (as: string, id: number, status: number): Promise<unknown> =>
  (await expectRow(scrum.test, { method: 'POST', path: `/api/invitations/${id}/renewals`, as, status })).json;
const withdraw = (as: string, id: number, status: number): Promise<unknown> =>
  expectRow(scrum.test, { method: 'DELETE', path: `/api/invitations/${id}`, as, status });
const check = async (link: string, status: number): Promise<unknown> =>
  (await expectRow(scrum.test, { method: 'POST', path: '/api/invitations/check', status, body: { link } })).json;

it('are seen by the administrators of their project, by who sent them and by administrators of the site', async () => {
  await invite('ana', 'one@example.org', { project_id: 101 });
  clock.advance(1000);
  await invite('bruno', 'two@example.org');
  const [shown] = listAt(await list('ana', '?project_id=101', 200));
  assert.deepEqual(
    { ...Object(shown), id: 0, invited_by: at(shown, 'invited_by.username') },
    {
      id: 0,
      email: 'one@example.org',
      project: { id: 101, label: at(shown, 'project.label'), shortname: 'meadow-scrum' },
      role: 'member',
      invited_by: 'ana',
      sent_date: '2026-06-01T00:00:00+00:00',
      expiration_date: '2026-07-01T00:00:00+00:00',
      is_expired: false,
      is_mailed: false,
    },
  );
  await list('bruno', '?project_id=101', 403);
  await list('stig', '?project_id=9999', 404);
  assert.deepEqual(addressesOf(await list('bruno', '', 200)), ['two@example.org']);
  assert.deepEqual(addressesOf(await list('stig', '', 200)), []);
  assert.deepEqual(addressesOf(await list('root', '', 200)), ['two@example.org', 'one@example.org']);
});

it('tell the holder of the link who invites into what', async () => {
  const link = await invite('ana', 'three@example.org', { project_id: 101 });
  const state = await check(link, 200);
  assert.equal(at(state, 'project.shortname'), 'meadow-scrum');
  assert.match(String(at(state, 'invited_by')), /\(ana\)$/);
});

it('have one link that works: the newest', async () => {
  const before = await invite('ana', 'four@example.org', { project_id: 101 });
  const id = await idOf('four@example.org');
  await renew('bruno', id, 404);
  clock.advance(1000);
  const renewed = await renew('ana', id, 201);
  assert.equal(at(renewed, 'invitation.sent_date'), '2026-06-01T00:00:02+00:00');
  await check(before, 404);
  await check(linkIn(at(renewed, 'link')), 200);
  await renew('ana', id, 404);
  assert.equal(
    addressesOf(await list('ana', '?project_id=101', 200)).filter((one) => one === 'four@example.org').length,
    1,
  );
});

it('are worth nothing once they are withdrawn, and still count for the day', async () => {
  const link = await invite('ana', 'five@example.org', { project_id: 101 });
  const id = await idOf('five@example.org');
  await withdraw('bruno', id, 404);
  await withdraw('ana', id, 204);
  await withdraw('ana', id, 404);
  await check(link, 404);
  assert.ok(!addressesOf(await list('root', '', 200)).includes('five@example.org'));
  await invite('ana', 'six@example.org', { project_id: 101 });
  await renew('ana', await idOf('six@example.org'), 429);
});

it('stay in the list after they expired, and open again when they are sent again', async () => {
  const link = await invite('bruno', 'seven@example.org');
  const sent = clock.nowMs() - 30 * 86_400_000;
  await scrum.test.app.database.transact((tx) =>
    tx.updateTable('invitations').set({ sent_at_ms: sent }).where('email', '=', 'seven@example.org').execute(),
  );
  await check(link, 404);
  const [shown] = listAt(await list('bruno', '', 200)).filter((one) => at(one, 'email') === 'seven@example.org');
  assert.equal(at(shown, 'is_expired'), true);
  const renewed = await renew('bruno', Number(at(shown, 'id')), 201);
  await check(linkIn(at(renewed, 'link')), 200);
});

it('are sent again by mail where the site sends any', async () => {
  await scrum.test.app.features.site.changeSetting('mail_transport', 'capture');
  const renewed = await renew('bruno', await idOf('two@example.org'), 201);
  assert.deepEqual([at(renewed, 'link'), at(renewed, 'invitation.is_mailed')], [null, true]);
  const mails = await scrum.test.app.database.read
    .selectFrom('outbox')
    .select('recipient')
    .where('recipient', '=', 'two@example.org')
    .execute();
  assert.equal(mails.length, 1);
});
