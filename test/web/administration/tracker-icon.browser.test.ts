// Engine: SQLite alone
// The icon of a tracker: chosen on its page, seen before its name.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../../support/harness.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

it('is chosen with the rest of the tracker, and stands before its name in lists and headings', async (context) => {
  const page = await world.visit(context, { as: 'ana', expected: /400|412/ });
  await page.goto('/trackers/4/administration/general');
  const heading = page.getByRole('heading', { level: 1 });
  await page.getByRole('textbox', { name: 'Icon' }).fill('bug');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('must be one emoji').first().waitFor();
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
  await page.goto('/projects/meadow-scrum/trackers');
  await page.getByRole('listitem').filter({ hasText: name }).getByText('🔧').first().waitFor();
  await assertAccessible(page);
});
