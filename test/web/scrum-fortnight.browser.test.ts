// Tier: first, with "begins with a sprint"
// A scrum team's fortnight in the browser: who plans fills a sprint, the team works on its taskboard and sees each other's moves, and
// what is left goes back when the sprint is closed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { at } from '../support/harness.ts';
import { assertAccessible, drag, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const sprintName = 'Sprint 5: receipts';
const story = 'Split a bill with friends';
/** The row of a story, and a cell of it. */
const rowOf = (page: Page, title = story) => page.getByRole('group', { name: title });
const cellOf = (page: Page, column: string, title = story) =>
  rowOf(page, title).getByRole('group', { name: new RegExp(`^${column}, `) });
const cardIn = (page: Page, column: string, title: string) => cellOf(page, column).getByRole('link', { name: title });
const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().includes('taskboard_c'));

describe('a fortnight', () => {
  let board = '';

  it('begins with a sprint that is made and filled, and its taskboard opened', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/milestones/2/planning');
    await page.getByRole('button', { name: 'New sprint' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().fill(sprintName);
    await page.getByRole('button', { name: 'Create' }).click();
    const sprint = page.getByRole('region', { name: new RegExp(`^${sprintName}`) });
    await sprint.waitFor();
    await page.getByRole('button', { name: `Move “${story}” to…` }).click();
    await page.getByRole('menuitem', { name: sprintName }).click();
    await sprint.getByRole('link', { name: story }).waitFor();
    await page.getByRole('button', { name: `Actions of ${sprintName}` }).click();
    await page.getByRole('menuitem', { name: 'Taskboard' }).click();
    await page.getByRole('heading', { name: `Taskboard of ${sprintName}` }).waitFor();
    await rowOf(page).waitFor();
    board = new URL(page.url()).pathname;
    await page.getByRole('link', { name: 'Overview' }).last().click();
    await page.getByRole('link', { name: 'Open the taskboard' }).click();
    await rowOf(page).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(`taskboard ${sprintName}`);
    await page.getByRole('menuitem', { name: new RegExp(`^Taskboard of ${sprintName}`) }).click();
    await rowOf(page).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('backlog');
    await page.getByRole('menuitem', { name: /^Backlog/ }).click();
    await page.getByRole('region', { name: /^Backlog/ }).waitFor();
    // Mails and wikis hold addresses of another kind.
    const id = /\d+/.exec(board)?.[0] ?? '';
    await page.goto(`/plugins/taskboard/meadow-scrum/${id}`);
    await rowOf(page).waitFor();
    assert.equal(new URL(page.url()).pathname, board);
    await page.goto(`/plugins/agiledashboard/?group_id=101&planning_id=2&aid=${id}&action=show`);
    await page.getByRole('heading', { name: sprintName }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/milestones/${id}`);
  });

  it('goes on with tasks that are added, estimated and moved while others look on', async (context) => {
    const bruno = await world.visit(context, { as: 'bruno' });
    const emre = await world.visit(context, { as: 'emre', appearance: 'dark', width: 390 });
    await Promise.all([bruno.goto(board), emre.goto(board)]);
    await Promise.all([rowOf(bruno).waitFor(), rowOf(emre).waitFor()]);
    await cellOf(bruno, 'To do').hover();
    await bruno.getByRole('button', { name: `Add to To do, below “${story}”` }).click();
    for (const title of ['Draw the page', 'Write the sum']) {
      await bruno.getByRole('textbox', { name: 'Title of the new card' }).fill(title);
      await bruno.keyboard.press('Enter');
      await cardIn(bruno, 'To do', title).waitFor();
    }
    await bruno.keyboard.press('Escape');
    await cardIn(emre, 'To do', 'Write the sum').waitFor();
    const card = cardIn(bruno, 'To do', 'Draw the page');
    const efforts: unknown[] = [];
    bruno.on('request', (request) => {
      if (request.method() === 'PATCH') efforts.push(at(request.postDataJSON(), 'remaining_effort'));
    });
    const effort = bruno.getByRole('textbox', { name: 'Remaining effort' });
    for (const typed of ['1.2554', undefined, '4']) {
      await card.focus();
      await bruno.keyboard.press('e');
      await effort.and(bruno.locator(':focus')).waitFor();
      if (typed !== undefined) await effort.fill(typed);
      await Promise.all([typed === undefined ? undefined : saved(bruno), bruno.keyboard.press('Enter')]);
      await effort.waitFor({ state: 'detached' });
    }
    assert.deepEqual(efforts, [1.2554, 4], 'as typed, and nothing where nothing was');
    await emre.getByRole('button', { name: 'Remaining effort of “Draw the page”: 4' }).waitFor();
    await bruno.getByRole('button', { name: 'Assignees of “Draw the page”' }).click();
    await bruno.getByRole('menuitem', { name: /^Bruno Adeyemi/ }).click();
    const mine = (page: Page) =>
      cellOf(page, 'To do').getByRole('article').filter({ hasText: 'Draw the page' }).getByText('Bruno Adeyemi');
    await Promise.all([mine(bruno).waitFor(), mine(emre).waitFor()]);
    await card.focus();
    await Promise.all([saved(bruno), bruno.keyboard.press('Control+ArrowDown')]);
    const titles = () => cellOf(bruno, 'To do').getByRole('article').getByRole('link').allInnerTexts();
    assert.deepEqual((await titles()).slice(-2), ['Write the sum', 'Draw the page']);
    await Promise.all([saved(bruno), bruno.keyboard.press('Control+ArrowRight')]);
    await cardIn(emre, 'In progress', 'Draw the page').waitFor();
    await bruno.getByRole('status').getByText('“Draw the page” is now in In progress').waitFor();
    await Promise.all([saved(bruno), bruno.keyboard.press('Control+z')]);
    await cardIn(emre, 'To do', 'Draw the page').waitFor();
    await card.and(bruno.locator(':focus')).waitFor();
    await Promise.all([saved(bruno), bruno.keyboard.press('Control+ArrowRight')]);
    await cardIn(emre, 'In progress', 'Draw the page').waitFor();
    // Nobody reviews tasks.
    await cellOf(bruno, 'To do').getByRole('button', { name: 'Move “Write the sum” to…' }).click();
    await bruno.getByRole('menuitem', { name: 'Review' }).and(bruno.locator('[aria-disabled=true]')).waitFor();
    await bruno.keyboard.press('Escape');
    const dragged = cellOf(bruno, 'To do').getByRole('article').filter({ hasText: 'Write the sum' });
    const changes = efforts.length;
    await drag(bruno, dragged, cellOf(bruno, 'Review'));
    await cardIn(bruno, 'To do', 'Write the sum').waitFor();
    assert.equal(efforts.length, changes, 'nothing is asked of the server');
    await Promise.all([saved(bruno), drag(bruno, dragged, cellOf(bruno, 'In progress'))]);
    await cardIn(emre, 'In progress', 'Write the sum').waitFor();
    await cardIn(bruno, 'In progress', 'Write the sum').focus();
    await Promise.all([saved(bruno), bruno.keyboard.press('Control+ArrowLeft')]);
    await cardIn(emre, 'To do', 'Write the sum').waitFor();
    await Promise.all([assertAccessible(bruno), assertAccessible(emre)]);
  });

  it('has a daily before a full screen, with what is done and who is elsewhere folded away', async (context) => {
    const page = await world.visit(context, { as: 'bruno' });
    await page.goto(board);
    await rowOf(page).waitFor();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    assert.equal(await page.getByRole('banner').isVisible(), false);
    await page.getByRole('button', { name: 'Exit full screen' }).click();
    await page.getByRole('banner').waitFor();
    const kept = (): Promise<unknown> => page.waitForResponse((answer) => answer.url().includes('preferences'));
    await Promise.all([kept(), page.getByRole('button', { name: 'Collapse column Review' }).click()]);
    await Promise.all([kept(), page.getByRole('checkbox', { name: 'Hide closed' }).click({ force: true })]);
    await Promise.all([kept(), page.getByRole('button', { name: `Collapse “${story}”` }).click()]);
    await page.reload();
    await page.getByRole('button', { name: `Expand “${story}”` }).click();
    await page.getByRole('button', { name: 'Expand column Review' }).waitFor();
    assert.equal(await page.getByRole('checkbox', { name: 'Hide closed' }).isChecked(), true);
    await page.getByRole('textbox', { name: 'Find cards' }).fill('draw');
    await cardIn(page, 'To do', 'Write the sum').waitFor({ state: 'detached' });
    assert.match(page.url(), /q=draw/);
    await page.keyboard.press('Escape');
  });

  it('is looked at across trackers, by any list, and moved there too', async (context) => {
    const page = await world.visit(context, { as: 'bruno' });
    const query = "SELECT @id FROM @project = 'self' WHERE @status = OPEN()";
    await page.goto(`/queries?${new URLSearchParams({ project: '101', q: query }).toString()}`);
    await page.getByRole('button', { name: 'Board' }).click();
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
    // Tasks and stories have values of the same name; Review is one of stories alone.
    await column('In progress').getByRole('link', { name: 'Draw the page' }).waitFor();
    await column('To do').getByRole('link', { name: 'Write the sum' }).waitFor();
    await column('Review').waitFor();
    assert.match(page.url(), /by=%40status/);
    await assertAccessible(page);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Move “Write the sum” to…' }).click();
    await Promise.all([saved, page.getByRole('menuitem', { name: 'Blocked' }).click()]);
    await column('Blocked').getByRole('link', { name: 'Write the sum' }).waitFor();
    await page.getByRole('button', { name: 'Move “Draw the page” to…' }).click();
    await page.getByRole('menuitem', { name: 'Review' }).and(page.locator('[aria-disabled=true]')).waitFor();
    await page.keyboard.press('Escape');
    await column('In progress').getByRole('link', { name: 'Draw the page' }).waitFor();
    await page.getByRole('button', { name: /Columns by/ }).click();
    await page.getByRole('option', { name: 'Assigned to, in every tracker' }).click();
    await column('Bruno Adeyemi').getByRole('link', { name: 'Draw the page' }).waitFor();
    await page.getByRole('button', { name: /Columns by/ }).click();
    await page.getByRole('option', { name: 'Activity' }).click();
    await page.waitForURL(/by=activity/);
    await column('Development').waitFor();
  });

  it('ends with a closed sprint, whose open items are back in the release', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/milestones/2/planning');
    await page.getByRole('button', { name: `Actions of ${sprintName}` }).click();
    await page.getByRole('menuitem', { name: 'Complete…' }).click();
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByRole('region', { name: new RegExp(`^${sprintName}`) }).waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: /^Backlog/ })
      .getByRole('link', { name: story })
      .waitFor();
    await page.goto(board);
    await page.getByRole('heading', { name: 'No items' }).waitFor();
    const guest = await world.visit(context, { as: 'freya', expected: /404 .*taskboard/ });
    await guest.goto('/milestones/5/taskboard');
    await guest.getByRole('group', { name: 'Freeze a lost card' }).waitFor();
    assert.equal(await guest.getByRole('button', { name: /^(Drag|Add to|Move)/ }).count(), 0);
    // Arrows go on from row to row.
    const focused = (title: string) => guest.locator('a:focus').getByText(title).waitFor();
    await cellOf(guest, 'Done', 'Freeze a lost card').getByRole('link').focus();
    await guest.keyboard.press('ArrowDown');
    await focused('Check the account number while it is typed');
    await guest.keyboard.press('ArrowUp');
    await focused('Freeze a lost card');
    await guest.goto('/milestones/2/taskboard');
    await guest.getByRole('heading', { name: 'This milestone has no taskboard' }).waitFor();
  });
});
