// Engine: both
// Kanbans over HTTP, on the kanban sample: columns, items, moves, limits, filters, flow, and who may do what.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, startApp } from '../../../test/support/harness.ts';
import type { Answered, Call, TestApp } from '../../../test/support/harness.ts';
import { listAt, sampleFolder } from '../../../test/support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 5, 1, 10));
let test: TestApp;
let board = '';
let trackerId = 0;
let columns: number[] = [];
before(async () => {
  test = await startApp({ clock, archives: [sampleFolder('kanban')] });
  await test.addUser('stig');
  const projects = await call('/projects?limit=50', 'ana');
  const projectId = Number(at(projects.json, '0.id'));
  const trackers = await call(`/projects/${projectId}/trackers`, 'ana');
  trackerId = Number(at(trackers.json, '0.id'));
  const kanbans = await call(`/projects/${projectId}/kanban`, 'ana');
  board = `/kanban/${String(at(kanbans.json, '0.id'))}`;
  columns = idsAt(await call(board, 'ana'), 'columns');
});
after(() => test.close());

const call = (path: string, as: string | undefined, more: Omit<Call, 'as'> = {}): Promise<Answered> =>
  test.call(`/api${path}`, { ...more, ...(as === undefined ? {} : { as }) });
const idsAt = (answer: Answered, path: string): number[] => {
  const list = at(answer.json, path);
  assert.ok(Array.isArray(list), JSON.stringify(answer.json));
  return list.map((one: unknown) => Number(at(one, 'id')));
};
const lengthOf = ({ json }: Answered): number => (Array.isArray(json) ? json.length : Number.NaN);
const listOf = async (path: string, as = 'ana'): Promise<number[]> =>
  idsAt(await call(`${board}/${path}${path.includes('?') ? '&' : '?'}limit=100`, as), 'collection');
const column = (index: number): string => `items?column_id=${columns[index] ?? 0}`;
const add = (title: string, index?: number): Promise<Answered> =>
  call('/kanban_items', 'ana', {
    method: 'POST',
    body: {
      label: title,
      kanban_id: Number(board.slice(8)),
      ...(index === undefined ? {} : { column_id: columns[index] }),
    },
  });

/** What the workflow asks of work before it is reviewed and closed. */
async function finish(id: number): Promise<void> {
  const self = await call('/users/self', 'ana');
  const fields = listAt((await call(`/trackers/${trackerId}`, 'ana')).json, 'fields');
  const idOf = (name: string): unknown =>
    at(
      fields.find((field) => at(field, 'name') === name),
      'field_id',
    );
  const values = [
    { field_id: idOf('assigned_to'), bind_value_ids: [at(self.json, 'id')] },
    { field_id: idOf('outcome'), value: 'All of it' },
  ];
  const done = await call(`/artifacts/${id}`, 'ana', { method: 'PUT', body: { values } });
  assert.equal(done.status, 200, done.text);
}

describe('a kanban', () => {
  it('has a column for each open value of the status, the backlog and the archive', async () => {
    const seen = await call(board, 'ana');
    assert.partialDeepStrictEqual(seen.json, {
      label: 'Harbor board',
      tracker_id: trackerId,
      backlog: { label: 'Backlog', is_open: true, user_can_add_in_place: true },
      archive: { label: 'Archive', is_open: false },
      columns: [
        { label: 'To do', limit: null },
        { label: 'Doing', limit: 4 },
        { label: 'Review', limit: 3 },
      ],
      user_can_add_columns: true,
      is_promoted: false,
    });
  });

  it('is one for each tracker, and made by administrators of the project alone', async () => {
    const body = { label: 'Another', tracker_id: trackerId };
    assert.equal((await call('/kanban', 'ana', { method: 'POST', body })).status, 409);
    assert.equal((await call('/kanban', 'emre', { method: 'POST', body })).status, 403);
    assert.equal((await call('/kanban', undefined, { method: 'POST', body })).status, 401);
  });

  it('stands in the list of its project with what is open and closed', async () => {
    const seen = await call(board, 'ana');
    const list = await call(`/projects/${String(at(seen.json, 'tracker.project.id'))}/kanban`, 'emre');
    assert.equal(at(list.json, '0.label'), 'Harbor board');
    assert.ok(Number(at(list.json, '0.open_items_count')) > 0 && Number(at(list.json, '0.closed_items_count')) > 0);
  });

  it('is renamed and promoted by administrators, and folded by everybody for themselves', async () => {
    const patch = (as: string, body: unknown) => call(board, as, { method: 'PATCH', body });
    assert.equal((await patch('emre', { label: 'Mine' })).status, 403);
    assert.equal((await patch('ana', { label: 'Harbor', is_promoted: true })).status, 200);
    assert.equal((await patch('emre', { collapse_archive: false, collapse_backlog: true })).status, 200);
    assert.equal((await patch('emre', { collapse_column: { column_id: columns[1], value: true } })).status, 200);
    assert.equal((await patch('emre', { collapse_column: { column_id: 999_999, value: true } })).status, 404);
    const folded = {
      archive: { is_open: true },
      backlog: { is_open: false },
      columns: [{ is_open: true }, { is_open: false }],
    };
    assert.partialDeepStrictEqual((await call(board, 'emre')).json, { label: 'Harbor', is_promoted: true, ...folded });
    assert.partialDeepStrictEqual((await call(board, 'ana')).json, { archive: { is_open: false } });
  });

  it('is not told of to who may not see its tracker, and unknown ones are 404', async () => {
    assert.equal((await call('/kanban/999', 'ana')).status, 404);
    assert.equal((await call('/kanban/999/backlog', 'ana')).status, 404);
  });
});

describe('items of a kanban', () => {
  it('are made in the backlog or in a column, with when they came there', async () => {
    const waiting = await add('Waits');
    assert.partialDeepStrictEqual(waiting.json, { label: 'Waits', in_column: 'backlog', timeinfo: { kanban: null } });
    const begun = await add('Begun', 0);
    assert.equal(begun.status, 201);
    const since = String(at(begun.json, `timeinfo.${columns[0] ?? 0}`));
    assert.partialDeepStrictEqual(begun.json, { in_column: columns[0], timeinfo: { kanban: since, archive: null } });
    assert.equal(new Date(since).getTime(), Math.floor(clock.nowMs() / 1000) * 1000);
    assert.ok((await listOf('backlog')).includes(Number(at(waiting.json, 'id'))));
    assert.ok((await listOf(column(0))).includes(Number(at(begun.json, 'id'))));
  });

  it('are shown in XML too', async () => {
    const begun = await add('In XML', 0);
    const path = `/kanban_items/${String(at(begun.json, 'id'))}`;
    const shown = await call(path, 'ana', { headers: { accept: 'application/xml' } });
    assert.match(shown.text, /<label>In XML<\/label>.*<timeinfo>.*<in_column>/);
  });

  it('are refused without a title, in no column of the kanban, or of no kanban', async () => {
    const post = async (body: unknown) => (await call('/kanban_items', 'ana', { method: 'POST', body })).status;
    assert.equal(await post({ kanban_id: 1 }), 400);
    assert.equal(await post({ label: 'x', kanban_id: 999 }), 404);
    assert.equal(await post({ item: { label: 'x', kanban_id: Number(board.slice(8)), column_id: 99_999_999 } }), 400);
  });

  it('move to another column and to a place in it, by one changeset each that workflow judges', async () => {
    const [first, second] = [await add('First', 0), await add('Second', 0)].map((made) => Number(at(made.json, 'id')));
    const move = (path: string, body: unknown, as = 'ana') => call(`${board}/${path}`, as, { method: 'PATCH', body });
    assert.equal((await move(column(1), { add: { ids: [first, second, 999_999] } })).status, 200);
    const order = { ids: [second], direction: 'before', compared_to: first };
    assert.equal((await move(column(1), { order })).status, 200);
    const now = await listOf(column(1));
    assert.ok(now.indexOf(second ?? 0) === now.indexOf(first ?? 0) - 1, JSON.stringify(now));
    assert.equal(at((await call(`/artifacts/${first ?? 0}`, 'ana')).json, 'status'), 'Doing');
    const history = await call(`/artifacts/${first ?? 0}/changesets`, 'ana');
    assert.equal(lengthOf(history), 2);
    const again = await move(column(1), { add: { ids: [first] } });
    assert.equal(again.status, 200);
    assert.equal(lengthOf(await call(`/artifacts/${first ?? 0}/changesets`, 'ana')), 2, 'nothing changed');
    const outside = await move(column(1), { add: { ids: [first] }, order: { ...order, ids: [999_999] } });
    assert.equal(outside.status, 409);
    assert.equal((await move(column(1), { order: { ...order, direction: 'above' } })).status, 400);
    assert.equal((await move(column(1), { order: { ...order, ids: [second, second] } })).status, 409);
    assert.equal((await move('items?column_id=999999', { add: { ids: [first] } })).status, 404);
    assert.equal((await move(column(1), { add: { ids: [] } })).status, 400);
    assert.equal((await move(column(1), { order }, 'stig')).status, 403);
    assert.equal((await move(column(2), { add: { ids: [first] } }, 'stig')).status, 400);
  });

  it('go to the archive by the first closed value that the workflow allows, all of them or none', async () => {
    const [ready, raw] = [await add('Ready', 0), await add('Raw')].map((made) => Number(at(made.json, 'id')));
    const move = (path: string, ids: unknown[]) =>
      call(`${board}/${path}`, 'ana', { method: 'PATCH', body: { add: { ids } } });
    assert.equal((await move(column(1), [ready])).status, 200);
    const refused = await move('archive', [ready, raw]);
    assert.equal(refused.status, 400, JSON.stringify(refused.json));
    assert.ok((await listOf(column(1))).includes(ready ?? 0), 'nothing moved');
    assert.equal((await move(column(2), [ready])).status, 400, 'a review needs somebody who did it');
    await finish(ready ?? 0);
    assert.equal((await move(column(2), [ready])).status, 200);
    const closed = await move('archive', [ready]);
    assert.equal(closed.status, 200, JSON.stringify(closed.json));
    const item = await call(`/kanban_items/${ready ?? 0}`, 'ana');
    assert.partialDeepStrictEqual(item.json, { in_column: 'archive' });
    assert.equal(typeof at(item.json, 'timeinfo.archive'), 'string');
    const newest = await call(`${board}/archive?order=newest&limit=1`, 'ana');
    assert.deepEqual(idsAt(newest, 'collection'), [ready]);
    const all = await listOf('archive?order=newest');
    assert.deepEqual(new Set(all), new Set(await listOf('archive')));
  });
});

describe('the boards of bundled templates', () => {
  for (const template of ['kanban', 'bugs', 'support', 'roadmap'])
    it(`have a status for every card, open from the start: ${template}`, async () => {
      const body = { shortname: `made-of-${template}`, label: template, is_public: true, xml_template_name: template };
      const { json: project } = await call('/projects', 'root', { method: 'POST', body });
      const kanbans = await call(`/projects/${String(at(project, 'id'))}/kanban`, 'root');
      const path = `/kanban/${String(at(kanbans.json, '0.id'))}`;
      const { json: kanban } = await call(path, 'root');
      assert.partialDeepStrictEqual(kanban, { backlog: { user_can_add_in_place: false } });
      assert.equal(at(kanban, 'columns.0.user_can_add_in_place'), true);
      const item = { label: 'A first card', kanban_id: at(kanban, 'id'), column_id: at(kanban, 'columns.0.id') };
      const made = await call('/kanban_items', 'root', { method: 'POST', body: item });
      const artifact = await call(`/artifacts/${String(at(made.json, 'id'))}`, 'root');
      assert.partialDeepStrictEqual(artifact.json, { is_open: true, status: at(kanban, 'columns.0.label') });
      const tracker = await call(`/trackers/${String(at(kanban, 'tracker_id'))}`, 'root');
      const title = at(tracker.json, 'semantics.title.field_id');
      const plain = { tracker: { id: at(kanban, 'tracker_id') }, values: [{ field_id: title, value: 'By its form' }] };
      const form = await call('/artifacts', 'root', { method: 'POST', body: plain });
      assert.partialDeepStrictEqual((await call(`/artifacts/${String(at(form.json, 'id'))}`, 'root')).json, {
        is_open: true,
      });
    });
});

describe('filters of a kanban', () => {
  const choose = (ids: unknown[], as = 'ana') =>
    call(`${board}/tracker_reports`, as, { method: 'PUT', body: { tracker_report_ids: ids } });
  const report = async (isPublic: boolean): Promise<number> => {
    const body = { label: 'Raw ones', is_public: isPublic, expert_query: "title = 'Raw'", is_in_expert_mode: true };
    const made = await call(`/trackers/${trackerId}/tracker_reports`, 'ana', { method: 'POST', body });
    assert.equal(made.status, 201, JSON.stringify(made.json));
    return Number(at(made.json, 'id'));
  };

  it('are public reports of the tracker, chosen by administrators', async () => {
    const id = await report(true);
    assert.equal((await choose([id], 'emre')).status, 403);
    assert.equal((await choose([-1])).status, 404);
    assert.equal((await choose([await report(false)])).status, 400);
    assert.equal((await choose([id])).status, 200);
    assert.deepEqual((await call(`${board}/tracker_reports`, 'emre')).json, [{ id, label: 'Raw ones' }]);
    const query = encodeURIComponent(JSON.stringify({ tracker_report_id: id }));
    const found = await call(`${board}/backlog?query=${query}`, 'ana');
    assert.equal(at(found.json, 'total_size'), 1);
    assert.equal(at(found.json, 'collection.0.label'), 'Raw');
    assert.equal(found.headers.get('x-pagination-size'), '1');
    for (const wrong of ['{', '{}', '{"tracker_report_id":"a"}'])
      assert.equal((await call(`${board}/backlog?query=${encodeURIComponent(wrong)}`, 'ana')).status, 400);
    assert.equal((await choose([])).status, 200);
  });
});

describe('columns of a kanban', () => {
  it('are added, limited, renamed, ordered and taken away, for everybody', async () => {
    const added = await call(`${board}/columns`, 'ana', { method: 'POST', body: { label: 'Parked' } });
    assert.equal(added.status, 201, JSON.stringify(added.json));
    const parked = Number(at(added.json, 'id'));
    const of = `/kanban_columns/${parked}?kanban_id=${board.slice(8)}`;
    assert.equal((await call(of, 'ana', { method: 'PATCH', body: { label: 'On hold', wip_limit: 3 } })).status, 200);
    const order = [parked, ...columns];
    assert.equal((await call(`${board}/columns`, 'ana', { method: 'PUT', body: order })).status, 200);
    assert.partialDeepStrictEqual((await call(board, 'emre')).json, {
      columns: [
        { id: parked, label: 'On hold', limit: 3, user_can_remove_column: false },
        ...columns.map((id) => ({ id })),
      ],
    });
    assert.equal((await call(`${board}/columns`, 'ana', { method: 'PUT', body: columns })).status, 400);
    assert.equal((await call(`${board}/columns`, 'ana', { method: 'PUT', body: [...order, 999_999] })).status, 404);
    assert.equal((await call(of, 'ana', { method: 'PATCH', body: { wip_limit: null } })).status, 200);
    assert.partialDeepStrictEqual((await call(board, 'ana')).json, { columns: [{ id: parked, limit: null }] });
    assert.equal((await call(of, 'ana', { method: 'DELETE' })).status, 200);
    assert.deepEqual(idsAt(await call(board, 'ana'), 'columns'), columns);
    assert.equal((await call(of, 'ana', { method: 'DELETE' })).status, 404);
  });

  it('stay where the workflow needs them, and are not for others to change', async () => {
    const of = `/kanban_columns/${columns[1] ?? 0}?kanban_id=${board.slice(8)}`;
    assert.equal((await call(of, 'ana', { method: 'DELETE' })).status, 409);
    assert.equal((await call(of, 'emre', { method: 'PATCH', body: { label: 'x' } })).status, 401);
    assert.equal((await call(`${board}/columns`, 'emre', { method: 'POST', body: { label: 'x' } })).status, 401);
    assert.equal((await call(`/kanban_columns/${columns[1] ?? 0}`, 'ana', { method: 'DELETE' })).status, 400);
  });
});

describe('the flow through a kanban', () => {
  const flow = (query: string) => call(`${board}/cumulative_flow?${query}`, 'ana');

  it('tells for each day where items stood at its start', async () => {
    const made = Number(at((await add('Flows')).json, 'id'));
    clock.advance(15 * 3_600_000);
    const add1 = { add: { ids: [made] } };
    assert.equal((await call(`${board}/${column(0)}`, 'ana', { method: 'PATCH', body: add1 })).status, 200);
    const seen = await flow('start_date=2026-06-01&end_date=2026-06-03&interval_between_point=1');
    assert.equal(seen.status, 200, JSON.stringify(seen.json));
    const ids = at(seen.json, 'columns');
    assert.ok(Array.isArray(ids));
    assert.deepEqual(
      ids.map((one: unknown) => at(one, 'id')),
      ['archive', ...columns.map(String).reverse(), 'backlog'],
    );
    const counts = (index: number): number[] =>
      [0, 1, 2].map((day) => Number(at(ids[index], `values.${day}.kanban_items_count`)));
    const backlog = counts(ids.length - 1);
    assert.equal((backlog[1] ?? 0) - (backlog[2] ?? 0), 1, 'one left the backlog on the second day');
    const toDo = counts(ids.length - 2);
    assert.equal((toDo[2] ?? 0) - (toDo[1] ?? 0), 1);
  });

  it('is refused for no range, one that runs backwards, and one of too many points', async () => {
    assert.equal((await flow('end_date=2026-06-03&interval_between_point=1')).status, 400);
    assert.equal((await flow('start_date=2026-06-04&end_date=2026-06-03&interval_between_point=1')).status, 400);
    assert.equal((await flow('start_date=2020-06-04&end_date=2026-06-03&interval_between_point=1')).status, 400);
    assert.equal((await flow('start_date=2026-06-03&end_date=2026-06-03&interval_between_point=0')).status, 400);
    assert.equal((await flow('start_date=2026-06-03&end_date=2026-06-03&interval_between_point=1')).status, 200);
  });
});

describe('how long items of a kanban take', () => {
  const taken = async (query: string): Promise<readonly unknown[]> => {
    const { json, status } = await call(`${board}/cycle_times?${query}`, 'ana');
    assert.equal(status, 200, JSON.stringify(json));
    return listAt(json, 'items');
  };

  it('is told of what was closed between two days, from its first column on', async () => {
    const [made, other] = [await add('Takes a while'), await add('Is never begun')].map(({ json }) =>
      Number(at(json, 'id')),
    );
    const move = async (path: string): Promise<void> => {
      const answer = await call(`${board}/${path}`, 'ana', { method: 'PATCH', body: { add: { ids: [made] } } });
      assert.equal(answer.status, 200, answer.text);
    };
    clock.advance(3_600_000);
    await move(column(0));
    clock.advance(2 * 3_600_000);
    await move(column(1));
    clock.advance(3_600_000);
    await finish(made ?? 0);
    for (const path of [column(2), 'archive']) await move(path);
    const [closed] = (await taken('start_date=2026-06-01&end_date=2026-06-30')).filter((one) => at(one, 'id') === made);
    assert.equal(at(closed, 'days'), 0.13);
    const all = await taken('start_date=2026-06-01&end_date=2026-06-30');
    assert.ok(all.every((one) => at(one, 'id') !== other));
    assert.deepEqual(await taken('start_date=2026-05-01&end_date=2026-05-30'), []);
    await move(column(1));
    const again = await taken('start_date=2026-06-01&end_date=2026-06-30');
    assert.ok(
      again.every((one) => at(one, 'id') !== made),
      'what is open again is not done',
    );
  });

  it('is refused for days that are none or run backwards', async () => {
    for (const query of [
      'end_date=2026-06-03',
      'start_date=x&end_date=2026-06-03',
      'start_date=2026-06-04&end_date=2026-06-03',
    ])
      assert.equal((await call(`${board}/cycle_times?${query}`, 'ana')).status, 400, query);
  });
});

describe('further fields of items', () => {
  it('come with cards that ask for them, and unknown ones are refused', async () => {
    const { json } = await call(`/trackers/${trackerId}`, 'ana');
    const field = listAt(json, 'fields').find((one) => at(one, 'name') === 'title');
    const id = Number(at(field, 'field_id'));
    const namesOf = async (fields: string): Promise<unknown[]> => {
      const answer = await call(`${board}/${column(0)}&fields=${fields}`, 'ana');
      return listAt(answer.json, 'collection.0.card_fields').map((one) => at(one, 'field_id'));
    };
    const usual = await namesOf('');
    assert.ok(!usual.includes(id));
    assert.deepEqual(await namesOf(`${id},@assigned_to`), [...usual, id]);
    assert.equal((await call(`${board}/${column(0)}&fields=999999`, 'ana')).status, 400);
  });
});

describe('the end of a kanban', () => {
  it('leaves the tracker and its artifacts', async () => {
    assert.equal((await call(board, 'emre', { method: 'DELETE' })).status, 403);
    assert.equal((await call(board, 'ana', { method: 'DELETE' })).status, 200);
    assert.equal((await call(board, 'ana')).status, 404);
    assert.equal((await call(`/trackers/${trackerId}`, 'ana')).status, 200);
  });

  it('makes room for another', async () => {
    const body = { label: 'Board', tracker_id: trackerId, is_promoted: true };
    const made = await call('/kanban', 'ana', { method: 'POST', body });
    assert.equal(made.status, 201, JSON.stringify(made.json));
    assert.partialDeepStrictEqual(made.json, { label: 'Board', is_promoted: true, tracker_id: trackerId });
    assert.equal((await call('/kanban', 'ana', { method: 'POST', body: { ...body, label: ' ' } })).status, 400);
  });
});
