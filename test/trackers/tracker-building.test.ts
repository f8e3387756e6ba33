// A tracker is built from nothing over REST, with every type of field; it works, and comes back from an archive as it was.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportArchive, importArchive } from '../../src/features/archive/index.ts';
import { listTrackerFaults } from '../archive/archive-format.ts';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { buildProject, members } from '../support/worlds.ts';

// Trackers show the minute of the request, which must not pass between two answers that are compared.
const clock = createTestClock(Date.now());
let test: TestApp;
let project: number;
let lena: number;
before(async () => {
  test = await startApp({ clock });
  lena = await test.addUser('lena');
  const max = await test.addUser('max');
  const world = await buildProject(test, {
    name: 'workshop',
    members: [max],
    admins: [lena],
    groups: { crew: [max] },
  });
  project = world.id;
});
after(() => test.close());

const send = (method: string, path: string, body?: unknown, as = 'lena'): Promise<Answered> =>
  test.call(`/api${path}`, { method, as, ...(body === undefined ? {} : { body }) });

async function expectStatus(status: number, answer: Promise<Answered>): Promise<Answered> {
  const answered = await answer;
  assert.equal(answered.status, status, answered.text.slice(0, 800));
  return answered;
}

const idOf = (answer: Answered, key = 'id'): number => Number(at(answer.json, key));

const makeTracker = async (itemName: string, more: Record<string, unknown> = {}): Promise<number> =>
  idOf(
    await expectStatus(
      201,
      send('POST', '/trackers', { project: { id: project }, label: `The ${itemName}`, item_name: itemName, ...more }),
    ),
  );

const addField = async (tracker: number, field: Record<string, unknown>): Promise<number> =>
  idOf(await expectStatus(201, send('POST', `/trackers/${tracker}/fields`, field)), 'field_id');

/** One field of each type, containers first; the names are the types. */
const plainFields: readonly Record<string, unknown>[] = [
  { type: 'string', required: true, specific_properties: { maxchars: 40, size: 20, default_value: 'new' } },
  { type: 'text', specific_properties: { rows: 5, default_value: '*hi*' } },
  { type: 'int', specific_properties: { default_value: 7 } },
  { type: 'float', specific_properties: { default_value: 1.5 } },
  { type: 'date', specific_properties: { default_value_type: 0, display_time: 1 } },
  {
    type: 'sb',
    values: [
      { label: 'Open', value_color: 'fiesta-red' },
      { label: 'Closed', value_color: '#00FF00' },
      { label: 'Old', is_hidden: true },
    ],
    default_value: [{ label: 'Open' }],
  },
  { type: 'rb', values: [{ label: 'yes' }, { label: 'no' }] },
  { type: 'msb', bindings: { type: 'users', list: [{ id: 3 }, { id: '2' }] }, specific_properties: { size: 4 } },
  {
    type: 'cb',
    values: [
      { id: 1, label: 'left' },
      { id: 2, label: 'right' },
    ],
    default_value: [{ id: 1 }, { id: 2 }],
  },
  { type: 'tbl', values: [{ label: 'tag' }], specific_properties: { hint: 'Type' } },
  { type: 'file' },
  { type: 'art_link' },
  { type: 'perm' },
  { type: 'computed', specific_properties: { default_value: 3 } },
  { type: 'ttmstepdef' },
  { type: 'ttmstepexec' },
  ...['aid', 'atid', 'priority', 'subby', 'luby', 'subon', 'lud', 'cross', 'burndown', 'burnup'].map((type) => ({
    type,
  })),
  { type: 'staticrichtext', specific_properties: { static_value: '<b>note</b>' } },
  { type: 'linebreak' },
  { type: 'separator' },
];

const shown = async (tracker: number): Promise<unknown> =>
  (await expectStatus(200, send('GET', `/trackers/${tracker}`))).json;

/** Answers without what differs between two trackers that are the same: ids, addresses of them, dates of today. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value === 'string') return value.replaceAll(/\d+/g, '#');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['id', 'field_id', 'value_ids', 'project'].includes(key) && !key.endsWith('_field_id'))
      .map(([key, member]) => [key, withoutIds(member)]),
  );
}

/** The same without its short name, and without people who did something in it. */
function asCopied(tracker: unknown): unknown {
  assert.ok(typeof tracker === 'object' && tracker !== null);
  const fields = listAt(tracker, 'fields').map((field) =>
    ['subby', 'luby'].includes(String(at(field, 'type'))) && typeof field === 'object'
      ? { ...field, values: [] }
      : field,
  );
  return withoutIds({ ...tracker, item_name: '', fields });
}

describe('a tracker built over REST', () => {
  let tracker: number;
  const fields = new Map<string, number>();

  it('gets a field of every type, in containers', async () => {
    tracker = await makeTracker('thing', { description: 'All of it', color_name: 'deep-blue' });
    const fieldset = await addField(tracker, { type: 'fieldset', label: 'Facts' });
    const column = await addField(tracker, { type: 'column', label: 'Left', parent_id: fieldset });
    for (const field of plainFields)
      fields.set(
        String(field['type']),
        await addField(tracker, { label: `A ${String(field['type'])}`, parent_id: column, ...field }),
      );
    const list = await expectStatus(200, send('GET', `/trackers/${tracker}/fields`));
    assert.equal(listAt(list.json).length, plainFields.length + 2);
    assert.equal(list.headers.get('x-pagination-size'), String(plainFields.length + 2));
    const types = listAt(list.json).map((field) => at(field, 'type'));
    assert.equal(new Set(types).size, types.length, 'one of each type');
    const [top] = listAt(await shown(tracker), 'structure');
    assert.deepEqual(at(top, 'content.0.content.0'), { id: fields.get('string'), content: null });
  });

  it('shows each field as it was described', async () => {
    const field = async (type: string): Promise<unknown> =>
      (await expectStatus(200, send('GET', `/tracker_fields/${fields.get(type)}`))).json;
    const line = await field('string');
    assert.equal(at(line, 'name'), 'a_string');
    assert.equal(at(line, 'required'), true);
    assert.deepEqual(at(line, 'specific_properties'), { maxchars: 40, size: 20, default_value: 'new' });
    assert.deepEqual(at(line, 'permissions_for_groups.can_update.0.id'), `${project}_${members}`);
    const list = await field('sb');
    assert.deepEqual(
      listAt(list, 'values').map((value) => [at(value, 'label'), at(value, 'value_color'), at(value, 'is_hidden')]),
      [
        ['Open', 'fiesta-red', false],
        ['Closed', '#00FF00', false],
        ['Old', '', true],
      ],
    );
    assert.equal(at(list, 'default_value.0.label'), 'Open');
    assert.deepEqual(at(await field('msb'), 'bindings.list'), [
      { id: 3, label: 'project_members' },
      { id: '2', label: 'registered_users' },
    ]);
    assert.equal(listAt(await field('cb'), 'default_value').length, 2);
    assert.equal(at(await field('date'), 'specific_properties.default_value_type'), 0);
    assert.deepEqual(at(await field('computed'), 'default_value'), { type: 'manual_value', value: 3 });
  });

  it('takes semantics, which decorate its fields', async () => {
    const values = listAt((await send('GET', `/tracker_fields/${fields.get('sb')}`)).json, 'values');
    const [open, closed] = values.map((value) => Number(at(value, 'id')));
    const semantics = {
      title: { field_id: fields.get('string') },
      description: { field_id: fields.get('text') },
      status: { field_id: fields.get('sb'), value_ids: [open] },
      done: { value_ids: [closed] },
      contributor: { field_id: fields.get('msb') },
      initial_effort: { field_id: fields.get('int') },
      timeframe: { start_date_field_id: fields.get('date'), duration_field_id: fields.get('int') },
      progress: { total_effort_field_id: fields.get('float'), remaining_effort_field_id: fields.get('computed') },
    };
    const changed = await expectStatus(200, send('PATCH', `/trackers/${tracker}`, { semantics }));
    assert.deepEqual(at(changed.json, 'semantics'), {
      ...semantics,
      done: { field_id: fields.get('sb'), value_ids: [closed] },
    });
    const decorated = (await send('GET', `/tracker_fields/${fields.get('sb')}`)).json;
    assert.deepEqual(
      listAt(decorated, 'label_decorators').map((badge) => at(badge, 'label')),
      ['Status', 'Done'],
    );
  });

  it('takes artifacts, with its defaults', async () => {
    const made = await expectStatus(
      201,
      send(
        'POST',
        '/artifacts',
        {
          tracker: { id: tracker },
          values: [{ field_id: fields.get('string'), value: 'First' }],
        },
        'max',
      ),
    );
    const artifact = (await expectStatus(200, send('GET', `/artifacts/${idOf(made)}`))).json;
    assert.equal(at(artifact, 'title'), 'First');
    assert.equal(at(artifact, 'status'), 'Open');
    assert.equal(at(valueOf(artifact, fields.get('int') ?? 0), 'value'), 7);
    assert.equal(listAt(valueOf(artifact, fields.get('cb') ?? 0), 'bind_value_ids').length, 2);
  });

  it('is the same after a round trip through an archive', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tepal-building-'));
    const again = await startApp({ clock });
    try {
      const path = join(folder, 'out.zip');
      const { database, blobs } = test.app;
      await exportArchive({ database, blobs, parts: [] }, { unixName: 'workshop', path });
      await importArchive(
        { database: again.app.database, clock, blobs: again.app.blobs, parts: [] },
        { path, as: 'root', mode: { automap: 'A' } },
      );
      const trackers = (await again.call('/api/projects/101/trackers?representation=minimal', { as: 'root' })).json;
      const copy = Number(at(trackers, '0.id'));
      const read = async (app: TestApp, id: number): Promise<unknown> =>
        (await app.call(`/api/trackers/${id}`, { as: 'root' })).json;
      assert.deepEqual(withoutIds(await read(again, copy)), withoutIds(await read(test, tracker)));
      const list = async (app: TestApp, id: number): Promise<unknown> =>
        (await app.call(`/api/trackers/${id}/artifacts`, { as: 'root' })).json;
      assert.equal(listAt(await list(again, copy)).length, 1);
    } finally {
      await again.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is the same when the document that GET gives is posted', async () => {
    const document = await shown(tracker);
    assert.ok(typeof document === 'object' && document !== null);
    const copy = await makeTracker('copied', { ...document, label: 'The thing', item_name: 'copied' });
    const [one, two] = [await shown(tracker), await shown(copy)];
    assert.deepEqual(asCopied(two), asCopied(one));
    assert.notEqual(at(two, 'semantics.title.field_id'), at(one, 'semantics.title.field_id'));
  });

  it('is the same when that document is posted as XML', async () => {
    const path = `/api/trackers/${tracker}`;
    const { text } = await test.call(path, { as: 'lena', headers: { accept: 'application/xml' } });
    const body = text
      .replace('<response>', '<request>')
      .replace('</response>', '</request>')
      .replace('<item_name>thing</item_name>', '<item_name>thing_xml</item_name>');
    const headers = { 'content-type': 'application/xml' };
    const made = await test.call('/api/trackers', { method: 'POST', as: 'lena', body, headers });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(asCopied(made.json), asCopied(await shown(tracker)));
  });

  it('is the same when it is the template of another', async () => {
    const copy = await makeTracker('second', { template_id: tracker, label: 'The thing' });
    const [one, two] = [await shown(tracker), await shown(copy)];
    assert.deepEqual(asCopied(two), asCopied(one));
  });

  it('is the same when the file that it is exported to makes another', async () => {
    const path = `/trackers/${tracker}/tracker.xml`;
    const file = await expectStatus(200, send('GET', path));
    assert.match(file.headers.get('content-type') ?? '', /^application\/xml/);
    assert.match(file.headers.get('content-disposition') ?? '', /thing\.xml/);
    assert.deepEqual(await listTrackerFaults(file.text), []);
    const made = await makeTracker('from_file', { xml: file.text, label: 'The thing' });
    assert.deepEqual(asCopied(await shown(made)), asCopied(await shown(tracker)));
    await expectStatus(403, send('GET', path, undefined, 'max'));
  });

  it('shows a file field that was sent empty, and none that was not sent', async () => {
    const made = await makeTracker('filed');
    const title = await addField(made, { type: 'string', name: 'title', label: 'Title' });
    const files = await addField(made, { type: 'file', name: 'files', label: 'Files' });
    const create = async (...more: object[]): Promise<unknown> => {
      const values = [{ field_id: title, value: 'x' }, ...more];
      const id = idOf(await expectStatus(201, send('POST', '/artifacts', { tracker: { id: made }, values })));
      return valueOf((await expectStatus(200, send('GET', `/artifacts/${id}`))).json, files);
    };
    assert.deepEqual(at(await create({ field_id: files, value: [] }), 'file_descriptions'), []);
    assert.equal(await create(), undefined);
  });

  it('has closed fields where the file gives no rights, those apart that are opened by name', async () => {
    const fields = ['open', 'shut', 'asked']
      .map(
        (name, id) =>
          `<formElement type="string" ID="F${id}" rank="${id}"><name>${name}</name><label>${name}</label></formElement>`,
      )
      .join('');
    const right = (type: string): string => `<permission scope="field" REF="F0" ugroup="gone" type="${type}"/>`;
    const xml = `<tracker><name>x</name><item_name>x</item_name><formElements>${fields}</formElements><permissions>
<permission scope="field" REF="F0" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_FIELD_READ"/>${right('PLUGIN_TRACKER_FIELD_READ')}</permissions>
<artifacts><artifact/><artifact/></artifacts></tracker>`;
    const order = { project: { id: project }, label: 'Half open', item_name: 'half_open', xml };
    const wrong = await expectStatus(400, send('POST', '/trackers', { ...order, open_fields: ['open'] }));
    assert.match(wrong.text, /no field without permissions named x\.open/);
    await expectStatus(400, send('POST', '/trackers', { ...order, xml: undefined, open_fields: ['open'] }));
    const made = await expectStatus(201, send('POST', '/trackers', { ...order, open_fields: ['asked'] }));
    assert.deepEqual(at(made.json, 'left_out'), [
      'xml, line 3, <artifacts>: artifacts can only be imported with a whole project; they are skipped',
      'xml, <tracker>: these fields have no permissions, so only administrators can see them unless the import opens them: x.shut',
      'xml, line 2, <permission>: there is no user group `gone`; the permission is skipped',
    ]);
    const seen = await expectStatus(200, send('GET', `/trackers/${idOf(made)}`, undefined, 'max'));
    assert.deepEqual(
      listAt(at(seen.json, 'fields')).map((field) => at(field, 'name')),
      ['open', 'asked'],
    );
  });
});
