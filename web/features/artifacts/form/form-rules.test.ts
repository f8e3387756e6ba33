import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Schemas } from '../../../platform/schemas.ts';
import type { Entry } from './keeping/drafts.ts';
import { loadParts } from '../../fields/index.ts';
import type { Edit, Field } from '../../fields/index.ts';
import { findProblems, withChange } from './form-rules.ts';
import { fieldOfRefusal } from './refusals.ts';
import { allowedIds, chosenIn, frozenFields, hiddenFieldsets } from './rules.ts';

before(loadParts);

type Tracker = Schemas['Tracker'];
type Rules = NonNullable<Tracker['workflow']>['rules']['lists'];

const rule = (source: number, sourceValue: number, target: number, targetValue: number): Rules[number] => ({
  source_field_id: source,
  source_value_id: sourceValue,
  target_field_id: target,
  target_value_id: targetValue,
});

const field = (id: number, type: string, label = `F${id}`): Field => ({
  field_id: id,
  label,
  name: `f${id}`,
  type,
  values: null,
  required: false,
  collapsed: false,
  bindings: { type: null, list: [] },
  permissions: ['read', 'update'],
  permissions_for_groups: null,
  default_value: null,
  has_notifications: false,
  is_used: true,
  description: '',
  specific_properties: [],
  label_decorators: [],
});

/** Field 1 governs 2, which governs 3; field 9 is the state. */
const tracker: Tracker = {
  id: 1,
  uri: '',
  html_url: '',
  project: { id: 1, uri: '', label: '', icon: '' },
  label: '',
  description: '',
  item_name: '',
  fields: [],
  structure: [],
  semantics: {},
  workflow: {
    field_id: 9,
    is_used: '1',
    is_legacy: false,
    is_advanced: true,
    rules: { dates: [], lists: [rule(1, 11, 2, 21), rule(1, 12, 2, 22), rule(1, 12, 2, 23), rule(2, 21, 3, 31)] },
    transitions: [
      {
        id: 1,
        from_id: 91,
        to_id: 92,
        post_actions: [
          { id: 1, type: 'frozen_fields', field_ids: [4] },
          { id: 2, type: 'hidden_fieldsets', fieldset_ids: [5] },
        ],
      },
    ],
  },
  permissions_for_groups: null,
  parent: null,
  resources: [],
  color_name: 'inca-silver',
  icon: '',
  singular_label: 'Bug',
  notifications: { enabled: true },
};
const chosen = (...ids: string[]): Edit => ({ kind: 'chosen', ids });

describe('dependencies between lists', () => {
  it('leave what goes with what is chosen', () => {
    const choose = (id: string) => (fieldId: number) => (fieldId === 1 ? chosenIn(chosen(id)) : ['100']);
    assert.deepEqual(allowedIds(tracker, 2, choose('12')), new Set(['22', '23']));
    assert.deepEqual(allowedIds(tracker, 2, choose('100')), new Set(['100']));
    assert.equal(allowedIds(tracker, 1, choose('12')), undefined);
  });

  it('change lists that no longer go with it, and those behind them', () => {
    const now = new Map([
      [1, chosen('12')],
      [2, chosen('22')],
      [3, chosen('30')],
    ]);
    const entries = withChange(new Map(), { tracker, nowOf: (id) => now.get(id) }, 1, chosen('11'));
    assert.deepEqual(
      [...entries].map(([id, { edit }]) => [id, edit]),
      [
        [1, chosen('11')],
        [2, chosen('21')],
        [3, chosen('31')],
      ],
    );
  });
});

describe('a list that depends on another', () => {
  it('must have a value where only values go with the other', () => {
    const entry: Entry = { base: chosen(), edit: chosen('12'), isOpen: true };
    const fields = new Map([1, 2].map((id) => [id, field(id, 'sb')]));
    const find = (room: Edit) =>
      findProblems(new Map([[1, entry]]), fields, {
        tracker,
        actions: undefined,
        currentOf: (id) => (id === 1 ? entry.edit : id === 2 ? room : chosen()),
      }).problems;
    assert.deepEqual(find(chosen()), new Map([[2, 'required']]));
    assert.deepEqual(find(chosen('22')), new Map());
  });
});

describe('the workflow', () => {
  it('freezes fields and hides fieldsets by the state', () => {
    assert.deepEqual(
      frozenFields(tracker, () => ['92']),
      new Set([4]),
    );
    assert.deepEqual(
      hiddenFieldsets(tracker, () => ['92']),
      new Set([5]),
    );
    assert.deepEqual(
      frozenFields(tracker, () => ['91']),
      new Set(),
    );
  });

  it('asks for what a step needs', () => {
    const entry: Entry = { base: chosen('91'), edit: chosen('92'), isOpen: true };
    const actions: Schemas['AllowedActions'] = {
      can_update: true,
      can_comment: true,
      can_comment_privately: true,
      can_delete: false,
      deletions_left: null,
      delete_obstacle: 'site',
      can_move: false,
      top_backlog: null,
      transitions: [{ to_id: 92, to_label: 'Done', is_comment_required: true, not_empty_field_ids: [6, 7] }],
    };
    const fields = new Map([9, 6, 7].map((id) => [id, field(id, id === 9 ? 'sb' : 'string')]));
    const currentOf = (id: number): Edit => ({ kind: 'line', text: id === 6 ? 'there' : '' });
    const found = findProblems(new Map([[9, entry]]), fields, { tracker, actions, currentOf });
    assert.deepEqual(found, { problems: new Map([[7, 'step']]), isCommentNeeded: true });
  });
});

describe('a refusal of the server', () => {
  const sent = [field(1, 'string', 'Title'), field(2, 'int', 'Effort')];

  it('is about the field that it names', () => {
    assert.equal(fieldOfRefusal({ message: 'is too long', part: 'values[1].value' }, sent), 2);
    assert.equal(fieldOfRefusal({ message: 'the field "Title" takes text', part: undefined }, sent), 1);
    const rule = { message: 'the field "Effort" can\'t have no value while "Title" has "x"', part: 'values[0]' };
    assert.equal(fieldOfRefusal(rule, sent), 2);
    assert.equal(fieldOfRefusal({ message: 'the tracker is closed', part: undefined }, sent), undefined);
  });
});
