// Engine: both
// Batches: many artifacts in one call, all of them or none; and artifacts by their ids.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkDatabase } from '../faults/check-database.ts';
import { at, headerOf } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, valueOf } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;

before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
  await test.addUser('stranger');
});
after(() => test.close());

const title = (tracker: string, text: string) => ({ field_id: scrum.field(tracker, 'title'), value: text });
const task = (text: string, more: object = {}) => ({
  tracker: { id: scrum.tracker('Tasks') },
  values: [title('Tasks', text)],
  ...more,
});

const send = (items: readonly unknown[], status = 200, as = 'ana'): Promise<Answered> =>
  expectRow(test, { path: '/api/artifacts/batch', method: 'POST', as, body: { items }, status });

const idsOf = (answer: Answered): number[] => listAt(answer.json, 'items').map((item) => Number(at(item, 'id')));
const read = (id: number | undefined) => expectRow(test, { path: `/api/artifacts/${id}`, as: 'ana', status: 200 });

const countTasks = async (): Promise<string> => {
  const path = `/api/trackers/${scrum.tracker('Tasks')}/artifacts?limit=1`;
  return headerOf(await test.call(path, { as: 'ana' }), 'x-pagination-size');
};

describe('a batch', () => {
  it('creates and updates, and tells ids and versions in the order of its items', async () => {
    const [known] = idsOf(await send([task('one')]));
    const { headers } = await read(known);
    const answer = await send([
      task('two'),
      {
        id: known,
        if_match: headerOf({ ...(await read(known)), headers }, 'etag'),
        values: [title('Tasks', 'one, changed')],
      },
      { tracker: { id: scrum.tracker('Releases') }, values_by_field: { title: { value: 'three' } } },
    ]);
    assert.deepEqual(
      listAt(answer.json, 'items').map((item) => at(item, 'is_new')),
      [true, false, true],
    );
    const titles = await Promise.all(idsOf(answer).map(async (id) => at((await read(id)).json, 'title')));
    assert.deepEqual(titles, ['two', 'one, changed', 'three']);
    for (const item of listAt(answer.json, 'items')) {
      const body = { values: [], comment: { body: 'next', format: 'text' } };
      const guarded = { 'if-match': String(at(item, 'etag')) };
      const path = `/api/${String(at(item, 'uri'))}`;
      await expectRow(test, { path, method: 'PUT', as: 'ana', headers: guarded, body, status: 200 });
      await expectRow(test, { path, method: 'PUT', as: 'ana', headers: guarded, body, status: 412 });
    }
    assert.deepEqual(await checkDatabase(test.app.database), []);
  });

  it('links new artifacts by names, in any order and both ways', async () => {
    const [old] = idsOf(await send([task('old')]));
    const links = scrum.field('Tasks', 'links');
    const answer = await send([
      { id: old, values: [], named_links: [{ name: 'second' }] },
      task('first', { name: 'first', named_links: [{ name: 'second', type: '_is_child' }, { name: 'first' }] }),
      task('second', { name: 'second', values: [title('Tasks', 'second'), { field_id: links, links: [{ id: old }] }] }),
      task('third', { values: [title('Tasks', 'third'), { field_id: links, links: [], parent: { id: old } }] }),
    ]);
    const [, first, second, third] = idsOf(answer);
    const linksOf = async (id: number | undefined): Promise<unknown[]> => {
      const shown = valueOf((await read(id)).json, links);
      return listAt(shown, 'links').map((link) => [at(link, 'id'), at(link, 'type')]);
    };
    assert.deepEqual(await linksOf(first), [[second, '_is_child']]);
    assert.deepEqual(await linksOf(second), [[old, null]]);
    assert.deepEqual(await linksOf(old), [
      [second, null],
      [third, '_is_child'],
    ]);
    const etag = String(at(answer.json, 'items.0.etag'));
    const again = { path: `/api/artifacts/${old}`, method: 'PUT', as: 'ana', body: { values: [] } };
    await expectRow(test, { ...again, headers: { 'if-match': etag }, status: 200 });
    assert.deepEqual(await checkDatabase(test.app.database), []);
  });

  it('does nothing where one item can’t be done, and names each that can’t', async () => {
    const [known] = idsOf(await send([task('kept')]));
    const size = await countTasks();
    const rows: { items: unknown[]; status: number; says: string[] }[] = [
      {
        items: [
          task('fine'),
          { tracker: { id: scrum.tracker('Tasks') }, values: [{ field_id: 999_999, value: 'x' }] },
          { id: known, values: [title('Tasks', '')] },
          { values: [] },
        ],
        status: 400,
        says: ['`items[1].values[0].field_id`', '`items[3].tracker`'],
      },
      { items: [task('fine'), { id: known, values: [title('Tasks', '')] }], status: 400, says: ['`items[1].values'] },
      {
        items: [task('fine'), { id: known, if_match: '"stale"', values: [] }],
        status: 412,
        says: ['`items[1]`'],
      },
      { items: [{ id: 999_999, values: [] }], status: 404, says: ['`items[0]`'] },
      {
        items: [
          { id: known, values: [] },
          { id: known, values: [] },
        ],
        status: 400,
        says: ['`items[1].id`'],
      },
      { items: [task('a', { name: 'n' }), task('b', { name: 'n' })], status: 400, says: ['`items[1].name`'] },
      {
        items: [task('a', { named_links: [{ name: 'nobody' }] })],
        status: 400,
        says: ['`items[0].named_links[0].name`'],
      },
      {
        items: [task('a', { name: 'a' }), task('b', { named_links: [{ name: 'a', type: 'zzz' }] })],
        status: 400,
        says: ['`items[1].named_links[0]'],
      },
      { items: [task('a', { if_match: '"x"' })], status: 400, says: ['`items[0].if_match`'] },
      { items: [{ id: known, name: 'a', values: [] }], status: 400, says: ['`items[0].name`'] },
      { items: [], status: 400, says: ['items'] },
      { items: Array.from({ length: 1001 }, () => task('a')), status: 400, says: ['items'] },
    ];
    for (const { items, status, says } of rows) {
      const refused = await send(items, status);
      const told = JSON.stringify(refused.json);
      for (const text of says) assert.ok(told.includes(text), `${text} is not in ${told}`);
    }
    assert.equal(await countTasks(), size);
    assert.equal(at((await read(known)).json, 'title'), 'kept');
  });

  it('is refused to who may not change one of its artifacts', async () => {
    const [known] = idsOf(await send([task('guarded')]));
    await expectRow(test, { path: '/api/artifacts/batch', method: 'POST', body: { items: [task('x')] }, status: 401 });
    const answer = await send([{ id: known, values: [title('Tasks', 'taken')] }], 400, 'stranger');
    assert.match(String(at(answer.json, 'error.message')), /items\[0\]/);
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    await send([{ id: known, values: [] }], 403, 'stranger');
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
  });

  it('speaks XML', async () => {
    const body =
      `<request><items><item><tracker><id>${scrum.tracker('Tasks')}</id></tracker><values><item>` +
      `<field_id>${scrum.field('Tasks', 'title')}</field_id><value>12</value></item></values></item></items></request>`;
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    const answer = await test.call('/api/artifacts/batch', { method: 'POST', as: 'ana', headers, body });
    assert.equal(answer.status, 200, answer.text);
    const [, id] = /<item><id>(\d+)<\/id><uri>artifacts\/\1<\/uri>/.exec(answer.text) ?? [];
    assert.equal(at((await read(Number(id))).json, 'title'), '12');
  });

  it('takes a thousand items at a time', async () => {
    const made = idsOf(await send(Array.from({ length: 1000 }, (_, index) => task(`task ${index}`))));
    assert.equal(new Set(made).size, 1000);
    assert.equal(at((await read(made[999])).json, 'title'), 'task 999');
    await send(made.map((id, index) => ({ id, values: [title('Tasks', `again ${index}`)] })));
    assert.equal(at((await read(made[0])).json, 'title'), 'again 0');
    assert.deepEqual(await checkDatabase(test.app.database), []);
  });
});

describe('artifacts by their ids', () => {
  const ask = (query: unknown, more = '') =>
    `/api/artifacts?query=${encodeURIComponent(typeof query === 'string' ? query : JSON.stringify(query))}${more}`;

  it('come in the order of the ids, those that the caller sees', async () => {
    const answer = await expectRow(test, { path: ask({ id: [3, 999_999, 1] }), as: 'ana', status: 200 });
    assert.deepEqual(
      listAt(answer.json, 'collection').map((artifact) => at(artifact, 'id')),
      [3, 1],
    );
    assert.ok(
      at(answer.json, 'collection.0.values') !== null && at(answer.json, 'collection.0.values_by_field') !== null,
    );
    assert.equal(headerOf(answer, 'x-pagination-size'), '3');
    assert.equal(headerOf(answer, 'x-pagination-limit-max'), '100');
    const page = await expectRow(test, { path: ask({ id: [3, 2, 1] }, '&limit=1&offset=1'), as: 'ana', status: 200 });
    assert.deepEqual(
      listAt(page.json, 'collection').map((artifact) => at(artifact, 'id')),
      [2],
    );
    const xml = await test.call(ask({ id: [1] }), { as: 'ana', headers: { accept: 'application/xml' } });
    assert.match(xml.text, /<response><collection><item><id>1<\/id>/);
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    const hidden = await expectRow(test, { path: ask({ id: [3, 1] }), as: 'stranger', status: 200 });
    assert.deepEqual(listAt(hidden.json, 'collection'), []);
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
  });

  it('are refused where the query is wrong', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    const rows: [string, number][] = [
      ['/api/artifacts', 400],
      [ask('x'), 400],
      [ask({}), 400],
      [ask([1]), 400],
      [ask({ id: ['1'] }), 400],
      [ask({ id: [1.5] }), 400],
      [ask({ id: [1, 1] }), 400],
      [ask({ id: [1] }, '&limit=101'), 400],
      [ask({ id: [...hundred, 101] }), 403],
      [ask({ id: hundred }), 200],
    ];
    for (const [path, status] of rows) await expectRow(test, { path, as: 'ana', status });
  });
});

describe('a dry run of a batch', () => {
  const preview = async (items: readonly unknown[], as = 'ana'): Promise<readonly unknown[]> => {
    const body = { items, dry_run: true };
    const { json } = await expectRow(test, { path: '/api/artifacts/batch', method: 'POST', as, body, status: 200 });
    return listAt(json, 'items');
  };

  it('tells of each item whether it would be refused, and changes nothing', async () => {
    const [one, two] = idsOf(await send([task('one'), task('two')]));
    const before = [await countTasks(), (await read(one)).json, (await read(two)).json];
    const told = await preview([
      { id: one, values: [title('Tasks', 'one, changed')] },
      { id: two, values: [title('Tasks', '')] },
      { id: 999_999, values: [] },
      task('three', { name: 'three' }),
      { id: one, values: [] },
      { id: two, values: [], if_match: '"old.0"' },
    ]);
    const kinds = told.map((item) => at(item, 'refusal') && at(at(item, 'refusal'), 'kind'));
    assert.deepEqual(kinds, [null, 'invalid', 'not-found', null, 'invalid', 'invalid']);
    assert.equal(at(at(told[1], 'refusal'), 'path'), 'values[0]');
    assert.deepEqual([at(told[3], 'id'), at(told[3], 'is_new'), at(told[3], 'etag')], [null, true, null]);
    assert.deepEqual([await countTasks(), (await read(one)).json, (await read(two)).json], before);
    assert.deepEqual(await checkDatabase(test.app.database), []);
    await send([{ id: one, if_match: at(told[0], 'etag'), values: [title('Tasks', 'one, changed')] }]);
    const late = await preview([{ id: one, if_match: at(told[0], 'etag'), values: [] }]);
    assert.equal(at(at(late[0], 'refusal'), 'kind'), 'precondition-failed');
  });

  it('refuses what links to what is refused', async () => {
    const told = await preview([
      task('a', { name: 'a', named_links: [{ name: 'b' }] }),
      task('', { name: 'b' }),
      task('c', { name: 'c', named_links: [{ name: 'a' }] }),
      task('d', { name: 'd' }),
    ]);
    assert.deepEqual(
      told.map((item) => (at(item, 'refusal') === null ? null : at(at(item, 'refusal'), 'path'))),
      ['named_links', 'values[0]', 'named_links', null],
    );
  });

  it('is for those who may change artifacts', async () => {
    const [one] = idsOf(await send([task('one')]));
    const [told] = await preview([{ id: one, values: [title('Tasks', 'mine')] }], 'stranger');
    assert.notEqual(at(told, 'refusal'), null);
    const body = { items: [{ id: one, values: [] }], dry_run: true };
    await expectRow(test, { path: '/api/artifacts/batch', method: 'POST', body, status: 401 });
  });
});
