// Tier: first, with "says what waits, leads there"
// The home of the site's administration: what waits for an administrator, and what there is.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../../support/harness.ts';
import { expectRow, listAt } from '../../support/scenario.ts';
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
  const waits = page.getByRole('region', { name: 'Needs attention' });
  await waits.getByRole('link', { name: '1 account pending approval' }).waitFor();
  await waits.getByRole('link', { name: 'mail', exact: true }).waitFor();
  await assertAccessible(page);
  const { json } = await expectRow(world.app, { path: '/api/admin/summary', as: 'root', status: 200 });
  assert.equal(at(json, 'accounts.pending'), 1);
  assert.equal(at(json, 'projects.pending'), 0);
  assert.equal(at(json, 'last_backup'), null);
  const counts = page.getByRole('region', { name: 'Statistics' });
  await counts.getByRole('link', { name: `Active projects ${String(at(json, 'projects.active'))}` }).waitFor();
  await waits.getByRole('link', { name: '1 account pending approval' }).click();
  await page
    .getByRole('row', { name: /waiting/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  await page.getByRole('row', { name: /waiting/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await waits.getByRole('link', { name: 'mail', exact: true }).waitFor();
  await waits.getByRole('link', { name: '1 account pending approval' }).waitFor({ state: 'detached' });
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
  const mode = page.getByRole('button', { name: /^\w+ Who can read public content$/ });
  const choose = async (name: string): Promise<void> => {
    await mode.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('regular');
  await page.getByText('public projects close to people who are not signed in').waitFor();
  await page.reload();
  await page.getByText('public projects close to people who are not signed in').waitFor();
  await choose('anonymous');
  await page.getByRole('link', { name: 'Which projects are public' }).waitFor({ state: 'detached' });
  await choose('restricted');
  await page.getByText('Accounts can be restricted:').waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Which projects are public' }).click();
  await page.getByRole('columnheader', { name: 'Visibility' }).waitFor();
});

it('gives passwords to people where no mail goes out, and promises none', async (context) => {
  const page = await world.visit(context, { as: 'root', expected: /400/ });
  const saying = 'E-mail is turned off: the setting mail_transport is “none”.';
  await page.goto('/admin/accounts');
  await page.getByRole('button', { name: 'New account' }).click();
  const form = page.getByRole('dialog', { name: 'New account' });
  await form.getByText(saying).waitFor();
  assert.ok(await form.getByRole('radio', { name: /E-mail a link/ }).isDisabled());
  assert.ok(await form.getByRole('radio', { name: /Set a password/ }).isChecked());
  await form.getByRole('textbox', { name: 'User name' }).fill('vera');
  await form.getByRole('textbox', { name: 'E-mail' }).fill('vera@example.org');
  const create = form.getByRole('button', { name: 'Create' });
  assert.ok(await create.isDisabled());
  const password = form.getByRole('textbox', { name: 'New password' });
  await password.fill('password1');
  await create.click();
  await form
    .getByRole('alert')
    .getByText(/is too weak/)
    .waitFor();
  await assertAccessible(page);
  await password.fill('seven silver otters');
  await create.click();
  const section = page.getByRole('region', { name: 'Password', exact: true });
  await section.getByText(saying).waitFor();
  assert.ok(await section.getByRole('button', { name: 'Invite by e-mail' }).isDisabled());
  const signIn = async (secret: string): Promise<void> => {
    // The first of both browsers is signed out in the end.
    const vera = await world.visit(context, { expected: /401/ });
    await vera.goto('/sign-in');
    await vera.getByRole('textbox', { name: 'User name or e-mail address' }).fill('vera');
    await vera.getByRole('textbox', { name: 'Password' }).fill(secret);
    await vera.keyboard.press('Enter');
    await vera.getByRole('button', { name: /vera/ }).first().waitFor();
  };
  await signIn('seven silver otters');
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByRole('listitem').waitFor();
  await section.getByRole('button', { name: 'Set a password…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set password for vera' });
  await dialog.getByText('All sessions and tokens of the account end immediately').waitFor();
  await dialog.getByRole('textbox', { name: 'New password' }).fill('nine quiet lanterns');
  await assertAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('The password of vera was changed').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await sessions.getByText('No sessions.').waitFor();
  await signIn('nine quiet lanterns');

  await page.goto('/admin/banner');
  const many = page.getByRole('region', { name: 'Mass e-mail' });
  await many.getByText(saying).waitFor();
  await many.getByRole('textbox', { name: 'Subject' }).fill('Closed on Sunday');
  await many.getByRole('textbox', { name: 'Text' }).fill('All day.');
  for (const name of ['Send only to me', 'Send…'])
    assert.ok(await many.getByRole('button', { name }).isDisabled(), name);
});

it('sets passwords in French on a phone, and never one’s own', async (context) => {
  const page = await world.visit(context, { as: 'root', locale: 'fr-FR', appearance: 'dark', width: 390 });
  const idOf = async (words: string): Promise<string> =>
    String(at((await world.app.call(`/api/accounts?words=${words}`, { as: 'root' })).json, '0.id'));
  await page.goto(`/admin/accounts/${await idOf('bruno')}`);
  const section = page.getByRole('region', { name: 'Mot de passe', exact: true });
  await section.getByRole('button', { name: 'Définir un mot de passe…' }).click();
  await page.getByRole('dialog').getByText('aucun courriel ne le contient').waitFor();
  await assertAccessible(page);
  assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
  await page.goto(`/admin/accounts/${await idOf('root')}`);
  await section.getByRole('link', { name: 'Changez votre propre mot de passe' }).waitFor();
  assert.equal(await section.getByRole('button').count(), 0);
});

it('has settings with their kin, those that say as much as the default too, and puts them back to it', async (context) => {
  for (const value of ['500', '401']) {
    const body = { settings: [{ name: 'rest_invalid_credentials_status', value }] };
    await world.change('/api/admin/settings', { method: 'PATCH', as: 'root', body });
  }
  const page = await world.visit(context, { as: 'root', locale: 'fr-FR', width: 390 });
  await page.goto('/admin/settings?q=outgoing_private_addresses');
  const programs = page.getByRole('region', { name: 'Autres programmes' });
  await programs.getByText('outgoing_private_addresses', { exact: true }).waitFor();
  await programs.getByRole('button', { name: 'L’appeler' }).waitFor();
  await assertAccessible(page);
  await page.goto('/admin/settings?q=rest_invalid_credentials_status&show=changed');
  const server = page.getByRole('region', { name: 'Serveur et réseau' });
  await server.getByText('identique à la valeur par défaut').waitFor();
  await server.getByText('changé à chaud').waitFor();
  await assertAccessible(page);
  assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
  await server.getByRole('button', { name: /^Revenir à la valeur par défaut\s: Statut HTTP/ }).click();
  await server.waitFor({ state: 'detached' });
  const { json } = await expectRow(world.app, { path: '/api/admin/settings', as: 'root', status: 200 });
  const setting = listAt(json, 'settings').find((one) => at(one, 'name') === 'rest_invalid_credentials_status');
  assert.deepEqual([at(setting, 'value'), at(setting, 'source')], ['401', 'default']);
});
