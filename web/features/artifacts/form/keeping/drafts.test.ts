import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadParts } from '../../../fields/index.ts';
import { describeEdit } from '../edits.ts';
import { partEntries, readDraft, writeDraft } from './drafts.ts';
import type { Entry, NameOf } from './drafts.ts';

before(loadParts);

const entry = (base: string, text: string): Entry => ({
  base: { kind: 'line', text: base },
  edit: { kind: 'line', text },
  isOpen: true,
});

const nameOf: NameOf = (id, edit) => ({ label: `F${id}`, words: `in words: ${describeEdit(edit)}` });

describe('drafts of fields', () => {
  it('come back as they were, without what was not changed', () => {
    const entries = new Map([
      [1, entry('a', 'b')],
      [2, entry('a', 'a')],
    ]);
    const kept: unknown = JSON.parse(JSON.stringify(writeDraft(entries, nameOf, 'said')));
    const { entries: back, lost, comment } = readDraft(kept, () => true);
    assert.deepEqual(back, new Map([[1, entry('a', 'b')]]));
    assert.deepEqual(lost, []);
    assert.equal(comment, 'said');
  });

  it('give the texts of fields that are gone', () => {
    const kept = writeDraft(new Map([[1, entry('a', 'b')]]), nameOf, '');
    const { entries, lost } = readDraft(kept, () => false);
    assert.equal(entries.size, 0);
    const { base, edit } = entry('a', 'b');
    assert.deepEqual(lost, [{ id: 1, label: 'F1', words: 'in words: b', base, edit }]);
    assert.deepEqual(writeDraft(new Map(), nameOf, '', lost), kept, 'they are kept until somebody lets them go');
  });

  it('give what was chosen in lists that are gone by its labels, or by its ids where a draft has no labels', () => {
    const base = { kind: 'chosen', ids: [] } as const;
    const edit = { kind: 'chosen', ids: ['7', '8'] } as const;
    const kept = writeDraft(new Map([[1, { base, edit, isOpen: true }]]), nameOf, '');
    const { lost } = readDraft(kept, () => false);
    assert.deepEqual(
      lost.map(({ words }) => words),
      ['in words: 7, 8'],
    );
    const old = { fields: [{ id: 1, label: 'F1', base, edit }] };
    assert.equal(readDraft(old, () => false).lost[0]?.words, '7, 8');
  });

  it('are parted from fields that went meanwhile, of which only what was changed matters', () => {
    const entries = new Map([
      [1, entry('a', 'b')],
      [2, entry('a', 'b')],
      [3, entry('a', 'a')],
    ]);
    const { entries: there, lost } = partEntries(entries, (id) => id === 1, nameOf);
    assert.deepEqual([...there.keys()], [1]);
    assert.deepEqual(
      lost.map(({ id, label }) => [id, label]),
      [[2, 'F2']],
    );
  });

  it('are nothing where nothing was changed, or nothing can be read', () => {
    assert.equal(writeDraft(new Map([[1, entry('a', 'a')]]), nameOf, ''), undefined);
    for (const kept of [undefined, 'x', { fields: [3, { id: 1 }] }])
      assert.equal(readDraft(kept, () => true).entries.size, 0);
  });
});
