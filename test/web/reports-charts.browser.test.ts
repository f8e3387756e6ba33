// Tier: first, with "moves cards by keys and by menu"
// Tier: first, with "are asked, shared by address"
// Charts and cardwalls of reports, and queries across trackers: looked at, made, moved by keys, refused, shared.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
let tracker = 0;
let report = 0;

before(async () => {
  world = await openWorld();
  const call = async (path: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as: 'ana' })).json;
  for (const project of listAt(await call('/projects?limit=50')))
    for (const one of listAt(await call(`/projects/${String(at(project, 'id'))}/trackers?limit=50`)))
      if (at(one, 'label') === 'Tasks' && tracker === 0) tracker = Number(at(one, 'id'));
  const reports = listAt(await call(`/trackers/${tracker}/tracker_reports`));
  report = Number(at(reports.find((one) => at(one, 'is_default') === true) ?? reports[0], 'id'));
});
after(() => world.close());

async function fieldId(name: string): Promise<number> {
  const { json } = await world.app.call(`/api/trackers/${tracker}`, { as: 'ana' });
  return Number(
    at(
      listAt(json, 'fields').find((field) => at(field, 'name') === name),
      'field_id',
    ),
  );
}

async function addRenderer(body: Record<string, unknown>): Promise<number> {
  const path = `/api/tracker_reports/${report}/renderers`;
  const made = await world.app.call(path, { method: 'POST', as: 'ana', body });
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

describe('charts of a report', () => {
  it('are made by administrators, drawn with their numbers as a table, and taken away', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/trackers/${tracker}`);
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add charts' }).click();
    await page.getByRole('heading', { name: 'No charts yet' }).waitFor();
    await page.getByRole('button', { name: 'Add chart', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Where we are');
    await dialog.getByRole('img', { name: /Done/ }).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const chart = page.getByRole('figure', { name: 'Where we are' });
    await chart.getByRole('img', { name: /Done/ }).waitFor();
    await assertAccessible(page);
    await chart.getByRole('button', { name: /show as a table/ }).click();
    await chart.getByRole('rowheader', { name: 'Done' }).waitFor();
    await page.reload();
    await chart.getByRole('img', { name: /Done/ }).waitFor();
    await chart.getByRole('button', { name: /Actions of/ }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    await page.getByRole('heading', { name: 'No charts yet' }).waitFor();
  });
});

describe('a cardwall', () => {
  it('moves cards by keys and by menu, and takes back what is refused', async (context) => {
    const id = await addRenderer({ type: 'plugin_cardwall', label: 'Wall', field_id: await fieldId('status') });
    const page = await world.visit(context, { as: 'ana', expected: /400|412/ });
    await page.goto(`/trackers/${tracker}?view=${id}`);
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
    const card = column('In progress').getByRole('link').first();
    const title = (await card.textContent()) ?? '';
    const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
    await assertAccessible(page);
    await card.focus();
    const isLeft = saved();
    await page.keyboard.press('Control+ArrowLeft');
    await isLeft;
    const moved = column('To do').getByRole('link', { name: title });
    await moved.waitFor();
    const isFocused = `document.activeElement.textContent === ${JSON.stringify(title)}`;
    await until(async () => page.evaluate<boolean>(isFocused));
    const done = saved();
    await column('To do').getByRole('button', { name: /^Move/ }).first().click();
    await page.getByRole('menuitem', { name: 'Blocked' }).click();
    await done;
    await column('Blocked').getByRole('link', { name: title }).waitFor();
    await page.route('**/api/artifacts/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { error: { code: 400, message: 'Bad Request: the workflow says no' } } })
        : route.continue(),
    );
    await column('Blocked').getByRole('link', { name: title }).focus();
    await page.keyboard.press('Control+ArrowRight');
    await column('Blocked').getByRole('alert').getByText('the workflow says no').waitFor();
    await until(async () => page.evaluate<boolean>(isFocused));
    await assertAccessible(page);
  });

  it('moves a card that is dragged', async (context) => {
    const id = await addRenderer({ type: 'plugin_cardwall', label: 'Dragged', field_id: await fieldId('status') });
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/trackers/${tracker}?view=${id}`);
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
    const card = column('Done').getByRole('article').first();
    const title = (await card.getByRole('link').textContent()) ?? '';
    const near = { x: 60, y: 30 };
    await card.dragTo(column('To do').getByRole('group'), { sourcePosition: near, targetPosition: near });
    await column('To do').getByRole('link', { name: title }).waitFor();
    const cards = await page.getByRole('article').count();
    await column('To do').getByRole('link').first().click();
    await page.getByText(`1 of ${cards}`, { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.getByText(`2 of ${cards}`, { exact: true }).waitFor();
    await page.keyboard.press('u');
    await page.waitForURL(/trackers\/\d+\?view=/);
    await column('To do').getByRole('link', { name: title }).waitFor();
  });

  it('is gone back to where its cards changed while one of them was opened', async (context) => {
    const id = await addRenderer({ type: 'plugin_cardwall', label: 'Left', field_id: await fieldId('status') });
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/trackers/${tracker}?view=${id}`);
    const card = page.getByRole('article').first();
    const opened = Number(/\/artifacts\/(\d+)/.exec((await card.getByRole('link').getAttribute('href')) ?? '')?.[1]);
    // The cards come anew as soon as the browser has the address of the artifact, whose page is read after them.
    const [isAsked, isLeft] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(`**/api/trackers/${tracker}/artifacts?*`, async (route) => {
      isAsked.resolve();
      await isLeft.promise;
      await route.continue();
    });
    const body = { values: [], comment: { body: 'Meanwhile', format: 'text' } };
    await world.change(`/api/artifacts/${opened}`, { as: 'ana', method: 'PUT', body });
    await isAsked.promise;
    const isReadAnew = page.waitForResponse((answer) => answer.url().includes(`/trackers/${tracker}/artifacts`));
    await page.route(`**/api/artifacts/${opened}?*`, async (route) => {
      await isReadAnew;
      await route.continue();
    });
    await Promise.all([
      page.waitForURL(`**/artifacts/${opened}`, { waitUntil: 'commit' }).then(isLeft.resolve),
      card.getByRole('link').click(),
    ]);
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.keyboard.press('u');
    await page.waitForURL(/trackers\/\d+\?view=/);
  });
});

describe('queries across trackers', () => {
  const query = 'SELECT @pretty_title, @status FROM @project = MY_PROJECTS() WHERE @id > 0 ORDER BY @id DESC';

  it('are asked, shared by address, expanded, kept and exported', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/queries');
    await page.getByRole('textbox', { name: 'Query' }).fill(query);
    await page.keyboard.press('Control+Enter');
    await page.getByText(/\d+ items/).waitFor();
    await page.reload();
    assert.equal(await page.getByRole('textbox', { name: 'Query' }).inputValue(), query);
    await page
      .getByRole('button', { name: /^Links of/ })
      .first()
      .click();
    await page
      .getByText(/^Links (from|to) here$/)
      .first()
      .waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save query' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('All of mine');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'All of mine', exact: true }).waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    assert.equal((await file).suggestedFilename(), 'query.csv');
  });

  it('are boards whose cards people put into an order by keys', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const text = "SELECT @id FROM @tracker.name IN ('story', 'task') WHERE @id > 0";
    const addressOf = (query: string): string =>
      `/queries?${new URLSearchParams({ q: query, by: '@status' }).toString()}`;
    await page.goto(addressOf(text));
    const column = page.getByRole('region', { name: /^Done/ });
    const titles = (): Promise<string[]> => column.getByRole('article').getByRole('link').allTextContents();
    await column.getByRole('link').nth(1).waitFor();
    const [first = '', second = '', ...others] = await titles();
    const done = page.waitForResponse((answer) => answer.url().endsWith('/artifact_order') && answer.ok());
    await column.getByRole('link').first().focus();
    await page.keyboard.press('Control+ArrowDown');
    await done;
    await assertAccessible(page);
    await page.reload();
    await column.getByRole('link').nth(1).waitFor();
    assert.deepEqual(await titles(), [second, first, ...others]);
    // Stories have no such column.
    const ready = page.getByRole('group', { name: 'Ready', exact: true });
    const story = ready.getByRole('article').first();
    const title = await story.getByRole('link').innerText();
    const bidi = await page.evaluate<string>(`getComputedStyle(document.querySelector('[data-card] a')).unicodeBidi`);
    assert.match(bidi, /isolate|plaintext/, 'controls of direction in a title turn nothing beside it');
    await story.getByRole('button', { name: `Drag “${title}”` }).press('Enter');
    const blocked = page.getByRole('group', { name: 'Blocked', exact: true });
    await until(async () => {
      if ((await blocked.and(page.locator(':focus')).count()) === 1) return true;
      await page.keyboard.press('Tab');
      return false;
    });
    await page.keyboard.press('Enter');
    await page.getByText(`Can’t move “${title}” to Blocked`).first().waitFor();
    await ready.getByRole('link', { name: title }).waitFor();
    await page.goto(addressOf(`${text} ORDER BY @id ASC`));
    await page.getByText(/in the order of the query/).waitFor();
  });
});
