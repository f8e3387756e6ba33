// Engine: SQLite alone
// Administration of a project and of the site in the browser: facts after a preview, members, groups, accounts, settings.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const read = async (path: string, as: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as })).json;

describe('the administration of a project', () => {
  it('closes the project after a preview, adds members, makes a group, and tells what happened', async (context) => {
    await world.app.addUser('newcomer');
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/harbor-kanban');
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbor office');
    await page.getByText('Members alone.').click();
    const preview = page.getByRole('table', { name: 'Who sees it' });
    await preview
      .getByRole('row', { name: /Accounts that are no members/ })
      .getByText('loses sight')
      .waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Administration of the project' }).waitFor();
    await page.getByText('Saved').waitFor();
    assert.equal(at(await read('/projects/102', 'ana'), 'access'), 'private');

    await page.getByRole('textbox', { name: 'Message' }).fill('Closed on Sunday');
    await page.getByRole('button', { name: 'Announce' }).click();
    await page.getByRole('button', { name: 'Take it away' }).waitFor();
    assert.equal(at(await read('/projects/102/summary', 'ana'), 'banner'), 'Closed on Sunday');

    await page.getByRole('link', { name: 'Members', exact: true }).click();
    const members = page.getByRole('region', { name: 'Members' });
    await members.getByRole('combobox', { name: 'Add people' }).fill('newcomer');
    await page.getByRole('option', { name: /newcomer/ }).click();
    await page.keyboard.press('Escape');
    await members.getByRole('button', { name: 'Add', exact: true }).click();
    await members
      .getByText(/newcomer/)
      .last()
      .waitFor();
    await assertAccessible(page);
    await page
      .getByRole('button', { name: /^Take .*newcomer.* out/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Take .*newcomer.* out/ })
      .first()
      .waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('pilots');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /pilots/ }).waitFor();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByText('group-created').waitFor();
    await page.getByText('project-changed').first().waitFor();
    await assertAccessible(page);
  });
});

describe('the administration of the site', () => {
  it('suspends an account and ends its sessions, and changes a setting that counts at once, in French', async (context) => {
    const bruno = await world.visit(context, { as: 'bruno', expected: /401/ });
    await bruno.goto('/');
    const page = await world.visit(context, { as: 'root', locale: 'fr-FR', appearance: 'dark', expected: /400/ });
    await page.goto('/admin');
    await page.getByRole('textbox', { name: 'Nom ou courriel' }).fill('bruno');
    await page.getByText('1 entrée').waitFor();
    await page.getByRole('button', { name: /Changer le statut de/ }).click();
    await page.getByRole('menuitem', { name: 'Suspendre' }).click();
    await page.getByRole('cell', { name: 'Suspendu' }).waitFor();
    await assertAccessible(page);
    assert.ok([401, 403].includes((await bruno.request.get('/api/users/self/email')).status()));

    await page.getByRole('link', { name: 'Paramètres' }).click();
    await page.getByRole('textbox', { name: /Chercher un paramètre/ }).fill('sys_default_theme_variant');
    const value = page.getByRole('textbox', { name: 'sys_default_theme_variant' });
    await value.fill('blue');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('défini dans un fichier').waitFor();
    assert.equal(at(await read('/site', 'root'), 'default_theme_variant'), 'blue');
    await value.fill('mauve');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('alert').waitFor();
    await assertAccessible(page);
    for (const [link, heading] of [
      ['Travaux', 'Tâches'],
      ['Projets', 'Statut'],
      ['Historique', 'Quoi'],
      ['Annonce', 'Message'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByText(heading).first().waitFor();
      await assertAccessible(page);
    }
  });

  it('is closed to everybody else', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390 });
    await page.goto('/admin/settings');
    await page.getByRole('heading', { name: 'Administration of the site' }).waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
  });
});
