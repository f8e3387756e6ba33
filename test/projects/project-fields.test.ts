// Engine: both
// What every project says about itself: fields that site administrators keep, and what projects write there.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
before(async () => {
  scrum = await openScrum();
  await scrum.test.addUser('stranger');
});
after(() => scrum.test.close());

const send = async (row: Partial<Row> & { path: string }): Promise<unknown> =>
  (await expectRow(scrum.test, { as: 'root', status: 200, ...row })).json;
const make = (body: object, row: Partial<Row> = {}): Promise<unknown> =>
  send({ path: '/api/project_fields', method: 'POST', body, status: 201, ...row });
const values = '/api/projects/101/field_values';
const fill = (fields: readonly unknown[], row: Partial<Row> = {}): Promise<unknown> =>
  send({ path: values, method: 'PUT', as: 'ana', body: { fields }, ...row });
const names = async (): Promise<unknown[]> =>
  listAt(await send({ path: '/api/project_fields?limit=100' }), 'project_fields_representation').map((one) =>
    at(one, 'name'),
  );
const idOf = (shown: unknown): number => Number(at(shown, 'id'));

it('keeps fields by site administrators alone', async () => {
  const motto = await make({ name: ' Motto ', type: 'line', description: 'In a few words' });
  assert.partialDeepStrictEqual(motto, { name: 'Motto', rank: 1, is_required: false, filled_count: 0, filled_by: [] });
  const path = `/api/project_fields/${idOf(motto)}`;
  for (const as of ['ana', 'stranger']) {
    await make({ name: 'Other', type: 'line' }, { as, status: 403 });
    await send({ path, as, status: 403 });
    await send({ path, method: 'PATCH', body: { name: 'Other' }, as, status: 403 });
    await send({ path, method: 'DELETE', as, status: 403 });
    await send({ path: '/api/project_field_order', method: 'PUT', body: { ids: [idOf(motto)] }, as, status: 403 });
  }
  await make({ name: 'Motto', type: 'text' }, { status: 409 });
  await make({ name: 'Two\nlines', type: 'text' }, { status: 400, contains: ['name'] });
  await make({ name: 'Kind', type: 'picture' }, { status: 400, contains: ['type'] });
  await make({ name: 'Kind', type: 'line', colour: 'red' }, { status: 400, contains: ['colour'] });
  await send({ path: '/api/project_fields/999', method: 'PATCH', body: { name: 'X' }, status: 404 });

  const read = await expectRow(scrum.test, { path, as: 'root', status: 200 });
  const etag = read.headers.get('etag') ?? '';
  await send({ path, method: 'PATCH', body: { description: 'In one line' }, headers: { 'if-match': etag } });
  await send({ path, method: 'PATCH', body: { description: 'Late' }, headers: { 'if-match': etag }, status: 412 });
  const event = at(await send({ path: '/api/audit_events?limit=1' }), '0');
  assert.partialDeepStrictEqual(event, { kind: 'setting-changed', details: { name: 'project field', after: 'Motto' } });

  const goal = await make({ name: 'Goal', type: 'text', is_required: true });
  assert.deepEqual(await names(), ['Motto', 'Goal']);
  const order = { path: '/api/project_field_order', method: 'PUT' };
  await send({ ...order, body: { ids: [idOf(goal)] }, status: 400, contains: ['ids'] });
  await send({ ...order, body: { ids: [idOf(goal), idOf(goal)] }, status: 400, contains: ['ids'] });
  await send({ ...order, body: { ids: [idOf(goal), idOf(motto)] } });
  assert.deepEqual(await names(), ['Goal', 'Motto']);
});

it('lets administrators of a project say what it is, and others read it', async () => {
  const [goal, motto] = listAt(await send({ path: values }), 'fields').map((one) => Number(at(one, 'field_id')));
  await fill([{ field_id: motto, value: 'Fruit' }], { status: 400, contains: ['Goal'] });
  await fill(
    [
      { field_id: goal, value: 'Two\nlines' },
      { field_id: motto, value: 'Two\nlines' },
      { field_id: 999, value: '' },
    ],
    { status: 400, contains: ['fields[1].value', 'fields[2].field_id'] },
  );
  for (const [as, status] of [
    ['bruno', 403],
    ['stranger', 403],
  ] as const)
    await fill([], { as, status });
  const before = await expectRow(scrum.test, { path: values, as: 'ana', status: 200 });
  const sent = [{ field_id: goal, value: 'Pay\npeople' }];
  await fill(sent, { headers: { 'if-match': before.headers.get('etag') ?? '' } });
  await fill(sent, { headers: { 'if-match': before.headers.get('etag') ?? '' }, status: 412 });
  // What GET gave is taken back as it is.
  await fill(listAt(await send({ path: values, as: 'ana' }), 'fields'));
  assert.deepEqual(at(await send({ path: '/api/projects/101', as: 'stranger' }), 'additional_fields'), [
    { name: 'Goal', value: 'Pay\npeople' },
    { name: 'Motto', value: '' },
  ]);
  const shown = await send({ path: `/api/project_fields/${goal}` });
  assert.partialDeepStrictEqual(shown, { filled_count: 1, filled_by: [{ id: 101 }] });
  await send({ path: `/api/project_fields/${goal}`, method: 'PATCH', body: { type: 'line' }, status: 409 });
  await send({ path: `/api/project_fields/${motto}`, method: 'PATCH', body: { type: 'text', is_required: false } });

  // New projects must fill what is required.
  const order = {
    shortname: 'orchard',
    label: 'Orchard',
    description: '',
    is_public: true,
    xml_template_name: 'empty',
  };
  await send({ path: '/api/projects', method: 'POST', body: order, status: 400, contains: ['Goal'] });
  await send({ path: `/api/project_fields/${goal}`, method: 'DELETE' });
  await send({ path: '/api/projects', method: 'POST', body: order, status: 201 });
  assert.deepEqual(at(await send({ path: '/api/projects/101' }), 'additional_fields'), [{ name: 'Motto', value: '' }]);
});
