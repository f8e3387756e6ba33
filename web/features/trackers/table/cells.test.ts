// What cells say, and how lines are laid out in groups.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { cellOf, linkTypesOf, plainLine } from './cells.ts';
import { gridTemplate, moveColumn, shownColumns } from './columns.ts';
import { fieldByName } from '../fields.ts';
import { conditionOfGroup, layOut } from './sections.ts';
import { tracker } from '../tracker.testing.ts';
import { boundWidth, readSettings, writeSettings } from '../view-settings.ts';
import { loadTexts } from '../../../platform/i18n.ts';
import { loadParts } from '../../fields/index.ts';

before(() => Promise.all([loadParts(), loadTexts('en', undefined, { withPages: true })]));

it('says what a value is in one line', () => {
  const said = (value: { type: string } & Record<string, unknown>) => cellOf(value, {});
  assert.deepEqual(said({ type: 'text', value: '<p>a &amp; <b>b</b></p>', format: 'html' }), {
    kind: 'text',
    text: 'a & b',
  });
  assert.deepEqual(said({ type: 'text', value: '<p>x</p>', format: 'html', commonmark: 'a\n\nb' }), {
    kind: 'text',
    text: 'a b',
  });
  assert.deepEqual(said({ type: 'atid', value: 2043 }), { kind: 'text', text: '2043' });
  assert.deepEqual(said({ type: 'int', value: 0 }), { kind: 'number', value: 0 });
  assert.deepEqual(said({ type: 'string', value: '' }), { kind: 'empty' });
  assert.deepEqual(said({ type: 'unheard_of', value: 'a' }), { kind: 'text', text: 'a' });
  assert.deepEqual(said({ type: 'date', value: '2026-03-01', is_time_displayed: false }), {
    kind: 'date',
    iso: '2026-03-01',
    withTime: false,
  });
  assert.deepEqual(cellOf(undefined, {}), { kind: 'empty' });
  const nobody = { id: null, display_name: 'Anonymous user', is_anonymous: true, avatar_url: '/x.png' };
  assert.deepEqual(said({ type: 'sb', values: [nobody], bind_value_ids: [100] }), { kind: 'empty' });
  assert.equal(plainLine('x'.repeat(1000), false).length, 300);
});

it('shows links of one type where a column is about one', () => {
  const value = {
    type: 'art_link',
    links: [
      { id: 3, type: '_is_child' },
      { id: 4, type: null },
    ],
    reverse_links: [{ id: 5, type: '_is_child' }],
  };
  const shown = (linkType?: string) => {
    const cell = cellOf(value, { linkType });
    return cell.kind === 'parts' ? cell.parts.map(({ artifactId }) => artifactId) : [];
  };
  assert.deepEqual(shown(), [3, 4, 5]);
  assert.deepEqual(shown('_is_child'), [3]);
  assert.deepEqual(shown('-_is_child'), [5]);
  assert.deepEqual(linkTypesOf([value, undefined]), ['_is_child', '', '-_is_child']);
});

it('lays columns out', () => {
  const columns = [{ fieldId: 8 }, { fieldId: 1 }, { fieldId: 3 }];
  const shown = shownColumns(tracker, columns, { widths: { '3': 90 } });
  assert.equal(gridTemplate(shown), '2.25rem 64px minmax(260px, 1fr) 90px');
  assert.deepEqual(moveColumn(columns, '1', 1), [{ fieldId: 8 }, { fieldId: 3 }, { fieldId: 1 }]);
  assert.equal(moveColumn(columns, '8', -1), columns);
  assert.equal(boundWidth(3), 56);
  const kept = { widths: { '3': 90 }, sort: '-points' };
  assert.deepEqual(readSettings(writeSettings(kept)).widths, kept.widths);
  assert.equal(readSettings(writeSettings(kept)).sort, '-points');
  assert.deepEqual(readSettings('{nonsense').widths, {});
});

it('lays rows out in groups, those of closed ones hidden', () => {
  const section = (key: string, size: number) => ({ key, group: { label: key }, size, list: { fields: '' } });
  const sections = [section('a', 2), section('b', 3), section('c', 0), section('d', 1)];
  const open = layOut(sections, new Set());
  assert.deepEqual([open.count, open.rows], [10, 6]);
  const kinds = Array.from({ length: 10 }, (_, index) => {
    const line = open.at(index);
    return line?.kind === 'row' ? `${line.section.key}${line.place}=${line.row}` : line?.section.key;
  });
  assert.deepEqual(kinds, ['a', 'a0=0', 'a1=1', 'b', 'b0=2', 'b1=3', 'b2=4', 'c', 'd', 'd0=5']);
  assert.deepEqual(
    [0, 2, 5].map((row) => open.lineOfRow(row)),
    [1, 4, 9],
  );
  const closed = layOut(sections, new Set(['b']));
  assert.deepEqual([closed.count, closed.rows, closed.lineOfRow(2)], [7, 3, 6]);
  assert.equal(closed.at(7), undefined);
  const owner = fieldByName(tracker, 'owner');
  assert.ok(owner);
  assert.equal(conditionOfGroup(owner, { id: 102, label: 'Ana', color_name: null }), 'owner = "ana"');
  assert.equal(conditionOfGroup(owner, null), 'owner = ""');
});
