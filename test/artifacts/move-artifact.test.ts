// Engine: both
// Moving artifacts between trackers: who may, what a dry run tells, and what an artifact takes along.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { checkDatabase } from '../faults/check-database.ts';
import { at, headerOf, readEventLog, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, valueOf } from '../support/scenario.ts';
import { admins, buildProject, everybody, members } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let from: World;
let to: World;
const open = { read: [everybody], submit: [members, admins], update: [members, admins] };
const full = { permissions: { full: [everybody], admin: [admins] }, title: 'title' };

const shared: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'links', type: 'art_link', ...open },
  { name: 'cross', type: 'cross', ...open },
  { name: 'limit', type: 'perm', ...open },
  { name: 'owner', type: 'sb', ofPeople: true, ...open },
];

const asked: FieldPlan[] = [
  ...shared,
  { name: 'note', type: 'text', ...open },
  { name: 'size', type: 'float', ...open },
  { name: 'state', type: 'sb', values: ['Open', 'Waiting', 'Done'], ...open },
  { name: 'marks', type: 'msb', values: ['Red', 'Blue'], ...open },
  { name: 'kind', type: 'sb', values: ['Small'], ...open },
  { name: 'extra', type: 'string', ...open },
  { name: 'hidden', type: 'string', read: [], submit: [admins] },
];

const given: FieldPlan[] = [
  ...shared.map((field) => (field.type === 'art_link' ? { ...field, name: 'connections' } : field)),
  { name: 'note', type: 'string', ...open },
  { name: 'size', type: 'int', ...open },
  { name: 'state', type: 'sb', values: ['Done', 'Open'], ...open },
  { name: 'marks', type: 'msb', values: ['Red'], ...open },
  { name: 'kind', type: 'msb', values: ['Small'], ...open },
  { name: 'late', type: 'string', isRequired: true, ...open },
];

before(async () => {
  test = await startApp();
  const [ada, sam] = [await test.addUser('ada'), await test.addUser('sam')];
  const trackers = () => [
    { name: 'ask', ...full, fields: asked },
    { name: 'give', ...full, fields: given },
    { name: 'bare', permissions: full.permissions, fields: [{ name: 'nothing', type: 'string', ...open }] },
    { name: 'gone', ...full, fields: given, isDeleted: true },
  ];
  const groups = { few: [], own: [] };
  from = await buildProject(test, { name: 'meadow', admins: [ada], members: [sam], groups, trackers });
  to = await buildProject(test, { name: 'harbour', admins: [ada], members: [sam], groups: { few: [] }, trackers });
});
after(() => test.close());

const value = (name: string, sent: unknown) => ({ field_id: from.field('ask', name), value: sent });
const choice = (name: string, ...labels: string[]) => ({
  field_id: from.field('ask', name),
  bind_value_ids: labels.map((label) => from.value('ask', name, label)),
});

async function create(values: readonly unknown[]): Promise<number> {
  const body = { tracker: { id: from.tracker('ask') }, values: [value('title', 'to move'), ...values] };
  const made = await expectRow(test, { path: '/api/artifacts', method: 'POST', as: 'ada', body, status: 201 });
  return Number(at(made.json, 'id'));
}

const move = (id: number, trackerId: number, isTrial = false, as = 'ada', headers = {}) =>
  test.call(`/api/artifacts/${id}`, {
    method: 'PATCH',
    as,
    headers,
    body: { move: { tracker_id: trackerId, dry_run: isTrial } },
  });

const sizeOf = async (trackerId: number): Promise<number> =>
  Number(headerOf(await test.call(`/api/trackers/${trackerId}/artifacts?limit=1`, { as: 'ada' }), 'x-pagination-size'));

it('refuses who may not, and what can’t be', async () => {
  const id = await create([]);
  const path = `/api/artifacts/${id}`;
  const rows: { as?: string; body: unknown; status: number; contains?: string[] }[] = [
    { body: { move: { tracker_id: from.tracker('give') } }, status: 401 },
    { as: 'ada', body: {}, status: 400, contains: ['move'] },
    { as: 'ada', body: { move: { tracker_id: 'x' } }, status: 400, contains: ['move.tracker_id'] },
    { as: 'ada', body: { move: { tracker_id: 99_999 } }, status: 404 },
    { as: 'ada', body: { move: { tracker_id: from.tracker('gone') } }, status: 404 },
    { as: 'sam', body: { move: { tracker_id: from.tracker('give') } }, status: 400, contains: ['administer'] },
    { as: 'ada', body: { move: { tracker_id: from.tracker('ask') } }, status: 400, contains: ['already'] },
    { as: 'ada', body: { move: { tracker_id: from.tracker('bare') } }, status: 400, contains: ['no field'] },
  ];
  for (const row of rows) await expectRow(test, { path, method: 'PATCH', ...row });
  const stale = { 'if-match': '"stale"' };
  assert.equal((await move(id, from.tracker('give'), false, 'ada', stale)).status, 412);
  const suspend = (status: 'suspended' | 'active') => test.app.features.projects.change('harbour', { status });
  await suspend('suspended');
  assert.equal((await move(id, to.tracker('give'))).status, 403);
  await suspend('active');
  const shown = await expectRow(test, { path, as: 'ada', status: 200 });
  assert.equal(at(shown.json, 'tracker.id'), from.tracker('ask'));
});

it('tells what would become of each field, and changes nothing', async () => {
  const id = await create([choice('state', 'Waiting'), choice('marks', 'Red', 'Blue'), value('size', 2.5)]);
  const before = await expectRow(test, { path: `/api/artifacts/${id}`, as: 'ada', status: 200 });
  const answer = await move(id, to.tracker('give'), true);
  assert.equal(answer.status, 200, answer.text);
  const names = (key: string) =>
    listAt(answer.json, `dry_run.fields.${key}`)
      .map((field) => String(at(field, 'name')))
      .sort();
  assert.deepEqual(names('fields_migrated'), ['limit', 'links', 'note', 'owner', 'size', 'title']);
  assert.deepEqual(names('fields_partially_migrated'), ['marks', 'state']);
  assert.deepEqual(names('fields_not_migrated'), ['extra', 'kind']);
  assert.deepEqual(at(answer.json, 'dry_run.fields.fields_migrated.0'), {
    field_id: from.field('ask', 'title'),
    label: 'Label of title',
    name: 'title',
  });
  const xml = await test.call(`/api/artifacts/${id}`, {
    method: 'PATCH',
    as: 'ada',
    headers: { 'content-type': 'application/xml', accept: 'application/xml' },
    body: `<request><move><tracker_id>${to.tracker('give')}</tracker_id><dry_run>true</dry_run></move></request>`,
  });
  assert.equal(xml.status, 200, xml.text);
  assert.match(xml.text, /<fields_partially_migrated><item><field_id>\d+<\/field_id><label>Label of state/);
  const after = await expectRow(test, { path: `/api/artifacts/${id}`, as: 'ada', status: 200 });
  assert.equal(after.headers.get('etag'), before.headers.get('etag'));
});

it('takes values, history, links and references along, with a number of the other tracker', async () => {
  const child = await create([]);
  const id = await create([
    value('note', { content: `first\nart #${child}`, format: 'text' }),
    value('size', 2.5),
    value('extra', 'left behind'),
    choice('state', 'Open'),
    choice('marks', 'Red', 'Blue'),
    {
      field_id: from.field('ask', 'owner'),
      bind_value_ids: [at((await test.call('/api/users/self', { as: 'sam' })).json, 'id')],
    },
    { field_id: from.field('ask', 'links'), links: [{ id: child, type: '_is_child' }] },
  ]);
  const parentLink = { values: [{ field_id: from.field('ask', 'links'), links: [{ id }] }] };
  const childPath = `/api/artifacts/${child}`;
  await expectRow(test, { path: childPath, method: 'PUT', as: 'ada', body: parentLink, status: 200 });
  const edit = { values: [value('size', 7.9), choice('state', 'Done')], comment: { body: 'second', format: 'text' } };
  await expectRow(test, { path: `/api/artifacts/${id}`, method: 'PUT', as: 'ada', body: edit, status: 200 });
  const sizes = [await sizeOf(from.tracker('ask')), await sizeOf(to.tracker('give'))] as const;

  const answer = await move(id, to.tracker('give'));
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.json, { dry_run: null });
  const moved = await expectRow(test, { path: `/api/artifacts/${id}`, as: 'ada', status: 200 });
  assert.equal(at(moved.json, 'xref'), `give #${id}`);
  assert.equal(at(moved.json, 'project.id'), to.id);
  const shown = (name: string, of: unknown = moved.json): unknown => valueOf(of, to.field('give', name));
  assert.equal(at(shown('note'), 'value'), `first art #${child}`);
  assert.equal(at(shown('size'), 'value'), 7);
  assert.deepEqual(at(shown('state'), 'bind_value_ids'), [to.value('give', 'state', 'Done')]);
  assert.deepEqual(at(shown('marks'), 'bind_value_ids'), [to.value('give', 'marks', 'Red')]);
  assert.equal(at(shown('owner'), 'values.0.username'), 'sam');
  assert.equal(at(shown('connections'), 'links.0.id'), child);
  assert.equal(at(shown('connections'), 'reverse_links.0.id'), child);
  assert.deepEqual(at(shown('cross'), 'value.0.direction'), 'both');
  assert.equal(listAt(moved.json, 'values').length, 8);

  const logged = (await readEventLog(test.app)).filter(({ artifactId }) => artifactId === id).slice(-3);
  assert.deepEqual(
    logged.map(({ kind, trackerId, details }) => [kind, trackerId, details]),
    [
      ['artifact-updated', from.tracker('ask'), undefined],
      ['artifact-moved', to.tracker('give'), { from_tracker_id: from.tracker('ask') }],
      ['artifact-updated', to.tracker('give'), undefined],
    ],
  );
  assert.equal(logged[2]?.projectId, to.id);

  const history = listAt((await test.call(`/api/artifacts/${id}/changesets`, { as: 'ada' })).json);
  assert.deepEqual(
    history.map((changeset) => at(changeset, 'last_comment.body')),
    ['', 'second', "Artifact was moved from 'ask' tracker in 'meadow' project."],
  );
  assert.equal(at(shown('size', history[0]), 'value'), 2);
  assert.deepEqual(at(shown('state', history[0]), 'bind_value_ids'), [to.value('give', 'state', 'Open')]);
  const other = await expectRow(test, { path: childPath, as: 'ada', status: 200 });
  assert.equal(at(valueOf(other.json, from.field('ask', 'cross')), 'value.0.ref'), `give #${id}`);
  assert.deepEqual([await sizeOf(from.tracker('ask')), await sizeOf(to.tracker('give'))], [sizes[0] - 1, sizes[1] + 1]);
  assert.deepEqual(await checkDatabase(test.app.database), []);

  // Who may not see where it came from is told no name.
  await test.addUser('hal');
  await test.app.features.projects.change('meadow', { access: 'private' });
  const asked = { path: `/api/artifacts/${id}/changesets`, as: 'hal', status: 200 } as const;
  await expectRow(test, { ...asked, contains: ['moved from another tracker'], lacks: ['ask', 'meadow'] });
  await test.app.features.projects.change('meadow', { access: 'public' });

  assert.equal((await move(id, from.tracker('ask'))).status, 200);
  assert.deepEqual([await sizeOf(from.tracker('ask')), await sizeOf(to.tracker('give'))], sizes);
  assert.deepEqual(await checkDatabase(test.app.database), []);
});

it('does not open what is limited to groups that have no place there', async () => {
  const id = await create([value('limit', { granted_groups: [from.group('own')] })]);
  const refused = await move(id, to.tracker('give'));
  assert.equal(refused.status, 400, refused.text);
  assert.match(refused.text, /groups that can see/);
  assert.equal((await move(id, from.tracker('give'))).status, 200);
  await expectRow(test, { path: `/api/artifacts/${id}`, as: 'sam', status: 403 });
  assert.deepEqual(await checkDatabase(test.app.database), []);
});

it('keeps an artifact limited to groups of the same name', async () => {
  const id = await create([value('limit', { granted_groups: [from.group('few')] })]);
  await expectRow(test, { path: `/api/artifacts/${id}`, as: 'sam', status: 403 });
  const seen = async (place: World, tracker: string): Promise<string | null> =>
    (await test.call(`/api/trackers/${place.tracker(tracker)}/artifacts`, { as: 'sam' })).headers.get(
      'x-pagination-size',
    );
  const before = [await seen(from, 'ask'), await seen(to, 'give')];
  assert.equal((await move(id, to.tracker('give'))).status, 200);
  await expectRow(test, { path: `/api/artifacts/${id}`, as: 'sam', status: 403 });
  const shown = await expectRow(test, { path: `/api/artifacts/${id}`, as: 'ada', status: 200 });
  assert.deepEqual(at(valueOf(shown.json, to.field('give', 'limit')), 'granted_groups_ids'), [String(to.group('few'))]);
  assert.deepEqual([await seen(from, 'ask'), await seen(to, 'give')], before);
  assert.deepEqual(await checkDatabase(test.app.database), []);
});
