// An administrator sets up how a project plans: plannings, backlog, boards of milestones, a kanban, a program with a team.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Page, Locator, World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const read = async (path: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as: 'ana' })).json;
const idOf = async (name: string): Promise<number> =>
  Number(at(await read(`/projects?query=${encodeURIComponent(JSON.stringify({ shortname: name }))}`), '0.id'));
const addressOf = (project: string): string => `/projects/${project}/administration/planning`;
/** Projects that are no programs, and milestones without a board. */
const expected = /program_plan|cardwall/;
const dialogOf = (page: Page): Locator => page.getByRole('dialog');

async function save(page: Page, name = 'Save'): Promise<void> {
  await dialogOf(page).getByRole('button', { name, exact: true }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
}

async function choose(within: Locator, page: Page, label: string, option: string): Promise<void> {
  await within.getByRole('button', { name: new RegExp(`${label}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function tag(within: Locator, page: Page, label: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
  // What is chosen leaves the list open.
  await page.keyboard.press('Tab');
}

describe('how a project plans', () => {
  it('by boards of milestones', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected });
    await page.goto(addressOf('meadow-scrum'));
    await page.getByRole('button', { name: 'Add a board to Releases' }).click();
    const dialog = dialogOf(page);
    const columns = dialog.getByRole('textbox', { name: 'Name of the column' });
    // The states of tasks, which are below stories.
    await columns.first().waitFor();
    const names = async (): Promise<string[]> =>
      Promise.all((await columns.all()).map((column) => column.inputValue()));
    const [first = '', second = '', ...others] = await names();
    await dialog.getByRole('button', { name: `Move “${first}” down` }).click();
    assert.deepEqual(await names(), [second, first, ...others]);
    await dialog.getByRole('button', { name: 'Add a column' }).click();
    await columns.last().fill('Parked');
    await choose(dialog, page, 'Tasks', 'Activity');
    await tag(dialog, page, 'Values in “Parked”', 'Tasks: no value');
    await assertAccessible(page);
    await save(page);
    await page.getByText(new RegExp(`${second}, ${first}.*Parked`)).waitFor();
    const trackers = listAt(await read(`/projects/${await idOf('meadow-scrum')}/trackers?limit=50`));
    const releases = at(
      trackers.find((one) => at(one, 'label') === 'Releases'),
      'id',
    );
    const parked = listAt(await read(`/trackers/${String(releases)}/cardwall`), 'columns').at(-1);
    assert.equal(listAt(parked, 'none_of').length, 1);
    await page.getByRole('button', { name: 'Change “Releases”' }).click();
    await dialog.getByText('Tasks: no value').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove “Releases”' }).click();
    await save(page, 'Remove');
    await page.getByRole('button', { name: 'Add a board to Releases' }).waitFor();
  });
});
