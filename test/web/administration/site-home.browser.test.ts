// Engine: SQLite alone
// The home of the site's administration: what waits for an administrator, and what there is.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../../support/harness.ts';
import { expectRow } from '../../support/scenario.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

it('says what waits, leads there, and counts what there is', async (context) => {
  await world.app.addUser('waiting', { status: 'P' });
  const page = await world.visit(context, { as: 'root' });
  await page.goto('/admin');
  const waits = page.getByRole('region', { name: 'What needs you' });
  await waits.getByRole('link', { name: '1 account waits for approval' }).waitFor();
  await waits.getByRole('link', { name: 'mail', exact: true }).waitFor();
  await assertAccessible(page);
  const { json } = await expectRow(world.app, { path: '/api/admin/summary', as: 'root', status: 200 });
  assert.equal(at(json, 'accounts.pending'), 1);
  assert.equal(at(json, 'projects.pending'), 0);
  assert.equal(at(json, 'last_backup'), null);
  const counts = page.getByRole('region', { name: 'In numbers' });
  await counts.getByRole('link', { name: `Active projects ${String(at(json, 'projects.active'))}` }).waitFor();
  await waits.getByRole('link', { name: '1 account waits for approval' }).click();
  await page
    .getByRole('row', { name: /waiting/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  await page.getByRole('row', { name: /waiting/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await waits.getByRole('link', { name: 'mail', exact: true }).waitFor();
  await waits.getByRole('link', { name: '1 account waits for approval' }).waitFor({ state: 'detached' });
});

it('fits a phone, in French and in the dark, and is for site administrators', async (context) => {
  const page = await world.visit(context, { as: 'root', locale: 'fr-FR', appearance: 'dark', width: 390 });
  await page.goto('/admin');
  await page.getByRole('region', { name: 'En chiffres' }).waitFor();
  await assertAccessible(page);
  assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
  await expectRow(world.app, { path: '/api/admin/summary', as: 'ana', status: 403 });
});

it('tells what another access mode opens before it is saved', async (context) => {
  const page = await world.visit(context, { as: 'root' });
  await page.goto('/admin/settings?q=access_mode');
  const mode = page.getByRole('textbox', { name: 'access_mode', exact: true });
  await mode.fill('regular');
  await page.getByText('public projects close to people who are not signed in').waitFor();
  await mode.fill('anonymous');
  await page.getByRole('link', { name: 'Which projects are public' }).waitFor({ state: 'detached' });
  await mode.fill('restricted');
  await page.getByText('Accounts can be restricted then').waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Which projects are public' }).click();
  await page.getByRole('columnheader', { name: 'Who sees it' }).waitFor();
});
