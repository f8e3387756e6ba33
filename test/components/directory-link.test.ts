// Which person of the directory an account belongs to, as site administrators say it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { ldapSettings, people, person, skipSlapd, startSlapd } from '../support/slapd.ts';
import type { Slapd } from '../support/slapd.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { World } from '../windows/world.ts';

describe('the link of an account to the directory', { skip: skipSlapd }, () => {
  let world: World;
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd();
    for (const uid of ['nora', 'olaf']) await slapd.add(`uid=${uid},${people}`, person(uid));
    world = await openWorld(ldapSettings(slapd.secureUrl));
  });
  after(async () => {
    await world.close();
    await slapd.stop();
  });

  it('is made by a search, refused where somebody else was faster, and removed after a question', async (context) => {
    const call = (path: string, more: object = {}) => world.app.call(`/api${path}`, { as: 'root', ...more });
    const id = Number(at((await call('/accounts?words=bruno')).json, '0.id'));
    const link = `/accounts/${id}/directory_link`;
    const page = await world.visit(context, { as: 'root', expected: /412/ });
    await page.goto(`/admin/accounts/${id}`);
    const section = page.getByRole('region', { name: 'Directory' });
    await section.getByText('Not linked to the directory').waitFor();
    await section.getByRole('button', { name: 'Link to a person…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Person of the directory' }).fill('nora');
    await dialog.getByRole('radio', { name: /nora of the directory/ }).check();
    await assertAccessible(page);
    // Somebody else links the account meanwhile.
    const [olaf] = [at((await call('/directory_people?query=olaf')).json, '0.ldap_id')];
    assert.equal((await call(link, { method: 'PUT', body: { ldap_id: olaf } })).status, 204);
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    await dialog.getByText(/someone else/i).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await section.getByText('olaf of the directory').waitFor();
    await section.getByRole('button', { name: 'Link to another person…' }).click();
    await dialog.getByRole('textbox', { name: 'Person of the directory' }).fill('people.example');
    await dialog.getByText('has the account bruno').waitFor();
    await dialog.getByRole('radio', { name: /nora of the directory/ }).check();
    await page.keyboard.press('Enter');
    await section.getByText('nora of the directory').waitFor();
    await page.getByText('Name, address and password are managed in the directory').waitFor();
    await assertAccessible(page);
    await section.getByRole('button', { name: 'Remove the link…' }).click();
    await dialog.getByText('The password of the directory no longer opens this account').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await section.getByText('Not linked to the directory').waitFor();
    assert.equal(at((await call(link)).json, 'ldap_id'), '');
  });

  it('warns of who is gone from the directory, in French on a phone', async (context) => {
    const call = (path: string, more: object = {}) => world.app.call(`/api${path}`, { as: 'root', ...more });
    const id = Number(at((await call('/accounts?words=chika')).json, '0.id'));
    const found = at((await call('/directory_people?query=nora')).json, '0.ldap_id');
    const put = { method: 'PUT', body: { ldap_id: found } };
    assert.equal((await call(`/accounts/${id}/directory_link`, put)).status, 204);
    await slapd.remove(`uid=nora,${people}`);
    const page = await world.visit(context, { as: 'root', locale: 'fr-FR', appearance: 'dark', width: 390 });
    await page.goto(`/admin/accounts/${id}`);
    const section = page.getByRole('region', { name: 'Annuaire' });
    await section.getByText('L’annuaire ne connaît plus cette personne').waitFor();
    await assertAccessible(page);
  });
});
