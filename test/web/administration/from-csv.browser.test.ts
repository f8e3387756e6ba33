// Moving in with a table: a project, its first tracker with the columns of the table, and its lines as artifacts.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../../support/harness.ts';
import { listAt } from '../../support/scenario.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const table = [
  'Summary,Status,Priority',
  'Login fails,To do,High',
  'Crash on start,Done,High',
  'Typo,To do,Low',
  'Slow list,To do,Low',
].join('\n');

it('leads from a table to a project whose tracker holds its lines', async (context) => {
  const page = await world.visit(context, { as: 'root' });
  await page.goto('/projects/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Moved in');
  await page.getByText('CSV file', { exact: true }).click();
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.waitForURL('**/projects/moved-in/trackers/new');
  // The page before has a name and a radio of the same names, and stays until this one is loaded.
  await page.getByRole('heading', { name: 'New tracker', level: 1 }).waitFor();
  await page.getByRole('radio', { name: /^CSV file/, checked: true }).waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bugs');
  const file = { name: 'bugs.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
  await page.getByLabel('CSV or tab-separated file').setInputFiles(file);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Create the tracker' }).click();
  await page.waitForURL('**/trackers/*/import');
  await page.getByRole('button', { name: 'Show what would happen' }).click();
  await page.getByRole('button', { name: 'Import 4 lines' }).click();
  await page.getByText('Imported: 4 new, 0 changed.').waitFor();
  await page.getByRole('link', { name: 'See the artifacts' }).click();
  await page.getByRole('link', { name: /Crash on start/ }).waitFor();
  const trackerId = /trackers\/(\d+)/.exec(page.url())?.[1] ?? '';
  const { json: tracker } = await world.app.call(`/api/trackers/${trackerId}`, { as: 'root' });
  assert.deepEqual(
    listAt(tracker, 'fields').map((field) => at(field, 'type')),
    ['fieldset', 'string', 'sb', 'sb'],
  );
});
