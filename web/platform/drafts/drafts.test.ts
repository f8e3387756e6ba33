import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDrafts, openTab } from './drafts.ts';
import type { Drafts } from './drafts.ts';

function createStorage() {
  const texts = new Map<string, string>();
  return {
    texts,
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
}

describe('drafts', () => {
  const storage = createStorage();
  let nowMs = 0;
  /** A document in the tab that has this session. */
  const open = (session = createStorage()): Drafts =>
    createDrafts(storage, 'ana', () => (nowMs += 1), openTab(session));
  const readOf = (drafts: Drafts, thing = 'artifact.1'): unknown => drafts.read(thing)?.value;

  it('of two tabs with the same thing are two, and what one sends or leaves takes nothing of the other', () => {
    const session = createStorage();
    const [one, other] = [open(session), open()];
    assert.equal(readOf(one), undefined);
    assert.equal(readOf(other), undefined);
    one.save('artifact.1', 'mine');
    other.drop('artifact.1');
    other.save('artifact.1', 'theirs');
    assert.equal(readOf(open(session)), 'mine', 'what this tab has is there after a reload');
    other.drop('artifact.1');
    assert.equal(readOf(open()), 'mine');
    assert.deepEqual(open().list('artifact.'), ['artifact.1']);
    one.drop('artifact.1');
    assert.equal(storage.length, 0);
  });

  it('that a tab goes on with become its own, unless the other one went on, too', () => {
    const one = open();
    one.save('artifact.1', 'half');
    const other = open();
    assert.equal(readOf(other), 'half');
    other.save('artifact.1', 'half');
    assert.equal(storage.length, 1, 'who only reads it keeps no copy');
    other.save('artifact.1', 'half and more');
    assert.equal(storage.length, 1);
    one.save('artifact.1', 'half and else');
    assert.equal(storage.length, 2);
    other.drop('artifact.1');
    assert.equal(readOf(open()), 'half and else');
    const third = open();
    third.read('artifact.1');
    one.save('artifact.1', 'half and even else');
    third.drop('artifact.1');
    assert.equal(readOf(one), 'half and even else');
    one.drop('artifact.1');
  });

  it('from before there were tabs are read, and go with what they become', () => {
    storage.setItem('tepal.draft.ana.artifact.2', JSON.stringify({ value: 'old', savedAtMs: 1 }));
    const one = open();
    assert.equal(readOf(one, 'artifact.2'), 'old');
    assert.equal(readOf(one, 'artifact.21'), undefined);
    one.drop('artifact.2');
    assert.equal(storage.length, 0);
    storage.setItem('tepal.draft.ana.artifact.3', 'no draft');
    assert.equal(readOf(open(), 'artifact.3'), undefined);
  });
});
