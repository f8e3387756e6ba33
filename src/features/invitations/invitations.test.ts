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
    known_users_added_to_project_guests: [],
    known_users_not_alive: [],
    known_users_are_restricted: [],
    links: [],
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
  assert.equal(at(await check(invitation, 404), 'error.i18n.key'), 'invitations.used');
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
  assert.deepEqual(at(await invite('bruno', 201, ['stig@example.org']), 'failures'), ['stig@example.org']);
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

const check = async (link: string, status: number): Promise<unknown> =>
  (await expectRow(scrum.test, { method: 'POST', path: '/api/invitations/check', status, body: { link } })).json;
const isProven = async (username: string): Promise<unknown> =>
  (
    await scrum.test.app.database.read
      .selectFrom('users')
      .select('is_email_proven')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).is_email_proven;

it('are links to hand over where the site sends no mail, and prove no address then', async () => {
  const { site } = scrum.test.app.features;
  await site.changeSetting('invitations_per_day', '20');
  await site.changeSetting('sys_use_user_registration', '1');
  await site.changeSetting('mail_transport', 'none');
  const answer = await invite('ana', 201, ['hand@example.org'], { project_id: 101 });
  const link = /#([\w-]{43})$/.exec(String(at(answer, 'links.0.url')))?.[1] ?? '';
  assert.equal(at(answer, 'links.0.email'), 'hand@example.org');
  assert.deepEqual(await mailsTo('hand@example.org'), []);
  const state = await check(link, 200);
  assert.deepEqual(
    [at(state, 'email'), at(state, 'may_register'), at(state, 'needs_approval')],
    ['hand@example.org', true, true],
  );
  await check('x'.repeat(43), 404);
  await register('handed', link, 'hand@example.org');
  assert.ok((await memberNames()).includes('handed'));
  assert.equal(await isProven('handed'), 0);
  await check(link, 404);
});

it('of site administrators open a closed site to their address, without approval', async () => {
  const { site } = scrum.test.app.features;
  // Few accounts are made from one address within an hour.
  clock.advance(3_600_001);
  await site.changeSetting('sys_use_user_registration', '0');
  await site.changeSetting('sys_user_approval', '1');
  assert.deepEqual(at(await invite('ana', 201, ['d@example.org'], { project_id: 101 }), 'failures'), ['d@example.org']);
  const answer = await invite('root', 201, ['wanted@example.org'], { project_id: 101 });
  const invitation = /#([\w-]{43})$/.exec(String(at(answer, 'links.0.url')))?.[1] ?? '';
  const state = await check(invitation, 200);
  assert.deepEqual(
    [at(state, 'email'), at(state, 'may_register'), at(state, 'needs_approval')],
    ['wanted@example.org', true, false],
  );
  const nameCheck = { method: 'POST', path: '/api/user_registrations/check' };
  await expectRow(scrum.test, { ...nameCheck, body: { username: 'wanted' }, status: 403 });
  await expectRow(scrum.test, { ...nameCheck, body: { username: 'wanted', invitation }, status: 200 });
  const facts = { username: 'wanted', real_name: 'Wanted', password: 'a long enough one' };
  const registration = { method: 'POST', path: '/api/user_registrations' };
  for (const wrong of [{ email: 'wanted@example.org' }, { email: 'another@example.org', invitation }])
    await expectRow(scrum.test, { ...registration, body: { ...facts, ...wrong }, status: 403 });
  const rivals = await Promise.all(
    ['wanted', 'rival'].map((username) =>
      scrum.test.call('/api/user_registrations', {
        method: 'POST',
        body: { ...facts, username, email: 'wanted@example.org', invitation },
      }),
    ),
  );
  assert.deepEqual(
    rivals.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 403],
    'one link makes one account',
  );
  const [winner] = ['wanted', 'rival'].filter((_, index) => rivals[index]?.status === 201);
  assert.ok((await memberNames()).includes(winner ?? ''));
  await expectRow(scrum.test, {
    method: 'POST',
    path: '/api/tokens',
    body: { username: winner, password: facts.password },
    status: 200,
  });
  await expectRow(scrum.test, {
    ...registration,
    body: { ...facts, username: 'twice', email: 'wanted@example.org', invitation },
    status: 403,
  });
  await site.changeSetting('mail_transport', 'capture');
  await site.changeSetting('sys_user_approval', '0');
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
