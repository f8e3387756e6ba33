// Engine: both
// Dashboards over HTTP: one's own and those of projects, what stands on them, and who may do what.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../../../test/support/harness.ts';
import type { Answered, Call, TestApp } from '../../../test/support/harness.ts';
import { listAt, sampleFolder } from '../../../test/support/scenario.ts';

let test: TestApp;
let projectId = 0;
before(async () => {
  test = await startApp({ archives: [sampleFolder('kanban')] });
  await test.addUser('stig');
  projectId = Number(at((await call('/projects', 'ana')).json, '0.id'));
});
after(() => test.close());

const call = (path: string, as: string | undefined, more: Omit<Call, 'as'> = {}): Promise<Answered> =>
  test.call(`/api${path}`, { ...more, ...(as === undefined ? {} : { as }) });
const idOf = ({ json }: Answered): string => String(at(json, 'id'));
const one = (...widgets: unknown[]) => [{ layout: 'one-column', columns: [{ widgets }] }];
const put = (path: string, lines: unknown, more: Omit<Call, 'as'> = {}, as = 'ana'): Promise<Answered> =>
  call(path, as, { method: 'PUT', body: { name: 'Mine', lines }, ...more });
const addOwn = async (): Promise<string> =>
  `/dashboards/${idOf(await call('/user_dashboards', 'ana', { method: 'POST', body: { name: 'Mine' } }))}`;
const tagOf = ({ headers }: Answered): string => headers.get('etag') ?? assert.fail('no entity tag');

describe('a dashboard of one’s own', () => {
  it('keeps lines, columns and widgets, each with the id that it got', async () => {
    const path = await addOwn();
    const note = { name: 'usernote', settings: { title: 'To do', content: '* this' } };
    const first = await put(path, [
      { layout: 'two-columns-small-big', columns: [{ widgets: [note] }, { widgets: [{ name: 'recent' }] }] },
    ]);
    assert.equal(first.status, 200, first.text);
    assert.deepEqual((await call(path, 'ana')).json, first.json);
    assert.partialDeepStrictEqual(at(first.json, 'lines.0.columns.0.widgets.0'), { id: 1, is_known: true, ...note });
    const moved = await put(path, one({ id: 2, name: 'recent', is_minimized: true }, { name: 'myprojects' }));
    assert.partialDeepStrictEqual(at(moved.json, 'lines.0.columns.0.widgets'), [
      { id: 2, is_minimized: true },
      { id: 3, settings: {} },
    ]);
    const again = await put(path, one({ name: 'recent' }));
    assert.equal(at(again.json, 'lines.0.columns.0.widgets.0.id'), 4, 'ids are given once');
    const back = await put(path, one({ id: 4, name: 'recent' }, { id: 1, name: 'usernote' }));
    assert.partialDeepStrictEqual(
      at(back.json, 'lines.0.columns.0.widgets.1'),
      { id: 1, ...note },
      'what was taken away',
    );
  });

  it('stands among the others of its owner where they want it', async () => {
    const order = async (ids: readonly number[], as = 'emre'): Promise<number> =>
      (await call('/dashboard_order', as, { method: 'PUT', body: { ids } })).status;
    const add = async (name: string): Promise<number> =>
      Number(idOf(await call('/user_dashboards', 'emre', { method: 'POST', body: { name } })));
    const [first, second, third] = [await add('First'), await add('Second'), await add('Third')];
    const list = async (): Promise<unknown> => (await call('/users/self/dashboards', 'emre')).json;
    assert.equal(await order([third, first, second]), 200);
    const fourth = await add('Fourth');
    assert.partialDeepStrictEqual(await list(), [{ id: third }, { id: first }, { id: second }, { id: fourth }]);
    assert.equal(await order([third, first, second]), 400);
    assert.equal(await order([third, third, second, fourth]), 400);
    assert.equal(await order([]), 400);
    assert.equal(await order([third, first, second, fourth], 'ana'), 404, 'others don’t know of it');
    const made = await call(`/projects/${projectId}/dashboards`, 'ana', { method: 'POST', body: { name: 'Order' } });
    assert.equal(await order([Number(idOf(made))]), 403, 'who does not administer the project');
    await call(`/dashboards/${idOf(made)}`, 'ana', { method: 'DELETE' });
  });

  it('shows notes as safe HTML', async () => {
    const content = '**Now** <script>alert(1)</script> art #1';
    const own = await put(await addOwn(), one({ name: 'usernote', settings: { content } }, { name: 'recent' }));
    assert.match(String(at(own.json, 'lines.0.columns.0.widgets.0.post_processed_content')), /<strong>Now<\/strong>/);
    assert.doesNotMatch(String(at(own.json, 'lines.0.columns.0.widgets.0.post_processed_content')), /<script/);
    assert.equal(at(own.json, 'lines.0.columns.0.widgets.1.post_processed_content'), null);
    const made = await call(`/projects/${projectId}/dashboards`, 'ana', { method: 'POST', body: { name: 'Notes' } });
    const team = await put(`/dashboards/${idOf(made)}`, one({ name: 'projectnote', settings: { content } }));
    assert.match(String(at(team.json, 'lines.0.columns.0.widgets.0.post_processed_content')), /<a [^>]*>art #1<\/a>/);
    assert.equal((await call(`/dashboards/${idOf(made)}`, 'ana', { method: 'DELETE' })).status, 200);
  });

  it('is nobody else’s', async () => {
    const path = await addOwn();
    for (const as of ['root', 'stig']) {
      assert.equal((await call(path, as)).status, 404);
      assert.equal((await put(path, [], {}, as)).status, 404);
      assert.equal((await call(path, as, { method: 'DELETE' })).status, 404);
    }
    assert.equal((await call(path, undefined)).status, 404);
    assert.equal((await call(path, 'ana', { method: 'DELETE' })).status, 200);
    assert.equal((await call(path, 'ana')).status, 404);
  });

  it('is changed only from the version that was read', async () => {
    const path = await addOwn();
    const ifMatch = { headers: { 'if-match': tagOf(await call(path, 'ana')) } };
    assert.equal((await put(path, one({ name: 'recent' }), ifMatch)).status, 200);
    assert.equal((await put(path, [], ifMatch)).status, 412);
  });

  const widget = 'lines[0].columns[0].widgets[0]';
  const refusals: readonly (readonly [string, unknown, string])[] = [
    ['a kind that there is not', one({ name: 'weather' }), `${widget}.name`],
    ['a kind of projects', one({ name: 'projectmembers' }), `${widget}.name`],
    ['a setting of another kind', one({ name: 'recent', settings: { kanban_id: 1 } }), `${widget}.settings.kanban_id`],
    ['a setting that there is not', one({ name: 'recent', settings: { colour: 1 } }), `${widget}.settings.colour`],
    ['a missing setting', one({ name: 'myprojectmilestone' }), `${widget}.settings.project_id`],
    ['a widget that is not there', one({ id: 77, name: 'recent' }), `${widget}.id`],
    ['a layout that does not fit', [{ layout: 'two-columns', columns: [{ widgets: [] }] }], 'lines[0].layout'],
  ];
  for (const [what, lines, path] of refusals)
    it(`refuses ${what}`, async () => {
      const answer = await put(await addOwn(), lines);
      assert.equal(answer.status, 400);
      assert.ok(answer.text.includes(path), answer.text);
    });

  it('has bounds', async () => {
    const path = await addOwn();
    const many = Array.from({ length: 26 }, () => ({ name: 'recent' }));
    assert.equal((await put(path, [...one(...many), ...one(...many)])).status, 400);
    const lines = Array.from({ length: 11 }, () => one()).flat();
    assert.equal((await put(path, lines)).status, 400);
    await test.addUser('hoarder');
    const add = (): Promise<Answered> => call('/user_dashboards', 'hoarder', { method: 'POST', body: { name: 'x' } });
    for (let count = 0; count < 20; count += 1) assert.equal((await add()).status, 200);
    assert.equal((await add()).status, 409);
  });
});

describe('a dashboard of a project', () => {
  it('is read by who sees the project, and changed by its administrators', async () => {
    const list = `/projects/${projectId}/dashboards`;
    const earlier = listAt((await call(list, 'stig')).json);
    const made = await call(list, 'ana', { method: 'POST', body: { name: 'Harbor' } });
    assert.equal(made.status, 201, made.text);
    assert.partialDeepStrictEqual(made.json, { project_id: projectId, may_change: true, lines: [] });
    const path = `/dashboards/${idOf(made)}`;
    const seen = await call(path, 'stig');
    assert.equal(at(seen.json, 'may_change'), false);
    assert.deepEqual(
      [seen.status, (await put(path, [], {}, 'stig')).status, (await call(path, 'stig', { method: 'DELETE' })).status],
      [200, 403, 403],
    );
    assert.equal((await call(list, 'stig', { method: 'POST', body: { name: 'x' } })).status, 403);
    assert.equal((await call(list, 'ana', { method: 'POST', body: { name: ' ' } })).status, 400);
    assert.equal((await put(path, one({ name: 'projectmembers' }))).status, 200);
    assert.deepEqual((await call(list, 'stig')).json, [...earlier, { id: Number(idOf(made)), name: 'Mine' }]);
    assert.equal((await call(path, 'ana', { method: 'DELETE' })).status, 200);
  });
});
