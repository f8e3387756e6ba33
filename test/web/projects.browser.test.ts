// Engine: SQLite alone
// Projects: the list and its filters, a home with its side bar, making one, what is closed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
  await world.app.app.features.projects.change('harbor-kanban', { access: 'private' });
});
after(() => world.close());

describe('projects', () => {
  it('are found by words and filters that stand in the address', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects');
    await page.getByText('2 projects').waitFor();
    await assertAccessible(page);
    await page.getByRole('textbox', { name: 'Find by name' }).fill('bank');
    await page.getByText('1 project', { exact: true }).waitFor();
    await page.waitForURL('**/projects?q=bank');
    await page.goto('/projects?filter=private&category=%22');
    await page.getByRole('link', { name: /Harbor/ }).click();
    const side = page.getByRole('navigation', { name: 'Project', exact: true });
    await side.getByText('Private').waitFor();
    await side.getByRole('link', { name: 'Requests', exact: true }).waitFor();
    await page.keyboard.press('[');
    await side.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: /Harbor/ }).waitFor();
    assert.equal(await side.count(), 0, 'the hidden side bar is remembered');
    await page.getByRole('button', { name: 'Show the side bar' }).click();
    await side.waitFor();
    await page.getByRole('link', { name: 'New in Requests' }).first().waitFor();
    await assertAccessible(page);
  });

  it('are made from a template, after what is wrong was told', async (context) => {
    const page = await world.visit(context, { as: 'bruno', expected: /400/ });
    await page.goto('/projects/new');
    await page.getByText('Kanban', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbor Kanban');
    await page.getByText('A project or an account is called so already.').waitFor();
    await assertAccessible(page);
    await page.reload();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    assert.equal(await name.inputValue(), 'Harbor Kanban', 'what was typed is kept');
    await name.fill('Jetty repairs');
    await page.getByRole('button', { name: 'Create the project' }).click();
    await page.getByRole('heading', { name: /waits for approval/ }).waitFor();
  });

  it('lead strangers to the sign-in and back, and say to others what to do', async (context) => {
    const anonymous = await world.visit(context);
    await anonymous.goto('/projects/harbor-kanban');
    await anonymous.waitForURL((url) => url.pathname === '/sign-in' && url.search.includes('harbor-kanban'));
    await world.app.addUser('stig');
    const stig = await world.visit(context, { as: 'stig', width: 390 });
    await stig.goto('/projects/harbor-kanban');
    await stig.getByRole('heading', { name: 'This is closed to you, or not there' }).waitFor();
    await assertAccessible(stig);
  });
});
