// Engine: both
// Who can see and do what in all of a project, by groups and for one person.
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
  (await expectRow(scrum.test, { as: 'ana', status: 200, ...row })).json;
const path = '/api/projects/101/given_rights';
const idOf = async (name: string): Promise<string> =>
  String(at(await send({ path: '/api/users/self', as: name }), 'id'));

/** A line for each right: kind, what it is on, right, groups, and the count or pattern where there is one. */
const lines = async (query = ''): Promise<string[]> =>
  listAt(await send({ path: path + query })).map((one) =>
    [
      at(one, 'kind'),
      at(one, 'label'),
      at(one, 'right'),
      listAt(one, 'groups')
        .map((group) => at(group, 'id'))
        .join('+'),
      at(one, 'count') ?? at(one, 'pattern') ?? '',
    ].join(' '),
  );

it('tells who has what, of trackers, artifacts, comments, repositories and services', async () => {
  const tracker = scrum.tracker('Bugs');
  await send({
    path: `/api/trackers/${tracker}`,
    method: 'PATCH',
    body: {
      permissions_for_groups: { can_access: [{ id: '101' }], can_access_submitted_by_user: [{ id: '101_3' }] },
    },
  });
  const made = await send({
    path: '/api/artifacts',
    method: 'POST',
    as: 'bruno',
    status: 201,
    body: {
      tracker: { id: tracker },
      values: [
        { field_id: scrum.field('Bugs', 'title'), value: 'Leaks' },
        { field_id: scrum.field('Bugs', 'description'), value: { content: 'Drop by drop', format: 'text' } },
        { field_id: scrum.field('Bugs', 'restricted_to'), value: { granted_groups: ['101'] } },
      ],
    },
  });
  await send({
    path: `/api/artifacts/${String(at(made, 'id'))}`,
    method: 'PUT',
    as: 'bruno',
    body: { values: [], comment: { body: 'among us', format: 'text', ugroups: [{ id: '101' }] } },
  });
  const repository = await send({
    path: '/api/git',
    method: 'POST',
    status: 201,
    body: { project_id: 101, name: 'cove' },
  });
  await send({
    path: `/api/git/${String(at(repository, 'id'))}/permissions`,
    method: 'PUT',
    body: {
      read: [{ id: '101_3' }],
      write: [],
      rewind: [],
      patterns: [{ pattern: 'refs/heads/main', write: [{ id: '101' }], rewind: [] }],
    },
  });
  const all = await lines();
  assert.deepEqual(
    all.filter((line) => / (?:Bugs|cove) /.test(line)),
    [
      'tracker Bugs read 101 ',
      'tracker Bugs read-submitted 101_3 ',
      'tracker Bugs administrate 101_4 ',
      'artifact Bugs read 101_3 1',
      'artifact Bugs read 101 1',
      'comment Bugs read 101 1',
      'git cove read 101_3 ',
      'git cove write  ',
      'git cove rewind  ',
      'git cove write 101 refs/heads/main',
      'git cove rewind  refs/heads/main',
    ],
  );
  assert.match(all[0] ?? '', /^project .+ read (?:1|2\+101_3|101_3) $/);
  assert.match(all[1] ?? '', /^project .+ administrate 101_4 $/);
  assert.ok(all.some((line) => line.startsWith('service ')));
  assert.ok(all.some((line) => line.startsWith('planning ')));
});

it('tells what one person has, by any of their groups', async () => {
  const ofBruno = await lines(`?user_id=${await idOf('bruno')}`);
  assert.ok(ofBruno.includes('comment Bugs read 101 1'));
  assert.ok(!ofBruno.some((line) => line.includes('administrate')));
  const ofChika = await lines(`?user_id=${await idOf('chika')}`);
  assert.deepEqual(
    ofChika.filter((line) => line.includes(' Bugs ')),
    ['tracker Bugs read-submitted 101_3 ', 'artifact Bugs read 101_3 1'],
  );
  await send({ path: '/api/projects/101', method: 'PATCH', body: { access: 'private' } });
  assert.deepEqual(await lines(`?user_id=${await idOf('stranger')}`), []);
  await send({ path: `${path}?user_id=999999`, status: 400, contains: ['user_id'] });
});

it('is for administrators of the project', async () => {
  for (const as of ['bruno', 'stranger']) await send({ path, as, status: 403 });
});

it('tells whom trackers and repositories mail', async () => {
  const tracker = scrum.tracker('Bugs');
  await send({
    path: `/api/trackers/${tracker}/notification_recipients`,
    method: 'PUT',
    body: {
      recipients: [
        { email: 'press@example.org', all_updates: true },
        { user_group_id: '101', all_updates: false },
      ],
    },
  });
  await send({ path: `/api/trackers/${tracker}/subscription`, method: 'PUT', as: 'bruno', body: { level: 'none' } });
  const stories = scrum.tracker('User stories');
  await send({ path: `/api/trackers/${stories}`, method: 'PATCH', body: { notifications: { enabled: false } } });
  const told = listAt(await send({ path: '/api/projects/101/notification_rules' }));
  const bugs = told.find((one) => at(one, 'label') === 'Bugs');
  assert.partialDeepStrictEqual(bugs, {
    kind: 'tracker',
    id: tracker,
    extent: 'all',
    rules: [
      { of: 'all', emails: ['press@example.org'], groups: [] },
      { of: 'new', emails: [], groups: [{ id: '101' }] },
    ],
    choices: { all: 0, none: 1 },
  });
  assert.equal(
    at(
      told.find((one) => at(one, 'id') === stories),
      'extent',
    ),
    'none',
  );
  for (const as of ['bruno', 'stranger']) await send({ path: '/api/projects/101/notification_rules', as, status: 403 });
});
