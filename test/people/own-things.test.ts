// What a person has of their own: dashboards, and the open artifacts they submitted or are in charge of.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, headerOf } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;

before(async () => {
  scrum = await openScrum({ withKanban: true });
  test = scrum.test;
  await test.addUser('stranger');
});
after(() => test.close());

describe('dashboards', () => {
  it('are added and listed in order, in JSON and in XML', async () => {
    const path = '/api/user_dashboards';
    const first = await expectRow(test, { path, method: 'POST', as: 'bruno', body: { name: 'Mine' }, status: 200 });
    assert.equal(at(first.json, 'name'), 'Mine');
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    const body = '<request><name>Second &amp; last</name></request>';
    await expectRow(test, {
      path,
      method: 'POST',
      as: 'bruno',
      body,
      headers,
      status: 200,
      contains: ['<name>Second &amp; last</name>'],
    });
    const bruno = await scrum.user('bruno');
    const list = await expectRow(test, { path: `/api/users/${bruno}/dashboards`, as: 'bruno', status: 200 });
    assert.deepEqual(
      listAt(list.json).map((one) => at(one, 'name')),
      ['Mine', 'Second & last'],
    );
    const page = await expectRow(test, {
      path: '/api/users/self/dashboards?limit=1&offset=1',
      as: 'bruno',
      status: 200,
    });
    assert.deepEqual(
      listAt(page.json).map((one) => at(one, 'name')),
      ['Second & last'],
    );
    assert.equal(headerOf(page, 'x-pagination-size'), '2');
  });

  it('are their owner’s alone and need a name', async () => {
    const bruno = await scrum.user('bruno');
    for (const as of ['ana', 'root']) {
      await expectRow(test, { path: `/api/users/${bruno}/dashboards`, as, status: 403, lacks: ['Mine'] });
    }
    await expectRow(test, { path: `/api/users/${bruno}/dashboards`, status: 403, lacks: ['Mine'] });
    await expectRow(test, { path: '/api/user_dashboards', method: 'POST', body: { name: 'x' }, status: 401 });
    for (const body of [{}, { name: '' }, { name: 7 }]) {
      await expectRow(test, {
        path: '/api/user_dashboards',
        method: 'POST',
        as: 'ana',
        body,
        status: 400,
        contains: ['name'],
      });
    }
    const none = await expectRow(test, { path: '/api/users/self/dashboards', as: 'ana', status: 200 });
    assert.deepEqual(none.json, []);
  });
});

describe('own artifacts', () => {
  const ask = async (as: string, query: unknown): Promise<number[]> => {
    const path = `/api/users/self/artifacts?query=${encodeURIComponent(JSON.stringify(query))}`;
    return listAt((await expectRow(test, { path, as, status: 200 })).json).map((one) => Number(at(one, 'id')));
  };
  /** The same by reading every artifact. */
  const expected = async (as: string, isOwn: (artifact: unknown, userId: number) => boolean): Promise<number[]> => {
    const userId = await scrum.user(as);
    const found: number[] = [];
    for (let id = 42; id > 0; id -= 1) {
      const answer = await test.call(`/api/artifacts/${id}`, { as });
      if (answer.status === 200 && at(answer.json, 'is_open') === true && isOwn(answer.json, userId)) found.push(id);
    }
    return found;
  };
  const isSubmitter = (artifact: unknown, userId: number): boolean => at(artifact, 'submitted_by') === userId;
  const isAssignee = (artifact: unknown, userId: number): boolean =>
    listAt(at(artifact, 'assignees')).some((one) => at(one, 'id') === userId);

  for (const as of ['ana', 'bruno', 'chika', 'stranger']) {
    it(`are the open ones that ${as} submitted, is in charge of, or both`, async () => {
      assert.deepEqual(await ask(as, { submitted_by: true }), await expected(as, isSubmitter));
      assert.deepEqual(await ask(as, { assigned_to: true }), await expected(as, isAssignee));
      assert.deepEqual(
        await ask(as, { submitted_by: true, assigned_to: true }),
        await expected(as, (artifact, id) => isSubmitter(artifact, id) || isAssignee(artifact, id)),
      );
    });
  }

  it('are some at all', async () => {
    assert.ok((await ask('ana', { submitted_by: true })).length > 0);
    assert.ok((await ask('bruno', { assigned_to: true })).length > 0);
  });

  it('page, and refuse what is asked wrong', async () => {
    const all = await ask('bruno', { submitted_by: true, assigned_to: true });
    const path = '/api/users/self/artifacts?query={"submitted_by":true,"assigned_to":true}&limit=1&offset=1';
    const page = await expectRow(test, { path, as: 'bruno', status: 200 });
    assert.deepEqual(
      listAt(page.json).map((one) => at(one, 'id')),
      all.slice(1, 2),
    );
    assert.equal(headerOf(page, 'x-pagination-size'), String(all.length));
    for (const query of ['{}', '{"submitted_by":false}', '{"submitted_by":"yes"}', '[]', 'x', '']) {
      const wrong = `/api/users/self/artifacts?query=${encodeURIComponent(query)}`;
      await expectRow(test, { path: wrong, as: 'bruno', status: 400, contains: ['query'] });
    }
    await expectRow(test, { path: '/api/users/102/artifacts?query={"submitted_by":true}', as: 'ana', status: 403 });
    await expectRow(test, { path: '/api/users/self/artifacts?query={"submitted_by":true}', status: 401 });
  });
});
