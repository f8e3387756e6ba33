// Boards with many cards: how many one answer holds, and that the database is asked the same for many as for few.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sessionOf } from '../../src/platform/database/sessions/session.ts';
import { at } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const sprint = 5;
const none: ReadonlyMap<string, number> = new Map();
let scrum: Scrum;
let test: TestApp;

before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
});
after(() => test.close());

const send = (method: string, path: string, body?: unknown, status = 200, as = 'ana'): Promise<Answered> =>
  expectRow(test, { path: `/api/${path}`, method, body, as, status });

/** Makes stories in the backlog; returns their ids. */
async function makeStories(count: number): Promise<number[]> {
  const values = (at: number) => [
    { field_id: scrum.field('User stories', 'title'), value: `Story of many ${at}` },
    { field_id: scrum.field('User stories', 'status'), bind_value_ids: [scrum.value('User stories', 'status', 'New')] },
  ];
  const items = Array.from({ length: count }, (_, index) => ({
    tracker: { id: scrum.tracker('User stories') },
    values: values(index),
  }));
  const { json } = await send('POST', 'artifacts/batch', { items });
  return listAt(json, 'items').map((item) => Number(at(item, 'id')));
}

/** How often each statement is asked for one answer: the fewest of some, because what follows changes asks meanwhile. */
async function listStatements(path: string): Promise<ReadonlyMap<string, number>> {
  const session = sessionOf(test.app.database.read);
  const { execute } = session;
  let fewest: Map<string, number> | undefined;
  for (const accept of ['application/json', 'application/xml', 'application/json;q=0.9', 'application/xml;q=0.9']) {
    const asked = new Map<string, number>();
    Object.assign(session, {
      execute(sql: string, parameters: readonly unknown[]) {
        const form = sql.replaceAll(/\((?:\?, )*\?\)/g, '(?)').replaceAll(/\((?:\$\d+, )*\$\d+\)/g, '(?)');
        asked.set(form, (asked.get(form) ?? 0) + 1);
        return execute.call(session, sql, parameters);
      },
    });
    try {
      await expectRow(test, { path: `/api/${path}`, as: 'ana', status: 200, headers: { accept } });
    } finally {
      Object.assign(session, { execute });
    }
    if (asked.size > 1 && (fewest === undefined || asked.size < fewest.size)) fewest = asked;
  }
  assert.ok(fewest !== undefined, `every answer to ${path} asked nothing`);
  return fewest;
}

it('asks the database the same for many cards as for few', async () => {
  const kanban = await send(
    'POST',
    'kanban',
    { label: 'Stories', tracker_id: scrum.tracker('User stories'), is_promoted: false },
    201,
  );
  const id = String(at(kanban.json, 'id'));
  const column = scrum.value('User stories', 'status', 'New');
  const paths = [
    `kanban/${id}`,
    `kanban/${id}/items?column_id=${column}&limit=100`,
    `kanban/${id}/cumulative_flow?start_date=2025-01-01&end_date=2025-12-31&interval_between_point=7`,
    'projects/101/backlog?limit=50',
    `milestones/${sprint}/content?limit=50`,
    `milestones/${sprint}/cardwall`,
    `taskboard/${sprint}`,
    `taskboard/${sprint}/cards?limit=100`,
  ];
  const plan = async (count: number): Promise<void> => {
    const stories = await makeStories(count * 2);
    await send('PATCH', `milestones/${sprint}/content`, {
      add: stories.slice(0, count).map((story) => ({ id: story })),
    });
  };
  const list = async (): Promise<ReadonlyMap<string, number>[]> => {
    const found = [];
    for (const path of paths) found.push(await listStatements(path));
    return found;
  };
  await plan(3);
  const few = await list();
  const more = 80;
  await plan(more);
  const many = await list();
  for (const [index, path] of paths.entries()) {
    const [before, after] = [few[index] ?? none, many[index] ?? none];
    assert.deepEqual(new Set(after.keys()), new Set(before.keys()), path);
    // A long list is read in parts, so that one thread answers others meanwhile; a question for each card would be more by far.
    for (const [sql, count] of after) assert.ok(count <= (before.get(sql) ?? 0) + more / 3, `${count} times ${sql}`);
  }
});

it('shows a thousand cards of a board at once, and says where more are', async () => {
  const held = listAt((await send('GET', `milestones/${sprint}/content?limit=50`)).json).length;
  const total = async (): Promise<number> => {
    const { headers } = await send('GET', `taskboard/${sprint}/cards?limit=1`);
    return Number(headers.get('x-pagination-size'));
  };
  assert.ok(held > 40);
  const wall = (await send('GET', `milestones/${sprint}/cardwall`)).json;
  const cards = listAt(wall, 'swimlanes').reduce<number>((sum, lane) => sum + listAt(lane, 'cards').length, 0);
  // Rows with cards below them count by themselves, too.
  const rows = await total();
  const below = cards - rows + 1;
  const stories = await makeStories(1000 - rows - below);
  const add = (ids: readonly number[]): Promise<Answered> =>
    send('PATCH', `milestones/${sprint}/content`, { add: ids.map((story) => ({ id: story })) });
  await add(stories);
  const { json } = await send('GET', `taskboard/${sprint}`);
  const shown = listAt(json, 'rows').reduce<number>((sum, row) => sum + 1 + listAt(row, 'cards').length, 0);
  assert.equal(shown, 1000);
  await send('GET', `milestones/${sprint}/cardwall`);
  await add(await makeStories(1));
  for (const path of [`milestones/${sprint}/cardwall`, `taskboard/${sprint}`]) {
    const { text } = await send('GET', path, undefined, 400);
    assert.match(text, /1001 cards.*taskboard.*cards/);
  }
  assert.equal(
    listAt((await send('GET', `taskboard/${sprint}/cards?limit=100&offset=900`)).json).length,
    (await total()) - 900,
  );
});
