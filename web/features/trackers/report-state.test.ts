// What a report asks for and shows: saved, in the address, and as requests take it.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import {
  filterOf,
  isChanged,
  listOf,
  offeredBy,
  orderOf,
  readColumns,
  savedForm,
  stateOfAddress,
  stateOfReport,
  toggleSort,
  writeColumns,
} from './report-state.ts';
import type { FullReport } from './shapes.ts';
import { tracker } from './tracker.testing.ts';
import { loadTexts } from '../../platform/i18n.ts';
import { loadParts } from '../fields/index.ts';

before(() => Promise.all([loadParts(), loadTexts('en', undefined, { withPages: true })]));

const report = (more: Partial<FullReport>): FullReport => ({
  id: 7,
  uri: 'tracker_reports/7',
  label: 'All',
  is_public: true,
  is_default: true,
  resources: [],
  description: '',
  tracker: { id: 1, uri: 'trackers/1', label: 'Tasks', color: 'deep-blue', project: tracker.project },
  is_in_expert_mode: false,
  criteria: {},
  expert_query: '',
  renderers: [
    {
      id: 1,
      type: 'table',
      label: 'Table',
      description: '',
      columns: [1, 2, 999],
      standard_columns: [],
      standard_sort: [],
      sort: [{ field_id: 3, order: 'desc' }],
      field_id: null,
      charts: [],
    },
  ],
  ...more,
});

it('reads a saved report', () => {
  const saved = report({ criteria: { title: 'log in', status: [11, 100], points: '>=3', due: null, tags: ['b1'] } });
  const state = stateOfReport(tracker, saved);
  assert.equal(state.condition, 'title = "log" AND title = "in" AND (status = "New" OR status = "") AND points >= 3');
  assert.deepEqual(state.others, { tags: ['b1'] });
  assert.equal(writeColumns(state.columns), '1,2');
  assert.equal(state.sort, '-points');
  assert.deepEqual(
    offeredBy(tracker, saved).map(({ field }) => field),
    ['due'],
  );
  const expert = report({
    is_in_expert_mode: true,
    expert_query: 'title = "a" OR points > 3',
    criteria: { points: 1 },
  });
  assert.equal(stateOfReport(tracker, expert).condition, 'title = "a" OR points > 3');
  assert.equal(writeColumns(stateOfReport(tracker, undefined).columns), '8,1,2,5,9', 'what means something');
});

it('takes from the address what it says, and the rest from the report', () => {
  const base = stateOfReport(tracker, report({ criteria: { status: [11] } }));
  const same = stateOfAddress(tracker, base, { report: 7, peek: 3 });
  assert.deepEqual(same, base);
  assert.equal(isChanged({ report: 7, peek: 3 }), false);
  const cleared = stateOfAddress(tracker, base, { where: '', sort: '', columns: '6:_is_child,2,77' });
  assert.deepEqual([cleared.condition, cleared.sort, writeColumns(cleared.columns)], ['', '', '6:_is_child,2']);
  assert.equal(isChanged({ where: '' }), true);
  assert.deepEqual(readColumns(tracker, 'nonsense,'), []);
});

it('asks the server', () => {
  const state = { condition: 'points > 1 OR points < 0', words: 'log "in"', others: { tags: ['b1'] } };
  assert.deepEqual(filterOf(state, 'status = "New"'), {
    expert_query: String.raw`(points > 1 OR points < 0) AND @fulltext = "log \"in\"" AND status = "New"`,
    criteria: '{"tags":["b1"]}',
  });
  assert.deepEqual(filterOf({ condition: '', words: ' ', others: {} }), {});
  assert.deepEqual(orderOf(tracker, '-points,links,gone'), { sort: '-points' });
  assert.deepEqual(orderOf(tracker, ''), { order: 'desc' });
});

it('sorts once up, then down, then not; by several where one is added', () => {
  assert.equal(toggleSort('', 'title', false), 'title');
  assert.equal(toggleSort('title', 'title', false), '-title');
  assert.equal(toggleSort('-title', 'title', false), '');
  assert.equal(toggleSort('-points,title', 'due', false), 'due');
  assert.equal(toggleSort('-points,title', 'title', false), 'title', 'first alone');
  assert.equal(toggleSort('-points', 'title', true), '-points,title');
  assert.equal(toggleSort('-points,title', 'points', true), 'title');
  assert.equal(toggleSort('-points,title', 'title', true), '-points,-title');
});

it('saves as criteria what they can say, else as a condition', () => {
  const base = stateOfReport(tracker, report({ criteria: { due: null, tags: ['b1'] } }));
  const offered = offeredBy(tracker, report({ criteria: { due: null } }));
  const saved = savedForm(tracker, { ...base, condition: 'status IN("Done", "New") AND points < 3' }, offered);
  assert.deepEqual(saved, {
    criteria: { tags: ['b1'], status: [12, 11], points: '<3', due: null },
    is_in_expert_mode: false,
    columns: [1, 2],
    standard_columns: [],
    sort: [{ field_id: 3, order: 'desc' }],
    standard_sort: [],
  });
  for (const condition of ['owner = MYSELF()', 'title = "a" OR title = "b"', 'title = "a" AND title = "b"'])
    assert.equal(savedForm(tracker, { ...base, condition }, []).expert_query, condition);
});

it('saves words beside what criteria can say, and reads them back with the fields that are offered', () => {
  const before = report({ criteria: { due: null, status: null, points: null } });
  const offered = offeredBy(tracker, before);
  const conditions = ['', 'points < 3', '(status = "Done" OR status = "") AND points < 3', 'owner = MYSELF()'];
  for (const condition of conditions) {
    const state = { ...stateOfReport(tracker, before), condition, words: 'say "money"' };
    const { criteria = {}, expert_query: query = null, is_in_expert_mode: mode } = savedForm(tracker, state, offered);
    assert.equal(mode, true);
    const after = report({ criteria, expert_query: query, is_in_expert_mode: true });
    assert.deepEqual(stateOfReport(tracker, after), state, String(query));
    const fields = offeredBy(tracker, after).map(({ field }) => field);
    assert.deepEqual([...new Set([...fields, 'owner'])].toSorted(), ['due', 'owner', 'points', 'status']);
    // Without the words they are criteria again.
    const plain = savedForm(tracker, { ...state, condition: '', words: '' }, offeredBy(tracker, after));
    assert.equal(plain.is_in_expert_mode, false);
  }
  for (const query of [
    '@fulltext = "x" OR points < 3',
    'NOT @fulltext = "x"',
    '@fulltext = "x" AND (a = 1 OR b = 2)',
  ]) {
    const { words, condition } = stateOfReport(tracker, report({ expert_query: query, is_in_expert_mode: true }));
    assert.deepEqual({ words, condition }, { words: '', condition: query });
  }
});

it('asks what an older address asks by ids of fields, in the place of what is saved', () => {
  const base = stateOfReport(tracker, report({ criteria: { points: '>=3' } }));
  const criteria = { 1: 'log in', 999: 'gone' };
  const asked = stateOfAddress(tracker, base, { criteria });
  assert.equal(asked.condition, 'title = "log" AND title = "in"');
  assert.equal(stateOfAddress(tracker, base, { criteria, where: '' }).condition, '');
  assert.equal(isChanged({ criteria }), true);
});

it('has columns of what every artifact has, by the form where that has a field', () => {
  const bare = { ...tracker, fields: tracker.fields.filter(({ type }) => !['aid', 'lud'].includes(type)) };
  const state = stateOfReport(bare, undefined);
  assert.equal(writeColumns(state.columns), '@id,1,2,5,@last_update_date');
  assert.equal(writeColumns(readColumns(bare, '@submitted_by,2,@nothing,@id')), '@submitted_by,2,@id');
  assert.equal(writeColumns(readColumns(tracker, '@id,@last_update_date')), '8,9');
  assert.equal(listOf(bare, { ...state, sort: '-@last_update_date' }).fields, '1,2,5');
  assert.deepEqual(orderOf(bare, '-@last_update_date'), { sort: '-@last_update_date' });
  const { columns, standard_columns: standard } = savedForm(bare, state, []);
  assert.deepEqual(columns, [1, 2, 5]);
  assert.deepEqual(standard, [
    { name: '@id', place: 0 },
    { name: '@last_update_date', place: 4 },
  ]);
  const [table] = report({}).renderers;
  assert.ok(table && columns && standard);
  const saved = report({ renderers: [{ ...table, columns, standard_columns: standard }] });
  assert.equal(writeColumns(stateOfReport(bare, saved).columns), writeColumns(state.columns));
});

it('saves sorting by what every artifact has at its place, and asks for ranks where they are shown', () => {
  const bare = { ...tracker, fields: tracker.fields.filter(({ type }) => !['aid', 'lud'].includes(type)) };
  const base = stateOfReport(bare, undefined);
  const sort = '-@last_update_date,points,@rank';
  const form = savedForm(bare, { ...base, sort }, []);
  assert.deepEqual(form.sort, [{ field_id: 3, order: 'asc' }]);
  assert.deepEqual(form.standard_sort, [
    { name: '@last_update_date', order: 'desc', place: 0 },
    { name: '@rank', order: 'asc', place: 2 },
  ]);
  const [table] = report({}).renderers;
  assert.ok(table);
  const steps = { sort: [{ field_id: 3, order: 'asc' as const }] };
  const standard = [
    { name: '@rank', order: 'asc' as const, place: 2 },
    { name: '@last_update_date', order: 'desc' as const, place: 0 },
  ];
  const saved = report({ renderers: [{ ...table, ...steps, standard_sort: standard }] });
  assert.equal(stateOfReport(bare, saved).sort, sort);
  assert.equal(stateOfReport(tracker, saved).sort, '-changed,points,@rank', 'by the field of the form');
  const columns = readColumns(bare, '1,@rank,@id');
  assert.equal(listOf(bare, { ...base, columns }).fields, '1,@rank');
});
