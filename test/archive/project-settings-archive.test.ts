// Engine: SQLite alone
// Labels of a project, last days of its members and what it is filed under go along with it, as far as the other site can have them.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
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

/** What is told of the project, without ids of the site. */
async function show(app: TestApp): Promise<unknown> {
  const facts = (rows: readonly unknown[], ...keys: string[]) => rows.map((row) => keys.map((key) => at(row, key)));
  return {
    labels: facts(listAt(await call(app, 'labels'), 'labels'), 'label', 'color', 'is_outline'),
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
  const path = join(folder, 'out');
  await exportFrom(first, 'meadow-scrum', path);

  await addPath(second, ['Other', 'Topic']);
  const [theirTopic, , theirBanks] = await addPath(second, ['Topic', 'Money', 'Banks']);
  const { warnings } = await importInto(second, path);
  assert.deepEqual(await show(second), await show(first));
  assert.deepEqual(at(await show(second), 'ends'), [['bruno', '2099-12-31', false]]);
  assert.deepEqual(await call(second, 'category_values'), [{ category_id: theirTopic, value_id: theirBanks }]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /the site has no category `Stage \/ Beta`/);

  // What somebody wrote by hand, and a member who is none there.
  const file = join(path, 'project-settings.xml');
  const good = await readFile(file, 'utf8');
  const bad = good
    .replace('color="fiesta-red"', 'color="loud"')
    .replace('last_day="2099-12-31"', 'last_day="2099-02-31"')
    .replace('</project_settings>', '<member_end username="nobody" last_day="2099-12-31"/></project_settings>');
  await writeFile(file, bad);
  const third = await start(context);
  await addPath(third, ['Topic', 'Money', 'Banks']);
  await addPath(third, ['Stage', 'Beta']);
  const told = (await importInto(third, path)).warnings.join('\n');
  assert.match(told, /the label `Später <&>` or its colour can't be used/);
  assert.match(told, /`2099-02-31` is no day; `bruno` stays without end/);
  assert.match(told, /`nobody` is no member/);
  assert.deepEqual(await show(third), { labels: [], ends: [] });
});
