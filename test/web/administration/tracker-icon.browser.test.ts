// The icon of a tracker: chosen on its page, seen before its name.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { until } from '../../../src/platform/concurrency/until.testing.ts';
import { at } from '../../support/harness.ts';
import { listAt } from '../../support/scenario.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

it('is asked for a new tracker, and stands before its artifacts in lists of several trackers', async (context) => {
  const page = await world.visit(context, { as: 'ana' });
  await page.goto('/projects/meadow-scrum/trackers/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ideas');
  await page.getByRole('textbox', { name: 'Icon' }).fill('💡');
  await assertAccessible(page);
  const made = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 201);
  await page.getByRole('button', { name: 'Create the tracker' }).press('Enter');
  const tracker: unknown = await (await made).json();
  assert.equal(at(tracker, 'icon'), '💡');
  await page.getByRole('heading', { level: 1 }).getByText('💡').waitFor();
  const fields = listAt(
    (await world.app.call(`/api/trackers/${Number(at(tracker, 'id'))}`, { as: 'ana' })).json,
    'fields',
  );
  const fieldNamed = (name: string): unknown => fields.find((field) => at(field, 'name') === name);
  const open = at(listAt(fieldNamed('status'), 'values')[0], 'id');
  const values = [
    { field_id: at(fieldNamed('title'), 'field_id'), value: 'Lanterns by the pond' },
    { field_id: at(fieldNamed('status'), 'field_id'), bind_value_ids: [open] },
  ];
  const body = { tracker: { id: at(tracker, 'id') }, values };
  const { status, json } = await world.app.call('/api/artifacts', { method: 'POST', as: 'ana', body });
  assert.equal(status, 201, JSON.stringify(json));
  const isMarked = async (list: Locator): Promise<void> => list.filter({ hasText: '💡' }).first().waitFor();
  await page.goto(`/artifacts/${Number(at(json, 'id'))}`);
  await page.getByRole('main').getByText('💡').first().waitFor();
  await until(async () => {
    const history = await world.app.call('/api/users/self/history', { as: 'ana' });
    return JSON.stringify(history.json).includes('Lanterns');
  });
  await page.goto('/');
  for (const name of ['Submitted by you', 'Recently viewed'])
    await isMarked(page.getByRole('list', { name }).getByRole('listitem').filter({ hasText: 'Lanterns' }));
});

it('is chosen with the rest of the tracker, and stands before its name in lists and headings', async (context) => {
  const page = await world.visit(context, { as: 'ana', expected: /400|412/ });
  await page.goto('/trackers/4/administration/general');
  const heading = page.getByRole('heading', { level: 1 });
  await page.getByRole('textbox', { name: 'Icon' }).fill('bug');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('must be a single emoji').first().waitFor();
  await page.getByRole('textbox', { name: 'Icon' }).fill('🔧');
  await heading.getByText('🔧').waitFor();
  await assertAccessible(page);
  const isSaved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 200);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await isSaved;
  const { json } = await world.app.call('/api/trackers/4', { as: 'ana' });
  assert.equal(at(json, 'icon'), '🔧');
  const name = String(at(json, 'label'));
  await page.goto('/trackers/4');
  await heading.getByText('🔧').waitFor();
  await page.getByRole('link', { name, exact: true }).first().getByText('🔧').waitFor();
  // Those that somebody was in lately are offered with it.
  await page.goto('/');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name }).getByText('🔧').waitFor();
  await page.goto('/projects/meadow-scrum/trackers');
  await page.getByRole('listitem').filter({ hasText: name }).getByText('🔧').first().waitFor();
  await assertAccessible(page);
});
