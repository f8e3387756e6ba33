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

/** Of a browser in which documents can be closed. */
function createLocks() {
  let held: string[] = [];
  return {
    request: (name: string) => {
      held.push(name);
      return Promise.resolve();
    },
    query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
    closeAll: () => void (held = []),
  };
}

/** All that was asked of locks is answered. */
const answered = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('drafts', () => {
  const storage = createStorage();
  const locks = createLocks();
  let nowMs = 0;
  /** A document in the tab that has this session. */
  const open = (session = createStorage()): Drafts =>
    createDrafts(storage, 'ana', () => (nowMs += 1), openTab(session, locks));
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

  it('that a tab goes on with become its own, unless the other one went on, too', async () => {
    const one = open();
    one.save('artifact.1', 'half');
    locks.closeAll();
    const other = open();
    assert.equal(readOf(other), 'half');
    await answered();
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
    await answered();
    assert.equal(readOf(one), 'half and even else');
    one.drop('artifact.1');
  });

  it('of a tab are its own after each reload, and what an open tab has typed is not removed by another one', async () => {
    const session = createStorage();
    open(session).save('artifact.1', 'mine');
    locks.closeAll();
    const other = open();
    other.save('artifact.1', 'theirs');
    open(session);
    const again = open(session);
    assert.equal(readOf(again), 'mine', 'after the second reload');
    again.save('artifact.1', 'mine and more');
    await answered();
    assert.equal(storage.length, 2, 'what the tab had before goes');
    again.drop('artifact.1');
    assert.equal(readOf(again), 'theirs');
    again.save('artifact.1', 'theirs and mine');
    await answered();
    assert.equal(readOf(other), 'theirs');
    again.drop('artifact.1');
    other.drop('artifact.1');
    assert.equal(storage.length, 0);
  });

  it('of a browser without locks are removed by the tab that has them from before alone', async () => {
    const session = createStorage();
    const openPlain = (kept = createStorage()): Drafts => createDrafts(storage, 'ana', () => 1, openTab(kept));
    openPlain(session).save('artifact.1', 'mine');
    for (const [drafts, length] of [
      [openPlain(), 1],
      [openPlain(session), 0],
    ] as const) {
      assert.equal(readOf(drafts), 'mine');
      drafts.drop('artifact.1');
      await answered();
      assert.equal(storage.length, length);
    }
  });

  it('of a tab are remembered for twenty documents', () => {
    const session = createStorage();
    const names = Array.from({ length: 25 }, () => openTab(session)).map((tab) => tab.name);
    assert.deepEqual(openTab(session).before, names.slice(-19).toReversed());
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
