// Engine: both
// What projects that are there are filed under, and by which they are found.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
const path = '/api/projects/101/category_values';
const ids = { licence: 0, free: 0, copyleft: 0, topic: 0, bank: 0 };
before(async () => {
  scrum = await openScrum();
  const { registration } = scrum.test.app.features;
  const add = (name: string, parentId: number | null, isMandatory = false): Promise<number> =>
    registration.addCategory({ name, parentId, isMandatory });
  ids.licence = await add('Licence', null, true);
  ids.free = await add('Free', ids.licence);
  ids.copyleft = await add('Copyleft', ids.free);
  ids.topic = await add('Topic', null);
  ids.bank = await add('Banks', ids.topic);
});
after(() => scrum.test.close());

const put = (body: unknown, row: Partial<Row> = {}): Promise<unknown> =>
  expectRow(scrum.test, { path, method: 'PUT', as: 'ana', body, status: 200, ...row });
const found = async (category: number): Promise<unknown[]> => {
  const answer = await expectRow(scrum.test, { path: `/api/projects?category=${category}`, status: 200 });
  return listAt(answer.json).map((project) => at(project, 'shortname'));
};

it('are set by administrators of the project, mandatory ones among them, and found by wider values', async () => {
  const licence = { category_id: ids.licence, value_id: ids.copyleft };
  const topic = { category_id: ids.topic, value_id: ids.bank };
  await put([licence], { as: 'bruno', status: 403 });
  await put([topic], { status: 400, contains: ['Licence'] });
  await put([licence, licence], { status: 400, contains: ['`categories[1].category_id`'] });
  await put([licence, { ...topic, value_id: ids.free }], { status: 400, contains: ['`categories[1].value_id`'] });
  await put([{ ...licence, value_id: ids.licence }], { status: 400 });
  await put([licence, topic]);
  const shown = await expectRow(scrum.test, { path, status: 200 });
  assert.deepEqual(shown.json, [licence, topic]);
  assert.deepEqual([await found(ids.free), await found(ids.bank)], [['meadow-scrum'], ['meadow-scrum']]);
  await put([{ ...licence, value_id: ids.free }]);
  assert.deepEqual([await found(ids.copyleft), await found(ids.bank)], [[], []]);
  const log = await expectRow(scrum.test, { path: '/api/projects/101/audit_events', as: 'ana', status: 200 });
  assert.deepEqual(at(log.json, '0.details'), { categories: String(ids.free) });
});
