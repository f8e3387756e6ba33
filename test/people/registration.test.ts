// Engine: both
// Asking for projects: what is refused and in which order, what a new project has, approval, and the command line.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, titleOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;
let categories: { language: number; ruby: number; jruby: number; audience: number };
let fieldId: number;

before(async () => {
  scrum = await openScrum({ withKanban: true, settings: '$mail_transport = "capture";\n' });
  ({ test } = scrum);
  await test.addUser('stig');
  await test.addUser('boss');
  const { people, projects, registration } = test.app.features;
  await people.grantDelegation('rest-project-management', 'boss');
  await projects.change('harbor-kanban', { access: 'private' });
  const add = (name: string, parentId: number | null, isMandatory = false): Promise<number> =>
    registration.addCategory({ name, parentId, isMandatory });
  const language = await add('Language', null);
  const ruby = await add('Ruby', language);
  categories = { language, ruby, jruby: await add('JRuby', ruby), audience: await add('Audience', null) };
  fieldId = await projects.addField({ name: 'Motto', type: 'line', description: '', rank: 1, isRequired: false });
});
after(() => test.close());

const wish = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  shortname: 'orchard',
  label: 'Orchard',
  description: 'Apples & pears',
  is_public: true,
  xml_template_name: 'empty',
  ...changes,
});

const post = (changes: Record<string, unknown>, row: Partial<Row> = {}): Row => ({
  as: 'stig',
  method: 'POST',
  path: '/api/projects',
  body: wish(changes),
  status: 400,
  ...row,
});

const idsAsRoot = async (): Promise<unknown[]> => {
  const query = encodeURIComponent('{"with_status":"pending"}');
  const listed = await expectRow(test, { as: 'root', path: `/api/projects?limit=50&query=${query}`, status: 200 });
  return listAt(listed.json).map((project) => at(project, 'shortname'));
};

describe('projects that wait', () => {
  const verdictOf = async (name: string, asked: Partial<Row> & { body: unknown }): Promise<void> => {
    const listed = await expectRow(test, { as: 'root', path: `/api/project_requests?words=${name}`, status: 200 });
    const id = Number(at(listed.json, '0.project.id'));
    await expectRow(test, { as: 'root', method: 'POST', status: 200, ...asked, path: `/api/projects/${id}/verdict` });
  };
  const mailed = { as: 'root', path: '/api/outbox_mails?limit=50', status: 200 };

  it('are listed with who asked, and refused with a reason, or approved, which who asked is mailed', async () => {
    const lime = { shortname: 'lime-tree', label: 'Lime 100%' };
    await expectRow(test, post(lime, { status: 201 }));
    await expectRow(test, post({ shortname: 'lemon-tree', label: 'Lemon' }, { status: 201 }));
    const list = { path: '/api/project_requests', status: 200 };
    await expectRow(test, { ...list, status: 401 });
    await expectRow(test, { ...list, as: 'stig', status: 403 });
    const listed = await expectRow(test, { ...list, as: 'boss', path: `${list.path}?words=100%25` });
    assert.equal(listAt(listed.json).length, 1);
    assert.equal(at(listed.json, '0.project.shortname'), 'lime-tree');
    assert.equal(at(listed.json, '0.asked_by.username'), 'stig');
    await verdictOf('lime', { as: 'stig', body: { is_approved: true }, status: 403 });
    await verdictOf('lime', { body: { is_approved: false, reason: ' ' }, status: 400, contains: ['`reason`'] });
    await verdictOf('lime', { as: 'boss', body: { is_approved: false, reason: 'We have one already.' } });
    await verdictOf('lemon', { body: { is_approved: true } });
    await expectRow(test, { ...list, as: 'root', lacks: ['lime-tree', 'lemon-tree'] });
    await expectRow(test, {
      ...mailed,
      contains: ['The project Lime 100% was rejected', 'The project Lemon was approved'],
    });
    const again = { as: 'root', method: 'POST', path: '/api/projects/101/verdict', body: { is_approved: true } };
    await expectRow(test, { ...again, status: 409 });
    const log = { as: 'root', path: '/api/audit_events?kind=project-deleted', status: 200 };
    await expectRow(test, { ...log, contains: ['We have one already.', '"name":"boss"'] });
  });
});

describe('POST /projects', () => {
  it('makes a project that waits, with the caller as member and administrator', async () => {
    const answer = await expectRow(
      test,
      post(
        {
          fields: [{ field_id: fieldId, value: 'Fruit <for> all' }],
          categories: [{ category_id: categories.language, value_id: categories.jruby }],
        },
        { status: 201, answers: { location: /\/api\/v1\/projects\/\d+$/ } },
      ),
    );
    const id = Number(at(answer.json, 'id'));
    assert.ok(listAt(answer.json, 'resources').length > 5);
    assert.partialDeepStrictEqual(answer.json, {
      id,
      uri: `projects/${id}`,
      label: 'Orchard',
      label_without_icon: 'Orchard',
      shortname: 'orchard',
      status: 'pending',
      access: 'public',
      is_template: false,
      additional_informations: {},
      is_member_of: true,
      description: 'Apples & pears',
      additional_fields: [{ name: 'Motto', value: 'Fruit <for> all' }],
      icon: '',
    });
    await expectRow(test, { as: 'stig', path: `/api/projects/${id}`, status: 404 });
    await expectRow(test, { as: 'root', path: `/api/projects/${id}`, status: 200, contains: ['"is_member_of":false'] });
    const log = { as: 'root', path: `/api/audit_events?project_id=${id}`, status: 200 };
    await expectRow(test, { ...log, contains: ['"kind":"project-created"', '"name":"stig"', '"shortname":"orchard"'] });

    const status = { method: 'PATCH', path: `/api/projects/${id}`, body: { status: 'active' } };
    await expectRow(test, { ...status, as: 'stig', status: 403 });
    const approved = await expectRow(test, { ...status, as: 'root', status: 200 });
    assert.equal(approved.text, '');
    await expectRow(test, { as: 'stig', path: `/api/projects/${id}`, status: 200, contains: ['"is_member_of":true'] });
    const services = { as: 'stig', path: `/api/projects/${id}/project_services`, status: 200 };
    await expectRow(test, { ...services, contains: ['"admin"', '"plugin_tracker"'] });
    await expectRow(test, { ...log, contains: ['"kind":"project-changed"', '"status":"active"'] });
  });

  it('speaks XML both ways', async () => {
    const xml = (template: string): string =>
      '<?xml version="1.0"?><request><shortname>xml-made</shortname><label>Made in XML</label>' +
      `<is_public>false</is_public>${template}</request>`;
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' };
    const request = { as: 'stig', method: 'POST', path: '/api/projects', headers };
    const template = '<xml_template_name>kanban</xml_template_name>';
    await expectRow(test, {
      ...request,
      body: xml(template),
      status: 201,
      contains: ['<shortname>xml-made</shortname>', '<access>private</access>', '<is_member_of>true</is_member_of>'],
    });
    await expectRow(test, {
      ...request,
      body: xml(template),
      status: 400,
      contains: ['<code>400</code>', 'shortname'],
    });
    await expectRow(test, { ...request, body: xml(''), status: 400, contains: ['template_id'] });
  });

  it('takes the structure of a project, and nobody from it', async () => {
    const projects = test.app.features.projects;
    const body = { shortname: 'copied', label: 'Copied', template_id: 101 };
    await expectRow(test, post(body, { contains: ['`template_id`', 'its administrator'] }));
    await projects.change('meadow-scrum', { isTemplate: true });
    const answer = await expectRow(test, post({ ...body, xml_template_name: 'nothing' }, { status: 201 }));
    await projects.change('meadow-scrum', { isTemplate: false });
    const id = Number(at(answer.json, 'id'));
    const trackers = await expectRow(test, { as: 'root', path: `/api/projects/${id}/trackers?limit=50`, status: 200 });
    const originals = await expectRow(test, { as: 'root', path: '/api/projects/101/trackers?limit=50', status: 200 });
    const labels = (json: unknown): unknown[] => listAt(json).map((tracker) => at(tracker, 'label'));
    assert.deepEqual(labels(trackers.json), labels(originals.json));
    const members = await expectRow(test, { as: 'root', path: `/api/user_groups/${id}_3/users`, status: 200 });
    assert.deepEqual(
      listAt(members.json).map((user) => at(user, 'username')),
      ['stig'],
    );
  });

  it('lets an administrator take their own project, and holders of the delegated right skip the wait', async () => {
    const own = { shortname: 'anas-own', label: 'Ana’s own', template_id: 102, is_public: false };
    await expectRow(
      test,
      post(own, { as: 'ana', status: 201, contains: ['"status":"pending"', '"access":"private"'] }),
    );
    await expectRow(test, post(own, { as: 'stig', contains: ['`template_id`'], lacks: ['Harbor', 'private'] }));
    const quick = { shortname: 'quick', label: 'Quick' };
    await expectRow(test, post(quick, { as: 'boss', status: 201, contains: ['"status":"active"'] }));
  });

  const refusals: [changes: Record<string, unknown>, contains: string][] = [
    [{ xml_template_name: undefined }, 'template_id'],
    [{ xml_template_name: 'issues' }, '`xml_template_name`'],
    [{ xml_template_name: '../../etc/passwd' }, '`xml_template_name`'],
    [{ template_id: 9999 }, '`template_id`'],
    [{ template_id: 9999, shortname: '!' }, '`template_id`'],
    [{ template_id: 0 }, '`template_id`'],
    [{ xml_template_name: undefined, from_archive: { file_name: 'a.zip', file_size: 0 } }, '`from_archive.file_size`'],
    [{ xml_template_name: undefined, from_archive: { file_name: 'a\nb', file_size: 1 } }, '`from_archive.file_name`'],
    [{ xml_template_name: undefined, from_archive: { file_name: 'a.zip', file_size: 2 ** 50 } }, 'the limit is'],
    [{ shortname: 'ab' }, '`shortname`'],
    [{ shortname: 'a'.repeat(31) }, '`shortname`'],
    [{ shortname: '1orchard' }, '`shortname`'],
    [{ shortname: '_orchard' }, '`shortname`'],
    [{ shortname: 'or_chard' }, '`shortname`'],
    [{ shortname: 'an orchard' }, '`shortname`'],
    [{ shortname: 'orchard\n' }, '`shortname`'],
    [{ shortname: 'örchard' }, '`shortname`'],
    [{ shortname: 'a/../b' }, '`shortname`'],
    [{ shortname: 'WWW1' }, '`shortname` is a reserved'],
    [{ shortname: 'webdev' }, '`shortname` is a reserved'],
    [{ shortname: 'MEADOW-Scrum' }, '`shortname` is already taken'],
    [{ shortname: 'Stig' }, '`shortname` is already taken'],
    [{ shortname: 12 }, '`shortname`'],
    [{ label: undefined }, '`label` is required'],
    [{ label: 'ab' }, '`label`'],
    [{ label: '  a  ' }, '`label`'],
    [{ label: 'a'.repeat(41) }, '`label`'],
    [{ label: 'two\nlines' }, '`label`'],
    [{ is_public: undefined }, '`is_public`'],
    [{ is_public: 'yes' }, '`is_public`'],
    [{ allow_restricted: true }, '`allow_restricted`'],
    [{ is_public: false, allow_restricted: false }, '`allow_restricted`'],
    [{ categories: [{ category_id: 999, value_id: 1 }] }, '`categories[0].category_id`'],
    [{ categories: [{ category_id: 2, value_id: 3 }] }, '`categories[0].category_id`'],
    [{ categories: [{ category_id: 1, value_id: 1 }] }, '`categories[0].value_id`'],
    [{ categories: [{ category_id: 1, value_id: 4 }] }, '`categories[0].value_id`'],
    [
      {
        categories: [
          { category_id: 1, value_id: 2 },
          { category_id: 1, value_id: 3 },
        ],
      },
      '`categories[1].category_id`',
    ],
    [{ fields: [{ field_id: 999, value: 'x' }] }, '`fields[0].field_id`'],
    [{ fields: [{ field_id: 1, value: 'two\nlines' }] }, '`fields[0].value`'],
    [{ fields: [{ field_id: 1 }] }, '`fields[0].value`'],
    [
      {
        fields: [
          { field_id: 1, value: 'x' },
          { field_id: 1, value: 'y' },
        ],
      },
      '`fields[1].field_id`',
    ],
  ];
  for (const [changes, contains] of refusals)
    it(`400 to ${JSON.stringify(changes).slice(0, 80)}, and nothing is made`, async () => {
      const before = await idsAsRoot();
      await expectRow(test, post({ shortname: 'meant-well', ...changes }, { contains: [contains] }));
      assert.deepEqual(await idsAsRoot(), before);
    });

  it('takes the default template of the site from site administrators', async () => {
    const wanted = { shortname: 'by-number', label: 'By number', xml_template_name: undefined, template_id: 100 };
    await expectRow(test, post(wanted, { contains: ['template_id'] }));
    const made = await expectRow(test, { ...post(wanted, { status: 201 }), as: 'root' });
    await expectRow(test, {
      as: 'root',
      path: `/api/projects/${String(at(made.json, 'id'))}/trackers`,
      status: 200,
      contains: ['[]'],
    });
    const shown = { as: 'root', path: '/api/projects/100', status: 200 };
    await expectRow(test, { ...shown, contains: ['"id":100', '"status":"system"', '"is_template":true'] });
    await expectRow(test, { ...shown, path: '/api/projects/100/trackers', contains: ['[]'] });
    await expectRow(test, { ...shown, as: 'stig', status: 404 });
    await expectRow(test, {
      ...shown,
      path: '/api/projects/100/banner',
      method: 'PUT',
      body: { message: 'x' },
      status: 403,
    });
    const group = { project_id: 100, short_name: 'few', description: '' };
    await expectRow(test, { ...shown, path: '/api/user_groups', method: 'POST', body: group, status: 403 });
    const templates = { path: '/api/project_templates', status: 200 };
    await expectRow(test, { ...templates, as: 'root', contains: ['"template_id":100'] });
    await expectRow(test, { ...templates, as: 'stig', lacks: ['"template_id":100'] });
  });

  it('401 to nobody, 415 and 400 to other bodies', async () => {
    await expectRow(test, { method: 'POST', path: '/api/projects', body: wish(), status: 401 });
    for (const body of ['[]', '{', 'null', '"x"']) await expectRow(test, post({}, { body }));
    await expectRow(test, post({}, { status: 415, headers: { 'content-type': 'text/plain' } }));
  });

  it('makes one of two with the same name', async () => {
    const body = wish({ shortname: 'twins', label: 'Twins', xml_template_name: 'scrum' });
    const upper = { ...body, shortname: 'TWINS' };
    const answers = await Promise.all(
      [body, upper, body].map((each) => test.call('/api/projects', { as: 'stig', method: 'POST', body: each })),
    );
    assert.deepEqual(
      answers.map((answer) => answer.status).toSorted((a, b) => a - b),
      [201, 400, 400],
    );
    assert.equal((await idsAsRoot()).filter((name) => String(name).toLowerCase() === 'twins').length, 1);
  });

  it('asks for what the platform makes mandatory', async () => {
    const { site, registration, projects } = test.app.features;
    await site.changeSetting('sys_project_description_mandatory', '1');
    await expectRow(test, post({ shortname: 'mute', description: ' ' }, { contains: ['`description` is required'] }));
    await site.changeSetting('sys_project_description_mandatory', '0');
    const licence = await registration.addCategory({ name: 'Licence', parentId: null, isMandatory: true });
    const free = await registration.addCategory({ name: 'Free', parentId: licence, isMandatory: false });
    await expectRow(test, post({ shortname: 'mute' }, { contains: ['`categories` needs', 'Licence'] }));
    const chosen = [{ category_id: licence, value_id: free }];
    const owner = await projects.addField({
      name: 'Owner',
      type: 'text',
      description: 'Who',
      rank: 2,
      isRequired: true,
    });
    const filled = { shortname: 'filled', categories: chosen, fields: [{ field_id: owner, value: 'Ana\nBruno' }] };
    await expectRow(test, post({ ...filled, fields: [] }, { contains: ['`fields` needs', 'Owner'] }));
    await expectRow(
      test,
      post({ ...filled, fields: [{ field_id: owner, value: ' ' }] }, { contains: ['`fields` needs'] }),
    );
    await expectRow(test, post(filled, { status: 201, contains: ['{"name":"Owner","value":"Ana\\nBruno"}'] }));

    const everything = await expectRow(
      test,
      post({ shortname: '!', label: '', template_id: 5 }, { path: '/api/projects?dry_run=true' }),
    );
    const messages = listAt(everything.json, 'error.i18n_error_messages').map(String);
    assert.equal(at(everything.json, 'error.message'), `Bad Request: ${messages[0] ?? ''}`);
    for (const part of ['template_id', 'shortname', 'label', 'categories', 'fields'])
      assert.equal(messages.filter((message) => message.startsWith(`\`${part}`)).length, 1, part);
    await expectRow(test, {
      ...post({ shortname: '!' }, { path: '/api/projects?dry_run=true' }),
      headers: { accept: 'application/xml' },
      contains: ['<i18n_error_messages><item>`shortname` must have'],
    });
    const check = { path: '/api/project_checks', status: 200 };
    const checked = await expectRow(test, post({ shortname: '!', label: '', template_id: 5 }, check));
    assert.deepEqual(checked.json, {
      i18n_error_messages: messages,
      i18n_messages: at(everything.json, 'error.i18n_messages'),
    });
    const right = await expectRow(test, post({ ...filled, shortname: 'dry' }, check));
    assert.deepEqual(right.json, { i18n_error_messages: [] });
    const dry = await expectRow(
      test,
      post({ ...filled, shortname: 'dry' }, { path: '/api/projects?dry_run=true', status: 204 }),
    );
    assert.equal(dry.text, '');
    assert.ok(!(await idsAsRoot()).includes('dry'));
    await expectRow(test, {
      as: 'stig',
      path: '/api/project_fields',
      status: 200,
      contains: [`{"id":${owner},"name":"Owner","rank":2,"is_required":true,"description":"Who","type":"text"}`],
      answers: { 'x-pagination-size': '2' },
    });
    await expectRow(test, {
      as: 'stig',
      path: '/api/project_fields?limit=1',
      status: 200,
      contains: ['"total_size":1'],
      lacks: ['Owner'],
    });
    await expectRow(test, { path: '/api/project_fields', status: 401 });
  });
});

describe('who may ask, and how often', () => {
  let other: Scrum;
  before(async () => {
    other = await openScrum();
    await other.test.addUser('rita', { status: 'R' });
    await other.test.addUser('stig');
    await other.test.app.features.site.changeSetting('access_mode', 'restricted');
  });
  after(() => other.test.close());
  const ask = (name: string, row: Partial<Row>, changes = {}): Promise<unknown> =>
    expectRow(other.test, post({ shortname: name, ...changes }, row));
  const set = (name: string, value: string): Promise<void> => other.test.app.features.site.changeSetting(name, value);

  it('has all four visibilities where there are restricted accounts', async () => {
    for (const [name, changes, access] of [
      ['one', { is_public: true, allow_restricted: null }, 'public'],
      ['two', { is_public: true, allow_restricted: true }, 'unrestricted'],
      ['three', { is_public: false, allow_restricted: true }, 'private'],
      ['four', { is_public: false, allow_restricted: false }, 'private-wo-restr'],
    ] as const)
      await ask(name, { status: 201, contains: [`"access":"${access}"`] }, changes);
  });

  it('keeps restricted accounts out until the platform lets them in', async () => {
    await ask('ritas', { as: 'rita', status: 403 });
    const dry = { as: 'rita', status: 400, path: '/api/projects?dry_run=true', contains: ['restricted accounts'] };
    for (const name of ['meadow-scrum', 'bruno']) await ask(name, { ...dry, lacks: ['taken'] });
    await expectRow(other.test, { as: 'rita', path: '/api/project_fields', status: 403 });
    await set('sys_restricted_users_can_create_project', '1');
    await ask('ritas', { as: 'rita', contains: ['`allow_restricted`'] }, { is_public: false, allow_restricted: false });
    await ask('ritas', { as: 'rita', status: 201 }, { is_public: false });
  });

  it('counts what waits', async () => {
    await set('sys_max_pending_projects_per_user', '1');
    await ask('fifth', { status: 429 });
    await ask('fifth', { status: 400, path: '/api/projects?dry_run=true', contains: ['wait'] });
    await ask('sixth', { as: 'bruno', status: 201 });
    await set('sys_max_pending_projects', '6');
    await ask('seventh', { as: 'ana', status: 429 });
    await ask('of-the-site', { as: 'root', status: 201, contains: ['"status":"active"'] });
    await set('sys_project_approval', '0');
    await ask('seventh', { status: 201, contains: ['"status":"active"'] });
  });

  it('leaves it to site administrators where the platform says so', async () => {
    await set('sys_use_project_registration', '0');
    await ask('eighth', { status: 403 });
    await ask('eighth', { status: 400, contains: ['template_id'] }, { template_id: 7 });
    const dry = { path: '/api/projects?dry_run=true', contains: ['only site administrators can create projects'] };
    await ask('eighth', { ...dry, status: 400 });
    await ask('eighth', { as: 'root', status: 201 });
  });
});

describe('PATCH /projects/:id', () => {
  const patch = (row: Partial<Row>): Row => ({
    as: 'root',
    method: 'PATCH',
    path: '/api/projects/102',
    body: { status: 'suspended' },
    status: 200,
    ...row,
  });
  const rows: Row[] = [
    { method: 'PATCH', path: '/api/projects/102', body: { status: 'active' }, status: 401 },
    patch({ as: 'ana', status: 403 }),
    patch({ as: 'ana', path: '/api/projects/9999', status: 403 }),
    patch({ body: { status: 'deleted' }, status: 400, contains: ['`status`'] }),
    patch({ body: {}, status: 400, contains: ['`status`'] }),
    patch({ path: '/api/projects/9999', status: 404 }),
    patch({ headers: { 'if-match': '"other"' }, status: 412 }),
    patch({ as: 'boss' }),
    { as: 'ana', path: '/api/projects/102', status: 403 },
    patch({ body: { status: 'active' } }),
    { as: 'ana', path: '/api/projects/102', status: 200, contains: ['"status":"active"'] },
    patch({
      headers: { 'content-type': 'application/xml' },
      body: '<request><status>suspended</status></request>',
    }),
    { as: 'root', path: '/api/projects/102', status: 200, contains: ['"status":"suspended"'] },
  ];
  for (const [index, row] of rows.entries())
    it(`${index + 1}: ${titleOf(row)}`, async () => {
      await expectRow(test, row);
    });

  it('403 to a deleted project', async () => {
    await test.app.features.projects.change('harbor-kanban', { status: 'deleted' });
    await expectRow(test, patch({ body: { status: 'active' }, status: 403 }));
    await expectRow(test, {
      as: 'root',
      path: '/api/audit_events?project_id=102&kind=project-deleted',
      status: 200,
      contains: ['"name":"command line"'],
    });
  });
});
