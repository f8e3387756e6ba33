// Tier: first, with "has a name, a picture, and an address"
// Accounts in the browser: a file that is asked for before the sign-in, a picture, and an address that confirms itself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { storedJson } from '../../src/platform/database/index.ts';
import { MailMessage } from '../../src/platform/mail/message.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, testPassword } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

const readMail = storedJson(MailMessage);
let world: World;

before(async () => {
  world = await openWorld("$mail_transport = 'capture';\n");
});
after(() => world.close());

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
  await page.getByLabel('User name or e-mail').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};

describe('signing in', () => {
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

    await page.getByRole('button', { name: 'Change address' }).click();
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
    await page.getByText('is now ana@example.net').waitFor();
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
    await page.getByRole('button', { name: /Format of user names/ }).click();
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
});
