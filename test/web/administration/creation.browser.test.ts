// What new projects are made of, as site administrators keep it in the browser.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../src/platform/concurrency/until.testing.ts';
import { at } from '../../support/harness.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const read = async (path: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as: 'root' })).json;

it('keeps categories as a tree, by menu, keys and pointer, and names who loses what is deleted', async (context) => {
  const page = await world.visit(context, { as: 'root' });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Categories' }).click();
  await page.getByText('No categories yet').waitFor();
  const dialog = page.getByRole('dialog');
  const tree = page.getByRole('region', { name: 'Categories' });
  const choose = async (name: string, action: string): Promise<void> => {
    await tree.getByRole('button', { name: `What to do with “${name}”` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const add = async (name: string, below?: string): Promise<void> => {
    if (below === undefined) await tree.getByRole('button', { name: 'New category' }).click();
    else await choose(below, 'New value below…');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await tree.getByRole('button', { name, exact: true }).waitFor();
  };
  const below = (name: string, value: string) =>
    tree.getByRole('list', { name, exact: true }).getByRole('button', { name: value, exact: true });
  await add('Topic');
  await add('Banks', 'Topic');
  await add('Money', 'Topic');
  await add('Sector');
  await assertAccessible(page);

  await tree.getByRole('button', { name: 'Money', exact: true }).press('Control+ArrowRight');
  await below('Banks', 'Money').waitFor();
  await until(async () => page.evaluate<boolean>('document.activeElement.textContent === "Money"'));
  await page.keyboard.press('Control+ArrowLeft');
  await tree.getByRole('list', { name: 'Banks' }).waitFor({ state: 'detached' });
  await tree
    .getByRole('button', { name: 'Banks', exact: true })
    .dragTo(tree.getByRole('button', { name: 'Money', exact: true }));
  await below('Money', 'Banks').waitFor();
  await choose('Banks', 'Rename or move…');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Central banks');
  await assertAccessible(page);
  await dialog.getByRole('combobox', { name: 'Below' }).fill('Sec');
  await page.getByRole('option', { name: 'Sector' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await below('Sector', 'Central banks').waitFor();
  await choose('Sector', 'Change…');
  await dialog.getByText('New projects must choose a value').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await tree.getByText('needed').waitFor();

  const categories = await read('/project_categories');
  assert.deepEqual([at(categories, '0.name'), at(categories, '0.is_mandatory')], ['Sector', true]);
  const body = [{ category_id: Number(at(categories, '0.id')), value_id: Number(at(categories, '0.values.0.id')) }];
  const filed = await world.app.call('/api/projects/101/category_values', { as: 'ana', method: 'PUT', body });
  assert.equal(filed.status, 200);
  const anybody = await world.visit(context, { locale: 'fr-FR', width: 390 });
  await anybody.goto('/projects');
  await anybody.getByText('2 projets').waitFor();
  await anybody.getByRole('button', { name: /Catégorie/ }).click();
  await anybody.getByRole('option', { name: 'Sector: Central banks' }).click();
  await anybody.getByText('1 projet', { exact: true }).waitFor();
  await anybody.getByRole('link', { name: /Meadow/ }).waitFor();
  await assertAccessible(anybody);
  await tree.getByRole('button', { name: 'Sector', exact: true }).press('Delete');
  await dialog.getByText('With it go: Central banks.').waitFor();
  await dialog.getByRole('listitem').filter({ hasText: 'Meadow' }).waitFor();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await tree.getByRole('button', { name: 'Sector', exact: true }).waitFor({ state: 'detached' });
  assert.deepEqual(await read('/projects/101/category_values'), []);
});

it('makes a project a template, whose trackers come along or are copied, and promotes a tracker', async (context) => {
  const page = await world.visit(context, { as: 'root' });
  await page.goto('/admin/templates');
  await page.getByText('No project is a template yet').waitFor();
  await page.getByText('A template shows all of its trackers, fields and permissions').waitFor();
  await page.getByRole('combobox', { name: 'Add template' }).fill('Meadow');
  await page.getByRole('option', { name: /Meadow/ }).click();
  const templates = page.getByRole('region', { name: 'Templates' });
  await templates.getByRole('link', { name: /Meadow/ }).waitFor();
  await templates.getByText(/^Trackers of “/).click();
  const comesAlong = templates.getByRole('checkbox', { name: 'Bugs' });
  await comesAlong.and(page.getByRole('checkbox', { checked: true })).waitFor();
  await assertAccessible(page);
  await comesAlong.press('Space');
  await comesAlong.and(page.getByRole('checkbox', { checked: false })).waitFor();
  assert.deepEqual(await read('/trackers/5/new_projects'), { enabled: false });

  const ana = await world.visit(context, { as: 'ana' });
  await ana.goto('/trackers/5/administration/general');
  await ana.getByRole('region', { name: 'Promoted' }).getByRole('checkbox').press('Space');
  const side = ana.getByRole('navigation', { name: 'Project' });
  await side.locator('[data-promoted="false"]').getByRole('link', { name: 'Bugs', exact: true }).waitFor();
  assert.match((await side.locator('[data-promoted]').last().textContent()) ?? '', /Bugs/);
  await ana.getByRole('button', { name: 'New', exact: true }).click();
  assert.match((await ana.getByRole('menuitem').first().textContent()) ?? '', /Releases/);
  await ana.goto('/projects/new');
  await ana
    .getByRole('radio', { name: /Meadow/ })
    .first()
    .waitFor();

  await templates.getByRole('button', { name: /^Remove from templates/ }).click();
  await page.getByText('No project is a template yet').waitFor();
});

it('keeps fields that every project has, asks new projects for them, and names who loses what goes', async (context) => {
  const page = await world.visit(context, { as: 'root' });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Fields of projects' }).click();
  await page.getByText('No fields yet').waitFor();
  const dialog = page.getByRole('dialog');
  const part = page.getByRole('region', { name: 'Fields of projects' });
  const add = async (name: string): Promise<void> => {
    await part.getByRole('button', { name: 'New field' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await part.getByRole('button', { name, exact: true }).waitFor();
  };
  await add('Goal');
  await add('Cost centre');
  await part.getByRole('button', { name: 'Cost centre', exact: true }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Such as 4711.');
  await dialog.getByText('Every new project must fill it').click();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await part.getByText('needed').waitFor();
  await part.getByRole('button', { name: 'Move “Goal” up', disabled: true }).waitFor();
  // The dialog gives the focus back to what opened it, which would take the key from another button.
  await until(async () => page.evaluate<boolean>("document.activeElement?.textContent === 'Cost centre'"));
  // On a busy machine that is asked for while the page is still inert.
  const isGivenBack = await page.evaluate<boolean>(`new Promise((resolve) => {
    const [app, opener] = [document.querySelector('#app'), document.activeElement];
    opener.blur();
    app.inert = true;
    opener.addEventListener('focus', () => resolve(true), { once: true });
    opener.dispatchEvent(new CustomEvent('react-aria-focus-scope-restore', { bubbles: true, cancelable: true }));
    app.inert = false;
    setTimeout(() => resolve(false), 1000);
  })`);
  assert.ok(isGivenBack, 'the focus comes once the page may have it');
  await part.getByRole('button', { name: 'Move “Cost centre” up' }).press('Enter');
  await part.getByRole('listitem').first().filter({ hasText: 'Cost centre' }).waitFor();
  await assertAccessible(page);

  // Its administrators fill them, required ones too.
  await page.goto('/projects/meadow-scrum/administration');
  const about = page.getByRole('form', { name: 'What the project says about itself' });
  await about.getByRole('textbox', { name: 'Goal' }).fill('Pay people');
  await about.getByText('Must be filled.').waitFor();
  await about.getByRole('button', { name: 'Save', disabled: true }).waitFor();
  await page.reload();
  assert.equal(
    await about.getByRole('textbox', { name: 'Goal' }).inputValue(),
    'Pay people',
    'what was typed is there',
  );
  await about.getByRole('textbox', { name: 'Cost centre' }).fill('4711');
  await assertAccessible(page);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await Promise.all([saved, about.getByRole('button', { name: 'Save' }).click()]);
  await about.getByRole('button', { name: 'Save', disabled: true }).waitFor();
  assert.deepEqual(at(await read('/projects/101'), 'additional_fields'), [
    { name: 'Cost centre', value: '4711' },
    { name: 'Goal', value: 'Pay people' },
  ]);
  await page.goto('/projects/new');
  await page.getByRole('textbox', { name: 'Cost centre' }).waitFor();

  await page.goto('/admin/project-fields');
  await part.getByRole('button', { name: 'Remove “Cost centre”' }).click();
  await dialog.getByText('What these projects wrote there goes with it').waitFor();
  await dialog.getByRole('listitem').filter({ hasText: 'Meadow' }).waitFor();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await part.getByRole('button', { name: 'Cost centre', exact: true }).waitFor({ state: 'detached' });
  assert.deepEqual(at(await read('/projects/101'), 'additional_fields'), [{ name: 'Goal', value: 'Pay people' }]);

  await add('Verantwortlichkeitsbereichsbezeichnung');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
});

it('switches types of links off for the site and a tracker, whose forms offer them no more', async (context) => {
  const page = await world.visit(context, { as: 'root' });
  const saved = (where: Page) =>
    where.waitForResponse((answer) => answer.url().endsWith('/link_types') && answer.request().method() === 'PUT');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Link types' }).click();
  const isOff = saved(page);
  await page.getByText('is Covered by · Covers').click();
  await isOff;
  await page.getByRole('checkbox', { name: 'is Covered by · Covers', checked: false }).waitFor();
  await assertAccessible(page);
  const ana = await world.visit(context, { as: 'ana', locale: 'fr-FR', appearance: 'dark', width: 390 });
  await ana.goto('/trackers/4/administration/general');
  const part = ana.getByRole('region', { name: 'Types de liens' });
  await part.getByRole('checkbox', { name: 'est couvert par · Couvre', disabled: true }).waitFor();
  await part.getByText('Désactivé pour tout le site.').waitFor();
  const isOffThere = saved(ana);
  await part.getByText('Enfant · Parent').click();
  await isOffThere;
  await part.getByRole('checkbox', { name: 'Enfant · Parent', checked: false, disabled: false }).waitFor();
  await assertAccessible(ana);
  const kinds = async (): Promise<string[]> => {
    await ana.goto('/trackers/4/new');
    await ana.getByRole('button', { name: 'Type de lien' }).click();
    await ana.getByRole('option').first().waitFor();
    const shown = await ana.getByRole('option').allTextContents();
    await ana.keyboard.press('Escape');
    return shown;
  };
  assert.equal((await kinds()).length, 2);
  const path = '/api/trackers/4/link_types';
  const body = { link_types: [{ shortname: '_is_child', is_used: true }] };
  assert.equal((await world.app.call(path, { as: 'ana', method: 'PUT', body })).status, 200);
  assert.deepEqual(await kinds(), ['Lié à', 'Lié depuis', 'Enfant', 'Parent']);
  const isOn = saved(page);
  await page.getByText('is Covered by · Covers').click();
  await isOn;
  await page.getByRole('checkbox', { name: 'is Covered by · Covers', checked: true }).waitFor();
  await ana.goto('/projects/harbor-kanban/administration/references');
  await part.getByRole('checkbox', { name: 'est couvert par · Couvre', checked: true }).waitFor();
  await assertAccessible(ana);
});
