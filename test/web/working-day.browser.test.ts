// Engine: SQLite alone
// A whole working day of somebody new: sign in, find, change by keyboard, comment, change many, another language and look, and
// the next morning everything is as it was left.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { testPassword } from '../support/harness.ts';
import { openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const rows = (page: Page) => page.getByTestId('report-rows');

async function signIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('User name or mail').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
}

/** From anywhere, by words alone. */
async function findTask(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('second factor');
  await page.getByRole('menuitem', { name: /Confirm a transfer with a second factor/ }).click();
  await page.getByRole('heading', { name: /Confirm a transfer/ }).waitFor();
}

async function changeStatus(page: Page): Promise<void> {
  await page.keyboard.press('s');
  await page.getByRole('option', { name: 'In progress', selected: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** A picture as a browser hands over what was copied. */
const pastePicture = `(async () => {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d').fillRect(0, 0, 40, 20);
  const picture = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([picture], 'image.png', { type: 'image/png' }));
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
})()`;

/** Sent before the picture has arrived: the comment waits for it. */
async function comment(page: Page): Promise<void> {
  await page.keyboard.press('m');
  await page.keyboard.type('The bank of **Bruno** has no such factor. ');
  await page.evaluate(pastePicture);
  await page.keyboard.press('Control+Enter');
}

/** All tasks of the tracker get another activity at once. */
async function changeTogether(page: Page): Promise<void> {
  await page.goto('/trackers/4');
  await rows(page).getByRole('link').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: /Select all \d+ that match/ }).click();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Set a field' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Set a field' }).fill('Activity');
  await page.keyboard.press('Enter');
  const dialog = page.getByTestId('mass-change');
  await dialog
    .getByRole('button', { name: /Activity/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'Development' }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: /^Change \d+ artifact/ }).click();
  await page.getByText(/\d+ artifacts changed/).waitFor();
}

it('goes through a working day, and finds it again the next morning', async (context) => {
  await world.app.call('/api/users/self', { as: 'ana' });
  for (const title of ['Draw the receipt', 'Round to the cent'])
    await world.app.call('/api/artifacts', {
      method: 'POST',
      as: 'ana',
      body: { tracker: { id: 4 }, values_by_field: { title: { value: title } } },
    });
  const ana = await world.visit(context, {});
  const bruno = await world.visit(context, { as: 'bruno' });
  await signIn(ana);
  await findTask(ana);
  await bruno.goto(new URL(ana.url()).pathname);
  await bruno.getByRole('heading', { name: /Confirm a transfer/ }).waitFor();
  await changeStatus(ana);
  await bruno.getByText('Changed by Ana').waitFor();
  await comment(ana);
  await bruno.locator('strong', { hasText: 'Bruno' }).waitFor();
  await bruno.getByRole('img', { name: 'image.png' }).first().waitFor();
  await changeTogether(ana);
  await ana.goto('/account');
  await ana.getByRole('button', { name: /Language/ }).click();
  await ana.getByRole('option', { name: /Français/ }).click();
  await ana.getByRole('button', { name: /Langue/ }).waitFor();
  await ana.goto('/account/appearance');
  await ana.getByText('Violet').click();
  await ana.getByText('Sombre', { exact: true }).click();
  await ana.goto('/trackers/4?where=status%20%3D%20%22Blocked%22');
  await rows(ana)
    .getByRole('link', { name: /Confirm a transfer/ })
    .waitFor();
  const address = ana.url();
  const morning = await ana.context().newPage();
  await ana.close();
  await morning.goto(address);
  await rows(morning)
    .getByRole('link', { name: /Confirm a transfer/ })
    .waitFor();
  const look = 'document.documentElement.dataset.variant + document.documentElement.dataset.appearance';
  assert.equal(await morning.evaluate<string>(look), 'purpledark');
  assert.equal(await morning.evaluate<string>('document.documentElement.lang'), 'fr');
});
