// What hangs below a project besides its trackers: services, banner, background, activity, references, empty lists.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, titleOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum({ withKanban: true });
  ({ test } = scrum);
  await test.addUser('stig');
  await test.app.features.projects.change('harbor-kanban', { access: 'private' });
});
after(() => test.close());

const xml = { accept: 'application/xml' };
const services = '/api/projects/101/project_services';

async function serviceId(name: string): Promise<number> {
  const listed = await expectRow(test, { as: 'root', path: `${services}?limit=50`, status: 200 });
  return Number(
    at(
      listAt(listed.json).find((service) => at(service, 'name') === name),
      'id',
    ),
  );
}

/** Rows one after the other, each as a test of its own. */
function inOrder(rows: readonly Row[]): void {
  for (const [index, row] of rows.entries())
    it(`${index + 1}: ${titleOf(row)}`, async () => {
      await expectRow(test, row);
    });
}

describe('access is that of the project', () => {
  const paths = [
    'project_services',
    'labels',
    'labeled_items?query=%7B%22labels_id%22%3A%5B1%5D%7D',
    'phpwiki',
    'heartbeats',
    'banner',
    '3rd_party_integration_data',
  ];
  inOrder(
    paths.flatMap((name): Row[] => [
      { as: 'stig', path: `/api/projects/102/${name}`, status: 403, lacks: ['Harbor'] },
      { path: `/api/projects/102/${name}`, status: 403, lacks: ['Harbor'], headers: xml },
      { as: 'root', path: `/api/projects/999/${name}`, status: 404 },
      { as: 'root', path: `/api/projects/x/${name}`, status: 400, contains: ['`id`'] },
    ]),
  );
});

describe('tools that are not there', () => {
  const absent = [
    'baselines',
    'baselines_comparisons',
    'program_backlog',
    'program_increments',
    'testmanagement_campaigns',
    'testmanagement_definitions',
    'testmanagement_nodes',
  ];
  const wiki = 'mediawiki_standalone_permissions';
  const rights = (isReader: boolean, isWriter: boolean, isAdmin: boolean): string =>
    `{"is_bot":false,"is_reader":${isReader},"is_writer":${isWriter},"is_admin":${isAdmin}}`;
  inOrder([
    ...absent.map((name) => ({ as: 'stig', path: `/api/projects/102/${name}`, status: 404, lacks: ['Harbor'] })),
    ...absent.map((name) => ({ as: 'stig', path: `/api/projects/999/${name}`, status: 404 })),
    { as: 'stig', path: `/api/projects/102/${wiki}`, status: 200, contains: [rights(false, false, false)] },
    { path: `/api/projects/102/${wiki}`, status: 200, contains: [rights(false, false, false)] },
    { path: `/api/projects/101/${wiki}`, status: 200, contains: [rights(false, false, false)] },
    { as: 'stig', path: `/api/projects/101/${wiki}`, status: 200, contains: [rights(false, false, false)] },
    { as: 'bruno', path: `/api/projects/101/${wiki}`, status: 200, contains: [rights(true, true, false)] },
    { as: 'ana', path: `/api/projects/101/${wiki}`, status: 200, contains: [rights(true, true, true)] },
  ]);
});

describe('services', () => {
  it('stand in the order of the format, whatever the order in which they came', async () => {
    const listed = await expectRow(test, { as: 'root', path: `${services}?limit=50`, status: 200 });
    const names = listAt(listed.json).map((service) => at(service, 'name'));
    assert.deepEqual(names, ['admin', 'plugin_tracker', 'plugin_agiledashboard']);
    const page = await expectRow(test, { as: 'root', path: `${services}?limit=1&offset=1`, status: 200 });
    assert.equal(at(page.json, '0.name'), names[1]);
  });

  it('lists what is on, and the rest to administrators of the project', async () => {
    const id = await serviceId('plugin_tracker');
    assert.deepEqual(at((await expectRow(test, { path: services, status: 200 })).json, '1'), {
      id,
      uri: `project_services/${id}`,
      service_url: '/plugins/tracker/?group_id=101',
      name: 'plugin_tracker',
      label: 'Trackers',
      is_enabled: true,
      icon: 'fa-solid fa-tlp-tracker',
      is_custom: false,
    });
    await expectRow(test, { path: `${services}?limit=1`, status: 200, answers: { 'x-pagination-size': '3' } });
    await expectRow(test, { path: services, status: 200, headers: xml, contains: ['<name>admin</name>'] });
    await expectRow(test, { path: `${services}?limit=51`, status: 400, contains: ['`limit`'] });
    await expectRow(test, { path: `/api/project_services/${id}`, status: 405 });
  });

  it('are switched by administrators of the project', async () => {
    const put = { method: 'PUT', path: `/api/project_services/${await serviceId('plugin_tracker')}` };
    const off = { is_enabled: false };
    await expectRow(test, { ...put, body: off, status: 401 });
    await expectRow(test, { ...put, body: off, as: 'bruno', status: 403 });
    await expectRow(test, { ...put, body: {}, as: 'ana', status: 400, contains: ['`is_enabled` is required'] });
    await expectRow(test, { ...put, body: { is_enabled: 'no' }, as: 'ana', status: 400, contains: ['`is_enabled`'] });
    const done = await expectRow(test, { ...put, body: off, as: 'ana', status: 200 });
    assert.equal(done.text, '');
    await expectRow(test, { path: services, status: 200, lacks: ['plugin_tracker'] });
    await expectRow(test, { path: services, as: 'bruno', status: 200, lacks: ['plugin_tracker'] });
    const summary = { path: '/api/projects/101/summary', as: 'bruno', status: 200 };
    await expectRow(test, { ...summary, contains: ['"services_off":["plugin_tracker"]'] });
    for (const as of ['root', 'ana'])
      await expectRow(test, { path: services, as, status: 200, contains: ['plugin_tracker', '"is_enabled":false'] });
    await expectRow(test, {
      ...put,
      as: 'ana',
      headers: { 'content-type': 'application/xml' },
      body: '<request><is_enabled>true</is_enabled></request>',
      status: 200,
    });
    await expectRow(test, { path: services, status: 200, contains: ['plugin_tracker'] });
    await expectRow(test, {
      as: 'root',
      path: '/api/audit_events?project_id=101&kind=project-changed',
      status: 200,
      contains: ['"service":"plugin_tracker"', '"name":"ana"'],
    });
  });

  it('are links of the project’s own, too, in an order that its administrators choose', async () => {
    const post = { method: 'POST', path: services, as: 'ana', status: 201 };
    const link = { label: ' Chat ', service_url: 'https://chat.example.org/$projectname', icon: 'fas fa-comments' };
    await expectRow(test, { ...post, as: 'bruno', body: link, status: 403 });
    for (const [bad, path] of [
      [{ ...link, service_url: 'javascript:alert(1)' }, '`service_url`'],
      [{ ...link, service_url: '//elsewhere.example.org' }, '`service_url`'],
      [{ ...link, icon: 'fas fa-skull' }, '`icon`'],
      [{ ...link, label: '' }, '`label`'],
      [{ ...link, lable: 'Chat' }, 'lable'],
    ] as const)
      await expectRow(test, { ...post, body: bad, status: 400, contains: [path] });
    const made = (await expectRow(test, { ...post, body: { ...link, is_in_new_tab: true } })).json;
    const id = at(made, 'id');
    const shown = { id, name: '', label: 'Chat', icon: 'fas fa-comments', is_custom: true, is_in_new_tab: true };
    assert.partialDeepStrictEqual(made, shown);
    const own = { path: `/api/project_services/${String(id)}`, as: 'ana', status: 200 };
    await expectRow(test, { ...own, method: 'PUT', body: { label: 'Talk', description: 'All day' } });
    await expectRow(test, { ...own, method: 'PUT', as: 'bruno', body: { label: 'Talk' }, status: 403 });
    await expectRow(test, { ...own, method: 'PUT', body: { service_url: 'ftp://x' }, status: 400 });
    const listed = async (): Promise<unknown[]> =>
      listAt((await expectRow(test, { path: services, as: 'ana', status: 200 })).json).map((one) => at(one, 'label'));
    const before = await listed();
    assert.equal(before.at(-1), 'Talk');
    const order = { method: 'PUT', path: '/api/projects/101/service_order', as: 'ana', status: 200 };
    await expectRow(test, { ...order, body: { ids: [999_999] }, status: 400, contains: ['`ids[0]`'] });
    await expectRow(test, { ...order, as: 'bruno', body: { ids: [id] }, status: 403 });
    await expectRow(test, { ...order, body: { ids: [id] } });
    assert.deepEqual(await listed(), ['Talk', ...before.slice(0, -1)]);
    const platform = `/api/project_services/${await serviceId('plugin_tracker')}`;
    await expectRow(test, { ...own, path: platform, method: 'PUT', body: { label: 'Mine' }, status: 400 });
    await expectRow(test, { ...own, path: platform, method: 'DELETE', status: 400, contains: ['turn it off'] });
    await expectRow(test, { ...own, method: 'DELETE', as: 'bruno', status: 403 });
    await expectRow(test, { ...own, method: 'DELETE', status: 204 });
    assert.deepEqual(await listed(), before.slice(0, -1));
  });

  it('refuses what is always on, what is not there, and closed projects', async () => {
    const put = { method: 'PUT', as: 'ana', body: { is_enabled: false } };
    const path = `/api/project_services/${await serviceId('admin')}`;
    await expectRow(test, { ...put, path, status: 400, contains: ['turned off'] });
    await expectRow(test, { ...put, path: '/api/project_services/9999', status: 404 });
    await expectRow(test, { ...put, path: '/api/project_services/-1', status: 404 });
    await expectRow(test, { ...put, path: '/api/project_services/x', status: 400 });
    await test.app.features.projects.change('meadow-scrum', { status: 'suspended' });
    await expectRow(test, { ...put, as: 'root', path, status: 403 });
    await test.app.features.projects.change('meadow-scrum', { status: 'active' });
  });
});

describe('banner', () => {
  const banner = '/api/projects/101/banner';
  const put = { method: 'PUT', path: banner };
  inOrder([
    { path: banner, status: 404 },
    { ...put, body: { message: 'x' }, status: 401 },
    { ...put, as: 'bruno', body: { message: 'x' }, status: 403 },
    { ...put, as: 'ana', body: {}, status: 400, contains: ['`message` is required'] },
    { ...put, as: 'ana', body: { message: '' }, status: 400, contains: ['`message`'] },
    { ...put, as: 'ana', body: { message: 'x'.repeat(2001) }, status: 400, contains: ['`message`'] },
    { ...put, as: 'ana', body: { message: 'Down on <Sunday> & Monday' }, status: 200, lacks: ['Sunday'] },
    { path: banner, status: 200, contains: ['"message":"Down on <Sunday> & Monday"'], answers: { etag: /^"/ } },
    { path: banner, status: 200, headers: xml, contains: ['<message>Down on &lt;Sunday&gt; &amp; Monday</message>'] },
    { ...put, as: 'ana', headers: { 'if-match': '"older"' }, body: { message: 'y' }, status: 412 },
    { path: banner, status: 200, contains: ['Sunday'] },
    { method: 'DELETE', as: 'bruno', path: banner, status: 403 },
    { method: 'DELETE', as: 'ana', path: banner, status: 200 },
    { path: banner, status: 404, headers: xml, contains: ['<code>404</code>'] },
  ]);

  it('is replaced under its entity tag', async () => {
    await expectRow(test, { ...put, as: 'ana', body: { message: 'one' }, status: 200 });
    const etag = (await test.call(banner, { as: 'ana' })).headers.get('etag') ?? '';
    const headers = { 'if-match': etag };
    await expectRow(test, { ...put, as: 'ana', headers, body: { message: 'two' }, status: 200 });
    await expectRow(test, { ...put, as: 'ana', headers, body: { message: 'three' }, status: 412 });
    await expectRow(test, { path: banner, status: 200, contains: ['two'] });
  });
});

describe('header background', () => {
  const path = '/api/projects/101/header_background';
  const put = { method: 'PUT', path, body: { identifier: 'wooden-surface' } };
  inOrder([
    { ...put, status: 401 },
    { ...put, as: 'bruno', status: 403 },
    { ...put, as: 'ana', status: 200 },
    { ...put, as: 'ana', body: { identifier: 'concrete' }, status: 400, contains: ['`identifier`', 'aerial-water'] },
    { ...put, as: 'ana', body: '<request/>', headers: { 'content-type': 'application/xml' }, status: 400 },
    { method: 'DELETE', path, as: 'bruno', status: 403 },
    { method: 'DELETE', path, as: 'ana', status: 200 },
    { path, status: 405 },
  ]);
});

describe('heartbeats', () => {
  const path = '/api/projects/101/heartbeats';

  it('shows what changed last, newest first, as escaped HTML', async () => {
    const body = {
      tracker: { id: scrum.tracker('Tasks') },
      values: [{ field_id: scrum.field('Tasks', 'title'), value: 'A <b>bold</b> & "new" task' }],
    };
    const made = await expectRow(test, { as: 'ana', method: 'POST', path: '/api/artifacts', body, status: 201 });
    const id = Number(at(made.json, 'id'));
    const answer = await expectRow(test, { as: 'ana', path, status: 200, lacks: ['<b>bold'] });
    const entries = listAt(answer.json, 'entries');
    assert.equal(entries.length, 30);
    const message = String(at(entries[0], 'html_message'));
    assert.match(
      message,
      new RegExp(`^\\n {12}<a class="direct-link-to-artifact" href="/plugins/tracker/\\?aid=${id}">\\n`),
    );
    assert.match(message, /&lt;b&gt;bold&lt;\/b&gt; &amp; /);
    assert.equal(at(entries[0], 'user.username'), 'ana');
    const dates = entries.map((entry) => Date.parse(String(at(entry, 'updated_at'))));
    assert.deepEqual(
      dates,
      dates.toSorted((a, b) => b - a),
    );
    await expectRow(test, { path, status: 200, headers: xml, contains: ['<entries><item>', '&amp;lt;b&amp;gt;'] });
  });

  // Bugs are for registered people, one of them for members alone.
  it('says that there is more than the reader may see, and not what', async () => {
    const secret = 'Session key can end up in a crash report';
    for (const [as, isMore, lacks, contains] of [
      [undefined, true, ['bug #', secret], ['task #']],
      ['stig', true, [secret], ['bug #']],
      ['bruno', false, [], ['bug #', secret]],
    ] as const) {
      const flag = `"are_there_activities_user_cannot_see":${isMore}`;
      const row = { path, status: 200, lacks, contains: [flag, ...contains] };
      await expectRow(test, as === undefined ? row : { ...row, as });
    }
  });
});

describe('POST /projects/:id/extract_references', () => {
  const extract = async (text: string, as = 'ana'): Promise<readonly unknown[]> => {
    const row = { as, method: 'POST', path: '/api/projects/101/extract_references', body: { text }, status: 200 };
    return listAt((await expectRow(test, row)).json);
  };

  it('finds keywords of the project, with a link and the word before', async () => {
    const { site } = test.app.features;
    await site.changeSetting('public_url', 'https://forge.example.com');
    const link = (key: string, id: number): string =>
      `https://forge.example.com/goto?key=${key}&val=${id}&group_id=101`;
    assert.deepEqual(await extract('story #19 is done by task#3. See art #12, ARTIFACT #4'), [
      { text: 'story #19', link: link('story', 19), context: '' },
      { text: 'task#3', link: link('task', 3), context: 'by' },
      { text: 'art #12', link: link('art', 12), context: 'See' },
      { text: 'ARTIFACT #4', link: link('ARTIFACT', 4), context: '#12,' },
    ]);
  });

  it('finds commits, pull requests, and artifacts by a number alone', async () => {
    const base = 'https://forge.example.com';
    const goto = (key: string, value: string): string =>
      `${base}/goto?key=${key}&val=${encodeURIComponent(value)}&group_id=101`;
    const text = 'As git #tools/web/1f2e3d4c. says; SVN #web/12, rev #web/13 (#4) pr #5 git #web/nohash svn #web/x';
    assert.deepEqual(
      (await extract(text)).map((one) => [at(one, 'text'), at(one, 'link')]),
      [
        ['git #tools/web/1f2e3d4c', goto('git', 'tools/web/1f2e3d4c')],
        ['SVN #web/12', goto('svn', 'web/12')],
        ['rev #web/13', goto('rev', 'web/13')],
        ['#4', goto('art', '4')],
        ['pr #5', `${base}/pull-requests/5`],
      ],
    );
  });

  it('leaves everything else', async () => {
    const text = 'unknown #1, see #2, &#3; a#b #x art # 3, art #x, xart#5x, request #1, art #1234567890123456';
    assert.deepEqual(await extract(text), []);
    assert.deepEqual(await extract(`${'a'.repeat(30_000)} ${'#'.repeat(30_000)}`), []);
  });

  inOrder([
    { as: 'stig', method: 'POST', path: '/api/projects/102/extract_references', body: { text: 'art #1' }, status: 403 },
    { as: 'ana', method: 'POST', path: '/api/projects/101/extract_references', body: {}, status: 400 },
    { as: 'ana', method: 'POST', path: '/api/projects/101/extract_references', body: { text: 1 }, status: 400 },
    {
      as: 'ana',
      method: 'POST',
      path: '/api/projects/101/extract_references',
      headers: { ...xml, 'content-type': 'application/xml' },
      body: '<request><text>art #1</text></request>',
      status: 200,
      contains: ['<item><text>art #1</text>'],
    },
  ]);
});

describe('empty lists and the sidebar', () => {
  const items = '/api/projects/101/labeled_items';
  const badQueries = ['', '[]', '{}', '{"labels_id":[]}', '{"labels_id":["1"]}', '{"labels_id":1}', '{bad'];
  inOrder([
    { path: '/api/projects/101/labels?query=a', status: 200, contains: ['{"labels":[]}'] },
    { path: '/api/projects/101/labels?limit=0', status: 400, contains: ['`limit`'] },
    { path: '/api/projects/101/phpwiki?pagename=x', status: 200, contains: ['{"pages":[]}'] },
    ...['', '/versions', '/items_referencing_wiki_page'].map((part) => ({
      path: `/api/phpwiki/7${part}`,
      status: 404,
      contains: ['no wiki page 7'],
    })),
    {
      path: `${items}?query=${encodeURIComponent('{"labels_id":[1]}')}`,
      status: 200,
      contains: ['{"labeled_items":[],"are_there_items_user_cannot_see":false}'],
      answers: { 'x-pagination-limit': '50' },
    },
    ...badQueries.map((query) => ({ path: `${items}?query=${encodeURIComponent(query)}`, status: 400 })),
  ]);

  it('describes the sidebar in JSON, with the service that is shown', async () => {
    const path = '/api/projects/101/3rd_party_integration_data?currently_active_service=plugin_tracker';
    const answer = await expectRow(test, { path, status: 200, contains: ['"references":[]'] });
    const config: unknown = JSON.parse(String(at(answer.json, 'project_sidebar.config')));
    assert.equal(at(config, 'project.name'), 'Meadow: mobile banking app');
    const active = listAt(config, 'tools').filter((tool) => at(tool, 'is_active') === true);
    assert.deepEqual(
      active.map((tool) => at(tool, 'label')),
      ['Trackers'],
    );
    await expectRow(test, { path, status: 200, headers: xml, contains: ['<is_collapsed>false</is_collapsed>'] });
  });
});

describe('a project that is deleted while a change of it waits', () => {
  it('stays as it was', async () => {
    const { database, features } = test.app;
    const change = { as: 'ana', headers: { ...xml, 'content-type': 'application/json' } };
    const group = { project_id: 101, short_name: 'latecomers', description: '' };
    const service = await serviceId('plugin_tracker');
    const changes: Row[] = [
      { ...change, method: 'POST', path: '/api/user_groups', body: group, status: 403 },
      { ...change, method: 'PUT', path: '/api/projects/101/banner', body: { message: 'Too late' }, status: 403 },
      { ...change, method: 'PUT', path: `/api/project_services/${service}`, body: { is_enabled: true }, status: 403 },
    ];
    const logged = async (): Promise<number> =>
      (await features.audit.listAll({ projectId: 101 }, { limit: 1, offset: 0 })).size;
    // Also signs in, which writes and so must be over before the writer is held.
    const banner = { as: 'ana', method: 'PUT', path: '/api/projects/101/banner', body: { message: 'In time' } };
    await expectRow(test, { ...banner, status: 200 });
    const before = await logged();
    const held = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    const deleted = database.transact(async (tx) => {
      await tx.updateTable('projects').set({ status: 'deleted' }).where('id', '=', 101).execute();
      await bumpSiteVersion(tx);
      held.resolve();
      await sent.promise;
    });
    await held.promise;
    const answers = Promise.all(changes.map((row) => expectRow(test, { ...row, contains: ['is deleted'] })));
    // Reading does not wait for writers, so the changes are past their first checks when these are answered.
    try {
      for (let round = 0; round < 20; round++) await test.call('/api/projects/101', { as: 'ana' });
    } finally {
      sent.resolve();
    }
    await Promise.all([deleted, answers]);
    assert.equal(await logged(), before);
    await features.projects.change('meadow-scrum', { status: 'active' });
    await expectRow(test, { as: 'ana', path: '/api/projects/101/user_groups', status: 200, lacks: ['latecomers'] });
    await expectRow(test, { as: 'ana', path: '/api/projects/101/banner', status: 200, lacks: ['Too late'] });
  });
});
