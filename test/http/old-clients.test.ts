// What scripts of the origin's clients lean on, in the details that are easily lost: names in any case, the order of lists,
// which refusal comes, what an empty wish answers.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { at, headerOf } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
  await test.addUser('stig');
});
after(() => test.close());

const find = async (tracker: string, criteria: object): Promise<unknown[]> => {
  const query = encodeURIComponent(JSON.stringify(criteria));
  const path = `/api/trackers/${scrum.tracker(tracker)}/artifacts?query=${query}`;
  const { json } = await expectRow(test, { path, as: 'ana', status: 200 });
  return listAt(json).map((one) => at(one, 'id'));
};

describe('criteria', () => {
  it('name fields in any case', async () => {
    const all = await find('User stories', { title: 'a' });
    assert.ok(all.length > 0);
    for (const name of ['Title', 'TITLE']) assert.deepEqual(await find('User stories', { [name]: 'a' }), all);
  });

  it('compare the time of fields that have one, to the minute', async () => {
    const story = (await find('User stories', { title: 'a' }))[0];
    const { json } = await expectRow(test, { path: `/api/artifacts/${String(story)}`, as: 'ana', status: 200 });
    const moment = new Date(String(at(json, 'submitted_on')));
    const parts = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' });
    const submitted = listAt(json, 'values').find((value) => at(value, 'type') === 'subon');
    const field = String(at(submitted, 'field_id'));
    const matches = async (shiftMs: number): Promise<boolean> => {
      const value = parts.format(new Date(moment.getTime() + shiftMs));
      return (await find('User stories', { [field]: { operator: '=', value } })).includes(story);
    };
    assert.deepEqual([await matches(0), await matches(-60_000), await matches(60_000)], [true, false, false]);
  });
});

it('who guards changes by dates alone may change, read and change again at once', async () => {
  const path = `/api/artifacts/${String((await find('User stories', { title: 'a' }))[0])}`;
  const change = async (value: string, date: string): Promise<Answered> =>
    test.call(path, {
      method: 'PUT',
      as: 'ana',
      headers: { 'if-unmodified-since': date },
      body: { values: [{ field_id: scrum.field('User stories', 'title'), value }] },
    });
  const dateNow = async (): Promise<string> =>
    headerOf(await expectRow(test, { path, as: 'ana', status: 200 }), 'last-modified');
  const first = await dateNow();
  for (const title of ['a first', 'a second', 'a third']) {
    const date = await dateNow();
    const changed = await change(title, date);
    assert.equal(changed.status, 200, `${title}: ${changed.text}`);
    assert.notEqual(headerOf(changed, 'last-modified'), date);
    assert.equal(await dateNow(), headerOf(changed, 'last-modified'));
  }
  assert.equal((await change('a lost update', first)).status, 412);
});

it('actions of a transition come by their types, whatever order they were sent in', async () => {
  const { json } = await expectRow(test, {
    path: `/api/trackers/${scrum.tracker('User stories')}`,
    as: 'ana',
    status: 200,
  });
  const [id] = listAt(json, 'workflow.transitions').map((one) => String(at(one, 'id')));
  const number = listAt(json, 'fields').find((one) => at(one, 'type') === 'int' || at(one, 'type') === 'float');
  const type = String(at(number, 'type'));
  const field_id = at(number, 'field_id');
  const path = `/api/tracker_workflow_transitions/${id}/actions`;
  const body = {
    post_actions: [
      { type: 'run_job', job_url: 'https://ci.example.com/build' },
      { type: 'set_field_value', field_id, field_type: type, value: 1 },
    ],
  };
  await expectRow(test, { method: 'PUT', path, as: 'ana', body, status: 200 });
  const shown = listAt((await expectRow(test, { path, as: 'ana', status: 200 })).json);
  assert.deepEqual(
    shown.map((action) => at(action, 'type')),
    ['set_field_value', 'run_job'],
  );
});

/** Methods that the origin names although a neighbouring path has them, see docs/compatibility.md. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  '/kanban_items': ['GET'],
  '/projects': ['PATCH'],
  '/projects/1': ['POST'],
  '/pull_requests': ['GET', 'PATCH'],
  '/tracker_workflow_transitions': ['GET', 'PATCH', 'DELETE'],
  '/user_dashboards': ['GET'],
  '/user_groups/1': ['PUT'],
  '/users': ['PATCH'],
  '/users/1/dashboards': ['POST'],
};
const optionsPage = new URL('../../../shared/reference/06-options-allow.md', import.meta.url);

it(
  'OPTIONS names what the origin names',
  { skip: existsSync(optionsPage) ? false : 'the reference is absent' },
  async () => {
    const rows = [...(await readFile(optionsPage, 'utf8')).matchAll(/^\| (\/\S+) \| 200 \| ([A-Z, ]+) \|/gm)];
    assert.ok(rows.length > 150);
    let compared = 0;
    for (const [, path = '', allow = ''] of rows) {
      const answer = await test.call(`/api${path}`, { method: 'OPTIONS' });
      // Tools that Tepal does not have.
      if (answer.status === 404) continue;
      assert.equal(answer.status, 200, path);
      compared += 1;
      const named = new Set(answer.headers.get('allow')?.split(', '));
      assert.deepEqual(
        allow.split(', ').filter((method) => !named.has(method)),
        neighbours[path] ?? [],
        path,
      );
    }
    assert.ok(compared > 120, String(compared));
  },
);

describe('small answers', () => {
  it('a search without words finds nothing', async () => {
    for (const keywords of ['', '  '])
      await expectRow(test, {
        method: 'POST',
        path: '/api/search',
        as: 'ana',
        body: { keywords },
        status: 200,
        contains: ['[]'],
      });
  });

  it('what else stands in set_transitions_rules is passed over', async () => {
    const query = encodeURIComponent('{"workflow":{"set_transitions_rules":{"is_used":true,"field":"status","x":1}}}');
    const path = `/api/trackers/${scrum.tracker('User stories')}?query=${query}`;
    await expectRow(test, { method: 'PATCH', path, as: 'ana', status: 200 });
  });

  it('members of a group that is not there can’t be told of commits', async () => {
    const told = (group: string) => ({
      layout: [],
      email_notifications: [{ path: '/', emails: [], users: [], user_groups: [group] }],
    });
    const body = (group: string) => ({ project_id: 101, name: 'code', settings: told(group) });
    const post = { method: 'POST', path: '/api/svn', as: 'ana' };
    await expectRow(test, { ...post, body: body('9999'), status: 404 });
    await expectRow(test, { ...post, body: body('101_9999'), status: 404 });
  });

  it('a refused query names its field', async () => {
    for (const [words, name] of [
      ['nowhere = "x"', 'nowhere'],
      ['title < "x"', 'title'],
    ] as const) {
      const path = `/api/trackers/${scrum.tracker('User stories')}/artifacts?expert_query=${encodeURIComponent(words)}`;
      await expectRow(test, { path, as: 'ana', status: 400, contains: [name] });
    }
  });

  it('a new Git repository is read by registered people, and says what repositories are', async () => {
    const made = await expectRow(test, {
      method: 'POST',
      path: '/api/git',
      as: 'ana',
      body: { project_id: 101, name: 'fresh' },
      status: 201,
    });
    assert.equal(at(made.json, 'description'), '-- Default description --');
    const id = String(at(made.json, 'id'));
    const whole = await expectRow(test, { path: `/api/git/${id}?fields=all`, as: 'ana', status: 200 });
    assert.deepEqual(
      listAt(whole.json, 'permissions.read').map((group) => at(group, 'short_name')),
      ['registered_users'],
    );
    await expectRow(test, { path: `/api/git/${id}`, as: 'stig', status: 200 });
    await expectRow(test, { path: `/api/git/${id}`, status: 404 });
    const empty = { path: `/api/git/${id}/pull_requests`, as: 'ana', status: 200 };
    await expectRow(test, { ...empty, contains: ['"collection":[]'], answers: { 'x-pagination-size': '0' } });
  });
});
