import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { listChanges } from './field-changes.ts';
import type { Value } from './field-changes.ts';
import { loadParts } from '../../fields/index.ts';

before(loadParts);

const value = (type: string, more: Record<string, unknown>): Value => ({ field_id: 1, label: 'Field', type, ...more });
const chosen = (...labels: string[]) => ({ values: labels.map((label) => ({ id: label.length, label })) });
const one = (before: Value[], after: Value[]) => listChanges(before, after)[0];

describe('changes of fields', () => {
  it('tells values that were exchanged', () => {
    const change = one([value('sb', chosen('To do'))], [value('sb', chosen('Done'))]);
    assert.ok(change?.kind === 'value' && change.before.kind === 'parts' && change.after.kind === 'parts');
    assert.deepEqual([change.before.parts[0]?.label, change.after.parts[0]?.label], ['To do', 'Done']);
    const number = one([value('int', { value: 2 })], [value('int', { value: null })]);
    assert.deepEqual(number, {
      fieldId: 1,
      label: 'Field',
      kind: 'value',
      before: { kind: 'number', value: 2 },
      after: { kind: 'nothing' },
    });
  });
  it('tells what came and went in lists of many', () => {
    const change = one([value('msb', chosen('a', 'bb'))], [value('msb', chosen('bb', 'ccc'))]);
    assert.ok(change?.kind === 'parts');
    assert.deepEqual([change.added[0]?.label, change.removed[0]?.label], ['ccc', 'a']);
  });
  it('tells texts by their source', () => {
    const html = { value: '<p>one</p><p>two &amp; three</p>', format: 'html' };
    const change = one(
      [value('text', html)],
      [value('text', { value: '<p>x</p>', format: 'html', commonmark: '*x*' })],
    );
    assert.deepEqual(change, { fieldId: 1, label: 'Field', kind: 'text', before: 'one\ntwo & three', after: '*x*' });
  });
  it('tells own links alone, and nothing of what stayed or follows by itself', () => {
    const link = (id: number) => ({ id, type: null, tracker: { label: 'Tasks' } });
    const was = [value('art_link', { links: [], reverse_links: [link(3)] })];
    assert.deepEqual(listChanges(was, [value('art_link', { links: [], reverse_links: [] })]), []);
    const linked = one(was, [value('art_link', { links: [link(4)], reverse_links: [] })]);
    assert.ok(linked?.kind === 'parts');
    assert.equal(linked.added[0]?.artifactId, 4);
    assert.deepEqual(listChanges([value('lud', { value: 'a' })], [value('lud', { value: 'b' })]), []);
    assert.deepEqual(listChanges([value('sb', chosen('a'))], [value('sb', chosen('a'))]), []);
  });
  it('tells what a field lost that is not there any more', () => {
    assert.equal(one([value('string', { value: 'a' })], [])?.kind, 'value');
    assert.deepEqual(listChanges([value('string', { value: '' })], []), []);
  });
});
