import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeField, newId, top } from './definition-draft.ts';
import type { DefinitionDraft, DraftField } from './definition-draft.ts';
import { writeDocument } from './document.ts';
import { startHistory, stepHistory } from './history.ts';
import {
  addElement,
  bringBack,
  findPlace,
  moveStep,
  moveTo,
  placeBeside,
  remove,
  takeOutOfUse,
} from '../form/layout-moves.ts';
import { listChanges, merge, nameOfPart } from './merge.ts';
import { groupsOfNew } from '../form/new-elements.ts';
import { carryOver, pairNewIds } from './saved-draft.ts';
import { groupsWithin, howSeen, listSeen } from '../form/viewing.ts';
import { lockedIn, triedArtifactOf, newArtifact, tryMoves } from '../workflow/tried-moves.ts';
import type { TriedArtifact } from '../workflow/tried-moves.ts';
import { addTransition, changeTransition, survey } from '../workflow/transitions.ts';

const field = (id: number, type: string): DraftField => ({
  id,
  type,
  label: `${type} ${id}`,
  name: `f${id}`,
  description: '',
  isRequired: false,
  notifies: false,
  isUsed: true,
  properties: {},
  bind: type === 'sb' ? 'static' : undefined,
  offered: [],
  values:
    type === 'sb' ? ['a', 'b'].map((label, at) => ({ id: id * 10 + at, label, isHidden: false, colour: '' })) : [],
  defaults: [],
  permissions: { can_read: ['1'], can_submit: ['2'], can_update: ['101_3'] },
});

/** A fieldset 1 with a column 2, which holds 3 and 4; a fieldset 5 with 6. */
const base: DefinitionDraft = {
  fields: Object.fromEntries(
    [
      field(1, 'fieldset'),
      field(2, 'column'),
      field(3, 'string'),
      field(4, 'sb'),
      field(5, 'fieldset'),
      field(6, 'int'),
    ].map((one) => [one.id, one]),
  ),
  children: { [top]: [1, 5], 1: [2], 2: [3, 4], 5: [6] },
  removed: [],
  head: {
    label: 'Bugs',
    singularLabel: 'Bug',
    itemName: 'bug',
    description: '',
    colour: 'inca-silver',
    icon: '',
    mails: true,
    parent: 0,
  },
  permissions: {
    can_access: ['1'],
    can_access_submitted_by_group: [],
    can_access_assigned_to_group: [],
    can_access_submitted_by_user: [],
    can_admin: ['101_4'],
  },
  semantics: { title: { field_id: 3 } },
  workflow: { fieldId: 0, isUsed: false, isAdvanced: false, transitions: [] },
  rules: { dates: [], lists: [] },
  triggers: [],
};

describe('elements of a form', () => {
  it('go step by step through everything that may hold them, and back', () => {
    const steps: string[] = [];
    let draft = base;
    for (let step = 0; step < 6; step += 1) {
      draft = moveStep(draft, 3, 'down');
      const place = findPlace(draft, 3);
      steps.push(`${place?.parent}:${place?.index}`);
    }
    assert.deepEqual(steps, ['2:1', '1:1', '0:1', '5:0', '5:1', '0:2']);
    for (let step = 0; step < 6; step += 1) draft = moveStep(draft, 3, 'up');
    assert.deepEqual(draft.children, base.children);
  });

  it('stay where nothing else may hold them', () => {
    assert.equal(moveTo(base, 1, { parent: 5, index: 0 }), base);
    assert.equal(moveTo(base, 2, { parent: 2, index: 0 }), base);
    assert.equal(moveTo(base, 6, { parent: 3, index: 0 }), base);
    assert.deepEqual(moveTo(base, 2, { parent: 5, index: 0 }).children[5], [2, 6]);
    assert.deepEqual(moveTo(base, 3, { parent: 2, index: 2 }).children[2], [4, 3]);
  });

  it('come beside what is chosen, and go with what they hold left in their place', () => {
    assert.deepEqual(placeBeside(base, 'int', 3), { parent: 2, index: 1 });
    assert.deepEqual(placeBeside(base, 'fieldset', 3), { parent: 0, index: 2 });
    assert.deepEqual(placeBeside(base, 'int', undefined), { parent: 5, index: 1 });
    const added = addElement(base, { type: 'sb', label: 'New' }, { parent: 5, index: 0 }, groupsOfNew(101));
    assert.ok(added.id < 0);
    assert.deepEqual(added.draft.children[5], [added.id, 6]);
    const gone = remove(base, 2);
    assert.deepEqual([gone.children[1], gone.removed], [[3, 4], [2]]);
    const out = takeOutOfUse(base, 6);
    assert.deepEqual([out.children[5], out.fields[6]?.isUsed], [[], false]);
    assert.deepEqual(bringBack(out, 6).children[5], [6]);
    assert.deepEqual(takeOutOfUse(added.draft, added.id), base);
  });

  it('are seen by whom their groups say', () => {
    const of = (id: string) => ({ label: id, groups: groupsWithin(id), isAllowedAll: false });
    const int = field(6, 'int');
    assert.equal(howSeen(int, { subject: of('101_4'), isNew: false }), 'edit');
    assert.equal(howSeen(int, { subject: of('2'), isNew: false }), 'read');
    assert.equal(howSeen(int, { subject: of('2'), isNew: true }), 'edit');
    assert.equal(howSeen(int, { subject: of('1'), isNew: true }), undefined);
    assert.equal(howSeen(int, { subject: of('100'), isNew: false }), undefined);
    assert.equal(howSeen(int, { subject: { ...of('100'), isAllowedAll: true }, isNew: true }), 'edit');
  });

  it('hold nothing that is empty for who looks', () => {
    const subject = { label: 'members', groups: groupsWithin('101_3'), isAllowedAll: false };
    const hidden = { can_read: [], can_submit: [], can_update: [] };
    const seenIds = (draft: DefinitionDraft): number[] =>
      [...listSeen(draft, { subject, isNew: false }).keys()].toSorted((one, other) => one - other);
    assert.deepEqual(seenIds(base), [1, 2, 3, 4, 5, 6]);
    const without = changeField(changeField(base, 3, { permissions: hidden }), 4, { permissions: hidden });
    assert.deepEqual(seenIds(without), [5, 6]);
  });
});

describe('what is sent of a draft', () => {
  it('is what differs, and nothing else', () => {
    assert.deepEqual(writeDocument(base, base), {});
    const named = changeField(base, 3, { label: 'Headline' });
    assert.deepEqual(writeDocument(base, named), { fields: [{ field_id: 3, type: 'string', label: 'Headline' }] });
    const untitled = { ...base, semantics: { title: null } };
    assert.deepEqual(writeDocument(base, untitled), { semantics: { title: null } });
  });

  it('has new fields whole, and places as a tree', () => {
    const { draft, id } = addElement(base, { type: 'int', label: 'Cost' }, { parent: 5, index: 1 }, groupsOfNew(101));
    const document = writeDocument(base, draft);
    assert.deepEqual(document.fields?.[0]?.permissions_for_groups, {
      can_read: [{ id: '1' }],
      can_submit: [{ id: '2' }],
      can_update: [{ id: '101_3' }],
    });
    assert.deepEqual(document.structure?.[1], {
      id: 5,
      content: [
        { id: 6, content: null },
        { id, content: null },
      ],
    });
  });
});

describe('what two people changed', () => {
  const theirs = changeField(moveTo(base, 6, { parent: 2, index: 0 }), 3, { label: 'Theirs', description: 'Said' });

  it('stays both where they changed other parts', () => {
    const { draft, conflicts } = merge(base, changeField(base, 4, { label: 'Mine' }), theirs);
    assert.deepEqual(conflicts, []);
    assert.deepEqual([draft.fields[3]?.label, draft.fields[4]?.label], ['Theirs', 'Mine']);
    assert.deepEqual(draft.children, theirs.children);
  });

  it('is mine where both changed the same, unless I give in', () => {
    const mine = changeField(base, 3, { label: 'Mine' });
    const kept = merge(base, mine, theirs);
    assert.deepEqual(kept.conflicts.map(nameOfPart), ['field-part 3 label']);
    assert.deepEqual([kept.draft.fields[3]?.label, kept.draft.fields[3]?.description], ['Mine', 'Said']);
    const given = merge(base, mine, theirs, new Set(kept.conflicts.map(nameOfPart)));
    assert.deepEqual(given.draft, theirs);
  });

  it('keeps new elements of both, and drops what the other one deleted', () => {
    const added = addElement(base, { type: 'int', label: 'Cost' }, { parent: 5, index: 0 }, groupsOfNew(101));
    const { id, draft: mine } = added;
    const { draft } = merge(base, mine, remove(theirs, 4));
    assert.deepEqual(draft.children, { [top]: [1, 5], 1: [2], 2: [6, 3], 5: [id] });
    assert.equal(draft.fields[4], undefined);
    assert.deepEqual(listChanges(base, mine).map(nameOfPart), [`field ${id} `, 'places  ']);
  });
});

describe('lists that two people changed', () => {
  const value = (id: number, label: string) => ({ id, label, isHidden: false, colour: '' });
  const [a, b, c] = [value(1, 'a'), value(2, 'b'), value(3, 'c')];
  const withList = (values: DraftField['values']): DefinitionDraft => changeField(base, 4, { values });
  const start = withList([a, b, c]);
  const mergeValues = (mine: DraftField['values'], theirs: DraftField['values']) => {
    const { draft, conflicts } = merge(start, withList(mine), withList(theirs));
    return [draft.fields[4]?.values.map(({ label }) => label).join(''), conflicts.map(nameOfPart).join()];
  };

  it('have the values of both in the order of who changed it, and ask where both changed the same', () => {
    assert.deepEqual(mergeValues([a, b, c, value(-1, 'new')], [c, a, b]), ['cnewab', '']);
    assert.deepEqual(mergeValues([c, b, a], [a, value(9, 'x'), b, c]), ['cbax', '']);
    assert.deepEqual(mergeValues([a, c], [value(1, 'A'), b, c]), ['Ac', '']);
    assert.deepEqual(mergeValues([a, { ...b, isHidden: true }, c], [a, { ...b, colour: 'teal' }, c]), ['abc', '']);
    const clash = 'field-part 4 values';
    assert.deepEqual(mergeValues([value(1, 'M'), b, c], [value(1, 'T'), b, c]), ['Mbc', clash]);
    assert.deepEqual(mergeValues([b, a, c], [c, a, b]), ['bac', clash]);
  });

  it('have the open values of both where the status is one field, and ask where it is not', () => {
    const withStatus = (fieldId: number, ...ids: number[]): DefinitionDraft => ({
      ...base,
      semantics: { ...base.semantics, status: { field_id: fieldId, value_ids: ids } },
    });
    const mergeStatus = (mine: DefinitionDraft, theirs: DefinitionDraft) => {
      const { draft, conflicts } = merge(withStatus(4, 1, 2), mine, theirs);
      return [draft.semantics.status?.value_ids, conflicts.map(nameOfPart).join()];
    };
    assert.deepEqual(mergeStatus(withStatus(4, 1, 2, -1), withStatus(4, 1, 2, 9)), [[1, 2, 9, -1], '']);
    assert.deepEqual(mergeStatus(withStatus(4, 2), withStatus(4, 1, 2, 9)), [[2, 9], '']);
    assert.deepEqual(mergeStatus(withStatus(4, 1, 2, 3), withStatus(4, 1)), [[1, 3], '']);
    assert.deepEqual(mergeStatus(withStatus(3, 7), withStatus(4, 1))[1], 'semantics  status');
  });

  it('have what both moved where each put it', () => {
    const theirs = moveTo(base, 6, { parent: 2, index: 0 });
    const mine = moveTo(base, 3, { parent: 2, index: 2 });
    assert.deepEqual(merge(base, mine, theirs).draft.children, { [top]: [1, 5], 1: [2], 2: [6, 4, 3], 5: [] });
    assert.deepEqual(merge(base, mine, theirs).conflicts, []);
    const elsewhere = moveTo(base, 6, { parent: 1, index: 0 });
    const { draft, conflicts } = merge(base, elsewhere, theirs);
    assert.deepEqual([draft.children[1], conflicts.map(nameOfPart)], [[6, 2], ['places  ']]);
    const given = merge(base, elsewhere, theirs, new Set(['places  ']));
    assert.deepEqual(given.draft.children, theirs.children);
  });
});

describe('what is changed while a save is on its way', () => {
  const { draft: grown, id } = addElement(
    base,
    { type: 'sb', label: 'Depth ' },
    { parent: 5, index: 0 },
    groupsOfNew(1),
  );
  const value = { id: newId(), label: 'Deep', isHidden: false, colour: '' };
  const sent = changeField(grown, id, { values: [value], defaults: [value.id] });
  const made = { ...field(77, 'sb'), label: 'Depth', name: 'depth', values: [{ ...value, id: 91 }], defaults: [91] };
  const saved: DefinitionDraft = {
    ...base,
    fields: { ...base.fields, 77: made },
    children: { ...base.children, 5: [77, 6] },
  };
  const ids = pairNewIds(sent, saved);

  it('stands upon what the server made of new elements and values', () => {
    assert.deepEqual(
      [...ids],
      [
        [id, 77],
        [value.id, 91],
      ],
    );
    const later = addElement(sent, { type: 'int', label: 'Cost' }, { parent: 5, index: 0 }, groupsOfNew(101));
    let now = changeField(later.draft, id, { values: [{ ...value, label: 'Deeper' }] });
    now = { ...changeField(now, 3, { label: 'Typed' }), workflow: { ...base.workflow, fieldId: id } };
    const carried = carryOver(sent, now, saved, ids);
    assert.deepEqual(carried.children[5], [later.id, 77, 6]);
    assert.deepEqual(carried.fields[77], { ...made, values: [{ ...value, id: 91, label: 'Deeper' }] });
    assert.deepEqual([carried.fields[3]?.label, carried.workflow.fieldId], ['Typed', 77]);
    assert.deepEqual(listChanges(saved, carried).length, 5);
    assert.deepEqual(carryOver(sent, sent, saved, ids), saved);
  });

  it('deletes what was new and went meanwhile', () => {
    const carried = carryOver(sent, takeOutOfUse(sent, id), saved, ids);
    assert.deepEqual([carried.fields, carried.children, carried.removed], [base.fields, base.children, [77]]);
  });

  it('can be undone down to what was saved', () => {
    const carry = (text: string): string => text.toUpperCase();
    const states = ['a', 'b', 'c'].map((text) => ({
      do: 'change' as const,
      run: (now: string) => now + text,
      mark: 'm',
    }));
    const typed = states.reduce(stepHistory<string>, stepHistory(startHistory(''), { do: 'seal' }));
    assert.deepEqual(stepHistory(typed, { do: 'rebase', from: 'abc', to: 'S', carry }), startHistory('S'));
    const sealed = stepHistory(stepHistory(typed, { do: 'seal' }), {
      do: 'change',
      run: (now) => `${now}d`,
      mark: 'm',
    });
    const rebased = stepHistory(sealed, { do: 'rebase', from: 'abc', to: 'S', carry });
    assert.deepEqual([rebased.past, rebased.present], [['S'], 'ABCD']);
  });
});

describe('steps', () => {
  it('are undone one by one, those with one mark together', () => {
    const add = (text: string, mark?: string) => ({ do: 'change' as const, run: (now: string) => now + text, mark });
    let history = [add('a'), add('b', 'm'), add('c', 'm')].reduce(stepHistory<string>, startHistory(''));
    assert.equal(history.present, 'abc');
    history = stepHistory(history, { do: 'undo' });
    assert.equal(history.present, 'a');
    assert.equal(stepHistory(history, { do: 'redo' }).present, 'abc');
    assert.equal(stepHistory(stepHistory(history, { do: 'undo' }), { do: 'undo' }).present, '');
  });
});

describe('a workflow', () => {
  it('in simple mode has one set of conditions for each state, and names states that are lost', () => {
    let flow: DefinitionDraft['workflow'] = { fieldId: 4, isUsed: true, isAdvanced: false, transitions: [] };
    for (const from of [null, 41]) flow = addTransition(flow, from, 40, '101_3');
    flow = changeTransition(flow, { from: null, to: 40 }, { needsComment: true });
    assert.deepEqual(
      flow.transitions.map(({ needsComment }) => needsComment),
      [true, true],
    );
    const { lost, ends, steps } = survey(flow, [40, 41]);
    assert.deepEqual([lost, ends, [...steps]], [[41], [40], [[40, 0]]]);
  });

  it('is tried with somebody and an artifact as the server would judge it', () => {
    let workflow: DefinitionDraft['workflow'] = { fieldId: 4, isUsed: true, isAdvanced: false, transitions: [] };
    workflow = addTransition(workflow, null, 40, '101_3');
    workflow = addTransition(workflow, 40, 41, '101_4');
    const freeze = { type: 'frozen_fields', field_ids: [6] };
    workflow = changeTransition(
      workflow,
      { from: 40, to: 41 },
      { notEmpty: [6], needsComment: true, actions: [freeze] },
    );
    const draft = { ...base, workflow, fields: { ...base.fields, 4: field(4, 'sb'), 6: field(6, 'int') } };
    const of = (id: string) => ({ label: id, groups: groupsWithin(id), isAllowedAll: false });
    const atStart: TriedArtifact = { state: 40, isNew: false, filled: new Set() };
    const moves = (id: string, triedArtifact = atStart) => tryMoves(draft, of(id), triedArtifact, [40, 41]);
    assert.deepEqual(moves('101_3'), [{ to: 41, refusal: 'notTheirs' }]);
    const open = { to: 41, refusal: undefined, needsComment: true, actions: [freeze] };
    assert.deepEqual(moves('101_4'), [{ ...open, missing: [6] }]);
    assert.deepEqual(moves('101_4', { ...atStart, filled: new Set([6]) }), [{ ...open, missing: [] }]);
    assert.deepEqual(
      moves('101_4', newArtifact).map(({ refusal }) => refusal),
      [undefined, 'noTransition'],
    );
    assert.deepEqual(tryMoves(draft, { ...of('100'), isAllowedAll: true }, atStart, [41])[0]?.refusal, undefined);
    assert.deepEqual([lockedIn(draft, 41, 'field_ids'), lockedIn(draft, 40, 'field_ids')], [[6], []]);
    const values = [
      { field_id: 4, bind_value_ids: [41] },
      { field_id: 5, value: ' ' },
      { field_id: 6, value: 0 },
      { field_id: 7, links: [], reverse_links: [{}] },
    ];
    assert.deepEqual(triedArtifactOf(4, values), { state: 41, isNew: false, filled: new Set([4, 6]) });
  });
});

describe('rules, triggers and the parent', () => {
  const changed: DefinitionDraft = {
    ...base,
    head: { ...base.head, parent: 9 },
    rules: {
      dates: [{ source: 3, comparator: '<', target: 6 }],
      lists: [{ source: 4, sourceValue: 40, target: -1, targetValue: 100 }],
    },
    triggers: [{ condition: 'all_of', sources: [{ fieldId: 70, valueId: 7 }], target: { fieldId: 4, valueId: 41 } }],
  };

  it('are sent where they changed, a workflow that did not stays', () => {
    assert.deepEqual(writeDocument(base, changed), {
      parent: { id: 9 },
      workflow: {
        rules: {
          dates: [{ source_field_id: 3, comparator: '<', target_field_id: 6 }],
          lists: [{ source_field_id: 4, source_value_id: 40, target_field_id: -1, target_value_id: 100 }],
        },
        triggers: [
          {
            condition: 'all_of',
            triggering_fields: [{ field_id: 70, field_value_id: 7 }],
            target: { field_id: 4, field_value_id: 41 },
          },
        ],
      },
    });
    assert.deepEqual(writeDocument(changed, { ...changed, head: base.head }), { parent: null });
  });

  it('are put together part by part', () => {
    const theirs = { ...base, rules: { ...base.rules, dates: [{ source: 6, comparator: '=' as const, target: 3 }] } };
    const merged = merge(base, changed, theirs);
    assert.deepEqual(
      merged.conflicts.map(({ kind, key }) => `${kind} ${key}`),
      ['rules dates'],
    );
    assert.deepEqual(merged.draft.rules, changed.rules);
    assert.deepEqual(merge(base, changed, theirs, new Set([nameOfPart({ kind: 'rules', key: 'dates' })])).draft.rules, {
      dates: theirs.rules.dates,
      lists: changed.rules.lists,
    });
    assert.deepEqual(merged.draft.triggers, changed.triggers);
  });
});
