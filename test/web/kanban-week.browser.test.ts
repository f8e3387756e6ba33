// A kanban team's week in the browser: work comes in, is limited, moves while two people race for it, and is done.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const cardIn = (page: Page, column: string, title: string) =>
  columnOf(page, column).getByRole('link', { name: title, exact: true });

async function add(page: Page, column: string, titles: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: `Add to ${column}` }).click();
  for (const title of titles) {
    await page.getByRole('textbox', { name: 'Title of the new card' }).fill(title);
    await page.keyboard.press('Enter');
    await cardIn(page, column, title).waitFor();
  }
  await page.keyboard.press('Escape');
}

/** What a board shows: the titles of each column, in their order. */
async function boardOf(page: Page): Promise<string> {
  const columns = await page.locator('section:has(article)').all();
  const shown = columns.map(async (column) => {
    const titles = await column.getByRole('article').getByRole('link').allInnerTexts();
    return [await column.getByRole('heading').innerText(), ...titles].join('\n');
  });
  return (await Promise.all(shown)).join('\n\n');
}

/** Titles in a column, as the server has them. */
async function titlesIn(label: string): Promise<unknown[]> {
  const board = await world.app.call('/api/kanban/1', { as: 'ana' });
  const column = listAt(board.json, 'columns').find((one) => at(one, 'label') === label);
  const path = `/api/kanban/1/items?column_id=${String(at(column, 'id'))}&limit=100`;
  const { json } = await world.app.call(path, { as: 'ana' });
  return listAt(json, 'collection').map((item) => at(item, 'label'));
}

describe('a week', () => {
  const together = ['Mend the net', 'Sweep the pier', 'Count the boats', 'Check the ropes'];

  it('begins with work that comes in, is found again, and is more than a column should hold', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/harbor-kanban');
    await page.getByRole('link', { name: 'Harbor board' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('harbor board');
    await page.getByRole('menuitem', { name: /^Harbor board/ }).click();
    await page.getByRole('heading', { name: 'Harbor board', level: 1 }).waitFor();
    await columnOf(page, 'To do').waitFor();
    await add(page, 'To do', ['Oil the winch', 'Paint the buoy', ...together]);
    await page.getByRole('textbox', { name: 'Find cards' }).fill('winch');
    await cardIn(page, 'To do', 'Paint the buoy').waitFor({ state: 'detached' });
    await cardIn(page, 'To do', 'Oil the winch').waitFor();
    assert.match(page.url(), /q=winch/);
    await page.getByRole('textbox', { name: 'Find cards' }).fill('');
    for (const title of together) {
      await cardIn(page, 'To do', title).focus();
      await page.keyboard.press('x');
    }
    await page.keyboard.press('Control+ArrowRight');
    for (const title of together) await cardIn(page, 'Doing', title).waitFor();
    await page.getByText(/Doing is over its limit/).waitFor();
    await assertAccessible(page);
  });

  it('is looked at by rows, by person, and as charts', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/kanban/1');
    await columnOf(page, 'To do').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const person = page.getByRole('dialog').getByRole('option').first();
    const name = (await person.textContent()) ?? '';
    await person.click();
    await page.waitForURL(/people=/);
    await page.keyboard.press('Escape');
    await cardIn(page, 'To do', 'Oil the winch').waitFor({ state: 'detached' });
    await page.getByRole('article').first().getByText(name, { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    await page.getByRole('button', { name: /Group by$/ }).click();
    await page.getByRole('option', { name: 'Group by: Assigned to' }).click();
    await page.waitForURL(/rows=\d+/);
    const row = page.getByRole('group', { name: /row None/ });
    await row.getByRole('link', { name: 'Oil the winch' }).focus();
    const moved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await page.keyboard.press('Control+Home');
    await moved;
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Collapse row None' }).click();
    await row.getByRole('link', { name: 'Oil the winch' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Charts' }).click();
    await page.getByRole('figure', { name: 'Cumulative flow' }).locator('svg[role]').waitFor();
    await page.getByRole('figure', { name: 'Cycle time' }).waitFor();
    await page.getByRole('button', { name: /Period$/ }).click();
    await page.getByRole('option', { name: 'The last 364 days' }).click();
    await page.getByRole('figure', { name: 'Cumulative flow' }).locator('svg[role]').waitFor();
    await assertAccessible(page);
  });

  it('goes on with two people who race for the same cards, and see one board', async (context) => {
    const [ana, emre] = [
      await world.visit(context, { as: 'ana', expected: /4\d\d/ }),
      await world.visit(context, { as: 'emre', expected: /4\d\d/ }),
    ];
    await Promise.all([ana.goto('/kanban/1'), emre.goto('/kanban/1')]);
    await Promise.all([ana, emre].map((page) => cardIn(page, 'To do', 'Oil the winch').waitFor()));
    const press = async (page: Page, column: string, title: string, key: string): Promise<void> => {
      await cardIn(page, column, title).focus();
      const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await Promise.all([answered, page.keyboard.press(key)]);
    };
    // Each their own, then both the same.
    await Promise.all([
      press(ana, 'To do', 'Oil the winch', 'Control+ArrowRight'),
      press(emre, 'To do', 'Paint the buoy', 'Control+ArrowRight'),
    ]);
    await Promise.all(
      [ana, emre].flatMap((page) =>
        ['Oil the winch', 'Paint the buoy'].map((title) => cardIn(page, 'Doing', title).waitFor()),
      ),
    );
    await Promise.all([
      press(ana, 'Doing', 'Mend the net', 'Control+ArrowLeft'),
      press(emre, 'Doing', 'Mend the net', 'Control+Home'),
    ]);
    await Promise.all([
      press(ana, 'Doing', 'Paint the buoy', 'Control+Home'),
      press(emre, 'Doing', 'Oil the winch', 'Control+Home'),
    ]);
    // Both boards come to what the server has.
    for (const column of ['To do', 'Doing']) {
      const wanted = JSON.stringify(await titlesIn(column));
      for (const page of [ana, emre])
        await until(
          async () => JSON.stringify(await columnOf(page, column).locator('article a').allInnerTexts()) === wanted,
        );
    }
    assert.equal(await boardOf(ana), await boardOf(emre));
  });

  it('ends with what is closed, in a column of its own', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/kanban/1');
    const card = cardIn(page, 'To do', 'Mend the net').or(cardIn(page, 'Doing', 'Mend the net'));
    await card.waitFor();
    await card.click();
    await page.getByRole('heading', { name: 'Mend the net' }).waitFor();
    await page.goBack();
    await columnOf(page, 'Done').getByRole('article').first().waitFor();
    const dagny = await world.visit(context, { as: 'dagny', width: 390, appearance: 'dark', locale: 'fr-FR' });
    await dagny.goto('/kanban/1');
    await cardIn(dagny, 'Doing', 'Oil the winch').waitFor();
    await assertAccessible(dagny);
  });
});
