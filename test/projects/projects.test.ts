// Engine: both
// Projects and what hangs below them: the list with its queries, one project, its trackers, its user groups, and the
// definition of a tracker.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { projectServices } from '../../src/features/projects/index.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum({ withKanban: true });
  ({ test } = scrum);
  await test.addUser('stig');
});
after(() => test.close());

const asQuery = (query: unknown): string =>
  `query=${encodeURIComponent(typeof query === 'string' ? query : JSON.stringify(query))}`;

async function get(path: string, as?: string): Promise<unknown> {
  return (await expectRow(test, { path: `/api${path}`, status: 200, ...(as === undefined ? {} : { as }) })).json;
}

describe('GET /projects', () => {
  const rows: { as?: string; query: unknown; ids: number[] }[] = [
    { query: '', ids: [101, 102] },
    { as: 'stig', query: '', ids: [101, 102] },
    { query: { shortname: 'harbor-kanban' }, ids: [102] },
    { query: { shortname: 'Harbor-KANBAN' }, ids: [102] },
    { query: { shortname: 'harbor' }, ids: [] },
    { query: { shortname: "' or 1=1 --" }, ids: [] },
    { as: 'freya', query: { shortname: 'meadow-scrum', is_member_of: true }, ids: [101] },
    { as: 'freya', query: { is_member_of: true }, ids: [102] },
    { as: 'ana', query: { is_member_of: true }, ids: [101, 102] },
    { as: 'stig', query: { is_member_of: true }, ids: [] },
    { query: { is_member_of: true }, ids: [] },
    { as: 'ana', query: { is_admin_of: true }, ids: [101, 102] },
    { as: 'bruno', query: { is_admin_of: true }, ids: [] },
    { as: 'ana', query: { is_tracker_admin: true }, ids: [101, 102] },
    { as: 'bruno', query: { is_tracker_admin: true }, ids: [] },
    { as: 'root', query: { is_tracker_admin: true }, ids: [101, 102] },
    { as: 'root', query: { with_status: 'active' }, ids: [101, 102] },
    { as: 'root', query: { with_status: 'suspended' }, ids: [] },
    { as: 'root', query: { with_status: 'deleted' }, ids: [] },
  ];
  for (const { as, query, ids } of rows) {
    it(`${as ?? 'anonymous'} with ${JSON.stringify(query)} finds ${JSON.stringify(ids)}`, async () => {
      const path = `/api/projects?${asQuery(query)}`;
      const answers = { 'x-pagination-size': String(ids.length) };
      const answer = await expectRow(test, { path, status: 200, answers, ...(as === undefined ? {} : { as }) });
      assert.deepEqual(
        listAt(answer.json).map((one) => at(one, 'id')),
        ids,
      );
    });
  }

  const refused: [query: unknown, status: number][] = [
    [{}, 400],
    [{ nothing: true }, 400],
    [{ is_member_of: false }, 400],
    [{ is_admin_of: false }, 400],
    [{ is_tracker_admin: false }, 400],
    [{ is_tracker_admin: 'true' }, 400],
    [{ with_status: 'nothing' }, 403],
    [{ shortname: 1 }, 400],
    ['[]', 400],
    ['1', 400],
    ['"x"', 400],
    ['null', 400],
    ['{bad', 400],
    ['meadow', 400],
    [{ with_status: 'active' }, 403],
  ];
  for (const [query, status] of refused) {
    it(`${status} to ana with ${JSON.stringify(query)}`, async () => {
      const contains = status === 400 ? ['query'] : [];
      await expectRow(test, {
        path: `/api/projects?${asQuery(query)}`,
        as: 'ana',
        status,
        contains,
        lacks: ['Meadow'],
      });
    });
  }

  it('refuses a status that there is none of, to site administrators', async () => {
    const path = `/api/projects?${asQuery({ with_status: 'nothing' })}`;
    await expectRow(test, { path, as: 'root', status: 400, contains: ['query.with_status'] });
  });

  it('finds suspended and deleted ones by status, for site administrators', async () => {
    for (const status of ['suspended', 'deleted'] as const) {
      await test.app.features.projects.change('harbor-kanban', { status });
      const found = await get(`/projects?${asQuery({ with_status: status })}`, 'root');
      assert.deepEqual(
        listAt(found).map((one) => [at(one, 'id'), at(one, 'status')]),
        [[102, status]],
      );
      assert.deepEqual(
        listAt(await get('/projects', 'root')).map((one) => at(one, 'id')),
        [101],
      );
    }
    await test.app.features.projects.change('harbor-kanban', { status: 'active' });
  });

  it('shows the same projects as GET /projects/:id', async () => {
    for (const as of [undefined, 'freya', 'ana', 'root'])
      for (const project of listAt(await get('/projects', as)))
        assert.deepEqual(await get(`/projects/${String(at(project, 'id'))}`, as), project);
  });
});

describe('GET /projects/:id', () => {
  it('shows the project, and who is a member', async () => {
    for (const [as, isMember] of [
      [undefined, false],
      ['freya', false],
      ['root', false],
      ['bruno', true],
      ['ana', true],
    ] as const) {
      assert.deepEqual(await get('/projects/101', as), {
        id: 101,
        uri: 'projects/101',
        label: 'Meadow: mobile banking app',
        label_without_icon: 'Meadow: mobile banking app',
        shortname: 'meadow-scrum',
        status: 'active',
        access: 'public',
        is_template: false,
        resources: [
          'trackers',
          'backlog',
          'milestones',
          'plannings',
          'svn',
          'git',
          'gitlab_repositories',
          'testmanagement_campaigns',
          'testmanagement_definitions',
          'testmanagement_nodes',
          'labeled_items',
          'project_services',
          'user_groups',
          'phpwiki',
          'heartbeats',
          'labels',
        ].map((type) => ({ type, uri: `projects/101/${type}` })),
        additional_informations: { agiledashboard: { root_planning: at(await get('/projects/101/plannings'), '0') } },
        is_member_of: isMember,
        description: 'An invented bank builds its app in two-week sprints',
        additional_fields: [],
        icon: '',
      });
    }
  });

  it('names only resources that answer, if only that a tool is not set up', async () => {
    for (const resource of listAt(await get('/projects/101'), 'resources')) {
      const type = String(at(resource, 'type'));
      const query = type === 'labeled_items' ? `?${asQuery({ labels_id: [1] })}` : '';
      const answer = await test.call(`/api/${String(at(resource, 'uri'))}${query}`, { as: 'ana' });
      assert.equal(answer.status, type.startsWith('testmanagement_') ? 400 : 200, type);
    }
  });

  it('names some of them only where the project uses their service', async () => {
    const typesOf = async (): Promise<unknown[]> =>
      listAt(await get('/projects/101'), 'resources').map((resource) => at(resource, 'type'));
    assert.ok(!(await typesOf()).includes('docman_metadata'));
    await test.app.database.transact(async (tx) => {
      await projectServices.insertPlatformService(tx, 101, 'docman', true);
      await projectServices.insertPlatformService(tx, 101, 'plugin_kanban', true);
      await bumpSiteVersion(tx);
    });
    const types = await typesOf();
    assert.deepEqual(types.slice(3, 9), ['plannings', 'kanban', 'svn', 'git', 'docman_metadata', 'docman_service']);
  });

  it('shows the fields of the site, empty where the project says nothing', async () => {
    await test.app.features.projects.addField({
      name: 'Motto',
      type: 'line',
      description: '',
      rank: 1,
      isRequired: false,
    });
    assert.deepEqual(at(await get('/projects/101'), 'additional_fields'), [{ name: 'Motto', value: '' }]);
  });
});

describe('GET /projects/:id/user_groups', () => {
  const own = ['101_3', '101_4', '101_11', '101_14', '101', '102'];
  const idsFor = async (query: string, as?: string): Promise<unknown[]> =>
    listAt(await get(`/projects/101/user_groups${query}`, as)).map((group) => at(group, 'id'));
  const withSystem = `?${asQuery({ with_system_user_groups: true })}`;

  it('lists dynamic groups, then static ones, all as texts', async () => {
    assert.deepEqual(await idsFor(''), own);
    assert.deepEqual(await idsFor(`?${asQuery({ with_system_user_groups: false })}`, 'ana'), own);
  });

  it('adds the system groups that can enter the project', async () => {
    const { site, projects } = test.app.features;
    assert.deepEqual(await idsFor(withSystem), ['1', '2', ...own]);
    await site.changeSetting('access_mode', 'restricted');
    assert.deepEqual(await idsFor(withSystem, 'ana'), ['2', ...own]);
    await projects.change('meadow-scrum', { access: 'unrestricted' });
    assert.deepEqual(await idsFor(withSystem, 'ana'), ['2', '5', ...own]);
    await projects.change('meadow-scrum', { access: 'private' });
    assert.deepEqual(await idsFor(withSystem, 'ana'), own);
    await projects.change('meadow-scrum', { access: 'public' });
    await site.changeSetting('access_mode', 'anonymous');
  });

  for (const query of ['{}', '{"with_system_user_groups":"yes"}', '{"with_system_user_groups":null}', '[]', '{bad']) {
    it(`400 to ${query}`, async () => {
      await expectRow(test, {
        path: `/api/projects/101/user_groups?${asQuery(query)}`,
        status: 400,
        contains: ['query'],
      });
    });
  }

  it('each is a resource of its own', async () => {
    for (const group of listAt(await get(`/projects/101/user_groups${withSystem}`, 'ana'))) {
      const shown = await get(`/${String(at(group, 'uri'))}`, 'ana');
      const project = at(shown, 'project');
      assert.partialDeepStrictEqual(shown, group);
      const isSystem = ['1', '2'].includes(String(at(group, 'id')));
      assert.equal(at(project, 'shortname'), isSystem ? undefined : 'meadow-scrum');
      assert.equal(project === null, isSystem);
    }
  });

  it('are found by ids of the right form alone', async () => {
    const rows: [id: string, status: number][] = [
      ['101_102', 200],
      ['102_102', 404],
      ['999', 404],
      ['101_999', 404],
      ['3', 400],
      ['101_2', 400],
      ['abc', 400],
      ['-1', 400],
      ['101_', 400],
      ['999_3', 404],
    ];
    for (const [id, status] of rows) await expectRow(test, { path: `/api/user_groups/${id}`, as: 'ana', status });
  });
});

describe('GET /projects/:id/trackers', () => {
  const names = ['Bugs', 'Releases', 'Sprints', 'Tasks', 'User stories'];

  it('shows them in order of name, as GET /trackers/:id does but for reports', async () => {
    for (const as of [undefined, 'bruno', 'ana']) {
      const list = listAt(await get('/projects/101/trackers', as));
      assert.deepEqual(
        list.map((one) => at(one, 'label')),
        as === undefined ? names.slice(1) : names,
      );
      for (const tracker of list) {
        const alone = await get(`/trackers/${String(at(tracker, 'id'))}`, as);
        assert.ok(typeof alone === 'object' && alone !== null && 'reports' in alone === (as === 'ana'));
        assert.deepEqual({ ...alone, reports: undefined }, { ...Object(tracker), reports: undefined });
      }
      assert.deepEqual(await get('/projects/101/trackers?representation=full', as), list);
    }
  });

  it('shows them short', async () => {
    const list = listAt(await get('/projects/101/trackers?representation=minimal', 'ana'));
    assert.deepEqual(list[4], {
      id: 3,
      uri: 'trackers/3',
      label: 'User stories',
      color_name: 'sherwood-green',
      project: { id: 101, uri: 'projects/101', label: 'Meadow: mobile banking app', icon: '' },
      cannot_create_reasons: [],
      is_promoted: true,
      icon: '',
      singular_label: 'User story',
    });
  });

  it('finds those that the caller administers', async () => {
    const path = `/projects/101/trackers?${asQuery({ is_tracker_admin: true })}&representation=minimal`;
    for (const [as, count] of [
      ['ana', 5],
      ['root', 5],
      ['bruno', 0],
      [undefined, 0],
    ] as const)
      assert.equal(listAt(await get(path, as)).length, count, String(as));
  });

  for (const query of [
    asQuery({ is_tracker_admin: false }),
    asQuery({ nothing: true }),
    asQuery('{}'),
    asQuery('[]'),
    asQuery('{bad'),
    'representation=other',
  ]) {
    it(`400 to ?${query}`, async () => {
      await expectRow(test, { path: `/api/projects/101/trackers?${query}`, as: 'ana', status: 400 });
    });
  }
});

describe('GET /trackers/:id', () => {
  it('tells what the fields mean and how the workflow goes', async () => {
    const shown = await get('/trackers/3', 'ana');
    const field = (name: string): number => scrum.field('User stories', name);
    const value = (label: string): number => scrum.value('User stories', 'status', label);
    assert.partialDeepStrictEqual(shown, {
      id: 3,
      uri: 'trackers/3',
      html_url: '/plugins/tracker/?tracker=3',
      label: 'User stories',
      item_name: 'story',
      color_name: 'sherwood-green',
      parent: null,
      notifications: { enabled: true },
      resources: [{ type: 'reports', uri: 'trackers/3/tracker_reports' }],
      semantics: {
        title: { field_id: field('title') },
        description: { field_id: field('description') },
        status: { field_id: field('status'), value_ids: ['New', 'Ready', 'In progress', 'Review'].map(value) },
        contributor: { field_id: field('product_owner') },
        initial_effort: { field_id: field('story_points') },
      },
      workflow: { field_id: field('status'), is_used: '1', rules: { dates: [], lists: [] } },
    });
    const moves = listAt(shown, 'workflow.transitions').map((one) => [at(one, 'from_id'), at(one, 'to_id')]);
    assert.deepEqual(moves[0], [null, value('New')]);
    assert.equal(moves.length, 10);
    assert.partialDeepStrictEqual(at(await get('/trackers/4'), 'parent'), { id: 3, label: 'User stories' });
  });

  it('lays every used element out once, and lists none that is unused', async () => {
    for (const id of [1, 2, 3, 4, 5, 6]) {
      const shown = await get(`/trackers/${id}`, 'root');
      const laid: number[] = [];
      const types = new Map(listAt(shown, 'fields').map((one) => [at(one, 'field_id'), at(one, 'type')]));
      const walk = (nodes: readonly unknown[]): void => {
        for (const node of nodes) {
          laid.push(Number(at(node, 'id')));
          const isContainer = ['fieldset', 'column'].includes(String(types.get(at(node, 'id'))));
          assert.equal(at(node, 'content') !== null, isContainer);
          if (isContainer) walk(listAt(node, 'content'));
        }
      };
      walk(listAt(shown, 'structure'));
      assert.deepEqual(
        laid.toSorted((a, b) => a - b),
        [...types.keys()].map(Number).toSorted((a, b) => a - b),
      );
      for (const field of listAt(shown, 'fields')) assert.equal(at(field, 'is_used'), true);
    }
    await expectRow(test, { path: '/api/trackers/4', as: 'root', status: 200, lacks: ['estimate_days'] });
  });

  it('an unused field can’t be filled', async () => {
    const unused = await test.app.database.read
      .selectFrom('tracker_fields')
      .select('id')
      .where('name', '=', 'estimate_days')
      .executeTakeFirstOrThrow();
    const body = { values: [{ field_id: unused.id, value: 1 }] };
    const row = { path: '/api/artifacts/17', method: 'PUT', as: 'ana', body, status: 400 };
    await expectRow(test, { ...row, contains: ['values[0].field_id'] });
  });

  it('describes lists with what they offer', async () => {
    const fields = listAt(await get('/trackers/3', 'ana'), 'fields');
    const field = (name: string): unknown => fields.find((one) => at(one, 'name') === name);
    assert.deepEqual(at(field('risk'), 'bindings'), { type: 'static', list: [] });
    assert.deepEqual(
      listAt(field('risk'), 'default_value').map((one) => at(one, 'label')),
      ['Low'],
    );
    assert.deepEqual(at(field('product_owner'), 'bindings'), {
      type: 'users',
      list: [{ id: 3, label: 'project_members' }],
    });
    assert.deepEqual(
      listAt(field('product_owner'), 'values').map((one) => at(one, 'label')),
      ['ana', 'bruno', 'chika', 'dagny', 'emre'],
    );
    assert.equal(at(field('product_owner'), 'values.0.user_reference.real_name'), 'Ana Lindqvist (ana)');
    assert.deepEqual(
      listAt(field('reviewers'), 'values').map((one) => at(one, 'ugroup_reference.id')),
      ['101_3', '101', '102'],
    );
    assert.deepEqual(at(field('platforms'), 'specific_properties'), { size: 3 });
    assert.partialDeepStrictEqual(field('wanted_by'), { is_time_displayed: false, default_value: '' });
  });

  it('404 to what is none, 400 to what is no number', async () => {
    for (const [id, status] of [
      ['999', 404],
      ['0', 404],
      ['-1', 404],
      ['abc', 400],
      ['1.5', 400],
      ['1e3', 400],
    ] as const)
      for (const part of ['', '/artifacts', '/tracker_reports'])
        await expectRow(test, { path: `/api/trackers/${id}${part}`, as: 'ana', status });
  });
});

describe('what hangs below a tracker', () => {
  it('reports', async () => {
    const [report] = listAt(await get('/trackers/3/tracker_reports'));
    assert.partialDeepStrictEqual(report, { label: 'Product backlog', is_public: true, is_default: true });
  });

  it('possible parents: open ones of the parent tracker, the newest first', async () => {
    const parents = listAt(await get('/trackers/4/parent_artifacts'));
    const ids = parents.map((one) => Number(at(one, 'id')));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    for (const id of ids) assert.equal(at(await get(`/artifacts/${id}`), 'is_open'), true);
    const open = listAt(await get('/trackers/3/artifacts')).filter((one) => at(one, 'is_open') === true);
    assert.equal(ids.length, open.length);
    assert.deepEqual(await get('/trackers/3/parent_artifacts'), []);
  });

  it('link types in use', async () => {
    const types = await get('/trackers/3/used_artifact_links');
    assert.deepEqual(types, [{ shortname: '_is_child', forward_label: 'Child' }]);
  });
});
