// Labels of a project, last days of its members, reminders of dates and what it is filed under go along with it, as far as the other site can have them.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listFaults } from './archive-format.ts';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt, sampleFolder } from '../support/scenario.ts';

const folder = await mkdtemp(join(tmpdir(), 'tepal-settings-'));
after(() => rm(folder, { recursive: true }));

async function start(context: { after(close: () => Promise<void>): void }): Promise<TestApp> {
  const app = await startApp();
  context.after(() => app.close());
  return app;
}

/** Categories by their names from the widest on; gives the id of the last. */
async function addPath(app: TestApp, names: readonly string[], parentId: number | null = null): Promise<number[]> {
  const [name = '', ...others] = names;
  const id = await app.app.features.registration.addCategory({ name, parentId, isMandatory: false });
  return [id, ...(others.length === 0 ? [] : await addPath(app, others, id))];
}

async function call(app: TestApp, path: string, method = 'GET', body?: object): Promise<unknown> {
  const answer = await app.call(`/api/projects/101/${path}`, { as: 'root', method, ...(body && { body }) });
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  return answer.json;
}

/** What the trackers of a project remind of, by their short names and without ids of the site. */
async function showReminders(app: TestApp, projectId = 101): Promise<unknown> {
  const trackers = listAt((await app.call(`/api/projects/${projectId}/trackers?limit=50`, { as: 'root' })).json);
  const shown: unknown[] = [];
  for (const tracker of trackers) {
    const { json } = await app.call(`/api/trackers/${String(at(tracker, 'id'))}/date_reminders`, { as: 'root' });
    for (const one of listAt(json, 'reminders')) {
      const groups = listAt(one, 'user_groups').map((group) => at(group, 'short_name'));
      const keys = ['field.label', 'type', 'days', 'is_enabled', 'notify_closed_artifacts', 'roles'];
      shown.push([at(tracker, 'item_name'), groups, ...keys.map((key) => at(one, key))]);
    }
  }
  return shown;
}

/** What is told of the project, without ids of the site. */
async function show(app: TestApp): Promise<unknown> {
  const facts = (rows: readonly unknown[], ...keys: string[]) => rows.map((row) => keys.map((key) => at(row, key)));
  return {
    labels: facts(listAt(await call(app, 'labels'), 'labels'), 'label', 'color', 'is_outline'),
    guests: facts(listAt(await call(app, 'members?role=guest')), 'user.username'),
    ends: facts(listAt(await call(app, 'member_ends')), 'user.username', 'last_day', 'is_warned'),
  };
}

test('they come back as they were, and a category that the site lacks is told', async (context) => {
  const [first, second] = [await start(context), await start(context)];
  await importInto(first, sampleFolder('scrum'));
  const [topic = 0, , banks = 0] = await addPath(first, ['Topic', 'Money', 'Banks']);
  const [stage = 0, beta = 0] = await addPath(first, ['Stage', 'Beta']);
  await call(first, 'category_values', 'PUT', [
    { category_id: topic, value_id: banks },
    { category_id: stage, value_id: beta },
  ]);
  await call(first, 'labels', 'POST', { label: 'Später <&>', color: 'fiesta-red', is_outline: true });
  const bruno = String(at(listAt((await first.call('/api/users?query=bruno', { as: 'root' })).json), '0.id'));
  await call(first, `member_ends/${bruno}`, 'PUT', { last_day: '2099-12-31' });
  // Through a static group of a private project, where she would be a member.
  await first.app.features.projects.change('meadow-scrum', { access: 'private' });
  for (const username of ['freya', 'gwen']) {
    if (username === 'gwen') await first.addUser(username);
    await call(first, 'members', 'POST', { role: 'guest', user_references: [{ username }] });
  }
  const group = {
    method: 'PUT',
    as: 'root',
    body: [{ username: 'ana' }, { username: 'dagny' }, { username: 'freya' }],
  };
  assert.equal((await first.call('/api/user_groups/102/users', group)).status, 200);
  const path = join(folder, 'out');
  await exportFrom(first, 'meadow-scrum', path);
  assert.deepEqual(await listFaults(path), []);

  await addPath(second, ['Other', 'Topic']);
  const [theirTopic, , theirBanks] = await addPath(second, ['Topic', 'Money', 'Banks']);
  const { warnings } = await importInto(second, path);
  assert.deepEqual(await show(second), await show(first));
  assert.deepEqual(at(await show(second), 'ends'), [['bruno', '2099-12-31', false]]);
  assert.deepEqual(at(await show(second), 'guests'), [['freya'], ['gwen']]);
  assert.deepEqual(await call(second, 'category_values'), [{ category_id: theirTopic, value_id: theirBanks }]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /the site has no category `Stage \/ Beta`/);

  // What somebody wrote by hand, and a member who is none there.
  const file = join(path, 'project-settings.xml');
  const good = await readFile(file, 'utf8');
  const bad = good
    .replace('color="fiesta-red"', 'color="loud"')
    .replace('last_day="2099-12-31"', 'last_day="2099-02-31"')
    .replace(
      '</project_settings>',
      '<member_end username="nobody" last_day="2099-12-31"/><guest format="username">ana</guest></project_settings>',
    );
  await writeFile(file, bad);
  const third = await start(context);
  await addPath(third, ['Topic', 'Money', 'Banks']);
  await addPath(third, ['Stage', 'Beta']);
  const told = (await importInto(third, path)).warnings.join('\n');
  assert.match(told, /the label `Später <&>` or its colour is not valid/);
  assert.match(told, /`2099-02-31` is not a valid date; `bruno` stays without an end date/);
  assert.match(told, /`nobody` is not a member/);
  assert.match(told, /`ana` can't be a guest of the project/);
  assert.deepEqual(await show(third), { labels: [], ends: [], guests: [['freya'], ['gwen']] });
});

test('reminders of dates come along, also into projects that are made after it', async (context) => {
  const [first, second] = [await start(context), await start(context)];
  await importInto(first, sampleFolder('scrum'));
  const group = { project_id: 101, short_name: 'watchers', description: 'They look out.' };
  const made = await first.call('/api/user_groups', { as: 'root', method: 'POST', body: group });
  assert.equal(made.status, 201, made.text);
  const tracker = listAt(await call(first, 'trackers?limit=50')).find((one) => at(one, 'id') === 1);
  const field = listAt(tracker, 'fields').find((one) => at(one, 'type') === 'date');
  const facts = { field_id: at(field, 'field_id'), type: 'before', days: 3 };
  const reminders = [
    { ...facts, user_group_ids: ['101_4', at(made.json, 'id')], roles: [], notify_closed_artifacts: true },
    { ...facts, days: 0, user_group_ids: [], roles: ['submitter', 'assignee', 'commenter'], is_enabled: false },
  ];
  const path = '/api/trackers/1/date_reminders';
  const saved = await first.call(path, { as: 'root', method: 'PUT', body: { reminders } });
  assert.equal(saved.status, 200, saved.text);
  const archive = join(folder, 'reminders');
  await exportFrom(first, 'meadow-scrum', archive);
  assert.deepEqual((await importInto(second, archive)).warnings, []);
  assert.deepEqual(await showReminders(second), await showReminders(first));
  assert.equal(listAt(await showReminders(second)).length, 2);

  const order = { shortname: 'likeness', label: 'Likeness', description: '', template_id: 101, is_public: true };
  const copy = await first.call('/api/projects', { as: 'root', method: 'POST', body: order });
  assert.equal(copy.status, 201, copy.text);
  assert.deepEqual(await showReminders(first, Number(at(copy.json, 'id'))), await showReminders(first));

  const twin = { project: { id: 101 }, template_id: 1, label: 'Twin', item_name: 'twin' };
  const copied = await first.call('/api/trackers', { as: 'root', method: 'POST', body: twin });
  assert.equal(copied.status, 201, copied.text);
  const all = listAt(await showReminders(first)).map((one) => listAt(one));
  assert.deepEqual(
    all.filter(([name]) => name === 'twin').map(([, ...facts]) => facts),
    all.filter(([name]) => name !== 'twin').map(([, ...facts]) => facts),
  );

  const file = join(archive, 'date-reminders.xml');
  const good = await readFile(file, 'utf8');
  const bad = good
    .replace('days="3"', 'days="-3"')
    .replace('<reminder ', '<reminder tracker_id="T1" field_id="F999" type="after" days="1"/><reminder ');
  await writeFile(file, bad);
  const third = await start(context);
  const told = (await importInto(third, archive)).warnings.join('\n');
  assert.match(told, /there is no date field `F999` in `T1`/);
  assert.match(told, /its type or its days are not valid/);
  assert.equal(listAt(await showReminders(third)).length, 1);
});
