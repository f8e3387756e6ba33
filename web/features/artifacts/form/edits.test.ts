import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { defaultEdit, describeEdit, parseEdit, problemOf, readEdit, writeChange, writeEdit } from './edits.ts';
import { loadParts } from '../../fields/index.ts';
import type { Edit, Field, Value } from '../../fields/index.ts';

before(loadParts);

const zone = 'Europe/Paris';
const field = (type: string, more: Partial<Field> = {}): Field => ({
  field_id: 7,
  label: 'F',
  name: 'f',
  type,
  values: null,
  required: false,
  collapsed: false,
  bindings: { type: null, list: [] },
  permissions: ['read', 'update', 'create'],
  permissions_for_groups: null,
  default_value: null,
  has_notifications: false,
  is_used: true,
  description: '',
  specific_properties: [],
  label_decorators: [],
  ...more,
});
const value = (type: string, more: Record<string, unknown>): Value => ({ field_id: 7, type, ...more });

/** Type, value as the API shows it, what an editor holds, and what is sent. */
const cases: readonly [string, Record<string, unknown>, Edit, Record<string, unknown>, Partial<Field>?][] = [
  ['string', { value: 'A' }, { kind: 'line', text: 'A' }, { value: 'A' }],
  [
    'text',
    { value: '<p>A</p>', format: 'html', commonmark: 'A' },
    { kind: 'text', text: 'A', format: 'commonmark' },
    { value: { content: 'A', format: 'commonmark' } },
  ],
  [
    'text',
    { value: '<p>A</p>', format: 'html' },
    { kind: 'text', text: '<p>A</p>', format: 'html' },
    { value: { content: '<p>A</p>', format: 'html' } },
  ],
  ['int', { value: 0 }, { kind: 'number', text: '0' }, { value: 0 }],
  ['float', { value: null }, { kind: 'number', text: '' }, { value: null }],
  ['date', { value: '2026-11-24T00:00:00+00:00' }, { kind: 'date', text: '2026-11-24' }, { value: '2026-11-24' }],
  [
    'date',
    { value: '2026-11-24T13:30:00+00:00' },
    { kind: 'date', text: '2026-11-24T14:30' },
    { value: '2026-11-24T13:30:00.000Z' },
    { is_time_displayed: true },
  ],
  ['sb', { bind_value_ids: [133] }, { kind: 'chosen', ids: ['133'] }, { bind_value_ids: [133] }],
  ['sb', { bind_value_ids: [100] }, { kind: 'chosen', ids: [] }, { bind_value_ids: [100] }],
  ['msb', { bind_value_ids: ['101_3', 5] }, { kind: 'chosen', ids: ['101_3', '5'] }, { bind_value_ids: ['101_3', 5] }],
  ['cb', { bind_value_ids: [] }, { kind: 'chosen', ids: [] }, { bind_value_ids: [] }],
  [
    'tbl',
    { bind_value_ids: ['new', 'old'] },
    { kind: 'labels', labels: ['new', 'old'] },
    { bind_value_ids: ['new', 'old'] },
  ],
  [
    'art_link',
    {
      links: [{ id: 3, type: '_is_child' }],
      reverse_links: [{ id: 4, type: null, tracker: { label: 'Bugs', color: 'fiesta-red' } }],
    },
    {
      kind: 'links',
      links: [
        { id: 3, type: '_is_child', direction: 'forward', label: ' #3', colour: '' },
        { id: 4, type: '', direction: 'reverse', label: 'Bugs #4', colour: 'fiesta-red' },
      ],
    },
    {
      all_links: [
        { id: 3, type: '_is_child', direction: 'forward' },
        { id: 4, type: '', direction: 'reverse' },
      ],
    },
  ],
  [
    'file',
    { file_descriptions: [{ id: 9, name: 'a.png' }] },
    { kind: 'files', files: [{ id: 9, name: 'a.png' }] },
    { value: [9] },
  ],
  [
    'computed',
    { is_autocomputed: true, value: 3 },
    { kind: 'computed', isAuto: true, text: '' },
    { is_autocomputed: true },
  ],
  [
    'computed',
    { is_autocomputed: false, manual_value: 2.5 },
    { kind: 'computed', isAuto: false, text: '2.5' },
    { manual_value: 2.5 },
  ],
  [
    'perm',
    { granted_groups_ids: ['101_3'] },
    { kind: 'groups', ids: ['101_3'] },
    { value: { granted_groups: ['101_3'] } },
  ],
];

describe('what editors hold of fields', () => {
  for (const [type, shown, edit, sent, more] of cases)
    it(`reads, keeps and sends ${type} ${JSON.stringify(shown)}`, () => {
      const about = field(type, more);
      const read = readEdit(about, value(type, shown), zone);
      assert.deepEqual(read, edit);
      assert.deepEqual(parseEdit(JSON.parse(JSON.stringify(edit))), edit, 'a draft comes back as it was');
      assert.deepEqual(writeEdit(about, edit, zone), { field_id: 7, ...sent });
    });

  it('keeps the formats of the steps of a test', () => {
    const shown = [
      {
        description: '<p>Do</p>',
        description_format: 'html',
        commonmark_description: 'Do',
        expected_results: 'It',
        expected_results_format: 'text',
      },
    ];
    const read = readEdit(field('ttmstepdef'), value('ttmstepdef', { value: shown }), zone);
    assert.deepEqual(read, {
      kind: 'steps',
      steps: [{ description: 'Do', format: 'commonmark', expected: 'It', expectedFormat: 'text' }],
    });
  });

  it('begins a new artifact with the defaults of the tracker', () => {
    assert.deepEqual(defaultEdit(field('date', { default_value: '2026-11-24' }), zone), {
      kind: 'date',
      text: '2026-11-24',
    });
    assert.deepEqual(defaultEdit(field('date', { default_value: '2026-11-24 15:48', is_time_displayed: true }), zone), {
      kind: 'date',
      text: '2026-11-24T15:48',
    });
    assert.deepEqual(defaultEdit(field('sb', { default_value: [{ id: 213, label: 'To do' }] }), zone), {
      kind: 'chosen',
      ids: ['213'],
    });
    assert.deepEqual(defaultEdit(field('text', { default_value: { format: 'commonmark', content: 'Hi' } }), zone), {
      kind: 'text',
      text: 'Hi',
      format: 'commonmark',
    });
    for (const type of ['aid', 'unheard_of']) assert.equal(defaultEdit(field(type), zone), undefined);
  });

  it('says what is wrong before the server is asked', () => {
    assert.equal(problemOf(field('string', { required: true }), { kind: 'line', text: ' ' }), 'required');
    assert.equal(problemOf(field('float'), { kind: 'number', text: '1,5' }), undefined);
    assert.equal(problemOf(field('float'), { kind: 'number', text: 'many' }), 'number');
    assert.equal(problemOf(field('int'), { kind: 'number', text: '1.5' }), 'whole');
  });

  it('describes values by their labels', () => {
    assert.equal(
      describeEdit(
        { kind: 'chosen', ids: ['1', '2'] },
        { field: field('sb', { values: [{ id: 1, label: 'One' }] }), value: undefined },
      ),
      'One, 2',
    );
  });

  it('takes nothing strange for a draft', () => {
    for (const kept of [null, 3, {}, { kind: 'line' }, { kind: 'other', text: '' }])
      assert.equal(parseEdit(kept), undefined);
  });
});

it('sends of links what came and went alone', () => {
  const link = (id: number, direction: 'forward' | 'reverse') => ({ id, type: '', direction, label: '', colour: '' });
  const base: Edit = { kind: 'links', links: [link(1, 'forward'), link(2, 'reverse'), link(3, 'reverse')] };
  const edit: Edit = { kind: 'links', links: [link(1, 'forward'), link(3, 'reverse'), link(2, 'forward')] };
  assert.deepEqual(writeChange(field('art_link'), base, edit, zone), {
    field_id: 7,
    change_links: {
      add: [{ id: 2, type: '', direction: 'forward' }],
      remove: [{ id: 2, type: '', direction: 'reverse' }],
    },
  });
});
