// What pages do with a type of field that they know by its folder and its line in the list alone: all that they do with others.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openPageWorld } from './page-world.ts';

let world: Awaited<ReturnType<typeof openPageWorld>>;

before(async () => {
  world = await openPageWorld();
});
after(() => world.close());

const create = async (page: Page, title: string, more: number): Promise<void> => {
  await page.goto(`/trackers/${world.tracker}/new`);
  await page.getByRole('textbox', { name: /title/i }).fill(title);
  await page.getByRole('slider', { name: /Stars of/ }).focus();
  for (let pressed = 0; pressed < more; pressed++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.waitForURL(/artifacts/);
};

it('has its editor in forms, from its default on, and its reader on the page of an artifact', async (context) => {
  const page = await world.visits.visit(context, { as: 'ann' });
  await create(page, 'few', 1);
  await page.getByText('read **---').waitFor();
  await create(page, 'many', 3);
  await page.getByText('read ****-').click();
  await page.getByRole('slider', { name: /Stars of/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('read *****').waitFor();
});

it('is a column of reports, and a criterion with its own editor', async (context) => {
  const page = await world.visits.visit(context, { as: 'ann' });
  await page.goto(world.report);
  const rows = page.getByTestId('report-rows');
  await rows.getByText('cell **---').waitFor();
  await rows.getByText('cell *****').waitFor();
  await page.getByTestId('add-criterion').click();
  await page.getByRole('searchbox', { name: 'Filter' }).fill('rating');
  await page.keyboard.press('Enter');
  await page.getByRole('slider', { name: 'How many' }).focus();
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.getByTestId('report-size').getByText('1 item').waitFor();
  await rows.getByText('cell *****').waitFor();
  await page.getByRole('button', { name: /rating.*3 stars/i }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('where'), 'rating >= 3');
});
