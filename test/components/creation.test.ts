// What new projects are made of, as site administrators keep it in the browser.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const read = async (path: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as: 'root' })).json;

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
