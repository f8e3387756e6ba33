// Tier: first, with "has a name, a picture, and an address"
// Tier: first, with "are seen by their name"
// Accounts in the browser: signing in and what keeps one out, a forgotten password, registration, first steps, the pages of the
// account, and people as others see them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { storedJson } from '../../src/platform/database/index.ts';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../src/platform/jobs/index.ts';
import { MailMessage } from '../../src/platform/mail/message.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, testPassword } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

const readMail = storedJson(MailMessage);
const strong = 'lamp orchard bicycle 42';
/** New passwords are judged and hashed with real cost, which takes long on a machine with much to do; in ms. */
const judged = { timeout: 120_000 };
let world: World;
let runner: JobRunner;

before(async () => {
  world = await openWorld("$mail_transport = 'capture';\n$sys_use_user_registration = 1;\n$sys_user_approval = 0;");
  const { database, logger, features } = world.app.app;
  runner = createJobRunner({
    database,
    clock: { nowMs: () => Date.now() },
    logger,
    // Mails stay in the outbox, where the journeys look for them.
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

const emailOf = async (username: string): Promise<string> =>
  (
    await world.app.app.database.read
      .selectFrom('users')
      .select('email')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).email;

const fillSignIn = async (page: Page, name: string, password: string): Promise<void> => {
  await page.getByLabel('User name or mail').fill(name);
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
    await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/welcome', judged);
    await world.app.app.features.site.changeSetting('sys_password_lifetime', '0');
  });

  it('leads back to a file that was asked for: its download starts, and the page says so', async (context) => {
    const { change } = world.app.app.features.projects;
    await change('meadow-scrum', { access: 'private' });
    context.after(() => change('meadow-scrum', { access: 'public' }));
    const reports = (await world.app.call('/api/trackers/4/tracker_reports', { as: 'ana' })).json;
    const table = `/api/tracker_reports/${String(at(reports, '0.id'))}/artifacts.csv`;
    const archive = '/repositories/1/archive?ref=main';
    for (const [opened, file] of [
      [table, table],
      [`/sign-in?next=${encodeURIComponent(archive)}`, archive],
    ] as const) {
      const page = await world.visit(context, { expected: /401/ });
      await page.route('**/repositories/1/archive?*', (route) =>
        route.fulfill({ headers: { 'content-disposition': 'attachment; filename="app.zip"' }, body: 'PK' }),
      );
      await page.goto(opened);
      await page.waitForURL((url) => url.pathname === '/sign-in' && url.searchParams.get('next') === file);
      const download = page.waitForEvent('download');
      await fillSignIn(page, 'ana', testPassword);
      assert.match((await download).suggestedFilename(), /\.(?:csv|zip)$/);
      await page.getByText('You’re signed in, and the download starts.').waitFor();
      await assertAccessible(page);
      await page.getByRole('link', { name: 'Go to the home page' }).click();
      await page.getByRole('button', { name: /^Account of/ }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/');
    }
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
      await page.getByLabel('User name or mail').fill(name);
      await page.keyboard.press('Enter');
      await page.getByText('a mail is on its way').waitFor();
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
    await page.getByRole('heading', { name: /Fern/ }).waitFor(judged);
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
    await page.getByText('This name is taken').waitFor();
    await page.getByLabel('User name').fill('willow');
    await page.getByText('This name is free').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Willow Weep');
    await page.getByLabel('E-mail address').fill('willow@example.org');
    await page.getByLabel('Password', { exact: true }).fill('willowtree');
    await page.getByText('Easy to guess').waitFor();
    await assertAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(strong);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.waitForURL('**/welcome', judged);
    await page.getByText('Green', { exact: true }).click();
    await until(async () => page.evaluate<boolean>(`document.documentElement.dataset.variant === 'green'`));
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
    await page.getByText('Un administrateur regarde les nouveaux comptes').waitFor();
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    await site.changeSetting('sys_use_user_registration', '0');
    await page.goto('/register');
    await page.getByText('Les inscriptions ne sont pas ouvertes').waitFor();
  });
});

describe('the account', () => {
  it('has a name, a picture, and an address that confirms itself', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /401/ });
    await page.goto('/account');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana Maria');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await assertAccessible(page);
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a picture' }).click(),
    ]);
    await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
    await page.getByLabel('Zoom').fill('2');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await page.locator('main img[src*="/avatar-"]').first().waitFor();

    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByLabel('New e-mail address').fill('ana@example.net');
    await page.getByLabel('Current password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong password').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0, 'the session goes on');
    await page.getByLabel('Current password', { exact: true }).fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByText('sent to ana@example.net').waitFor();
    await page.goto(`/confirm-email#${await linkTo('ana@example.net')}`);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await page.getByText('now goes to ana@example.net').waitFor();
    assert.equal(await emailOf('ana'), 'ana@example.net');
  });

  it('wears the colours that the site allows, and its default without a choice', async (context) => {
    const { site } = world.app.app.features;
    const variantOf = (page: Page): Promise<string> =>
      page.evaluate<string>('document.documentElement.dataset.variant');
    const page = await world.visit(context, { as: 'chika', appearance: 'dark' });
    await page.goto('/account/appearance');
    await page.getByRole('radio', { name: 'Orange', checked: true }).waitFor();
    assert.equal(await page.getByRole('radiogroup', { name: 'Colour' }).getByRole('radio').count(), 6);
    assert.equal(await variantOf(page), 'orange');
    await page.getByText('Purple', { exact: true }).click();
    await until(async () => page.evaluate<boolean>(`document.documentElement.dataset.variant === 'purple'`));
    await assertAccessible(page);
    await page.reload();
    await page.getByRole('radio', { name: 'Purple', checked: true }).waitFor();
    assert.equal(await variantOf(page), 'purple', 'kept on the server');
    await site.changeSetting('sys_available_theme_variants', 'blue, green');
    await site.changeSetting('sys_default_theme_variant', 'green');
    await page.reload();
    await page.getByRole('radio', { name: 'Green', checked: true }).waitFor();
    assert.equal(await page.getByRole('radiogroup', { name: 'Colour' }).getByRole('radio').count(), 2);
    assert.equal(await variantOf(page), 'green', 'what may not be chosen any more gives way to the default');
    const anybody = await world.visit(context);
    await anybody.goto('/sign-in');
    await anybody.getByRole('button', { name: 'Sign in' }).waitFor();
    assert.equal(await variantOf(anybody), 'green');
    await site.changeSetting('sys_available_theme_variants', '');
    await page.reload();
    await page.getByRole('radio', { name: 'Purple', checked: true }).waitFor();
    const saved: string[] = [];
    page.on('response', (answer) => {
      if (answer.request().method() === 'PATCH') saved.push(answer.request().postData() ?? '');
    });
    await page.getByText('Condensed', { exact: true }).click();
    await until(() => saved.length === 1);
    // Of two quick changes the later one stays, however long the first one takes.
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: asked, resolve: note } = Promise.withResolvers<void>();
    await page.route(
      '**/preferences',
      async (route) => {
        note();
        await held;
        await route.fallback();
      },
      { times: 1 },
    );
    await page.getByText('Normal', { exact: true }).click();
    await asked;
    await page.getByText('Condensed', { exact: true }).click();
    await until(async () => page.evaluate<boolean>(`document.documentElement.dataset.density === 'condensed'`));
    letGo();
    await until(() => saved.length === 3);
    assert.deepEqual(
      saved.map((body) => body.includes('condensed')),
      [true, false, true],
    );
    await page.getByRole('button', { name: /Dates/ }).click();
    await page.getByRole('option', { name: 'The date, then how long ago' }).click();
    await page.getByText(/, .*\(3 hours ago\)/).waitFor();
    await page.getByRole('button', { name: /Names of people/ }).click();
    const kept = page.waitForResponse(
      (answer) => /preferences/.test(answer.url()) && (answer.request().postData() ?? '').includes('username_display'),
    );
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await kept;
    await page.getByText('Such as: Chika Moreau', { exact: true }).waitFor();
    await page.goto('/artifacts/17');
    await page.getByRole('main').getByText('Bruno Adeyemi', { exact: true }).first().waitFor();
    assert.equal(await page.getByText('(bruno)').count(), 0);
  });

  it('follows trackers and artifacts, writes as it likes, in one list', async (context) => {
    const page = await world.visit(context, { as: 'bruno' });
    await world.change('/api/artifacts/1/subscription', {
      as: 'bruno',
      method: 'PUT',
      body: { is_subscribed: true },
    });
    const { json } = await world.app.call('/api/artifacts/1', { as: 'bruno' });
    const tracker = typeof json === 'object' && json !== null && 'tracker' in json ? json.tracker : undefined;
    const id = typeof tracker === 'object' && tracker !== null && 'id' in tracker ? Number(tracker.id) : 0;
    await world.change(`/api/trackers/${id}/subscription`, { as: 'bruno', method: 'PUT', body: { level: 'none' } });
    await page.goto('/account/notifications');
    await page.getByRole('button', { name: /Mails about/ }).click();
    await page.getByRole('option', { name: 'Every change' }).click();
    await page.getByRole('button', { name: /Every change/ }).waitFor();
    await page.getByText('Also of what I change myself').click();
    await assertAccessible(page);
    await page.getByRole('button', { name: /As its tracker/ }).click();
    await page.getByText('You chose nothing for an artifact').waitFor();
    const read = await world.app.call(`/api/trackers/${id}/subscription`, { as: 'bruno' });
    assert.match(read.text, /"all"/);
    assert.equal(await page.getByText('This site sends no mail so far').count(), 0);
    await page.goto('/account/editing');
    await page.getByRole('button', { name: /Format of new texts/ }).waitFor();
    await assertAccessible(page);
  });

  it('makes a key that is shown once, and revokes it', async (context) => {
    const page = await world.visit(context, { as: 'bruno', width: 390, appearance: 'dark', expected: /400/ });
    await page.goto('/account/keys');
    await page.getByLabel('Description').fill('nightly build');
    await page.keyboard.press('Enter');
    const secret = await page.getByRole('dialog').locator('code').innerText();
    assert.match(secret, /^tlp-k1-/);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('strong', { hasText: 'nightly build' }).waitFor();
    assert.ok(!(await page.content()).includes(secret));
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    await page.getByRole('button', { name: 'Revoke nightly build' }).click();
    await page.getByText('You have no keys').waitFor();
    const line = page.getByLabel('Public key');
    await line.fill('ssh-ed25519 AAAA');
    await page.keyboard.press('Enter');
    await page.getByText('is damaged').waitFor();
    await line.fill('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZrgMuPKUlzUlW8rd4nBXFMpIgmB8S7ZCgUn1xUqRZk bruno@laptop');
    await page.keyboard.press('Enter');
    await page.locator('strong', { hasText: 'bruno@laptop' }).waitFor();
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    await page.getByRole('button', { name: 'Remove bruno@laptop' }).click();
    await page.getByText('You have no SSH keys').waitFor();
  });

  it('changes the password, ends other sessions, and tells who signed in', async (context) => {
    await world.app.addUser('moss', { realName: 'Moss' });
    const other = await world.visit(context, { as: 'moss', expected: /401/ });
    const page = await world.visit(context, { as: 'moss', expected: /401/, width: 390 });
    await page.goto('/account/security');
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' });
    await assertAccessible(page);
    const tab = await page.getByRole('link', { name: 'Security', exact: true }).boundingBox();
    assert.ok(tab !== null && tab.x >= 0 && tab.x + tab.width <= 390, JSON.stringify(tab));
    await page.getByLabel('Current password', { exact: true }).fill(testPassword);
    await page.getByLabel('New password', { exact: true }).fill(strong);
    await page.getByText('Strong', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed').waitFor(judged);
    await other.goto('/account/security');
    await other.getByText('Sign in to see your account').waitFor();
  });
});

describe('people', () => {
  it('are seen by their name, with what is shared', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/users/bruno');
    await page.getByRole('heading', { name: /Bruno/ }).waitFor();
    await page.getByRole('region', { name: 'Projects in common' }).getByRole('link').first().waitFor();
    await page.getByRole('region', { name: 'Open artifacts' }).getByRole('link').first().waitFor();
    await assertAccessible(page);
    await page.goto('/users/nobody-of-this-name');
    await page.getByRole('heading', { name: 'Nobody has this name' }).first().waitFor();
  });
});
