// What people look for is on the first screen, whatever the texts are that they wrote: measured in real boxes.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { at } from '../../support/harness.ts';
import { listAt } from '../../support/scenario.ts';
import { openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

/** A window as many laptops have it, in pixels. */
const screen = { width: 1360, height: 850 };
/** From the header to the first row of a report, in pixels. */
const headMax = 170;

const titles = [
  'Überweisungen an Empfänger außerhalb des Zahlungsraums brechen mit „Prüfziffer ungültig“ ab, wenn die Kontonummer Leerzeichen enthält',
  'ログイン画面で鍵が保存されず、再起動のたびにパスワードを求められる問題を修正する',
  'תקלה בכניסה (HTTP 500) במסך הראשי כאשר השם מכיל גרשיים',
  '🚑 Crash on start 👩‍👩‍👧‍👦 when the family account has more than one owner',
  'Pneumonoultramicroscopicsilicovolcanoconiosis_without_any_place_to_break_the_line_at_all_is_a_title_too',
];

let world: World;
const made: number[] = [];
before(async () => {
  world = await openWorld();
  const { json } = await world.app.call('/api/trackers/4', { as: 'ana' });
  const idOf = (label: string): unknown =>
    at(
      listAt(json, 'fields').find((field) => at(field, 'label') === label),
      'field_id',
    );
  for (const title of titles) {
    const details = { content: 'Steht so im Handbuch, Seite 12.', format: 'commonmark' };
    const values = [
      { field_id: idOf('Title'), value: title },
      { field_id: idOf('Details'), value: details },
    ];
    const answer = await world.change('/api/artifacts', {
      method: 'POST',
      as: 'ana',
      body: { tracker: { id: 4 }, values },
    });
    made.push(Number(at(answer.json, 'id')));
  }
});
after(() => world.close());

async function boxOf(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await what.waitFor();
  const box = await what.boundingBox();
  assert.ok(box, 'it has a box');
  return box;
}

/** Nothing is so wide that the page scrolls to the side. */
async function assertFits(page: Page): Promise<void> {
  const [whole = 0, window = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(whole <= window, `${whole} px of content in ${window} px of window`);
}

/** How far the first row is below the header. */
async function roomAboveRows(page: Page): Promise<number> {
  const header = await boxOf(page.getByRole('banner'));
  const row = await boxOf(page.getByTestId('report-rows').locator('[aria-rowindex="2"]'));
  return row.y - (header.y + header.height);
}

describe('a report', () => {
  it('has its first row close to the header, with filters and with tabs', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.setViewportSize(screen);
    await page.goto('/trackers/4');
    const plain = await roomAboveRows(page);
    assert.ok(plain <= headMax, `${plain} px`);
    await assertFits(page);
    await page.goto(`/trackers/4?where=${encodeURIComponent('status != "Done" AND details != "würde Größe ändern"')}`);
    await page
      .getByRole('group', { name: 'Criteria' })
      .getByRole('button', { name: /^Status/ })
      .waitFor();
    const filtered = await roomAboveRows(page);
    assert.ok(filtered <= headMax, `${filtered} px with filters`);
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitem', { name: 'Add charts' }).click();
    await page.getByRole('tab', { name: /Table/ }).click();
    const tabbed = await roomAboveRows(page);
    assert.ok(tabbed <= headMax, `${tabbed} px with filters and tabs`);
    await assertFits(page);
  });

  it('gives a number little room and the title what is left, in rows of one height', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.setViewportSize(screen);
    await page.goto('/trackers/4');
    const head = page.getByRole('columnheader');
    const title = await boxOf(head.filter({ hasText: 'Title' }));
    for (const other of (await head.all()).slice(1)) {
      const box = await boxOf(other);
      assert.ok(box.width <= title.width, `${await other.textContent()}: ${box.width} px, title: ${title.width} px`);
    }
    for (const id of made) {
      const row = await boxOf(page.getByRole('row').filter({ has: page.locator(`a[href$="/artifacts/${id}"]`) }));
      assert.equal(row.height, 36);
    }
  });

  it('fits a phone', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390 });
    await page.goto('/trackers/4');
    await boxOf(page.getByTestId('report-rows').locator('[aria-rowindex="2"]'));
    await assertFits(page);
  });
});

describe('the page of an artifact', () => {
  it('begins its discussion on the first screen, and keeps what one looks up beside it', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.setViewportSize(screen);
    for (const [index, id] of made.entries()) {
      await page.goto(`/artifacts/${id}`);
      const entry = await boxOf(page.locator('[id^=comment-]').first());
      assert.ok(entry.y + entry.height <= screen.height, `${titles[index]}: the discussion begins at ${entry.y} px`);
      const column = await boxOf(page.getByRole('region', { name: 'Properties' }));
      assert.equal(column.width, 320);
      assert.ok(column.x + column.width <= screen.width);
      await assertFits(page);
    }
  });

  it('has the box for a comment at the end, and the column stays in sight', async (context) => {
    const [id = 0] = made;
    for (let number = 1; number <= 12; number += 1)
      await world.change(`/api/artifacts/${id}`, {
        method: 'PUT',
        as: 'ana',
        body: { values: [], comment: { body: `Antwort ${number}: ${titles[number % titles.length]}`, format: 'text' } },
      });
    const page = await world.visit(context, { as: 'ana' });
    await page.setViewportSize(screen);
    await page.goto(`/artifacts/${id}`);
    await page.getByText('Antwort 12:').waitFor();
    await page.keyboard.press('m');
    const box = page.getByRole('textbox', { name: 'Your comment' });
    await box.and(page.locator(':focus')).waitFor();
    const [last, comment] = [await boxOf(page.locator('[id^=comment-]').last()), await boxOf(box)];
    assert.ok(last.y + last.height <= comment.y, 'the box comes last');
    assert.ok(comment.y + comment.height <= screen.height, 'the box is in sight');
    const column = await boxOf(page.getByRole('region', { name: 'Properties' }));
    assert.ok(column.y >= 0 && column.y < 120, `the column is at ${column.y} px`);
  });

  it('folds the column to one line on a phone', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390 });
    await page.goto(`/artifacts/${made[0]}`);
    const column = page.getByRole('region', { name: 'Properties' });
    const [folded, first] = [await boxOf(column), await boxOf(page.getByRole('heading', { name: 'Details' }))];
    assert.ok(folded.height <= 48, `${folded.height} px`);
    assert.ok(folded.y < first.y, 'it comes first');
    await assertFits(page);
    await column.getByRole('button', { name: 'Properties' }).click();
    await column.getByText('Assigned to').waitFor();
    assert.ok((await boxOf(column)).height > 150);
    await assertFits(page);
  });
});
