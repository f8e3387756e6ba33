// Engine: both
// Searches over several trackers, and the queries that people keep.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
/** Of the project meadow-scrum. */
const projectWidget = 202;

before(async () => {
  scrum = await openScrum({ withKanban: true });
});
after(() => scrum.test.close());

const contentPath = (text: string, widget: number | null = projectWidget): string =>
  `/api/crosstracker_query/content?query=${encodeURIComponent(JSON.stringify({ widget_id: widget, tql_query: text }))}`;

describe('what is searched and shown', () => {
  const self = "FROM @project = 'self'";
  const rows: readonly (readonly [string, string, readonly number[]])[] = [
    ['the newest first', `SELECT @id ${self} AND @tracker.name = 'sprint' WHERE @id > 0`, [6, 5, 4, 3]],
    ['in order of id', `SELECT @id ${self} AND @tracker.name = 'sprint' WHERE @id > 3 ORDER BY @id ASC`, [4, 5, 6]],
    ['several trackers', `SELECT @id ${self} AND @tracker.name IN ('sprint', 'release') WHERE @id < 4`, [3, 2, 1]],
    ['what is open', `SELECT @id ${self} AND @tracker.name = 'sprint' WHERE @status = OPEN()`, [6]],
    ['a field that one tracker has', `SELECT @id ${self} WHERE wanted_by = "1999-01-01"`, []],
    [
      'a value of one tracker',
      `SELECT @id ${self} AND @tracker.name IN ('sprint', 'task') WHERE status = "Running"`,
      [6],
    ],
    ['other projects', "SELECT @id FROM @project.name = 'no-such-project' WHERE @id > 0", []],
  ];
  for (const [title, text, wanted] of rows)
    it(title, async () => {
      const answer = await scrum.test.call(contentPath(text), { as: 'bruno' });
      assert.equal(answer.status, 200, answer.text);
      const ids = listAt(answer.json, 'artifacts').map((row) => Number(at(row, '@artifact.id')));
      assert.deepEqual(ids, wanted);
      assert.equal(answer.headers.get('x-pagination-size'), String(wanted.length));
    });

  it('which columns have numbers that are names', async () => {
    const body = { type: 'aid', label: 'Number', name: 'number_of_it' };
    await expectRow(scrum.test, { path: '/api/trackers/1/fields', method: 'POST', as: 'ana', body, status: 201 });
    const text = "SELECT @id, number_of_it, @rank, @title FROM @project = 'self' WHERE @id = 1";
    const { json } = await scrum.test.call(contentPath(text), { as: 'ana' });
    const flags = listAt(json, 'selected').map((column) => at(column, 'is_identifier'));
    assert.deepEqual(flags, [undefined, true, true, undefined, undefined]);
  });

  it('columns by type', async () => {
    const text = `SELECT @title, @status, @submitted_by, @submitted_on, @project.name, @tracker.name, @pretty_title, capacity,
      invited, goal, start_date FROM @project = 'self' AND @tracker.name = 'sprint' WHERE @id = 6`;
    const { json } = await scrum.test.call(contentPath(text), { as: 'bruno' });
    const types = listAt(json, 'selected').map((column) => at(column, 'type'));
    const known = ['artifact', 'text', 'list_static', 'user', 'date', 'project', 'tracker', 'pretty_title', 'numeric'];
    assert.deepEqual(types, [...known, 'list_user_group', 'text', 'date']);
    const [row] = listAt(json, 'artifacts');
    const shown = new Map(Object.entries(row ?? {}));
    assert.deepEqual(shown.get('@title'), { value: 'Sprint 4: sharing' });
    assert.deepEqual(shown.get('@status'), { value: [{ label: 'Running', color: 'lake-placid-blue' }] });
    assert.equal(at(shown.get('@artifact'), 'uri'), 'artifacts/6');
    assert.equal(at(shown.get('@pretty_title'), 'artifact_id'), 6);
    assert.equal(at(shown.get('@submitted_by'), 'is_anonymous'), false);
  });

  it('sorts by any column and pages', async () => {
    const text = "SELECT @title FROM @project = 'self' AND @tracker.name = 'sprint' WHERE @id > 0 ORDER BY @title DESC";
    const { json } = await scrum.test.call(`${contentPath(text)}&limit=2&offset=1`, { as: 'bruno' });
    const titles = listAt(json, 'artifacts').map((row) => String(at(row, '@artifact.id')));
    assert.equal(titles.length, 2);
    const all = await scrum.test.call(contentPath(text), { as: 'bruno' });
    assert.deepEqual(listAt(all.json, 'artifacts').slice(1, 3), listAt(json, 'artifacts'));
  });

  it('shows nothing to those who see nothing', async () => {
    await scrum.test.addUser('stranger');
    await scrum.test.app.features.projects.change('meadow-scrum', { access: 'private' });
    const path = contentPath("SELECT @title FROM @project.name = 'meadow-scrum' WHERE @id > 0", null);
    await expectRow(scrum.test, {
      path,
      as: 'stranger',
      status: 200,
      answers: { 'x-pagination-size': '0' },
      lacks: ['Sprint'],
    });
    await expectRow(scrum.test, {
      path: contentPath("SELECT @id FROM @project = 'self' WHERE @id > 0"),
      as: 'stranger',
      status: 404,
    });
  });
});

describe('what is refused', () => {
  const rows: readonly (readonly [string, string, (number | null)?])[] = [
    ['SELECT', 'expected the name of a field'],
    ['SELECT @id WHERE @id > 0', 'expected , or FROM'],
    ["SELECT @id FROM @project = 'other' WHERE @id > 0", "expected MY_PROJECTS() or 'self' or 'aggregated'"],
    ["SELECT @id FROM @project = 'self' AND @project = 'self' WHERE @id > 0", 'once'],
    ["SELECT @id FROM @project = 'self' WHERE @id > 0 ORDER BY @id", 'expected ASC or DESC'],
    ["SELECT @id FROM @project = 'self' WHERE nothing = 3", "We cannot search on 'nothing'"],
    ["SELECT nothing FROM @project = 'self' WHERE @id > 0", "can't select 'nothing'"],
    ["SELECT links FROM @project = 'self' WHERE @id > 0", "can't select 'links'"],
    ["SELECT capacity, title FROM @project = 'self' WHERE status = 'Unheard of'", "'Unheard of' doesn't exist"],
    ["SELECT @id FROM @project = 'self' WHERE @id > 0", "'self' only works in the widget of a project", null],
    ["SELECT @id FROM @project = 'aggregated' WHERE @id > 0", 'is not a program'],
  ];
  for (const [text, contains, widget] of rows)
    it(text, async () => {
      const path = contentPath(text, widget === undefined ? projectWidget : widget);
      await expectRow(scrum.test, { path, as: 'ana', status: 400, contains: [contains] });
    });
});

describe('queries that are kept', () => {
  const text = "SELECT @id FROM @project = MY_PROJECTS() AND @tracker.name = 'sprint' WHERE @id > 4";
  const query = (widget: number, title: string, isDefault: boolean) => ({
    widget_id: widget,
    tql_query: text,
    title,
    description: '',
    is_default: isDefault,
  });

  it('are their owner’s', async () => {
    const own = 2 * (await scrum.user('bruno')) + 1;
    const post = (body: unknown, as = 'bruno') =>
      scrum.test.call('/api/crosstracker_query', { method: 'POST', as, body });
    const first = await post(query(own, 'First', true));
    assert.equal(first.status, 201, first.text);
    const id = String(at(first.json, 'id'));
    await post(query(own, 'Second', true));
    const listed = await scrum.test.call(`/api/crosstracker_widget/${own}`, { as: 'bruno' });
    const defaults = listAt(listed.json, 'queries').map(
      (item) => `${String(at(item, 'title'))} ${String(at(item, 'is_default'))}`,
    );
    assert.deepEqual(new Set(defaults), new Set(['First false', 'Second true']));
    const content = await scrum.test.call(`/api/crosstracker_query/${id}/content`, { as: 'bruno' });
    assert.equal(listAt(content.json, 'artifacts').length, 2);
    const put = { method: 'PUT', path: `/api/crosstracker_query/${id}`, body: query(own, 'Renamed', false) };
    await expectRow(scrum.test, { ...put, as: 'bruno', status: 200, contains: ['Renamed'] });
    await expectRow(scrum.test, { ...put, as: 'ana', status: 404 });
    await expectRow(scrum.test, { path: `/api/crosstracker_query/${id}/content`, as: 'ana', status: 404 });
    await expectRow(scrum.test, { path: `/api/crosstracker_widget/${own}`, as: 'ana', status: 404 });
    await expectRow(scrum.test, { method: 'DELETE', path: `/api/crosstracker_query/${id}`, as: 'ana', status: 404 });
    await expectRow(scrum.test, { method: 'DELETE', path: `/api/crosstracker_query/${id}`, as: 'bruno', status: 204 });
    await expectRow(scrum.test, { path: `/api/crosstracker_query/${id}/content`, as: 'bruno', status: 404 });
  });

  it('are at most a hundred of one widget', async () => {
    const own = 2 * (await scrum.test.addUser('keeper')) + 1;
    const ask = (path: string, method: string, title: string) =>
      scrum.test.call(path, { method, as: 'keeper', body: query(own, title, false) });
    const made: string[] = [];
    for (let n = 0; n < 100; n += 1) {
      const one = await ask('/api/crosstracker_query', 'POST', `Number ${n}`);
      assert.equal(one.status, 201, one.text);
      made.push(String(at(one.json, 'id')));
    }
    const more = await ask('/api/crosstracker_query', 'POST', 'One more');
    assert.equal(more.status, 400, more.text);
    assert.match(more.text, /can have at most 100/);
    assert.equal((await ask(`/api/crosstracker_query/${made[0]}`, 'PUT', 'Renamed')).status, 200);
  });

  it('of a project are its administrators’ to change, and its readers’ to use', async () => {
    const path = '/api/crosstracker_query';
    const body = query(projectWidget, 'Of all', false);
    await expectRow(scrum.test, { method: 'POST', path, as: 'bruno', body, status: 403 });
    await expectRow(scrum.test, { method: 'POST', path, as: 'ana', body, status: 201 });
    const xml = { accept: 'application/xml' };
    const widget = { path: `/api/crosstracker_widget/${projectWidget}`, headers: xml };
    await expectRow(scrum.test, { ...widget, as: 'bruno', status: 200, contains: ['<title>Of all</title>'] });
    await expectRow(scrum.test, { ...widget, as: 'stranger', status: 404 });
    const links = `${widget.path}/forward_links?source_artifact_id=1&tql_query=${encodeURIComponent(text)}`;
    await expectRow(scrum.test, { path: links, as: 'stranger', status: 404 });
    const wrong = { ...body, tql_query: 'SELECT' };
    await expectRow(scrum.test, { method: 'POST', path, as: 'ana', body: wrong, status: 400, contains: ['line 1'] });
    const inXml = `<request><widget_id>${projectWidget}</widget_id><tql_query>${text.replaceAll('>', '&gt;')}</tql_query><title>By XML</title></request>`;
    const headers = { ...xml, 'content-type': 'application/xml' };
    await expectRow(scrum.test, {
      method: 'POST',
      path,
      as: 'ana',
      body: inXml,
      headers,
      status: 201,
      contains: ['By XML'],
    });
  });

  it('links of an artifact, with the columns of a query', async () => {
    const columns = encodeURIComponent("SELECT @title, @link_type FROM @project = 'self' WHERE @id > 0");
    const path = `/api/crosstracker_widget/${projectWidget}/reverse_links?target_artifact_id=17&tql_query=${columns}`;
    await expectRow(scrum.test, {
      path,
      as: 'bruno',
      status: 200,
      contains: ['"label":"Parent"', '"direction":"reverse"'],
    });
    const forward = `/api/crosstracker_widget/${projectWidget}/forward_links?source_artifact_id=7&tql_query=${columns}`;
    await expectRow(scrum.test, { path: forward, as: 'bruno', status: 200, contains: ['"label":"Child"'] });
    await expectRow(scrum.test, {
      path: forward.replace('source_artifact_id=7&', ''),
      as: 'bruno',
      status: 400,
      contains: ['source_artifact_id'],
    });
  });
});
