// Reports of trackers: finding, sorting, choosing columns, reports of one's own, changing many at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Page, World } from '../windows/world.ts';

let world: World;
let tasks = 0;

before(async () => {
  world = await openWorld();
  const { json } = await world.app.call('/api/projects/101/trackers?representation=minimal', { as: 'ana' });
  const trackers: unknown[] = Array.isArray(json) ? json : [];
  const found = trackers.find((tracker) => at(tracker, 'label') === 'Tasks');
  tasks = Number(at(found, 'id'));
});
after(() => world.close());

const rows = (page: Page) => page.getByTestId('report-rows');
const titles = (page: Page): Promise<string[]> =>
  page.getByTestId('report-rows').locator('[role=row] a[class*=title]').allTextContents();

/** The tracker of the cards of a kanban, whose project has no backlog. */
const cardTracker = async (): Promise<number> =>
  Number(at((await world.app.call('/api/kanban/1', { as: 'ana' })).json, 'tracker_id'));

async function openTasks(page: Page, search = ''): Promise<void> {
  await page.goto(`/trackers/${tasks}${search}`);
  await rows(page).getByRole('link').first().waitFor();
}

describe('a report', () => {
  it('goes by keyboard: moves, chooses, looks, sorts', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await openTasks(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByTestId('selection').getByText('1 selected').waitFor();
    await page.keyboard.press(' ');
    await page.getByTestId('peek').getByRole('heading').first().waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByTestId('peek').waitFor({ state: 'detached' });
    const [second] = (await titles(page)).slice(2);
    await rows(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/artifacts\/\d+/);
    await page.goBack();
    await rows(page).getByRole('link').first().waitFor();
    assert.ok(second);
    await page.getByRole('button', { name: 'Title', exact: true }).click();
    await page.waitForURL(/sort=title/);
    await page.locator('[role=columnheader][aria-sort=ascending]').getByText('Title').waitFor();
    await page.getByRole('button', { name: 'Column Title' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await page.waitForURL(/sort=-title/);
  });

  it('completes a condition, and shows where a wrong one is wrong', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /400/ });
    await openTasks(page);
    await page.getByRole('button', { name: 'Query' }).click();
    const box = page.getByRole('combobox', { name: 'Condition' });
    await box.fill('');
    await box.pressSequentially('stat');
    await page
      .getByRole('option', { name: /^status/ })
      .first()
      .waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await box.inputValue(), 'status ');
    await box.pressSequentially('~ "x"');
    await page.keyboard.press('Enter');
    const mistake = page.getByRole('alert');
    await mistake.getByText(/Found ~, expected/).waitFor();
    assert.equal(await mistake.locator('mark').textContent(), '~');
    await assertAccessible(page);
    await box.fill('status = "Done"');
    await page.keyboard.press('Enter');
    await mistake.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Query' }).click();
    await page.getByRole('button', { name: 'Status Done' }).waitFor();
  });

  it('groups, sums up, and remembers columns for the next visit', async (context) => {
    const page = await world.visit(context, { as: 'bruno' });
    await openTasks(page);
    await page.getByRole('button', { name: 'Column Status' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Group by this' }).click();
    await rows(page).getByRole('button', { name: /Done/ }).waitFor();
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitem', { name: 'Show totals' }).click();
    await page.getByRole('combobox', { name: 'Totals' }).selectOption('average');
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitem', { name: 'Columns' }).click();
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/preferences') && answer.ok());
    await page.getByRole('button', { name: 'Hide Status' }).click();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await saved;
    await page.goto('/');
    await openTasks(page);
    await rows(page).getByRole('button', { name: /Done/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Column Status' }).count(), 0);
    assert.equal(await page.getByRole('combobox', { name: 'Totals' }).inputValue(), 'average');
  });

  it('is saved under a name, changed, kept as it is where the server is busy, and deleted', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /503/ });
    // Whatever sorting an earlier visit left.
    await openTasks(page, '?where=status%20%3D%20%22Done%22&sort=');
    const more = (name: string) => async (): Promise<void> => {
      await page.getByRole('button', { name: 'Report actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await more('Save as…')();
    await page.getByLabel('Name').fill('What is done');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByTestId('report-chooser').getByText('What is done').waitFor();
    const sorted = page.locator('[role=columnheader][aria-sort=ascending]').getByText('Title');
    await page.getByRole('button', { name: 'Title', exact: true }).click();
    await sorted.waitFor();
    await page.getByRole('button', { name: 'Status Done' }).waitFor();
    await page.reload();
    await page.getByTestId('report-chooser').getByText('What is done').waitFor();
    await sorted.waitFor();
    await page.route('**/api/tracker_reports/*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('busy').waitFor();
    await sorted.waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('modified').waitFor({ state: 'detached' });
    await sorted.waitFor();
    await page.getByTestId('report-chooser').click();
    await page.getByRole('menuitem', { name: /What is done · private/ }).waitFor();
    await page.keyboard.press('Escape');
    await more('Delete…')();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByTestId('report-chooser').getByText('What is done').waitFor({ state: 'detached' });
  });
});

describe('trackers of a project', () => {
  it('are listed with counts, on a phone and in French too', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', width: 390, appearance: 'dark' });
    await page.goto('/projects/meadow-scrum/trackers');
    await page.getByRole('link', { name: 'Tasks' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('textbox').fill('task');
    await page.getByRole('link', { name: 'Sprints' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Tasks' }).click();
    await rows(page).getByRole('link').first().waitFor();
    await assertAccessible(page);
  });

  it('say in French what the server refuses in English', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', expected: /400/ });
    await page.goto(`/trackers/4?asQuery=true&where=${encodeURIComponent('nowhere = 1')}`);
    await page.getByText("On ne peut pas chercher sur 'nowhere'").waitFor();
    await page.goto(`/trackers/4?asQuery=true&where=${encodeURIComponent('status =')}`);
    await page.getByText(/^Ligne 1, colonne 9\s: trouvé\s: la fin\s; attendu\s: .*un texte entre guillemets/).waitFor();
    await assertAccessible(page);
  });
});

describe('choosing rows', () => {
  it('asks for no backlog where the project has none', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('backlog')) asked.push(request.url());
    });
    await page.goto(`/trackers/${await cardTracker()}`);
    await rows(page).getByRole('link').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: /Select all \d+ that match/ }).click();
    await page
      .getByTestId('selection')
      .getByText(/^(?:[2-9]|\d\d+) selected/)
      .waitFor();
    assert.deepEqual(asked, []);
  });
});
