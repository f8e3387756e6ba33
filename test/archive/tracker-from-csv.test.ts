// A tracker made of a table: its columns become fields of the types that their cells show, and its lines can be imported as they are.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
before(async () => {
  scrum = await openScrum();
});
after(() => scrum.test.close());

const table = [
  '\uFEFFID;Summary;Status;Priority;Estimate;Cost;Due;Seen at;Phone;Notes;',
  '1;"Login; fails";To do;High;3;1,5;2026-04-03;2026-04-03 14:20;0170 1;"two',
  'lines"',
  '2;Crash;Doing;Low;5;2,25;2026-05-03;2026-04-03 15:20;0170 2;short',
  '3;Typo;Done;High;8;3;2026-06-13;2026-04-04 14:20;0171 3;',
  '4;Slow;To do;Low;2;0,5;;;;',
].join('\r\n');

const create = (body: object, status = 201): Promise<{ json: unknown; text: string }> =>
  expectRow(scrum.test, {
    method: 'POST',
    path: '/api/trackers',
    as: 'ana',
    status,
    body: { project: { id: 101 }, label: 'Defects', item_name: 'defect', ...body },
  });

it('has fields of the types that the cells show, with their roles, and takes the lines', async () => {
  const { json: tracker } = await create({ csv: table });
  const fields = listAt(tracker, 'fields').map((field) => [at(field, 'label'), at(field, 'type')]);
  assert.deepEqual(fields, [
    ['Defects', 'fieldset'],
    ['Summary', 'string'],
    ['Status', 'sb'],
    ['Priority', 'sb'],
    ['Estimate', 'int'],
    ['Cost', 'float'],
    ['Due', 'date'],
    ['Seen at', 'date'],
    ['Phone', 'string'],
    ['Notes', 'text'],
  ]);
  const idOf = (label: string): unknown =>
    at(
      listAt(tracker, 'fields').find((field) => at(field, 'label') === label),
      'field_id',
    );
  assert.equal(at(tracker, 'semantics.title.field_id'), idOf('Summary'));
  assert.equal(at(tracker, 'semantics.initial_effort.field_id'), idOf('Estimate'));
  assert.equal(at(tracker, 'semantics.status.field_id'), idOf('Status'));
  assert.equal(listAt(tracker, 'semantics.status.value_ids').length, 2, 'all but Done are open');
  const trackerId = Number(at(tracker, 'id'));
  const imported = await expectRow(scrum.test, {
    method: 'POST',
    path: `/api/trackers/${trackerId}/artifact_imports`,
    as: 'ana',
    status: 200,
    body: { csv: table.replaceAll(/^(\d|\uFEFFID);/gm, ''), is_dry_run: false },
  });
  assert.equal(listAt(imported.json, 'lines').length, 4);
  const artifacts = await scrum.test.call(`/api/trackers/${trackerId}/artifacts?values=all&order=asc`, { as: 'ana' });
  const [first] = listAt(artifacts.json);
  const valueOf = (label: string): unknown => listAt(first, 'values').find((value) => at(value, 'label') === label);
  assert.equal(at(first, 'title'), 'Login; fails');
  assert.equal(at(valueOf('Cost'), 'value'), 1.5);
  assert.match(String(at(valueOf('Due'), 'value')), /^2026-04-03/);
});

it('is refused without names of columns, with too many, and beside another source', async () => {
  await create({ item_name: 'none', csv: '' }, 400);
  await create({ item_name: 'many', csv: Array.from({ length: 301 }, (_, index) => `c${index}`).join(',') }, 400);
  await create({ item_name: 'both', csv: 'a\n1', template_id: scrum.tracker('Tasks') }, 400);
  await create({ item_name: 'both', csv: 'a\n1', semantics: {} }, 400);
});

it('takes a table of names alone, and cells that say nothing', async () => {
  const { json } = await create({ label: 'Ideas', item_name: 'idea', csv: 'Name,Name,Other\n' });
  assert.deepEqual(
    listAt(json, 'fields').map((field) => at(field, 'type')),
    ['fieldset', 'string', 'string', 'string'],
  );
  assert.equal(at(json, 'semantics.title.field_id'), at(json, 'fields.1.field_id'));
});
