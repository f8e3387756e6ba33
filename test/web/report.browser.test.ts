// Tier: first, with "filters by chips"
// Tier: first, with "looks before it writes"
// Reports of trackers: finding, sorting, choosing columns, reports of one's own, changing many at once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { at } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

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
const size = (page: Page, text: string | RegExp) => page.getByTestId('report-size').getByText(text).waitFor();

/** The tracker of the cards of a kanban, whose project has no backlog. */
const cardTracker = async (): Promise<number> =>
  Number(at((await world.app.call('/api/kanban/1', { as: 'ana' })).json, 'tracker_id'));

async function openTasks(page: Page, search = ''): Promise<void> {
  await page.goto(`/trackers/${tasks}${search}`);
  await rows(page).getByRole('link').first().waitFor();
}

describe('a report', () => {
  it('filters by chips, words and one key, and keeps that in the address', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await openTasks(page);
    await assertAccessible(page);
    const all = await page.getByTestId('report-size').textContent();
    await page.getByTestId('add-criterion').click();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('Status');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Done', exact: true }).click();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.waitForURL(/where=/);
    await page.getByRole('button', { name: 'Status Done' }).waitFor();
    assert.notEqual(await page.getByTestId('report-size').textContent(), all);
    await page.reload();
    await page.getByRole('button', { name: 'Status Done' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('keystore');
    await size(page, '1 item');
    await rows(page)
      .getByRole('link', { name: /Keep the session key/ })
      .click();
    await page.waitForURL(/artifacts/);
    await page.goBack();
    await size(page, '1 item');
    await page.getByRole('button', { name: 'Revert' }).click();
    await page.getByTestId('report-size').getByText(String(all)).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('m');
    await page.waitForURL(/MYSELF/);
    await page.getByRole('button', { name: /Assigned to Me/ }).waitFor();
  });

  it('says what is wrong with a criterion, and takes a number with a sign as its operator', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /400/ });
    await page.goto(`/trackers/${tasks}?where=${encodeURIComponent('remaining_effort = ">60"')}`);
    await page
      .getByRole('alert')
      .getByText(/remaining_effort/)
      .waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: /^Remaining effort/ }).click();
    const value = page.getByRole('dialog').getByRole('textbox', { name: 'Value' });
    const asks = (where: string) => page.waitForURL((url) => url.searchParams.get('where') === where);
    await value.fill('>=2');
    await asks('remaining_effort >= 2');
    await rows(page).getByRole('link').first().waitFor();
    await value.fill('2 - 60');
    await asks('remaining_effort BETWEEN(2, 60)');
    await page.getByRole('dialog').getByRole('textbox', { name: 'To' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Remaining effort.*2 – 60/ }).waitFor();
  });

  it('is walked through beyond the rows that are drawn, and chooses the rows in sight alone', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.setViewportSize({ width: 1280, height: 600 });
    for (let number = 1; number <= 25; number += 1)
      await world.change('/api/kanban_items', {
        method: 'POST',
        as: 'ana',
        body: { item: { label: `Bolt ${number}`, kanban_id: 1 } },
      });
    await page.goto(`/trackers/${await cardTracker()}`);
    await rows(page).getByRole('link').first().waitFor();
    const total = Number.parseInt((await page.getByTestId('report-size').textContent()) ?? '', 10);
    await page.getByRole('checkbox', { name: 'Select visible rows' }).click();
    const inSight = await page.evaluate<number>(`(() => {
      const frame = document.querySelector('[data-testid=report-rows]').getBoundingClientRect();
      const head = document.querySelector('[data-testid=report-rows] [aria-rowindex="1"]').getBoundingClientRect();
      return [...document.querySelectorAll('[data-testid=report-rows] [role=row]:not([aria-rowindex="1"])')]
        .map((row) => row.getBoundingClientRect())
        .filter(({ top, bottom }) => (top + bottom) / 2 > head.bottom && (top + bottom) / 2 < frame.bottom).length;
    })()`);
    await page.getByTestId('selection').getByText(`${inSight} selected`, { exact: true }).waitFor();
    assert.ok(inSight < total, `${inSight} of ${total} are in sight`);
    await page.getByRole('checkbox', { name: 'Select visible rows' }).click();
    await rows(page).getByRole('link').first().click();
    await page.getByText(`1 of ${total}`, { exact: true }).waitFor();
    // More than are drawn.
    for (let place = 2; place <= 25; place += 1) {
      await page.keyboard.press('j');
      await page.getByText(`${place} of ${total}`, { exact: true }).waitFor();
    }
  });
});

describe('a report that is saved with words', () => {
  it('has them in their box, and what it offers first among the filters, when it is opened again', async (context) => {
    const made = await world.change(`/api/trackers/${tasks}/tracker_reports`, {
      method: 'POST',
      as: 'ana',
      body: { label: 'Keys', criteria: { title: null, status: null } },
    });
    const page = await world.visit(context, { as: 'ana' });
    await openTasks(page, `?report=${String(at(made.json, 'id'))}`);
    const chips = page.getByRole('group', { name: 'Criteria' });
    const words = page.getByRole('searchbox');
    await words.fill('keystore');
    await size(page, '1 item');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByTestId('report-chooser').getByText('modified').waitFor({ state: 'detached' });
    await page.reload();
    await size(page, '1 item');
    assert.equal(await chips.getByRole('button').count(), 1, 'what asks nothing is no chip');
    await page.getByTestId('add-criterion').click();
    const fields = page.getByRole('menuitem');
    await fields.first().waitFor();
    assert.deepEqual((await fields.allTextContents()).slice(0, 2), ['Title', 'Status']);
    await page.keyboard.press('Escape');
    assert.equal(await words.inputValue(), 'keystore');
    await page.getByRole('button', { name: 'Open', exact: true }).waitFor();
  });
});

describe('changing many', () => {
  it('looks before it writes, keeps what is refused, and takes it back', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await openTasks(page);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: /Select all \d+ that match/ }).click();
    await page.getByTestId('selection').getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Set a field' }).click();
    await page.getByRole('searchbox', { name: 'Set a field' }).fill('Activity');
    await page.keyboard.press('Enter');
    const dialog = page.getByTestId('mass-change');
    await dialog
      .getByRole('button', { name: /Activity/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'Development' }).click();
    await dialog.getByText('Do not notify').click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText(/items? will change/).waitFor();
    await dialog.getByText('No one is notified about these changes.').waitFor();
    await assertAccessible(page);
    const sent = page.waitForRequest((request) => /"send_notifications":false/.test(request.postData() ?? ''));
    await dialog.getByRole('button', { name: /^Change \d+ item/ }).click();
    await sent;
    await page.getByText(/\d+ items? changed/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/restored/).waitFor();
  });

  it('sets who is responsible for a row by one key, and a stranger can’t', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await openTasks(page);
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByRole('searchbox', { name: 'Assigned to' }).fill('Chika');
    await page.keyboard.press('Enter');
    await page.getByText('1 item changed').waitFor();
    await rows(page).getByRole('row').nth(1).getByText(/Chika/).waitFor();
    const stranger = await world.visit(context, {});
    await openTasks(stranger);
    await stranger.keyboard.press('j');
    await stranger.keyboard.press('a');
    await stranger.keyboard.press('x');
    await stranger.getByTestId('selection').waitFor();
    assert.equal(await stranger.getByRole('button', { name: 'Change' }).count(), 0);
    assert.equal(await stranger.getByRole('dialog').count(), 0);
  });
});
