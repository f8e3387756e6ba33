// Boards as their people see them: the status that one needs, the closed column, filters, selected cards, all that is open.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import { openWorld } from '../windows/world.ts';
import type { Page, World } from '../windows/world.ts';

let world: World;
let board = 0;

before(async () => {
  world = await openWorld();
  const body = { shortname: 'team', label: 'Team', is_public: true, xml_template_name: 'kanban' };
  const project = Number(at(await send('POST', '/projects', body, 'root'), 'id'));
  board = Number(at(await read(`/projects/${project}/kanban`), '0.id'));
});
after(() => world.close());

const send = async (method: 'POST' | 'PATCH', path: string, body: unknown, as = 'root'): Promise<unknown> =>
  (await world.change(`/api${path}`, { as, method, body })).json;
const read = async (path: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as: 'root' })).json;
const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });

async function addCards(page: Page, column: string, titles: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: `Add to ${column}` }).click();
  for (const title of titles) {
    await page.getByRole('textbox', { name: 'Title of the new card' }).fill(title);
    await page.keyboard.press('Enter');
    await columnOf(page, column).getByRole('link', { name: title }).waitFor();
  }
  await page.keyboard.press('Escape');
}

describe('a board', () => {
  it('of the template begins with cards that are open, and ends with those that are closed', async (context) => {
    const page = await world.visit(context, { as: 'root' });
    await page.goto(`/kanban/${board}`);
    await addCards(page, 'Backlog', ['Order chairs', 'Fix the printer']);
    assert.equal(await columnOf(page, 'Backlog').count(), 1, 'there is no second backlog');
    await page.getByRole('button', { name: 'Move “Order chairs” to…' }).click();
    await page.getByRole('menuitem', { name: 'Done' }).click();
    await columnOf(page, 'Done').getByRole('link', { name: 'Order chairs' }).waitFor();
    const summary = await read(`/kanban/${board}`);
    // The page shows the card there before the server has it.
    await until(async () => {
      const counts = await read(`/projects/${String(at(summary, 'tracker.project.id'))}/kanban`);
      return at(counts, '0.open_items_count') === 1 && at(counts, '0.closed_items_count') === 1;
    });
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^E-mail addresses/ })
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it('moves and assigns the cards that are selected', async (context) => {
    const page = await world.visit(context, { as: 'root' });
    await page.goto(`/kanban/${board}`);
    await addCards(page, 'To do', ['Call the landlord', 'Book flights']);
    for (const title of ['Call the landlord', 'Book flights'])
      await page.getByRole('checkbox', { name: `Select “${title}”` }).click();
    const bar = page.getByRole('toolbar', { name: 'Selected cards' });
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Move to…' }).click();
    await page.getByRole('menuitem', { name: 'Review' }).click();
    await columnOf(page, 'Review').getByRole('link', { name: 'Book flights' }).waitFor();
    await bar.getByRole('button', { name: 'Change…' }).waitFor();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'detached' });
  });

  it('is filtered by values of several fields, as its address says', async (context) => {
    const page = await world.visit(context, { as: 'root' });
    await page.goto(`/kanban/${board}?people=[100]`);
    await columnOf(page, 'Review').getByRole('link', { name: 'Book flights' }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('option', { name: /Urgent/ }).click();
    await page.waitForURL(/filter=/);
    await page.keyboard.press('Escape');
    await columnOf(page, 'Review').getByRole('link', { name: 'Book flights' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove filter Priority: Urgent' }).click();
    await columnOf(page, 'Review').getByRole('link', { name: 'Book flights' }).waitFor();
  });

  it('without a status gets one where it stands, and what is there stays open', async (context) => {
    const fields = [{ field_id: 1, type: 'string', label: 'Title', name: 'title', required: true }];
    const tracker = await send('POST', '/trackers', {
      project: { id: Number(at(await read(`/kanban/${board}`), 'tracker.project.id')) },
      label: 'Ideas',
      item_name: 'idea',
      color_name: 'deep-blue',
      fields,
      structure: [{ id: 1, content: null }],
      semantics: { title: { field_id: 1 } },
    });
    const id = Number(at(tracker, 'id'));
    const values = [{ field_id: at(tracker, 'fields.0.field_id'), value: 'An old idea' }];
    const idea = Number(at(await send('POST', '/artifacts', { tracker: { id }, values }), 'id'));
    const kanban = Number(at(await send('POST', '/kanban', { label: 'Ideas', tracker_id: id }), 'id'));
    const page = await world.visit(context, { as: 'root' });
    await page.goto(`/kanban/${kanban}`);
    await page.getByRole('button', { name: 'Add a status' }).click();
    await columnOf(page, 'In progress').waitFor();
    await columnOf(page, 'Backlog').getByRole('link', { name: 'An old idea' }).waitFor();
    await until(async () => at(await read(`/artifacts/${idea}`), 'is_open') === true);
  });
});

describe('all open issues of a project', () => {
  it('are a board of its trackers, without milestones and without a query', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/meadow-scrum/overview');
    const boards = page.getByRole('region', { name: 'Boards and planning' });
    await boards.getByRole('link', { name: 'Backlog' }).waitFor();
    await boards.getByRole('link', { name: 'All open issues' }).click();
    await page.waitForURL(/\/projects\/meadow-scrum\/issues/);
    await page.getByRole('article').first().waitFor();
    assert.equal(await page.getByText(/SELECT/).count(), 0);
    const titles = await page.getByRole('article').allInnerTexts();
    assert.ok(
      titles.every((text) => /^(?:story|task|bug) #/.test(text.trim())),
      titles.join('\n'),
    );
  });

  it('say which card left them, and bring it back', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/meadow-scrum/issues');
    const title = 'Confirm a transfer with a second factor';
    const statusNow = async (): Promise<unknown> => at(await read('/artifacts/23'), 'status');
    const before = await statusNow();
    await page.getByRole('button', { name: `Move “${title}” to…` }).click();
    await page.getByRole('menuitem', { name: 'Done' }).click();
    await page.getByText('#23 is now in Done and no longer on this board').waitFor();
    assert.equal(await statusNow(), 'Done');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 card moved back').waitFor();
    await page.getByRole('link', { name: title }).waitFor();
    assert.equal(await statusNow(), before);
  });
});
