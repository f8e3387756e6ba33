// Every type of field in the form of an artifact, lists that depend on each other, and states that ask for something.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';
import { writeWorkshop } from './workshop.ts';

let world: World;
let folder: string;
let tracker = 0;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-workshop-'));
  world = await openWorld('', [await writeWorkshop(folder)]);
  const { json } = await world.app.call('/api/projects/103/trackers', { as: 'ana' });
  tracker = Number(at(json, '0.id'));
});
after(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const fieldOf = (page: Page, label: string): Locator =>
  page.locator('[data-field]').filter({ has: page.getByRole('heading', { name: label, exact: true }) });

async function makeJob(title: string, values: Record<string, unknown> = {}): Promise<number> {
  const body = { tracker: { id: tracker }, values_by_field: { title: { value: title }, ...values } };
  const { json, status, text } = await world.app.call('/api/artifacts', { method: 'POST', as: 'ana', body });
  assert.equal(status, 201, text);
  return Number(at(json, 'id'));
}

describe('the fields of an artifact', () => {
  it('are asked for by the state that needs them, from the side of the page too', async (context) => {
    const id = await makeJob('Stateful');
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/artifacts/${id}`);
    const move = async (goal: string): Promise<void> => {
      await page.keyboard.press('s');
      await page.getByRole('option', { name: goal }).click();
    };
    await page.getByRole('heading', { level: 1, name: 'Stateful' }).click();
    await move('Open');
    await fieldOf(page, 'Status').getByText('Open').waitFor();
    await move('Running');
    await page.getByText('Required in the new state.').waitFor();
    await page.locator('[data-problem=true] :focus').waitFor();
    await assertAccessible(page);
    await page.keyboard.type('7');
    await page.getByRole('button', { name: 'Save all' }).click();
    await fieldOf(page, 'Status').getByText('Running').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Stateful' }).click();
    await move('Closed');
    await page.getByText('The new state requires a comment.').waitFor();
    await assertAccessible(page);
    await page.keyboard.type('Done and dusted');
    await page.getByRole('button', { name: 'Save all' }).click();
    await fieldOf(page, 'Status').getByText('Closed').waitFor();
    await page.getByRole('paragraph').filter({ hasText: 'Done and dusted' }).waitFor();
  });

  it('are gone from the tracker meanwhile: what was typed for them can be copied', async (context) => {
    const id = await makeJob('Field gone');
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/artifacts/${id}`);
    await page.locator('h2 > button[aria-expanded=false]', { hasText: 'Numbers' }).first().click();
    await page.getByRole('button', { name: 'Change Weight' }).click();
    await page.getByRole('textbox', { name: 'Weight' }).fill('12.5');
    const { json } = await world.app.call(`/api/trackers/${tracker}`, { as: 'ana' });
    const weight = listAt(json, 'fields').find((one) => at(one, 'label') === 'Weight');
    const address = `/api/tracker_fields/${String(at(weight, 'field_id'))}`;
    const removed = await world.app.call(address, { method: 'PATCH', as: 'ana', body: { use_it: false } });
    assert.equal(removed.status, 200, removed.text);
    await page.reload();
    const kept = page.getByRole('textbox', { name: 'The field “Weight” no longer exists' });
    await kept.waitFor();
    assert.equal(await kept.inputValue(), '12.5');
    await assertAccessible(page);
  });
});
