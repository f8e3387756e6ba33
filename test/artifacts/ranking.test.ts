// Engine: both
// The one order of all artifacts: moving items of backlogs and milestones, on the scrum sample, whose stories show their rank.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { artifactRanking } from '../../src/features/artifacts/index.ts';
import type { RankMove } from '../../src/features/artifacts/index.ts';
import { moveArtifacts } from '../../src/features/artifacts/ranking/rank.store.ts';
import { insertExplicitBacklog } from '../../src/features/planning/index.ts';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, titleOf, valueOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

// No milestone holds the open stories 12 to 15 at first; 5 is a sprint, 16 a closed story, 28 a bug.
const [release, sprint, otherSprint] = [2, 5, 6];
const backlogPath = '/api/projects/101/backlog';
const asXml = { 'content-type': 'application/xml', accept: 'application/xml' };
const everything = Array.from({ length: 30 }, (_, index) => index + 1);

let scrum: Scrum;
let test: TestApp;
let priority: number;

before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
  await test.addUser('stig');
  const field = { type: 'priority', label: 'Rank' };
  const path = `/api/trackers/${scrum.tracker('User stories')}/fields`;
  const made = await expectRow(test, { path, as: 'ana', method: 'POST', body: field, status: 201 });
  priority = Number(at(made.json, 'field_id'));
  for (const id of [sprint, otherSprint]) await link('Sprints', id, []);
});
after(() => test.close());

async function link(tracker: string, id: number, links: readonly { id: number; type?: string }[]): Promise<void> {
  const body = { values: [{ field_id: scrum.field(tracker, 'links'), links }] };
  await expectRow(test, { path: `/api/artifacts/${id}`, as: 'ana', method: 'PUT', body, status: 200 });
}

const order = (ids: readonly number[], direction: string, comparedTo: number) => ({
  order: { ids, direction, compared_to: comparedTo },
});

const listed = async (path: string): Promise<number[]> =>
  listAt((await expectRow(test, { path, as: 'ana', status: 200 })).json).map((item) => Number(at(item, 'id')));

const change = (body: unknown, path = backlogPath, as = 'ana'): Promise<Answered> =>
  expectRow(test, { path, as, method: 'PATCH', body, status: 200 });

const readStory = (id: number): Promise<Answered> =>
  expectRow(test, { path: `/api/artifacts/${id}?values_format=all`, as: 'ana', status: 200 });

async function rankOf(id: number): Promise<number> {
  const { json } = await readStory(id);
  const rank = at(valueOf(json, priority), 'value');
  assert.ok(Number.isSafeInteger(rank), String(rank));
  return Number(rank);
}

const allByRank = (): Promise<number[]> => artifactRanking.listIdsByRank(test.app.database.read, everything);

/** Back to the order of ids. */
async function reset(): Promise<void> {
  const [first = 0, ...others] = everything;
  const move: RankMove = { ids: others, direction: 'after', comparedTo: first };
  await test.app.database.transact((tx) => moveArtifacts(tx, move));
}

describe('a backlog', () => {
  it('is in the order of ids at first', async () => {
    assert.deepEqual(await listed(backlogPath), [12, 13, 14, 15]);
    assert.ok((await rankOf(12)) < (await rankOf(13)));
  });

  it('takes items before and after another, and shows ranks and entity tags of what moved', async () => {
    const tagOf = async (id: number): Promise<string | null> => (await readStory(id)).headers.get('etag');
    const [stayed, moved] = [await tagOf(13), await tagOf(15)];
    const answer = await change(order([15, 14], 'before', 12));
    assert.equal(answer.text, '');
    assert.deepEqual(await listed(backlogPath), [15, 14, 12, 13]);
    const ranks = await Promise.all([15, 14, 12, 13].map(rankOf));
    assert.deepEqual(
      ranks.toSorted((a, b) => a - b),
      ranks,
    );
    assert.equal(await tagOf(13), stayed);
    assert.notEqual(await tagOf(15), moved);
    await change(order([15], 'after', 13));
    assert.deepEqual(await listed(backlogPath), [14, 12, 13, 15]);
    assert.deepEqual(await listed(`${backlogPath}?limit=2&offset=1`), [12, 13]);
  });

  it('moves nothing else in the order of all artifacts, and nothing twice', async () => {
    const start = await allByRank();
    for (let count = 0; count < 2; count += 1) await change(order([13], 'before', 14));
    const rest = start.filter((id) => id !== 13);
    assert.deepEqual(await allByRank(), rest.toSpliced(rest.indexOf(14), 0, 13));
  });

  it('takes XML, and shows its order in XML', async () => {
    const body =
      '<?xml version="1.0"?><request><order><ids><item>12</item><item>15</item></ids><direction>before</direction>' +
      '<compared_to>13</compared_to></order></request>';
    await expectRow(test, { path: backlogPath, as: 'ana', method: 'PATCH', headers: asXml, body, status: 200 });
    assert.deepEqual(await listed(backlogPath), [12, 15, 13, 14]);
    const { text } = await expectRow(test, { path: backlogPath, as: 'ana', headers: asXml, status: 200 });
    assert.match(text, /<response><item><id>12<\/id>[^]*<item><id>15<\/id>[^]*<item><id>13<\/id>/);
  });

  it('stays whole when many move items at once', async () => {
    const moves = [0, 1, 2, 3, 4, 5, 6, 7].map((count) =>
      change(order([12 + (count % 4)], count < 4 ? 'before' : 'after', 12 + ((count + 1) % 4)), backlogPath, 'bruno'),
    );
    await Promise.all(moves);
    assert.deepEqual(
      (await listed(backlogPath)).toSorted((a, b) => a - b),
      [12, 13, 14, 15],
    );
    assert.equal(new Set(await Promise.all([12, 13, 14, 15].map(rankOf))).size, 4);
    await reset();
    assert.deepEqual(await listed(backlogPath), [12, 13, 14, 15]);
  });
});

describe('a refusal', () => {
  const patch = (body: unknown, status: number, contains: readonly string[] = [], as = 'ana'): Row => ({
    path: backlogPath,
    method: 'PATCH',
    as,
    body,
    status,
    contains,
  });
  const rows: Row[] = [
    patch(order([12, 13, 12], 'before', 14), 409),
    patch(order([12, 16], 'before', 14), 409, ['16']),
    patch(order([12, 9999], 'before', 14), 409, ['9999']),
    patch(order([12], 'before', 28), 409, ['28']),
    patch(order([12, 14], 'before', 14), 400, ['order.compared_to']),
    patch(order([12], 'up', 14), 400, ['order.direction']),
    patch({ order: { ids: [12], direction: 'after' } }, 400, ['order.compared_to']),
    patch({ order: { ids: ['x'], direction: 'after', compared_to: 14 } }, 400, ['order.ids']),
    patch({ order: { ids: [2 ** 52], direction: 'after', compared_to: 14 } }, 409),
    patch({ ...order([12], 'after', 14), add: [{ id: 28 }] }, 404, ['28']),
    patch({ ...order([12], 'after', 14), add: [{ id: 9999 }] }, 404, ['9999']),
    patch({ ...order([12], 'after', 14), add: [{ id: 13 }, { id: 13 }] }, 400, ['`add`']),
    patch({ ...order([12], 'after', 14), add: [{ id: 13, remove_from: 9999 }] }, 404, ['9999']),
    { ...patch({ add: [{ id: 12 }] }, 409, ['User stories']), path: '/api/backlog_items/13/children' },
    { ...patch({ add: [{ id: 9999 }] }, 404), path: '/api/backlog_items/13/children' },
    { ...patch({ add: [] }, 403, [], 'stig'), path: '/api/backlog_items/13/children' },
    { ...patch(order([12], 'after', 14), 409), path: '/api/backlog_items/13/children' },
    { ...patch({ add: [{ id: sprint }] }, 404), path: `/api/milestones/${sprint}/content` },
    patch({ ...order([12], 'after', 14), remove: [{ id: 13 }] }, 400, ['`remove`']),
    patch(order([12], 'after', 14), 403, [], 'stig'),
    { path: backlogPath, method: 'PATCH', body: order([12], 'after', 14), status: 401 },
    { ...patch(order([12], 'after', 14), 404), path: '/api/projects/999/backlog' },
    { ...patch(order([12], 'after', 14), 404), path: '/api/milestones/9999/content' },
    { ...patch(order([12], 'after', 14), 404), path: '/api/milestones/12/backlog' },
    { ...patch(order([12], 'after', 14), 409), path: `/api/milestones/${sprint}/content` },
    patch({}, 200),
    patch({ order: null, add: [], remove: null }, 200),
    patch(order([], 'before', 14), 200),
  ];
  for (const [index, row] of rows.entries())
    it(`${index}: ${titleOf(row)} ${JSON.stringify(row.body)}, and nothing moves`, async () => {
      const start = await allByRank();
      await expectRow(test, row);
      assert.deepEqual(await allByRank(), start);
    });
});

describe('milestones', () => {
  it('hold and plan items in order, which changes there too', async () => {
    await link('Sprints', sprint, [{ id: 12 }, { id: 13 }, { id: 14 }]);
    const content = `/api/milestones/${sprint}/content`;
    await change(order([14], 'before', 12), content);
    assert.deepEqual(await listed(content), [14, 12, 13]);
    await link('Sprints', sprint, []);
    const links = [
      ...[sprint, otherSprint].map((id) => ({ id, type: '_is_child' })),
      ...[12, 13, 16].map((id) => ({ id })),
    ];
    await link('Releases', release, links);
    const backlog = `/api/milestones/${release}/backlog`;
    const withClosed = `${backlog}?query=${encodeURIComponent('{"status":"all"}')}`;
    assert.deepEqual(await listed(withClosed), [12, 13, 16]);
    await change(order([16], 'before', 13), backlog);
    assert.deepEqual(await listed(withClosed), [12, 16, 13]);
    assert.deepEqual(await listed(backlog), [12, 13]);
  });

  it('and children are in order of rank, milestones in that in which they were made', async () => {
    const move: RankMove = { ids: [otherSprint], direction: 'before', comparedTo: sprint };
    await test.app.database.transact((tx) => moveArtifacts(tx, move));
    assert.deepEqual(await listed(`/api/milestones/${release}/milestones`), [sprint, otherSprint]);
    assert.deepEqual(await listed(`/api/backlog_items/${release}/children`), [otherSprint, sprint]);
    assert.deepEqual(await listed(`/api/backlog_items/${release}/children?limit=1&offset=1`), [sprint]);
  });
});

describe('items', () => {
  const content = (id: number): string => `/api/milestones/${id}/content`;
  const linksOf = async (id: number): Promise<unknown> =>
    (await expectRow(test, { path: `/api/artifacts/${id}/links`, as: 'ana', status: 200 })).json;

  it('go into milestones, from one to another, and into their order', async () => {
    await link('Releases', release, []);
    for (const id of [sprint, otherSprint]) await link('Sprints', id, []);
    await change({ add: [{ id: 12 }, { id: 13 }, { id: 14 }] }, content(sprint), 'bruno');
    assert.deepEqual(new Set(await listed(content(sprint))), new Set([12, 13, 14]));
    const both = {
      add: [
        { id: 13, remove_from: sprint },
        { id: 12, remove_from: sprint },
        { id: 15, remove_from: 0 },
      ],
    };
    await change({ ...both, ...order([15], 'before', 12) }, content(otherSprint), 'bruno');
    assert.deepEqual(await listed(content(sprint)), [14]);
    assert.deepEqual(new Set(await listed(content(otherSprint))), new Set([12, 13, 15]));
    assert.ok((await rankOf(15)) < (await rankOf(12)));
    const shown = await expectRow(test, {
      path: `/api/artifacts/${otherSprint}/changesets?limit=50&order=desc`,
      as: 'ana',
      status: 200,
    });
    const author = await scrum.user('bruno');
    assert.equal(at(shown.json, '0.submitted_by'), author);
  });

  it('take no changeset where nothing changes', async () => {
    const count = async (): Promise<string | null> =>
      (await test.call(`/api/artifacts/${otherSprint}/changesets`, { as: 'ana' })).headers.get('x-pagination-size');
    const before = await count();
    await change({ add: [{ id: 13 }] }, content(otherSprint));
    assert.equal(await count(), before);
  });

  it('go nowhere when a part is refused', async () => {
    const before = await linksOf(otherSprint);
    const body = { add: [{ id: 13, remove_from: otherSprint }], ...order([28], 'before', 13) };
    await expectRow(test, { path: content(sprint), as: 'ana', method: 'PATCH', body, status: 409 });
    assert.deepEqual(await linksOf(otherSprint), before);
    assert.deepEqual(await listed(content(sprint)), [14]);
  });

  it('come back to the backlog of the project', async () => {
    const body = '<request><add><item><id>13</id><remove_from>' + `${otherSprint}</remove_from></item></add></request>`;
    await expectRow(test, { path: backlogPath, as: 'ana', method: 'PATCH', headers: asXml, body, status: 200 });
    assert.ok((await listed(backlogPath)).includes(13));
    assert.ok(!(await listed(content(otherSprint))).includes(13));
  });

  it('are put into a backlog that holds only such ones, and taken out', async () => {
    const remove = { path: backlogPath, as: 'ana', method: 'PATCH', body: { remove: [{ id: 13 }] } };
    await expectRow(test, { ...remove, status: 400, contains: ['`remove`'] });
    await test.app.database.transact((tx) => insertExplicitBacklog(tx, 101, []));
    assert.deepEqual(await listed(backlogPath), []);
    await change({ add: [{ id: 13 }, { id: 12, remove_from: otherSprint }], ...order([12], 'before', 13) });
    assert.deepEqual(await listed(backlogPath), [12, 13]);
    await expectRow(test, { ...remove, status: 200 });
    await expectRow(test, { ...remove, status: 400, contains: ['`remove[0].id`'] });
    assert.deepEqual(await listed(backlogPath), [12]);
  });

  it('become children, and go from one parent to another', async () => {
    const children = (id: number): string => `/api/backlog_items/${id}/children`;
    const tasks = await listed(children(12));
    const [task = 0] = tasks.length > 0 ? tasks : [17];
    await link('User stories', 13, []);
    await change({ add: [{ id: task, remove_from: 12 }] }, children(13), 'bruno');
    assert.deepEqual(await listed(children(13)), [task]);
    assert.ok(!(await listed(children(12))).includes(task));
    const [another = 0] = everything.filter((id) => id > 16 && id !== task);
    await change({ add: [{ id: another }], ...order([another], 'before', task) }, children(13));
    assert.deepEqual(await listed(children(13)), [another, task]);
  });
});

describe('ten people with accounts of their own', () => {
  const people = Array.from({ length: 10 }, (_, number) => `mover${number}`);
  const users = '/api/user_groups/101_3/users';

  async function addStory(title: string): Promise<number> {
    const values = [
      { field_id: scrum.field('User stories', 'title'), value: title },
      {
        field_id: scrum.field('User stories', 'status'),
        bind_value_ids: [scrum.value('User stories', 'status', 'New')],
      },
    ];
    const body = { tracker: { id: scrum.tracker('User stories') }, values };
    const made = await expectRow(test, { path: '/api/artifacts', as: 'bruno', method: 'POST', body, status: 201 });
    return Number(at(made.json, 'id'));
  }

  it('move many items at once, and all see one order that has every item', async () => {
    const members = listAt((await expectRow(test, { path: `${users}?limit=50`, as: 'ana', status: 200 })).json);
    for (const name of people) await test.addUser(name);
    const all = [...members.map((one) => at(one, 'username')), ...people].map((username) => ({ username }));
    await expectRow(test, { path: users, as: 'ana', method: 'PUT', body: all, status: 200 });
    const shared: number[] = [];
    for (let count = 0; count < 20; count += 1) shared.push(await addStory(`Shared ${count}`));
    await change({ add: shared.map((id) => ({ id })) });
    const own = new Map<string, number>();
    for (const name of people) own.set(name, await addStory(`Of ${name}`));
    const start = await listed(`${backlogPath}?limit=50`);
    assert.ok(shared.every((id) => start.includes(id)) && [...own.values()].every((id) => !start.includes(id)));

    const moves = people.flatMap((as, number) => {
      const mine = own.get(as) ?? 0;
      const turned = [...shared.slice(number * 2), ...shared.slice(0, number * 2)];
      const [beside = 0, ...others] = number % 2 === 0 ? turned : turned.toReversed();
      const brought = { add: [{ id: mine }], ...order([mine, ...others.slice(0, 12)], 'after', beside) };
      return [brought, order(others.slice(4).toReversed(), 'before', beside)].map((body) =>
        change(body, backlogPath, as),
      );
    });
    await Promise.all(moves);

    const seen = await Promise.all(
      people.map(async (as) => {
        const { json } = await expectRow(test, { path: `${backlogPath}?limit=50`, as, status: 200 });
        return listAt(json).map((item) => Number(at(item, 'id')));
      }),
    );
    const [first = []] = seen;
    for (const other of seen) assert.deepEqual(other, first);
    const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);
    assert.deepEqual(sorted(first), sorted([...start, ...own.values()]));
    assert.notDeepEqual(first, sorted(first));
    const rows = await test.app.database.read.selectFrom('artifacts').select(['id', 'rank']).execute();
    assert.equal(new Set(rows.map(({ id, rank }) => rank ?? id * 1024)).size, rows.length);
    await test.app.database.transact(async (tx) => {
      await tx
        .deleteFrom('artifacts')
        .where('id', 'in', [...shared, ...own.values()])
        .execute();
    });
  });
});

it('a transition puts an artifact into such a backlog, once and in the same change', async () => {
  const tracker = `/trackers/${scrum.tracker('User stories')}`;
  const shown = (await expectRow(test, { path: `/api${tracker}`, as: 'ana', status: 200 })).json;
  const start = listAt(shown, 'workflow.transitions').find((transition) => at(transition, 'from_id') === null);
  const path = `/api/tracker_workflow_transitions/${String(at(start, 'id'))}/actions`;
  const action = { post_actions: [{ type: 'add_to_top_backlog' }] };
  await expectRow(test, { path, as: 'ana', method: 'PUT', body: action, status: 200 });
  const story = {
    tracker: { id: scrum.tracker('User stories') },
    values: [
      { field_id: scrum.field('User stories', 'title'), value: 'To be planned' },
      { field_id: scrum.field('User stories', 'status'), bind_value_ids: [at(start, 'to_id')] },
    ],
  };
  const made = await expectRow(test, { path: '/api/artifacts', as: 'bruno', method: 'POST', body: story, status: 201 });
  const id = Number(at(made.json, 'id'));
  assert.ok((await listed(backlogPath)).includes(id));
  await change({ remove: [{ id }] });
  const title = { values: [{ field_id: scrum.field('User stories', 'title'), value: 'Renamed' }] };
  await expectRow(test, { path: `/api/artifacts/${id}`, as: 'bruno', method: 'PUT', body: title, status: 200 });
  assert.ok(!(await listed(backlogPath)).includes(id));
  await test.app.database.transact(async (tx) => {
    await tx.deleteFrom('artifacts').where('id', '=', id).execute();
  });
});

it('an archive keeps the order of all artifacts, over all trackers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-ranks-'));
  const again = await startApp();
  try {
    for (const move of [
      { ids: [30, 1, 17], direction: 'before', comparedTo: 9 },
      { ids: [12, 28], direction: 'after', comparedTo: 20 },
    ] as const)
      await test.app.database.transact((tx) => moveArtifacts(tx, move));
    /** Artifacts in order, each by its tracker and its number there. */
    const order = async ({ app }: TestApp): Promise<string[]> => {
      const rows = await app.database.read
        .selectFrom('artifacts')
        .innerJoin('trackers', 'trackers.id', 'artifacts.tracker_id')
        .select(['trackers.item_name', 'artifacts.number'])
        .orderBy(artifactRanking.rankOrder)
        .execute();
      return rows.map((row) => `${row.item_name} ${row.number}`);
    };
    await exportFrom(test, 'meadow-scrum', join(folder, 'one'));
    await importInto(again, join(folder, 'one'));
    assert.deepEqual(await order(again), await order(test));
    assert.notDeepEqual(await allByRank(), everything);
    await exportFrom(again, 'meadow-scrum', join(folder, 'two'));
    const detailsOf = (name: string): Promise<string> => readFile(join(folder, name, 'tepal-details.xml'), 'utf8');
    assert.match(await detailsOf('two'), /<artifact [^>]*rank="\d+"/);
    const bare = (await detailsOf('one')).replace(/(<artifact [^>]*)rank="\d+"/, '$1rank="first"');
    await writeFile(join(folder, 'one', 'tepal-details.xml'), bare);
    await assert.rejects(importInto(again, join(folder, 'one')), /rank/);
  } finally {
    await again.close();
    await rm(folder, { recursive: true, force: true });
  }
});

describe('artifacts of any trackers', () => {
  const body = (ids: readonly number[], direction: string, comparedTo: number) =>
    order(ids, direction, comparedTo).order;
  const path = '/api/artifact_order';

  it('take places that queries sort by', async () => {
    await reset();
    await expectRow(test, { path, as: 'bruno', method: 'PATCH', body: body([28, 12], 'after', 14), status: 200 });
    const text = "SELECT @rank FROM @project = 'self' WHERE @id > 10 AND @id < 16 OR @id = 28 ORDER BY @rank";
    const found = async (direction: string): Promise<unknown[]> => {
      const query = encodeURIComponent(JSON.stringify({ widget_id: 202, tql_query: `${text} ${direction}` }));
      const { json } = await expectRow(test, {
        path: `/api/crosstracker_query/content?query=${query}`,
        as: 'bruno',
        status: 200,
      });
      const ranks = listAt(json, 'artifacts').map((row) => Number(at(row, '@rank.value')));
      assert.deepEqual(
        ranks.toSorted((a, b) => (direction === 'ASC' ? a - b : b - a)),
        ranks,
      );
      return listAt(json, 'artifacts').map((row) => at(row, '@artifact.id'));
    };
    assert.deepEqual(await found('ASC'), [11, 13, 14, 28, 12, 15]);
    assert.deepEqual(await found('DESC'), [15, 12, 28, 14, 13, 11]);
  });

  const refused: readonly (readonly [string, string, unknown, number, string])[] = [
    ['to who is no member', 'stig', body([12], 'after', 13), 403, 'order artifacts of'],
    ['of what there is not', 'ana', body([12], 'after', 999), 404, 'artifact 999'],
    ['of one beside itself', 'ana', body([12], 'after', 12), 409, 'an item that is not in'],
    ['twice', 'ana', body([12, 12], 'after', 13), 409, 'twice'],
    ['to nowhere', 'ana', body([12], 'over', 13), 400, 'before or after'],
  ];
  for (const [title, as, sent, status, contains] of refused)
    it(`are not ordered: ${title}`, async () => {
      await expectRow(test, { path, as, method: 'PATCH', body: sent, status, contains: [contains] });
    });

  it('are ordered by who may order a backlog that they fill', async () => {
    const planned = async (groups: readonly { id: string }[]): Promise<void> => {
      const { json } = await test.call('/api/projects/101/plannings', { as: 'ana' });
      for (const planning of listAt(json))
        await expectRow(test, {
          path: `/api/plannings/${String(at(planning, 'id'))}`,
          as: 'ana',
          method: 'PATCH',
          body: { priority_groups: groups },
          status: 200,
        });
    };
    await planned([{ id: '101_4' }]);
    await expectRow(test, { path, as: 'bruno', method: 'PATCH', body: body([12], 'after', 13), status: 403 });
    await expectRow(test, { path, as: 'ana', method: 'PATCH', body: body([12], 'after', 13), status: 200 });
    await planned([]);
  });
});

describe('any moves', () => {
  const readRanks = (): Promise<{ id: number; rank: number | null }[]> =>
    test.app.database.read.selectFrom('artifacts').select(['id', 'rank']).execute();

  async function moveAndCompare(moves: readonly RankMove[]): Promise<void> {
    let model = await allByRank();
    for (const { ids, direction, comparedTo } of moves) {
      await test.app.database.transact((tx) => moveArtifacts(tx, { ids, direction, comparedTo }));
      const rest = model.filter((id) => !ids.includes(id));
      model = rest.toSpliced(rest.indexOf(comparedTo) + (direction === 'after' ? 1 : 0), 0, ...ids);
      assert.deepEqual(await allByRank(), model);
    }
    const ranks = (await readRanks()).map(({ id, rank }) => rank ?? id * 1024);
    assert.equal(new Set(ranks).size, everything.length);
    assert.ok(ranks.every((rank) => Number.isSafeInteger(rank) && rank > 0 && rank < 31 * 1024));
  }

  it('lead where a list leads in which items are taken out and put in', async () => {
    const moves = fc
      .record({
        picked: fc.shuffledSubarray(everything, { minLength: 2, maxLength: 8 }),
        direction: fc.constantFrom('before' as const, 'after' as const),
      })
      .map(({ picked: [comparedTo = 0, ...ids], direction }) => ({ ids, direction, comparedTo }));
    await fc.assert(fc.asyncProperty(fc.array(moves, { minLength: 5, maxLength: 15 }), moveAndCompare), {
      numRuns: 10,
    });
  });

  for (const direction of ['before', 'after'] as const)
    it(`go on at one place, directly ${direction} one artifact and at the end of all`, async () => {
      const others = everything.filter((id) => id !== 7);
      const sameSpot = [...others, ...others].map((id) => ({ ids: [id], direction, comparedTo: 7 }));
      await moveAndCompare(sameSpot);
      for (let count = 0; count < 40; count += 1) {
        const model = await allByRank();
        const [first = 0, last = 0] = [model[0], model.at(-1)];
        await moveAndCompare([
          direction === 'before'
            ? { ids: [last], direction, comparedTo: first }
            : { ids: [first], direction, comparedTo: last },
        ]);
      }
    });

  it('rewrite few artifacts', async () => {
    await reset();
    const start = new Map((await readRanks()).map(({ id, rank }) => [id, rank]));
    await test.app.database.transact((tx) => moveArtifacts(tx, { ids: [30], direction: 'before', comparedTo: 2 }));
    const changed = (await readRanks()).filter(({ id, rank }) => start.get(id) !== rank);
    assert.deepEqual(
      changed.map(({ id }) => id),
      [30],
    );
  });
});
