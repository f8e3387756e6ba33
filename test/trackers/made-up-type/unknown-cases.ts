// What pages do with a type of field that they do not know.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { expectRow } from '../../support/scenario.ts';
import { openPageWorld } from './page-world.ts';

let world: Awaited<ReturnType<typeof openPageWorld>>;
let address = '';

before(async () => {
  world = await openPageWorld();
  const values = [
    { field_id: world.fieldOf('title'), value: 'rated' },
    { field_id: world.fieldOf('rating'), value: '***' },
  ];
  const body = { tracker: { id: world.tracker }, values };
  const made = await expectRow(world.app, { path: '/api/artifacts', method: 'POST', as: 'ann', body, status: 201 });
  address = `/artifacts/${/"id":(\d+)/.exec(made.text)?.[1] ?? ''}`;
});
after(() => world.close());

it('has its value on the page of an artifact, where nobody can change it, and no editor in forms', async (context) => {
  const page = await world.visits.visit(context, { as: 'ann' });
  await page.goto(address);
  await page.getByText('***', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change Label of title' }).waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('button', { name: 'Change Label of rating' }).count(), 0);
  await page.goto(`/trackers/${world.tracker}/new`);
  await page.getByRole('textbox', { name: /title/i }).waitFor();
  assert.equal(await page.getByText('Label of rating').count(), 0);
});

it('is a column of reports, and no criterion', async (context) => {
  const page = await world.visits.visit(context, { as: 'ann' });
  await page.goto(world.report);
  await page.getByTestId('report-rows').getByText('***', { exact: true }).waitFor();
  await page.getByTestId('add-criterion').click();
  await page.getByRole('menuitem', { name: 'Label of title' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Label of rating' }).count(), 0);
});
