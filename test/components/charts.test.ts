// Charts and cardwalls of reports, and queries across trackers: looked at, made, moved by keys, refused, shared.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { World } from '../windows/world.ts';

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
  it('of every type are drawn for others, in French, on a phone, in the dark', async (context) => {
    const [status, effort, finished] = await Promise.all(['status', 'remaining_effort', 'finished_on'].map(fieldId));
    const charts = [
      { type: 'pie', title: 'Pie', base_field_id: status },
      { type: 'bar', title: 'Bars', base_field_id: status, group_field_id: await fieldId('activity') },
      { type: 'burndown', title: 'Burndown', base_field_id: effort },
      { type: 'cumulative_flow', title: 'Flow', base_field_id: status },
      { type: 'gantt', title: 'Plan', due_field_id: finished },
    ];
    const id = await addRenderer({ type: 'plugin_graphontrackersv5', label: 'All types', charts });
    const page = await world.visit(context, { as: 'bruno', width: 390, locale: 'fr-FR', appearance: 'dark' });
    await page.goto(`/trackers/${tracker}?view=${id}`);
    for (const { title } of charts) await page.getByRole('figure', { name: title }).locator('svg[role]').waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByRole('button', { name: /Que faire/ }).count(), 0, 'bruno may not change the report');
  });
});

describe('queries across trackers', () => {
  it('that are wrong say where', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390, expected: /400/ });
    await page.goto(`/queries?q=${encodeURIComponent('SELECT @id FROM WHERE')}`);
    await page.getByText(/line 1, column 17/i).waitFor();
    await page.getByRole('button', { name: 'Go to the error' }).click();
    const start = `document.activeElement.selectionStart`;
    assert.equal(await page.evaluate(start), 16);
    await assertAccessible(page);
  });
});
