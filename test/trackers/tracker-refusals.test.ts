// Changes of definitions that are refused: who may not make them, what is not there, and what can't be, with which words.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestClock } from '../support/harness.ts';
import { expectRow, openScrum, titleOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
before(async () => {
  // Trackers show the minute of the request, which must not pass between two answers that are compared.
  scrum = await openScrum({ clock: createTestClock(Date.now()) });
  await scrum.test.addUser('stranger');
});
after(() => scrum.test.close());

const fieldPath = (tracker: string, name: string): string => `/tracker_fields/${scrum.field(tracker, name)}`;
const trackerPath = (label: string): string => `/trackers/${scrum.tracker(label)}`;

async function readTrackers(): Promise<unknown> {
  return (await scrum.test.call('/api/projects/101/trackers?limit=50', { as: 'root' })).json;
}

describe('refusals', () => {
  const field = (name: string, body: unknown, status: number, ...contains: string[]): Row => ({
    as: 'ana',
    method: 'PATCH',
    path: `/api${fieldPath('Bugs', name)}`,
    body,
    status,
    contains,
  });
  const tracker = (body: unknown, status: number, ...contains: string[]): Row => ({
    as: 'ana',
    method: 'PATCH',
    path: `/api${trackerPath('Tasks')}`,
    body,
    status,
    contains,
  });
  const added = (body: unknown, ...contains: string[]): Row => ({
    as: 'ana',
    method: 'POST',
    path: `/api${trackerPath('Tasks')}/fields`,
    body,
    status: 400,
    contains,
  });
  const made = (body: Record<string, unknown>, status: number, ...contains: string[]): Row => ({
    as: 'ana',
    method: 'POST',
    path: '/api/trackers',
    body: { project: { id: 101 }, label: 'New', item_name: 'fresh', ...body },
    status,
    contains,
  });
  const tables: Readonly<Record<string, () => Row[]>> = {
    'of who may not': () =>
      ['stranger', 'bruno'].flatMap((as) => [
        { ...field('title', {}, 403), as },
        { ...field('title', undefined, 403), as, method: 'DELETE' },
        { ...tracker({}, 403), as },
        { ...tracker(undefined, 403), as, method: 'DELETE' },
        { ...added({ type: 'int', label: 'x' }), as, status: 403 },
        { ...made({}, 403), as },
        { ...made({ template_id: scrum.tracker('Tasks') }, 403), as },
      ]),
    'of what is not there': () => [
      { ...field('title', {}, 404), path: '/api/tracker_fields/99999' },
      { ...field('title', undefined, 404), path: '/api/tracker_fields/-1', method: 'GET' },
      { ...tracker({}, 404), path: '/api/trackers/99999' },
      { ...tracker({}, 404), path: '/api/trackers/99999', method: 'DELETE' },
      made({ project: { id: 999 } }, 404),
      made({ template_id: 99999 }, 404),
    ],
    'of field changes': () => [
      field('title', { label: ' ' }, 400, '`label` is required'),
      field('title', { name: '!?' }, 400, '`name`', 'letters and digits'),
      field('title', { name: 'severity' }, 400, '`name`', 'another field'),
      field('title', { new_values: ['x'] }, 400, 'not a simple list'),
      field('assigned_to', { new_values: ['x'] }, 400, 'static values'),
      field('severity', { new_values: [' '] }, 400, '`new_values[0]`'),
      field('severity', { values: [{ id: 1 }] }, 400, '`values[0].id`', 'not a value of this field'),
      field('severity', { values: [{ label: 'a', value_color: 'pink' }] }, 400, 'value_color', 'fiesta-red'),
      field('severity', { values: [{}] }, 400, '`values[0].label`'),
      field('severity', { default_value: [{ id: 1 }] }, 400, '`default_value[0]`'),
      field('severity', { default_value: 'x' }, 400, '`default_value`'),
      field('severity', { bindings: { type: 'users' } }, 400, '`bindings.type`', "can't be changed"),
      field('title', { bindings: { type: 'static' } }, 400, '`bindings.type`', 'not a list'),
      field('assigned_to', { bindings: { list: [{ id: 7 }] } }, 400, '`bindings.list[0].id`'),
      field('assigned_to', { default_value: [{ id: 99999 }] }, 400, 'no user 99999'),
      field('submitted_by', { required: true }, 400, '`required`'),
      field('title', { specific_properties: { maxchars: -1 } }, 400, '`specific_properties.maxchars`', 'whole number'),
      field('title', { specific_properties: { rows: 1 } }, 400, 'maxchars, size, default_value'),
      field('reports', { specific_properties: { default_value: 'x' } }, 400, 'default_value', 'whole number'),
      field('seen_at', { specific_properties: { default_value: '2026-02-31' } }, 400, 'default_value', '2026-02-28'),
      field('title', { specific_properties: { maxchars: 3, default_value: 'four' } }, 400, 'at most 3'),
      field('title', { permissions_for_groups: { can_read: [{ id: '102_3' }] } }, 400, 'another project'),
      field('title', { permissions_for_groups: { can_read: [{ id: '999' }] } }, 400, 'can_read[0].id'),
      field('title', { permissions_for_groups: { can_read: [{ id: '3' }] } }, 400, '<project>_3'),
      field('col_state', { move: { parent_id: null } }, 400, "column can't be moved"),
      field('fs_state', { move: { parent_id: scrum.field('Bugs', 'col_state') } }, 400, 'top'),
      field('title', { move: { parent_id: null } }, 400, 'must be in a column'),
      field('title', { move: { parent_id: scrum.field('Bugs', 'status') } }, 400, 'is not a fieldset or column'),
      field('title', { move: { parent_id: scrum.field('Tasks', 'col_state') } }, 400, 'not an element of this tracker'),
      field(
        'title',
        { move: { parent_id: scrum.field('Bugs', 'col_state'), next_sibling_id: 1 } },
        400,
        '`move.next_sibling_id`',
      ),
      field('title', { use_it: 'perhaps' }, 400, '`use_it`'),
      field('title', [], 400),
    ],
    'of new fields': () => [
      added({ label: 'x' }, '`type` is required'),
      added({ type: 'shape', label: 'x' }, '`type`'),
      added({ type: 'int' }, '`label` is required'),
      added({ type: 'int', label: 'x', name: 'title' }, '`name`', 'another field'),
      added({ type: 'art_link', label: 'x' }, 'already has a field of type art_link'),
      added({ type: 'fieldset', label: 'x', parent_id: scrum.field('Tasks', 'fs_task') }, '`parent_id`', 'top'),
      added({ type: 'int', label: 'x', parent_id: 99999 }, '`parent_id`'),
      added({ type: 'int', label: 'x', next_sibling_id: 99999 }, '`next_sibling_id`'),
      added({ type: 'sb', label: 'x', bindings: { type: 'users' } }, '`bindings.list`'),
      added({ type: 'sb', label: 'x', bindings: { type: 'ugroups' }, values: [{ label: 'y' }] }, 'ugroup_reference'),
      added(
        {
          type: 'sb',
          label: 'x',
          values: [
            { id: 1, label: 'a' },
            { id: 1, label: 'b' },
          ],
        },
        'listed twice',
      ),
      added({ type: 'aid', label: 'x', required: true }, '`required`'),
    ],
    'of tracker changes': () => [
      tracker({ label: '' }, 400, '`label` is required'),
      tracker({ item_name: 'a b' }, 400, 'letters, digits'),
      tracker({ item_name: 'bug' }, 409, 'short name already'),
      tracker({ color_name: 'pink' }, 400, '`color_name`'),
      tracker({ parent: { id: scrum.tracker('Tasks') } }, 400, 'the tracker itself'),
      tracker({ parent: { id: 99999 } }, 400, 'not a tracker of this project'),
      tracker(
        { semantics: { title: { field_id: scrum.field('Tasks', 'status') } } },
        400,
        '`semantics.title.field_id`',
      ),
      tracker({ semantics: { title: { field_id: scrum.field('Bugs', 'title') } } }, 400, 'not a field in use'),
      tracker(
        { semantics: { status: { field_id: scrum.field('Tasks', 'assigned_to'), value_ids: [] } } },
        400,
        'static',
      ),
      tracker(
        { semantics: { status: { field_id: scrum.field('Tasks', 'status'), value_ids: [1] } } },
        400,
        '`semantics.status.value_ids[0]`',
      ),
      tracker({ semantics: { done: { value_ids: [scrum.value('Tasks', 'status', 'To do')] } } }, 400, 'open value'),
      tracker({ semantics: { timeframe: {} } }, 400, 'start_date_field_id'),
      tracker(
        { semantics: { tooltip: { field_ids: [scrum.field('Tasks', 'fs_task')] } } },
        400,
        'tooltip.field_ids[0]',
      ),
      tracker({ semantics: { timeframe: { implied_from_tracker: { id: scrum.tracker('Bugs') } } } }, 400, 'timeframe'),
      tracker({ semantics: { progress: { artifact_link_type: 'x' } } }, 400, 'not a link type'),
      tracker({ semantics: { progress: { total_effort_field_id: 1 } } }, 400, 'remaining_effort_field_id'),
      tracker({ permissions_for_groups: { can_admin: [{ id: 'x' }] } }, 400, 'can_admin[0].id'),
      tracker({ notifications: {} }, 400, '`notifications.enabled`'),
    ],
    'of new trackers': () => [
      made({ item_name: 'bug' }, 409, 'short name already'),
      made({ item_name: '-' }, 400, 'letters, digits'),
      made({ label: ' ' }, 400, '`label`'),
      made({ xml: '<tracker', template_id: 1 }, 400, 'from only one of them'),
      made({ structure: [] }, 400, '`structure`'),
      made({ xml: '<tracker' }, 400, 'xml, line 1'),
      made({ xml: '<!DOCTYPE x [<!ENTITY a "b">]><tracker/>' }, 400),
      made({ xml: '<project/>' }, 400, 'must be <tracker>'),
      made({ xml: '<tracker id="T1"><semantics><semantic/></semantics></tracker>' }, 400, '<semantic>'),
      made({ fields: [{ field_id: 1, type: 'int', label: ' ' }] }, 400, '`fields[0].label`'),
      made({ fields: [{ field_id: 1, type: 'int', label: 'x', parent_id: 2 }] }, 400, '`fields[0].parent_id`'),
      made({ fields: [{ field_id: 1, type: 'fieldset', label: 'x', parent_id: 1 }] }, 400, 'contain itself'),
      made(
        {
          fields: [
            { field_id: 1, type: 'int', label: 'x' },
            { field_id: 1, type: 'int', label: 'y' },
          ],
        },
        400,
        'twice',
      ),
      made({ fields: [{ field_id: 1, type: 'int', label: 'x' }], structure: [{ id: 'x' }] }, 400, '`structure[0]`'),
      made({ fields: [{ field_id: 1, type: 'int', label: 'x' }], structure: [{ id: 1 }, { id: 1 }] }, 400, 'twice'),
      made({ fields: [], semantics: { title: { field_id: 1 } } }, 400, '`semantics.title.field_id`'),
    ],
  };
  for (const [name, rows] of Object.entries(tables))
    it(name, async () => {
      const before = await readTrackers();
      for (const row of rows()) {
        const answer = await expectRow(scrum.test, row);
        assert.ok(answer.status < 500, titleOf(row));
      }
      assert.deepEqual(await readTrackers(), before);
    });
});
