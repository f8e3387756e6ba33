// What pages show of projects: the narrowed list, summaries, templates, categories, and what somebody follows.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';

let test: TestApp;
let values: { language: number; ruby: number; jruby: number };
before(async () => {
  ({ test } = await openScrum({ withKanban: true }));
  await test.addUser('stig');
  const { projects, registration } = test.app.features;
  await projects.change('harbor-kanban', { access: 'private' });
  const add = (name: string, parentId: number | null): Promise<number> =>
    registration.addCategory({ name, parentId, isMandatory: false });
  const language = await add('Language', null);
  const ruby = await add('Ruby', language);
  values = { language, ruby, jruby: await add('JRuby', ruby) };
});
after(() => test.close());

const get = async (path: string, as?: string, status = 200): Promise<unknown> =>
  (await expectRow(test, { path: `/api${path}`, status, ...(as === undefined ? {} : { as }) })).json;
const idsIn = async (path: string, as?: string): Promise<unknown[]> =>
  listAt(await get(path, as)).map((one) => at(one, 'id'));

describe('the list of projects', () => {
  const member = encodeURIComponent('{"is_member_of":true}');
  const rows: [query: string, as: string | undefined, ids: number[]][] = [
    ['words=bank', undefined, [101]],
    ['words=BANK+two-week', undefined, [101]],
    ['words=bank+marina', 'ana', []],
    ['words=%25', 'ana', []],
    ['words=meadow-scrum', 'ana', [101]],
    ['access=private', 'ana', [102]],
    ['access=private', 'stig', []],
    ['access=public', 'ana', [101]],
    ['order=name', 'ana', [102, 101]],
    ['order=newest', 'ana', [102, 101]],
    [`query=${member}&words=harbor`, 'ana', [102]],
  ];
  for (const [query, as, ids] of rows)
    it(`with ${query} has ${JSON.stringify(ids)} for ${as ?? 'anonymous'}`, async () => {
      assert.deepEqual(await idsIn(`/projects?${query}`, as), ids);
    });

  it('narrows by category, with what narrows its value', async () => {
    const body = {
      shortname: 'orchard',
      label: 'Orchard',
      is_public: true,
      xml_template_name: 'empty',
      categories: [{ category_id: values.language, value_id: values.jruby }],
    };
    const path = '/api/projects';
    const { json } = await expectRow(test, { path, method: 'POST', as: 'ana', body, status: 201 });
    const id = at(json, 'id');
    const approval = { method: 'PATCH', as: 'root', body: { status: 'active' }, status: 200 } as const;
    await expectRow(test, { path: `/api/projects/${String(id)}`, ...approval });
    for (const value of Object.values(values))
      assert.deepEqual(await idsIn(`/projects?category=${value}`, 'stig'), [id]);
    assert.deepEqual(await idsIn('/projects?category=999', 'stig'), []);
    await get('/projects?category=x', 'stig', 400);
    await get('/projects?order=size', 'stig', 400);
  });
});

describe('GET /projects/:id/summary', () => {
  it('has administrators first, and says who administers', async () => {
    const json = await get('/projects/101/summary', 'ana');
    assert.equal(at(json, 'may_administer'), true);
    assert.equal(at(json, 'banner'), null);
    assert.deepEqual(
      listAt(json, 'members')
        .map((one) => [at(one, 'user.username'), at(one, 'is_admin')])
        .slice(0, 2),
      [
        ['ana', true],
        ['bruno', false],
      ],
    );
    assert.equal(at(json, 'member_count'), listAt(json, 'members').length);
  });

  it('shows who is no member those who administer alone, and nobody what is closed to them', async () => {
    for (const as of [undefined, 'stig'])
      assert.deepEqual(
        listAt(await get('/projects/101/summary', as), 'members').map((one) => at(one, 'user.username')),
        ['ana'],
        as ?? 'anonymous',
      );
    await get('/projects/102/summary', 'stig', 403);
    await get('/projects/999/summary', 'stig', 404);
  });

  it('tells the announcement', async () => {
    const row = { path: '/api/projects/101/banner', method: 'PUT', as: 'ana', status: 200 } as const;
    await expectRow(test, { ...row, body: { message: 'Closed on Friday' } });
    assert.equal(at(await get('/projects/101/summary', 'stig'), 'banner'), 'Closed on Friday');
  });
});

describe('GET /project_templates', () => {
  it('has what comes with Tepal, templates, and own projects', async () => {
    const names = listAt(await get('/project_templates', 'ana')).map((one) => [
      at(one, 'xml_template_name') ?? at(one, 'label'),
      at(one, 'is_own'),
    ]);
    assert.deepEqual(
      names.slice(0, 6),
      ['scrum', 'kanban', 'bugs', 'support', 'roadmap', 'empty'].map((name) => [name, false]),
    );
    assert.ok(names.some(([name, isOwn]) => name === 'Meadow: mobile banking app' && isOwn === true));
    assert.equal(listAt(await get('/project_templates', 'stig')).length, 6);
  });

  it('is for who may create projects', async () => {
    await get('/project_templates', undefined, 401);
  });
});

it('shows categories with their values in order', async () => {
  assert.deepEqual(await get('/project_categories'), [
    {
      id: values.language,
      name: 'Language',
      is_mandatory: false,
      values: [
        { id: values.ruby, name: 'Ruby', parent_id: values.language },
        { id: values.jruby, name: 'JRuby', parent_id: values.ruby },
      ],
    },
  ]);
});

it('lists what somebody follows and still sees', async () => {
  const follow = (id: number, isSubscribed: boolean | null) =>
    expectRow(test, {
      path: `/api/artifacts/${id}/subscription`,
      method: 'PUT',
      as: 'stig',
      body: { is_subscribed: isSubscribed },
      status: 200,
    });
  await follow(17, true);
  await follow(18, false);
  const followed = listAt(await get('/users/self/followed_artifacts', 'stig'));
  assert.deepEqual(
    followed.map((one) => [at(one, 'id'), at(one, 'xref'), at(one, 'full_status.value')]),
    [[17, 'task #17', 'Done']],
  );
  await get('/users/101/followed_artifacts', 'stig', 403);
  await get('/users/self/followed_artifacts', undefined, 401);
});
