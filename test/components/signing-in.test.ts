// Signing in and what keeps somebody out, a forgotten password, registration and first steps.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { storedJson } from '../../src/platform/database/index.ts';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../src/platform/jobs/index.ts';
import { MailMessage } from '../../src/platform/mail/message.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { testPassword } from '../support/harness.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Page, World } from '../windows/world.ts';

const readMail = storedJson(MailMessage);
const strong = 'lamp orchard bicycle 42';
let world: World;
let runner: JobRunner;

before(async () => {
  world = await openWorld("$mail_transport = 'capture';\n$sys_use_user_registration = 1;\n$sys_user_approval = 0;");
  const { database, logger, features } = world.app.app;
  runner = createJobRunner({
    database,
    clock: { nowMs: () => Date.now() },
    logger,
    // Mails stay in the outbox, where the tests look for them.
    handlers: features.jobHandlers.filter(({ name }) => name === 'send-password-links'),
    schedules: [],
  });
  runner.start();
});
after(async () => {
  await runner.stop(0);
  await world.close();
});

/** The text behind the # of the link in the last mail to an address. */
const linkTo = (address: string): Promise<string> =>
  until(async () => {
    const row = await world.app.app.database.read
      .selectFrom('outbox')
      .select('message_json')
      .where('recipient', '=', address)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return row === undefined ? undefined : /#([\w-]{43})/.exec(readMail(row.message_json ?? 'null', 'mail').text)?.[1];
  });

const fillSignIn = async (page: Page, name: string, password: string): Promise<void> => {
  await page.getByLabel('User name or e-mail').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};

describe('signing in', () => {
  it('says what keeps somebody out, and leads from an expired password to a new one', async (context) => {
    await world.app.addUser('newt', { realName: 'Newt', status: 'S' });
    const page = await world.visit(context, { expected: /401|429/ });
    await page.goto('/sign-in?next=//evil.example/');
    await page.getByRole('button', { name: 'Show what you type' }).click();
    assert.equal(await page.getByLabel('Password', { exact: true }).getAttribute('type'), 'text');
    await assertAccessible(page);
    await fillSignIn(page, 'newt', testPassword);
    await page.getByRole('alert').getByText('suspended').waitFor();
    await world.app.app.features.people.change('newt', { status: 'A' });
    const long = Date.now() - 40 * 24 * 3_600_000;
    await world.app.app.database.transact((tx) =>
      tx.updateTable('users').set({ password_changed_at_ms: long }).where('username', '=', 'newt').execute(),
    );
    await world.app.app.features.site.changeSetting('sys_password_lifetime', '30');
    await fillSignIn(page, 'newt', testPassword);
    await page.getByText('Your password has expired').waitFor();
    await assertAccessible(page);
    await page.getByLabel('New password', { exact: true }).fill(strong);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/welcome');
    await world.app.app.features.site.changeSetting('sys_password_lifetime', '0');
  });

  it('speaks French to a French browser, on a phone', async (context) => {
    const page = await world.visit(context, { locale: 'fr-FR', width: 390 });
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Se connecter' }).waitFor();
  });

  it('counts down when it is slowed', async (context) => {
    const page = await world.visit(context, { expected: /401|429/ });
    await page.route('**/api/sessions', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { error: { code: 429, message: 'slow' } } }),
    );
    await page.goto('/sign-in');
    await fillSignIn(page, 'ana', testPassword);
    await page.getByText(/try again in [12] second/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign in' }).isDisabled(), true);
    await page.getByText(/try again in/).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Sign in' }).isDisabled(), false);
  });
});

describe('a forgotten password', () => {
  it('is set anew by a link that works once; unknown names read the same', async (context) => {
    await world.app.addUser('fern', { realName: 'Fern' });
    const page = await world.visit(context, { expected: /404/ });
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    const ask = async (name: string): Promise<string> => {
      await page.goto('/lost-password');
      await page.getByLabel('User name or e-mail').fill(name);
      await page.keyboard.press('Enter');
      await page.getByText('an e-mail was sent').waitFor();
      return page.locator('main').innerText();
    };
    assert.equal(await ask('nobody-of-this-name'), await ask('fern'));
    await assertAccessible(page);
    const link = await linkTo('fern@example.org');
    await page.goto(`/new-password#${link}`);
    await page.getByLabel('New password', { exact: true }).fill(strong);
    assert.ok(!page.url().includes(link), 'the link is not left in the address');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Fern/ }).waitFor();
    const again = await world.visit(context, { expected: /404/, locale: 'fr-FR', width: 390 });
    await again.goto(`/new-password#${link}`);
    await again.getByText('Ce lien a déjà servi').waitFor();
    await assertAccessible(again);
  });
});

describe('registration and first steps', () => {
  it('tells of a taken name and a weak password, and goes on to the first steps once', async (context) => {
    const page = await world.visit(context, { expected: /400|409/ });
    await page.goto('/register');
    await page.getByLabel('User name').fill('ana');
    await page.getByText('This name is already taken').waitFor();
    await page.getByLabel('User name').fill('willow');
    await page.getByText('This name is available').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Willow Weep');
    await page.getByLabel('E-mail address').fill('willow@example.org');
    await page.getByLabel('Password', { exact: true }).fill('willowtree');
    await page.getByText('Easy to guess').waitFor();
    await assertAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(strong);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.waitForURL('**/welcome');
    await page.getByText('Green', { exact: true }).click();
    await until(async () => page.evaluate(`document.documentElement.dataset.variant === 'green'`));
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('heading', { name: /Willow/ }).waitFor();
    const again = await world.visit(context);
    await again.goto('/sign-in');
    await fillSignIn(again, 'willow', strong);
    await again.getByRole('heading', { name: /Willow/ }).waitFor();
  });

  it('says so where an administrator looks first, and where nobody may', async (context) => {
    const { site } = world.app.app.features;
    await site.changeSetting('sys_user_approval', '1');
    const page = await world.visit(context, { locale: 'fr-FR', width: 390 });
    await page.goto('/register');
    await page.getByText('Un administrateur approuve les nouveaux comptes').waitFor();
    await assertAccessible(page);
    await site.changeSetting('sys_use_user_registration', '0');
    await page.goto('/register');
    await page.getByText('Les inscriptions sont fermées').waitFor();
  });
});
