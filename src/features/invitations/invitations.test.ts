// Engine: both
// Invitations: who may invite, what becomes of known and unknown addresses, and what a registration with a link brings.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at, createTestClock, testPassword } from '../../../test/support/harness.ts';
import { expectRow, openScrum } from '../../../test/support/scenario.ts';
import type { Scrum } from '../../../test/support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 5, 1));
let scrum: Scrum;
before(async () => {
  const settings =
    '$mail_transport = "capture";\n$sys_use_user_registration = 1;\n$invitations_per_day = 6;\n$access_mode = "restricted";\n';
  scrum = await openScrum({ clock, settings });
  await scrum.test.addUser('stig');
  await scrum.test.addUser('rita', { status: 'R' });
});
after(() => scrum.test.close());

const invite = async (as: string, status: number, emails: string[], more: object = {}): Promise<unknown> => {
  const body = { emails, ...more };
  return (await expectRow(scrum.test, { method: 'POST', path: '/api/invitations', as, status, body })).json;
};
/** Texts of the mails to an address that wait, oldest first. */
const mailsTo = async (address: string): Promise<string[]> =>
  (await scrum.test.app.database.read.selectFrom('outbox').selectAll().orderBy('id').execute()).flatMap((row) =>
    row.recipient === address ? JSON.stringify(row) : [],
  );
const linkTo = async (address: string): Promise<string> =>
  /\/register#([\w-]{43})/.exec((await mailsTo(address)).at(-1) ?? '')?.[1] ?? '';
const register = (username: string, invitation: string, email: string): Promise<unknown> =>
  expectRow(scrum.test, {
    method: 'POST',
    path: '/api/user_registrations',
    status: 201,
    body: { username, real_name: username, email, password: 'a long enough one', invitation },
  });
const memberNames = async (): Promise<string[]> => (await scrum.test.app.features.members.namesOf(101)).members;

it('make people with an account members at once, and mail a link to everybody else', async () => {
  const emails = ['stig@example.org', 'BRUNO@example.org', ' new@example.org ', 'new@example.org'];
  const answer = await invite('ana', 201, emails, { project_id: 101, custom_message: 'See you\nthere' });
  assert.deepEqual(answer, {
    failures: [],
    already_project_members: [{ email: 'bruno@example.org', display_name: 'Bruno Adeyemi (bruno)' }],
    known_users_added_to_project_members: [{ email: 'stig@example.org', display_name: ' (stig)' }],
    known_users_not_alive: [],
    known_users_are_restricted: [],
  });
  assert.ok((await memberNames()).includes('stig'));
  const sent = await mailsTo('new@example.org');
  assert.equal(sent.length, 1);
  assert.ok(sent[0]?.includes('> See you') && sent[0].includes('> there'));
});

it('bring who registers by the link, under the address that it went to, into the project, once', async () => {
  const link = await linkTo('new@example.org');
  await register('other', link, 'other@example.org');
  assert.ok(!(await memberNames()).includes('other'));
  await register('newbie', link, 'New@example.org');
  assert.ok((await memberNames()).includes('newbie'));
  await register('twin', link, 'new@example.org');
  assert.ok(!(await memberNames()).includes('twin'));
});

const prove = (link: string): Promise<unknown> =>
  expectRow(scrum.test, { method: 'POST', path: '/api/email_confirmations', status: 200, body: { link } });
const redeem = (as: string, link: string, status: number): Promise<unknown> =>
  expectRow(scrum.test, { method: 'POST', path: '/api/invitations/redeem', as, status, body: { link } });
const countByAddress = async (as: string, email: string): Promise<unknown> => {
  const path = `/api/users?query=${encodeURIComponent(JSON.stringify({ email }))}`;
  return at((await expectRow(scrum.test, { path, as, status: 200 })).json, 'length');
};

it('bring nobody in who merely says that the address is theirs, until they prove it', async () => {
  const email = 'boss@example.org';
  await register('claimer', 'no invitation', email);
  const answer = await invite('ana', 201, [email], { project_id: 101 });
  assert.deepEqual(at(answer, 'known_users_added_to_project_members'), []);
  assert.ok(!(await memberNames()).includes('claimer'));
  const invitation = await linkTo(email);
  const body = { user_references: [{ email }] };
  await expectRow(scrum.test, { method: 'PUT', path: '/api/user_groups/101_3/users', as: 'ana', status: 400, body });
  await scrum.test.app.features.people.create({ username: 'owner', email });
  await scrum.test.app.features.people.change('owner', { password: testPassword });
  await redeem('bruno', invitation, 403);
  await redeem('owner', invitation, 200);
  await redeem('owner', invitation, 404);
  assert.ok((await memberNames()).includes('owner'));
  assert.deepEqual([await countByAddress('bruno', email), await countByAddress('root', email)], [1, 2]);
  const confirmation = /confirm-email#([\w-]{43})/.exec((await mailsTo(email))[0] ?? '')?.[1] ?? '';
  await prove(confirmation);
  assert.equal(await countByAddress('bruno', email), 2);
  const several = await invite('ana', 201, [email], { project_id: 101 });
  assert.deepEqual(at(several, 'already_project_members'), []);
});

it('are refused to who may not invite, for what is no address, and after a day of many', async () => {
  await invite('bruno', 403, ['a@example.org'], { project_id: 101 });
  await invite('rita', 403, ['a@example.org']);
  await invite('ana', 400, ['a@example.org', 'no address']);
  await invite('ana', 400, []);
  await invite('ana', 404, ['a@example.org'], { project_id: 9999 });
  await invite('ana', 201, ['b1@example.org', 'b2@example.org', 'b3@example.org']);
  await invite('ana', 429, ['b4@example.org', 'b5@example.org']);
  assert.deepEqual([await mailsTo('a@example.org'), await mailsTo('b4@example.org')], [[], []]);
});

it('are none where people can not register', async () => {
  await scrum.test.app.features.site.changeSetting('sys_use_user_registration', '0');
  assert.deepEqual(at(await invite('bruno', 201, ['c@example.org']), 'failures'), ['c@example.org']);
  await scrum.test.app.features.site.changeSetting('invitations_per_day', '0');
  await invite('bruno', 400, ['c@example.org']);
});

it('are good for 30 days', async () => {
  await scrum.test.app.features.site.changeSetting('sys_use_user_registration', '1');
  await scrum.test.app.features.site.changeSetting('invitations_per_day', '4');
  await invite('root', 201, ['late@example.org'], { project_id: 101 });
  const link = await linkTo('late@example.org');
  clock.advance(30 * 86_400_000);
  await register('late', link, 'late@example.org');
  assert.ok(!(await memberNames()).includes('late'));
});
