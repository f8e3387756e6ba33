// Engine: both
// Changes of what trackers and fields are: what they do, and what must stay because something needs it.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportArchive } from '../../src/features/archive/index.ts';
import { at, createTestClock, headerOf } from '../support/harness.ts';
import type { Answered } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
// Trackers show the minute of the request, which must not pass between two answers that are compared.
const clock = createTestClock(Date.now());
before(async () => {
  scrum = await openScrum({ clock });
  await scrum.test.addUser('stranger');
});
after(() => scrum.test.close());

async function send(method: string, path: string, body: unknown, status: number, as = 'ana'): Promise<unknown> {
  const answer = await scrum.test.call(`/api${path}`, { method, as, ...(body === undefined ? {} : { body }) });
  assert.equal(answer.status, status, `${method} ${path}: ${answer.text.slice(0, 800)}`);
  return answer.json;
}

const fieldPath = (tracker: string, name: string): string => `/tracker_fields/${scrum.field(tracker, name)}`;
const trackerPath = (label: string): string => `/trackers/${scrum.tracker(label)}`;
const labelsIn = (field: unknown): unknown[] => listAt(field, 'values').map((value) => at(value, 'label'));

describe('PATCH /tracker_fields/:id', () => {
  it('changes words, and shows the field without anybody’s permissions', async () => {
    const path = fieldPath('Bugs', 'device');
    const change = { label: ' Phone ', description: 'Which one', name: 'The Phoné!', required: true };
    const field = await send('PATCH', path, change, 200);
    assert.deepEqual(
      ['label', 'description', 'name', 'required', 'permissions', 'permissions_for_groups'].map((key) =>
        at(field, key),
      ),
      ['Phone', 'Which one', 'the_phone', true, [], null],
    );
    const shown = await send('GET', path, undefined, 200);
    assert.deepEqual(at(shown, 'permissions'), ['read', 'update', 'create']);
    await send('PATCH', path, { label: 'Device', name: 'device', required: false }, 200);
  });

  it('appends static values, the same label twice', async () => {
    const path = fieldPath('Bugs', 'frequency');
    const field = await send('PATCH', path, { new_values: ['Never', 'Once'] }, 200);
    assert.deepEqual(labelsIn(field), ['Always', 'Often', 'Once', 'Never', 'Once']);
  });

  it('renames, hides, colours and orders values, and deletes those that nobody used', async () => {
    const made = await send(
      'POST',
      `${trackerPath('Bugs')}/fields`,
      { type: 'msb', label: 'Parts', values: [{ label: 'one' }, { label: 'two' }, { label: 'three' }] },
      201,
    );
    const path = `/tracker_fields/${String(at(made, 'field_id'))}`;
    const [one, two, three] = listAt(made, 'values').map((value) => at(value, 'id'));
    const values = [
      { id: three, is_hidden: true },
      { id: one, label: 'uno', value_color: 'red-wine', description: 'first' },
      { label: 'four' },
    ];
    const changed = await send('PATCH', path, { values, default_value: [{ id: one }, { label: 'four' }] }, 200);
    assert.deepEqual(
      listAt(changed, 'values').map((value) => [at(value, 'label'), at(value, 'is_hidden'), at(value, 'value_color')]),
      [
        ['three', true, ''],
        ['uno', false, 'red-wine'],
        ['four', false, ''],
      ],
    );
    assert.deepEqual(
      listAt(changed, 'default_value').map((value) => at(value, 'label')),
      ['uno', 'four'],
    );
    assert.ok(!JSON.stringify(changed).includes(`"id":${String(two)},`));
    await send('PATCH', path, { values: null, default_value: [] }, 200);
    assert.equal(listAt(await send('GET', path, undefined, 200), 'values').length, 3);
  });

  it('keeps values that artifacts hold or held, and says how to hide them', async () => {
    const list = { type: 'sb', label: 'Stage', values: [{ label: 'now' }, { label: 'then' }, { label: 'never' }] };
    const made = await send('POST', `${trackerPath('Bugs')}/fields`, list, 201);
    const fieldId = at(made, 'field_id');
    const path = `/tracker_fields/${String(fieldId)}`;
    const values = listAt(made, 'values');
    const choose = (index: number): unknown => ({ field_id: fieldId, bind_value_ids: [at(values[index], 'id')] });
    const title = { field_id: scrum.field('Bugs', 'title'), value: 'It is staged' };
    const story = { field_id: scrum.field('Bugs', 'description'), value: 'On a stage' };
    const bug = { tracker: { id: scrum.tracker('Bugs') }, values: [title, story, choose(1)] };
    const artifact = await send('POST', '/artifacts', bug, 201, 'bruno');
    await send('PUT', `/artifacts/${String(at(artifact, 'id'))}`, { values: [choose(0)] }, 200, 'bruno');
    const row = {
      as: 'ana',
      path: `/api${path}`,
      method: 'PATCH',
      status: 400,
      contains: ['artifacts use', 'is_hidden'],
    };
    for (const left of [0, 1])
      await expectRow(scrum.test, { ...row, body: { values: values.filter((_value, index) => index !== left) } });
    assert.deepEqual(listAt(await send('GET', path, undefined, 200), 'values'), values);
    assert.deepEqual(labelsIn(await send('PATCH', path, { values: values.slice(0, 2) }, 200)), ['now', 'then']);
  });

  it('takes a field out of use and back', async () => {
    const path = fieldPath('Bugs', 'found_in');
    assert.equal(at(await send('PATCH', path, { use_it: false }, 200), 'is_used'), false);
    const tracker = await send('GET', trackerPath('Bugs'), undefined, 200);
    assert.ok(!JSON.stringify(tracker).includes('"found_in"'));
    await send('GET', path, undefined, 404, 'bruno');
    const all = listAt(await send('GET', `${trackerPath('Bugs')}/fields?limit=1000`, undefined, 200));
    assert.equal(at(all.at(-1), 'name'), 'found_in');
    assert.equal(at(await send('PATCH', path, { use_it: true }, 200), 'is_used'), true);
  });

  it('leaves artifacts as limited as they are where their field for it goes out of use', async () => {
    const limit = scrum.field('Bugs', 'restricted_to');
    const bugs = listAt(await send('GET', `${trackerPath('Bugs')}/artifacts?limit=1`, undefined, 200));
    const path = `/artifacts/${String(at(bugs[0], 'id'))}`;
    await send('GET', path, undefined, 200, 'bruno');
    await send('PUT', path, { values: [{ field_id: limit, value: { granted_groups: ['101_4'] } }] }, 200);
    await send('GET', path, undefined, 403, 'bruno');
    for (const change of [{ use_it: false }, undefined]) {
      const method = change === undefined ? 'DELETE' : 'PATCH';
      await send(method, `/tracker_fields/${limit}`, change, change === undefined ? 204 : 200);
      const device = { field_id: scrum.field('Bugs', 'device'), value: `Of ${method}` };
      await send('PUT', path, { values: [device] }, 200);
      await send('GET', path, undefined, 403, 'bruno');
    }
  });

  it('changes permissions by group, which takes effect at once', async () => {
    const path = fieldPath('Bugs', 'device');
    await send('GET', path, undefined, 200, 'bruno');
    const before = at(await send('GET', path, undefined, 200), 'permissions_for_groups');
    const none = { permissions_for_groups: { can_read: [{ id: '101_4' }], can_update: [{ id: '101_4' }] } };
    await send('PATCH', path, none, 200);
    await send('GET', path, undefined, 404, 'bruno');
    const shown = await send('GET', path, undefined, 200);
    assert.equal(at(shown, 'permissions_for_groups.can_read.0.short_name'), 'project_admins');
    assert.deepEqual(at(shown, 'permissions_for_groups.can_submit'), at(before, 'can_submit'));
    await send('PATCH', path, { permissions_for_groups: before }, 200);
    await send('GET', path, undefined, 200, 'bruno');
  });

  it('moves a field between columns, before another', async () => {
    const column = scrum.field('Bugs', 'col_state');
    const next = scrum.field('Bugs', 'resolution');
    await send('PATCH', fieldPath('Bugs', 'severity'), { move: { parent_id: column, next_sibling_id: next } }, 200);
    const tracker = await send('GET', trackerPath('Bugs'), undefined, 200);
    const find = (nodes: readonly unknown[]): unknown =>
      nodes.map((node) => (at(node, 'id') === column ? node : find(listAt(at(node, 'content') ?? [])))).find(Boolean);
    const inside = listAt(find(listAt(tracker, 'structure')), 'content').map((node) => at(node, 'id'));
    assert.equal(inside.indexOf(next), inside.indexOf(scrum.field('Bugs', 'severity')) + 1);
  });

  it('takes back the document that GET gives, and nothing changes', async () => {
    for (const [tracker, name] of [
      ['Bugs', 'title'],
      ['Bugs', 'status'],
      ['Bugs', 'assigned_to'],
      ['Bugs', 'submitted_by'],
      ['Sprints', 'invited'],
      ['Sprints', 'start_date'],
      ['Sprints', 'remaining_effort'],
      ['Bugs', 'hint'],
      ['Bugs', 'attachments'],
    ] as const) {
      const path = fieldPath(tracker, name);
      const document = await send('GET', path, undefined, 200);
      await send('PATCH', path, document, 200);
      assert.deepEqual(await send('GET', path, undefined, 200), document);
    }
  });

  it('speaks XML', async () => {
    const answer = await scrum.test.call(`/api${fieldPath('Bugs', 'device')}`, {
      method: 'PATCH',
      as: 'ana',
      body: '<request><description>In XML</description><specific_properties><size>12</size></specific_properties></request>',
      headers: { 'content-type': 'application/xml', accept: 'application/xml' },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(answer.text.includes('<description>In XML</description>'));
    assert.ok(answer.text.includes('<size>12</size>'));
  });
});

describe('DELETE /tracker_fields/:id', () => {
  it('deletes a field for good; what artifacts held in it stays out of sight', async () => {
    const path = fieldPath('Bugs', 'crash_rate');
    const answer = await scrum.test.call(`/api${path}`, { method: 'DELETE', as: 'ana' });
    assert.deepEqual([answer.status, answer.text], [204, '']);
    await send('GET', path, undefined, 404);
    await send('PATCH', path, { use_it: true }, 404);
    await send('DELETE', path, undefined, 404);
    const all = await send('GET', `${trackerPath('Bugs')}/fields?limit=1000`, undefined, 200);
    assert.ok(!JSON.stringify(all).includes('crash_rate'));
    const again = { type: 'float', label: 'Crash rate', name: 'crash_rate' };
    await send('POST', `${trackerPath('Bugs')}/fields`, again, 201);
    await send('GET', `${trackerPath('Bugs')}/artifacts?values=all`, undefined, 200);
  });
});

describe('PATCH and DELETE of trackers', () => {
  it('changes names, colour, parent and notifications', async () => {
    const change = {
      label: 'Defects',
      item_name: 'defect',
      description: 'What is wrong',
      color_name: 'red-wine',
      parent: { id: scrum.tracker('User stories') },
      notifications: { enabled: false },
    };
    const tracker = await send('PATCH', trackerPath('Bugs'), change, 200);
    for (const key of ['label', 'item_name', 'description', 'color_name', 'notifications'] as const)
      assert.deepEqual(at(tracker, key), change[key]);
    assert.equal(at(tracker, 'parent.id'), change.parent.id);
    const back = { label: 'Bugs', item_name: 'bug', parent: null };
    assert.equal(at(await send('PATCH', trackerPath('Bugs'), back, 200), 'parent'), null);
  });

  it('changes permissions, and the audit log knows', async () => {
    await send('PATCH', trackerPath('Releases'), { permissions_for_groups: { can_access: [{ id: '101_4' }] } }, 200);
    await send('GET', trackerPath('Releases'), undefined, 404, 'bruno');
    const events = await send('GET', '/audit_events?kind=tracker-permissions-changed', undefined, 200, 'root');
    assert.deepEqual(at(events, '0.details'), {
      tracker: scrum.tracker('Releases'),
      name: 'release',
      permission: 'can_access',
      groups: '4',
    });
    assert.equal(at(events, '0.actor.name'), 'ana');
  });

  it('takes back the document that GET gives, and nothing changes', async () => {
    for (const label of ['Releases', 'Sprints', 'User stories', 'Tasks', 'Bugs']) {
      const document = await send('GET', trackerPath(label), undefined, 200);
      await send('PATCH', trackerPath(label), document, 200);
      assert.deepEqual(await send('GET', trackerPath(label), undefined, 200), document);
    }
  });

  it('says what tooltips and cards show, so that a field can leave them', async () => {
    const title = scrum.field('Tasks', 'title');
    const semantics = {
      tooltip: { field_ids: [title] },
      plugin_cardwall_card_fields: { field_ids: [title], background_color_field_id: scrum.field('Tasks', 'status') },
    };
    const tracker = await send('PATCH', trackerPath('Tasks'), { semantics }, 200);
    assert.deepEqual(at(tracker, 'semantics.tooltip'), semantics.tooltip);
    assert.deepEqual(at(tracker, 'semantics.plugin_cardwall_card_fields'), semantics.plugin_cardwall_card_fields);
    const none = { tooltip: null, plugin_cardwall_card_fields: null };
    assert.equal(
      at(await send('PATCH', trackerPath('Tasks'), { semantics: none }, 200), 'semantics.tooltip'),
      undefined,
    );
  });

  it('changes nothing where there is no body', async () => {
    const before = await send('GET', trackerPath('Tasks'), undefined, 200);
    assert.deepEqual(await send('PATCH', trackerPath('Tasks'), undefined, 200), before);
  });

  it('is guarded by If-Match', async () => {
    const path = `/api${trackerPath('Tasks')}`;
    const first = await scrum.test.call(path, { as: 'ana' });
    const guarded = (etag: string, description: string): Promise<Answered> =>
      scrum.test.call(path, { method: 'PATCH', as: 'ana', body: { description }, headers: { 'if-match': etag } });
    assert.equal((await guarded(headerOf(first, 'etag'), 'one')).status, 200);
    assert.equal((await guarded(headerOf(first, 'etag'), 'two')).status, 412);
    assert.equal(at(await send('GET', trackerPath('Tasks'), undefined, 200), 'description'), 'one');
  });

  it('is no other version after a minute, though moments begin with the present one', async () => {
    for (const path of [trackerPath('Tasks'), fieldPath('Tasks', 'submitted_on')]) {
      const first = await scrum.test.call(`/api${path}`, { as: 'ana' });
      clock.advance(60_000);
      const later = await scrum.test.call(`/api${path}`, { as: 'ana' });
      assert.notDeepEqual(later.json, first.json);
      const headers = { 'if-match': headerOf(first, 'etag') };
      const change = { method: 'PATCH', as: 'ana', body: { label: at(first.json, 'label') }, headers } as const;
      assert.equal((await scrum.test.call(`/api${path}`, change)).status, 200, path);
    }
  });

  it('does not save part of a change', async () => {
    const path = trackerPath('Tasks');
    const before = await send('GET', path, undefined, 200);
    const change = { description: 'half', semantics: { title: { field_id: scrum.field('Tasks', 'estimate') } } };
    await send('PATCH', path, change, 400);
    assert.deepEqual(await send('GET', path, undefined, 200), before);
  });

  it('deletes a tracker that no planning needs, and the command line brings it back', async () => {
    const made = await send('POST', '/trackers', { project: { id: 101 }, label: 'Ideas', item_name: 'idea' }, 201);
    const path = `/trackers/${String(at(made, 'id'))}`;
    await send('DELETE', path, undefined, 204);
    await send('GET', path, undefined, 404);
    await send('DELETE', path, undefined, 404);
    await send('POST', '/artifacts', { tracker: { id: at(made, 'id') }, values: [] }, 403);
    await send('POST', '/trackers', { project: { id: 101 }, label: 'Ideas', item_name: 'idea' }, 201);
    await assert.rejects(
      scrum.test.app.features.trackers.setDeleted('meadow-scrum', 'idea', false),
      /short name already/,
    );
    await send('DELETE', trackerPath('Sprints'), undefined, 400);
  });
});

describe('what is needed is not removed', () => {
  it('names every use of a field', async () => {
    const rows: Row[] = [
      { status: 400, path: fieldPath('Bugs', 'status'), contains: ['the semantic \\"status\\"'] },
      { status: 400, path: fieldPath('User stories', 'status'), contains: ['the workflow'] },
      { status: 400, path: fieldPath('Releases', 'start_date'), contains: ['timeframe', 'a rule between fields'] },
      { status: 400, path: fieldPath('Bugs', 'fs_bug'), contains: ['contains other elements'] },
    ];
    for (const row of rows) {
      const path = `/api${row.path}`;
      await expectRow(scrum.test, { ...row, path, as: 'ana', method: 'DELETE' });
      await expectRow(scrum.test, { ...row, path, as: 'ana', method: 'PATCH', body: { use_it: false } });
    }
  });

  it('names every use of a value', async () => {
    const path = fieldPath('User stories', 'status');
    const values = listAt(await send('GET', path, undefined, 200), 'values').slice(1);
    const row = { as: 'ana', path: `/api${path}`, method: 'PATCH', body: { values }, status: 400 };
    await expectRow(scrum.test, { ...row, contains: ['the semantic \\"status\\"', 'a transition of the workflow'] });
  });
});

describe('changes at the same time', () => {
  it('let one of those who want the same name have it', async () => {
    const statusesOf = async (path: string, body: unknown): Promise<number[]> => {
      const call = { method: 'POST', as: 'ana', body };
      const answers = await Promise.all(Array.from({ length: 4 }, () => scrum.test.call(path, call)));
      return answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    };
    const field = { type: 'int', label: 'Race', name: 'race' };
    assert.deepEqual(await statusesOf(`/api${trackerPath('Tasks')}/fields`, field), [201, 400, 400, 400]);
    const tracker = { project: { id: 101 }, label: 'Race', item_name: 'race' };
    assert.deepEqual(await statusesOf('/api/trackers', tracker), [201, 409, 409, 409]);
  });
});

/** The document with every number as 0, and nobody in lists of people who did something. */
function countsIn(document: unknown): string {
  return JSON.stringify(document, (key, value: unknown) => {
    const isActors = key === 'values' && at(value, '0.user_reference') !== undefined;
    return isActors ? [] : typeof value === 'number' ? 0 : value;
  }).replaceAll(/tracker=\d+|tracker_fields\/\d+/g, '');
}

describe('POST /trackers', () => {
  it('reads a tracker from the XML of an archive, under other names', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
      <tracker id="T9"><name>Old</name><item_name>old</item_name><description>From afar</description><color>inca_silver</color>
        <formElements>
          <formElement type="string" ID="F1" rank="0" required="1"><name>title</name><label>Title</label></formElement>
          <formElement type="sb" ID="F2" rank="1"><name>state</name><label>State</label>
            <bind type="static"><items><item ID="V1" label="a"/><item ID="V2" label="b"/></items></bind></formElement>
        </formElements>
        <semantics><semantic type="title"><field REF="F1"/></semantic></semantics>
      </tracker>`;
    const wanted = { project: { id: 101 }, item_name: 'old2', xml, open_fields: ['title', 'state'] };
    const made = await send('POST', '/trackers', wanted, 201);
    assert.deepEqual(
      ['label', 'item_name', 'description', 'color_name', 'fields.0.required', 'fields.1.values.1.label'].map((key) =>
        at(made, key),
      ),
      ['Old', 'old2', 'From afar', 'inca-silver', true, 'b'],
    );
    assert.equal(at(made, 'semantics.title.field_id'), at(made, 'fields.0.field_id'));
  });

  it('makes the same of a tracker with a workflow, rules and reports from its template and from its XML', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tepal-definition-'));
    try {
      const { database, blobs } = scrum.test.app;
      await exportArchive({ database, blobs, parts: [] }, { unixName: 'meadow-scrum', path: join(folder, 'out') });
      const archive = await readFile(join(folder, 'out', 'project.xml'), 'utf8');
      const trackers = archive.match(/<tracker id=[^]*?<\/tracker>/g) ?? [];
      for (const label of ['User stories', 'Releases', 'Sprints']) {
        const id = scrum.tracker(label);
        const document = await send('GET', `/trackers/${id}`, undefined, 200);
        const itemName = String(at(document, 'item_name'));
        const xml = trackers
          .find((text) => text.includes(`<item_name>${itemName}</item_name>`))
          ?.replace(/<artifacts>[^]*<\/artifacts>/, '')
          .replace(/parent_id="[^"]*"/, '');
        const order = { project: { id: 101 }, label };
        const made = [
          await send('POST', '/trackers', { ...order, item_name: `${itemName}_copy`, template_id: id }, 201),
          await send('POST', '/trackers', { ...order, item_name: `${itemName}_xml`, xml }, 201),
        ];
        for (const copy of made) {
          for (const key of ['fields', 'structure', 'semantics', 'workflow', 'permissions_for_groups'])
            assert.equal(countsIn(at(copy, key)), countsIn(at(document, key)), `${label}: ${key}`);
          assert.notEqual(at(copy, 'fields.0.field_id'), at(document, 'fields.0.field_id'));
          const reports = await send('GET', `/trackers/${String(at(copy, 'id'))}/tracker_reports`, undefined, 200);
          const others = await send('GET', `/trackers/${id}/tracker_reports`, undefined, 200);
          assert.equal(listAt(reports).length, listAt(others).length);
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('copies to who may only read a template no more than they may read', async () => {
    const id = await scrum.test.app.features.registration.add({
      unixName: 'elsewhere',
      fullName: 'Elsewhere',
      description: '',
      access: 'public',
      template: 'empty',
      admin: 'stranger',
    });
    const hidden = fieldPath('Tasks', 'activity');
    await send(
      'PATCH',
      hidden,
      { permissions_for_groups: { can_read: [{ id: '101_4' }], can_update: [{ id: '101_4' }] } },
      200,
    );
    const order = { project: { id }, label: 'Mine', item_name: 'mine', template_id: scrum.tracker('Tasks') };
    const made = await send('POST', '/trackers', order, 201, 'stranger');
    assert.ok(JSON.stringify(made).includes('"estimate"'));
    assert.ok(!JSON.stringify(made).includes('"activity"'));
    const whole = await send('POST', '/trackers', { ...order, project: { id: 101 } }, 201, 'ana');
    assert.ok(JSON.stringify(whole).includes('"activity"'));
    const events = await send('GET', '/audit_events?kind=tracker-created&limit=1', undefined, 200, 'root');
    assert.equal(at(events, '0.details.name'), 'mine');
  });
});

describe('GET /projects/:id/trackers', () => {
  it('says why an artifact can’t be made by its title alone', async () => {
    const path = '/projects/101/trackers?representation=minimal&limit=50';
    const plain = listAt(await send('GET', path, undefined, 200));
    assert.ok(plain.every((tracker) => listAt(tracker, 'cannot_create_reasons').length === 0));
    const checked = listAt(await send('GET', `${path}&with_creation_semantic_check[]=title`, undefined, 200));
    const reasons = new Map(checked.map((one) => [at(one, 'label'), at(one, 'cannot_create_reasons')]));
    assert.deepEqual(reasons.get('Tasks'), []);
    assert.deepEqual(reasons.get('Bugs'), ['other fields than the title are required']);
    const refused = '/api/projects/101/trackers?with_creation_semantic_check[]=status';
    await expectRow(scrum.test, {
      as: 'ana',
      path: refused,
      status: 400,
      contains: ['with_creation_semantic_check[0]'],
    });
    const others = listAt(await send('GET', `${path}&with_creation_semantic_check=title`, undefined, 200, 'stranger'));
    const refusals = others.flatMap((tracker) => listAt(tracker, 'cannot_create_reasons'));
    assert.ok(refusals.includes('you may not fill the title of a new artifact'), JSON.stringify(others));
  });
});
