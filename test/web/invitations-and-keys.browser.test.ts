// What proves who somebody is, in the browser: invitations, keys that ask for the password, addresses that are not confirmed, and
// links to files that somebody may not have.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, testPassword } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

const strong = 'lamp orchard bicycle 42';
const sshLine = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZrgMuPKUlzUlW8rd4nBXFMpIgmB8S7ZCgUn1xUqRZk bruno@laptop';
/** New passwords are judged and hashed with real cost; in ms. */
const judged = { timeout: 120_000 };
let world: World;
before(async () => {
  world = await openWorld("$mail_transport = 'capture';\n$sys_use_user_registration = 1;\n$sys_user_approval = 0;");
  for (const name of ['stig', 'dora']) await world.app.addUser(name, { realName: name });
  await write((tx) =>
    tx.updateTable('users').set({ is_email_proven: 0 }).where('username', 'in', ['stig', 'dora']).execute(),
  );
});
after(() => world.close());

const write: World['app']['app']['database']['transact'] = (work) => world.app.app.database.transact(work);
/** The text behind the # of the link in the last mail to an address that leads to this page. */
const linkTo = async (address: string, page: string): Promise<string> => {
  const rows = world.app.app.database.read.selectFrom('outbox').selectAll().where('recipient', '=', address);
  const mails = await rows.orderBy('id', 'desc').execute();
  return new RegExp(`${page}#([\\w-]{43})`).exec(JSON.stringify(mails))?.[1] ?? 'none';
};
const invite = async (email: string): Promise<string> => {
  const body = { emails: [email], project_id: 101 };
  await world.change('/api/invitations', { method: 'POST', as: 'ana', body });
  return linkTo(email, '/register');
};
const membersOf = async (): Promise<readonly string[]> => (await world.app.app.features.members.namesOf(101)).members;
const assertNarrow = async (page: Page): Promise<void> =>
  assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);

describe('an invitation', () => {
  it('is accepted with the account that it went to, and by no other', async (context) => {
    const link = await invite('stig@example.org');
    const bruno = await world.visit(context, { as: 'bruno', expected: /403/ });
    await bruno.goto(`/register#${link}`);
    await bruno.getByText('You’ll join with your account bruno (bruno@example.org).').waitFor();
    await bruno.getByRole('button', { name: 'Accept invitation' }).click();
    await bruno.getByText(/sent to another e-mail address; sign in with/).waitFor();
    await assertAccessible(bruno);
    const stig = await world.visit(context, { as: 'stig', width: 390 });
    await stig.goto(`/register#${link}`);
    await stig.getByRole('heading', { name: 'Invitation to Tepal' }).waitFor();
    await assertAccessible(stig);
    await assertNarrow(stig);
    await stig.getByRole('button', { name: 'Accept invitation' }).click();
    await stig.waitForURL('**/projects/**');
    assert.ok((await membersOf()).includes('stig'));
  });

  it('says which address to register with, and leads to the sign-in where registration is closed', async (context) => {
    const { site } = world.app.app.features;
    const link = await invite('newcomer@example.org');
    const page = await world.visit(context);
    await page.goto(`/register#${link}`);
    await page.getByText('Your invitation is for this e-mail address').waitFor();
    await assertAccessible(page);
    await site.changeSetting('sys_use_user_registration', '0');
    context.after(() => site.changeSetting('sys_use_user_registration', '1'));
    await world.app.addUser('newcomer', { realName: 'Newcomer' });
    const french = await world.visit(context, { locale: 'fr-FR', width: 390, appearance: 'dark' });
    await french.goto(`/register#${link}`);
    await french.getByText('Connectez-vous pour accepter votre invitation').waitFor();
    await assertAccessible(french);
    await assertNarrow(french);
    await french.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
    await french.getByRole('main').getByRole('textbox').first().fill('newcomer');
    await french.locator('input[type=password]').fill(testPassword);
    await french.keyboard.press('Enter');
    await french.waitForURL(/\/(?:register|welcome)/);
    if (new URL(french.url()).pathname === '/welcome')
      await french.getByRole('button', { name: /^(?:Skip|Passer)$/ }).click();
    await french.getByRole('button', { name: /^Acc?ept/ }).click();
    await french.waitForURL('**/projects/**');
    assert.ok((await membersOf()).includes('newcomer'));
  });
});

describe('a new key', () => {
  it('asks for the password once the sign-in is some time ago', async (context) => {
    const page = await world.visit(context, { as: 'bruno', width: 390, expected: /40[13]/ });
    await write((tx) =>
      tx
        .updateTable('sessions')
        .set({ created_at_ms: Date.now() - 3_600_000 })
        .execute(),
    );
    await page.goto('/account/keys');
    await page.getByLabel('Description').fill('nightly build');
    await page.getByRole('button', { name: 'Create key' }).click();
    const password = page.getByLabel('Your password');
    await page.getByText('you signed in more than 10 minutes ago').waitFor();
    await assertAccessible(page);
    await assertNarrow(page);
    await password.fill('not the one');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong password.').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0, 'the session goes on');
    await password.fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator('code').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await password.waitFor({ state: 'detached' });
    await page.getByLabel('Public key').fill(sshLine);
    await page.getByRole('button', { name: 'Add key' }).click();
    await password.fill(testPassword);
    await page.keyboard.press('Enter');
    await page.locator('strong', { hasText: 'bruno@laptop' }).waitFor();
  });

  it('is revoked with a new password where that is asked for', async (context) => {
    const page = await world.visit(context, { as: 'bruno', expected: /401/ });
    await page.goto('/account/security');
    await page.getByLabel('Current password', { exact: true }).fill(testPassword);
    await page.getByLabel('New password', { exact: true }).fill(strong);
    await page.getByText('Also revoke my access keys and SSH keys').click();
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed').waitFor(judged);
    await page.goto('/account/keys');
    await page.getByText('You have no keys').waitFor();
    await page.getByText('You have no SSH keys').waitFor();
  });
});

it('an address that nothing proved says so, and is confirmed by a link', async (context) => {
  const page = await world.visit(context, { as: 'dora', width: 390, appearance: 'dark' });
  await page.goto('/account');
  const notice = page.getByText('This address is not confirmed');
  await notice.waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await page.getByText('Open the link to confirm the address').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'E-mail address' }).inputValue(), 'dora@example.org');
  await page.getByLabel('Current password', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await page.getByText('sent to dora@example.org').waitFor();
  await assertAccessible(page);
  await assertNarrow(page);
  await page.goto(`/confirm-email#${await linkTo('dora@example.org', '/confirm-email')}`);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByText('is now dora@example.org').waitFor();
  await page.goto('/account');
  await page.getByText('dora@example.org').first().waitFor();
  assert.equal(await notice.count(), 0);
});

it('a link to a file that somebody may not have leads to a page that says so', async (context) => {
  const body = { name: 'plan.txt', mimetype: 'text/plain', content: Buffer.from('x').toString('base64') };
  const made = await world.change('/api/artifact_temporary_files', { method: 'POST', as: 'ana', body });
  const path = `/plugins/tracker/attachments/${Number(at(made.json, 'id'))}`;
  for (const [locale, title, home] of [
    ['en-GB', 'File not found or no access', 'Home page'],
    ['fr-FR', 'Fichier introuvable ou accès refusé', 'Accueil'],
  ] as const) {
    const page = await world.visit(context, {
      as: 'chika',
      locale,
      width: 390,
      appearance: 'dark',
      expected: /40[34]/,
    });
    await page.goto(path);
    await page.getByRole('heading', { name: title }).waitFor();
    await assertAccessible(page);
    await assertNarrow(page);
    await page.getByRole('link', { name: home }).click();
    await until(async () => new URL(page.url()).pathname === '/');
  }
});
