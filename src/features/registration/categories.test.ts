// Engine: both
// Categories of projects and their values: who keeps them, how they are named, and what goes with them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../../../test/support/harness.ts';
import { expectRow, openScrum } from '../../../test/support/scenario.ts';
import type { Row, Scrum } from '../../../test/support/scenario.ts';

let scrum: Scrum;
before(async () => {
  scrum = await openScrum();
});
after(() => scrum.test.close());

const path = '/api/project_categories';
const send = async (method: string, url: string, status: number, body?: object, more: Partial<Row> = {}) =>
  (await expectRow(scrum.test, { as: 'root', method, path: url, status, ...(body && { body }), ...more })).json;
const make = async (body: object): Promise<number> => Number(at(await send('POST', path, 201, body), 'id'));
const lastEvent = async () =>
  (await scrum.test.app.features.audit.listAll({ kinds: ['setting-changed'] }, { limit: 1, offset: 0 })).events[0];

it('are made, changed and deleted by site administrators alone', async () => {
  const topic = await make({ name: ' Topic ' });
  const one = `${path}/${topic}`;
  for (const caller of [{ as: 'ana', status: 403 }, { status: 401 }]) {
    const body = { name: 'Other' };
    await expectRow(scrum.test, { ...caller, method: 'POST', path, body });
    await expectRow(scrum.test, { ...caller, method: 'PATCH', path: one, body });
    await expectRow(scrum.test, { ...caller, method: 'DELETE', path: one });
  }
  const shown = { id: topic, name: 'Topic', parent_id: null, is_mandatory: false };
  assert.deepEqual(await send('GET', one, 200), shown);
  const banks = await make({ name: 'Banks', parent_id: topic });
  const changed = await send('PATCH', one, 200, { ...shown, name: 'Subject', is_mandatory: true });
  assert.deepEqual(changed, { ...shown, name: 'Subject', is_mandatory: true });
  assert.partialDeepStrictEqual(await lastEvent(), {
    details: { name: 'project category', id: topic, before: 'Topic', after: 'Subject', is_mandatory: true },
  });
  assert.deepEqual(await send('GET', path, 200), [
    {
      id: topic,
      name: 'Subject',
      is_mandatory: true,
      values: [{ id: banks, name: 'Banks', parent_id: topic }],
    },
  ]);
  await send('DELETE', one, 200);
  await send('GET', `${path}/${banks}`, 404);
  assert.deepEqual(await send('GET', path, 200), []);
});

it('refuse what they can not be', async () => {
  const topic = await make({ name: 'Topic' });
  const banks = await make({ name: 'Banks', parent_id: topic });
  for (const name of [' ', 'a\nb', 'x'.repeat(256)]) {
    await send('POST', path, 400, { name }, { contains: ['name'] });
    await send('PATCH', `${path}/${topic}`, 400, { name }, { contains: ['name'] });
  }
  await send('POST', path, 400, { name: 'A', parent_id: 999_999 }, { contains: ['parent_id', '999999'] });
  await send('POST', path, 400, { name: 'A', parent_id: topic, is_mandatory: true }, { contains: ['is_mandatory'] });
  await send('PATCH', `${path}/${banks}`, 400, { is_mandatory: true }, { contains: ['is_mandatory'] });
  await send('POST', path, 409, { name: 'Topic' }, { contains: ['Topic'] });
  const other = await make({ name: 'Other' });
  await send('PATCH', `${path}/${other}`, 409, { name: 'Topic' }, { contains: ['Topic'] });
  await send('PATCH', `${path}/999999`, 404, { name: 'A' });
  await send('DELETE', `${path}/999999`, 404);
  for (const id of [topic, other]) await send('DELETE', `${path}/${id}`, 200);
});

it('move below others with what is below them and the projects under them', async () => {
  const topic = await make({ name: 'Topic' });
  const banks = await make({ name: 'Banks', parent_id: topic });
  const central = await make({ name: 'Central banks', parent_id: banks });
  const sector = await make({ name: 'Sector' });
  const money = await make({ name: 'Money', parent_id: sector });
  const filed = '/api/projects/101/category_values';
  const move = (id: number, parent: unknown, status: number, contains: string[] = []) =>
    send('PATCH', `${path}/${id}`, status, { parent_id: parent }, { contains });
  await send('PUT', filed, 200, [{ category_id: topic, value_id: central }]);
  for (const parent of [null, banks, central, 999_999]) await move(banks, parent, 400, ['parent_id']);
  await move(topic, money, 400, ['parent_id']);
  await send('PUT', filed, 200, [
    { category_id: topic, value_id: central },
    { category_id: sector, value_id: money },
  ]);
  await move(banks, money, 409, ['1 projects', 'Sector']);
  await send('PUT', filed, 200, [{ category_id: topic, value_id: central }]);
  assert.equal(at(await move(banks, money, 200), 'parent_id'), money);
  assert.partialDeepStrictEqual(await lastEvent(), { details: { before: 'Banks', after: 'Banks', parent_id: money } });
  assert.deepEqual(await send('GET', filed, 200), [{ category_id: sector, value_id: central }]);
  await move(central, sector, 200);
  assert.deepEqual(await send('GET', filed, 200), [{ category_id: sector, value_id: central }]);
  for (const id of [topic, sector]) await send('DELETE', `${path}/${id}`, 200);
});

it('are not changed by who read another version', async () => {
  const one = `${path}/${await make({ name: 'Topic' })}`;
  const read = await expectRow(scrum.test, { path: one, status: 200 });
  const headers = { 'if-match': read.headers.get('etag') ?? '' };
  await send('PATCH', one, 200, { name: 'Subject' }, { headers });
  await send('PATCH', one, 412, { name: 'Theme' }, { headers });
  await send('DELETE', one, 412, undefined, { headers });
  assert.equal(at(await send('GET', one, 200), 'name'), 'Subject');
  await send('DELETE', one, 200);
});

it('take what is filed under them along, and ask for a value only where there is one', async () => {
  const topic = await make({ name: 'Topic', is_mandatory: true });
  const filed = '/api/projects/101/category_values';
  await send('PUT', filed, 200, []);
  const banks = await make({ name: 'Banks', parent_id: topic });
  const central = await make({ name: 'Central banks', parent_id: banks });
  await send('PUT', filed, 400, [], { contains: ['Topic'] });
  await send('PUT', filed, 200, [{ category_id: topic, value_id: central }]);
  await send('DELETE', `${path}/${banks}`, 200);
  assert.partialDeepStrictEqual(await lastEvent(), { details: { before: 'Banks', after: '', projects: 1 } });
  assert.deepEqual(await send('GET', filed, 200), []);
  await send('PUT', filed, 200, []);
});
