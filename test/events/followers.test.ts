// Engine: both
// Who follows an artifact, and who may know of it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at, headerOf, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, authenticated, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
const ids = new Map<string, number>();
const idOf = (name: string): number => ids.get(name) ?? assert.fail(name);

const open = { read: [everybody], submit: [registered], update: [registered] };
const fields: FieldPlan[] = [
  { name: 'title', type: 'string', ...open },
  { name: 'owner', type: 'msb', ofPeople: true, ...open },
  {
    name: 'auditor',
    type: 'msb',
    ofPeople: true,
    hasNotifications: true,
    read: [members, admins],
    submit: [members, admins],
    update: [members, admins],
  },
];
const meaning = { fields, title: 'title', contributor: 'owner' };

before(async () => {
  test = await startApp();
  for (const name of ['ada', 'max', 'mia', 'ria', 'pip', 'sue']) ids.set(name, await test.addUser(name));
  world = await buildProject(test, {
    name: 'post',
    admins: [idOf('ada')],
    members: [idOf('max'), idOf('mia')],
    trackers: () => [
      { name: 'bug', permissions: { full: [everybody] }, ...meaning },
      { name: 'own', permissions: { submitter_only: [authenticated], full: [members, admins] }, ...meaning },
    ],
  });
});
after(() => test.close());

const people = (tracker: string, field: string, ...names: string[]) => ({
  field_id: world.field(tracker, field),
  bind_value_ids: names.map(idOf),
});

async function create(as: string, tracker: string, ...values: unknown[]): Promise<number> {
  const title = { field_id: world.field(tracker, 'title'), value: 'Leak' };
  const body = { tracker: { id: world.tracker(tracker) }, values: [title, ...values] };
  const { json } = await expectRow(test, { method: 'POST', path: '/api/artifacts', as, body, status: 201 });
  return Number(at(json, 'id'));
}

const choose = (as: string, id: number, wanted: boolean | null) =>
  expectRow(test, {
    method: 'PUT',
    path: `/api/artifacts/${id}/subscription`,
    as,
    body: { is_subscribed: wanted },
    status: 200,
  });

const comment = (as: string, id: number) =>
  expectRow(test, {
    method: 'PUT',
    path: `/api/artifacts/${id}`,
    as,
    body: { values: [], comment: { body: 'Seen.', format: 'text' } },
    status: 200,
  });

async function followers(as: string, id: number): Promise<string[]> {
  const { json } = await expectRow(test, { path: `/api/artifacts/${id}/followers`, as, status: 200 });
  return listAt(json).map((one) => `${String(at(one, 'user.username'))} ${String(at(one, 'reason'))}`);
}

it('lists those who chose it, have a part in it or follow its tracker, without those who want no mail', async () => {
  const id = await create('max', 'bug', people('bug', 'owner', 'mia'));
  assert.deepEqual(await followers('ria', id), ['max involved', 'mia involved']);
  await choose('ria', id, true);
  await comment('pip', id);
  await expectRow(test, {
    method: 'PUT',
    path: `/api/trackers/${world.tracker('bug')}/subscription`,
    as: 'sue',
    body: { level: 'all' },
    status: 200,
  });
  assert.deepEqual(await followers('ria', id), [
    'ria artifact',
    'max involved',
    'mia involved',
    'pip involved',
    'sue tracker',
  ]);
  await choose('mia', id, false);
  await choose('ria', id, null);
  assert.deepEqual(await followers('ada', id), ['max involved', 'pip involved', 'sue tracker']);
  const page = await expectRow(test, {
    path: `/api/artifacts/${id}/followers?limit=1&offset=1`,
    as: 'ada',
    status: 200,
  });
  assert.deepEqual([at(page.json, '0.user.username'), headerOf(page, 'x-pagination-size')], ['pip', '3']);
  await expectRow(test, { path: `/api/artifacts/${id}/followers`, status: 401 });
  const xml = { accept: 'application/xml' };
  await expectRow(test, {
    path: `/api/artifacts/${id}/followers`,
    as: 'ada',
    headers: xml,
    status: 200,
    contains: ['<username>max</username>', '<reason>involved</reason>'],
    lacks: ['@example.org'],
  });
});

it('says nothing of people whose comments are for others', async () => {
  const id = await create('max', 'bug');
  const flag = { path: `/api/trackers/${world.tracker('bug')}/private_comments`, method: 'PUT', as: 'ada' };
  await expectRow(test, { ...flag, body: { enabled: true }, status: 200 });
  const body = { values: [], comment: { body: 'Psst.', format: 'text', ugroups: [{ id: `${world.id}_4` }] } };
  await expectRow(test, { method: 'PUT', path: `/api/artifacts/${id}`, as: 'ada', body, status: 200 });
  assert.deepEqual(await followers('ria', id), ['max involved', 'sue tracker']);
  assert.deepEqual(await followers('ada', id), ['ada involved', 'max involved', 'sue tracker']);
});

it('says nothing of people whom hidden fields name, and of people who do not see the artifact', async () => {
  const id = await create('max', 'bug', people('bug', 'auditor', 'pip'));
  assert.deepEqual(await followers('mia', id), ['max involved', 'pip involved', 'sue tracker']);
  assert.deepEqual(await followers('ria', id), ['max involved', 'sue tracker']);
  const own = await create('ria', 'own');
  await choose('max', own, true);
  await expectRow(test, { path: `/api/artifacts/${own}/followers`, as: 'pip', status: 403 });
  assert.deepEqual(await followers('ria', own), ['max artifact', 'ria involved']);
  // Whoever lost the sight of it is not notified, and not listed.
  const other = await create('pip', 'own', people('own', 'owner', 'sue'));
  assert.deepEqual(await followers('pip', other), ['pip involved']);
});
