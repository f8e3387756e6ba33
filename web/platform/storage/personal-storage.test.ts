import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { noteServerTime } from '../network/clock.ts';
import { createDrafts, openTab } from '../drafts/drafts.ts';
import { dropOld } from '../drafts/expired-drafts.ts';
import type { Store } from './browser-storage.ts';
import { keep, readStored } from './browser-storage.ts';
import { closePersonalStorage, openPersonalStorage, personalStore, personalTabStore } from './personal-storage.ts';
import { sealPlain } from './unsealed-entries.ts';

function createStorage(): Store & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

const newKey = (): string => randomBytes(32).toString('base64');
const ana = { id: 103, username: 'ana', key: newKey() };
const bruno = { id: 104, username: 'bruno', key: newKey() };

describe('what pages keep of a person in the browser', () => {
  let local = createStorage();
  let tab = createStorage();
  const put = (name: string, value: unknown): void =>
    void Object.defineProperty(globalThis, name, { value, configurable: true });
  beforeEach(() => {
    [local, tab] = [createStorage(), createStorage()];
    put('localStorage', local);
    put('sessionStorage', tab);
  });
  afterEach(() => openPersonalStorage(undefined));
  const everything = (): string => JSON.stringify([...local.texts, ...tab.texts]);
  const draftsOf = (username: string) => createDrafts(personalStore, username, () => 1, openTab(createStorage()));

  it('is unreadable without the key, names included, and there again for the same person', () => {
    openPersonalStorage(ana);
    draftsOf('ana').save('join secret-project', 'Résumé of a 秘密');
    personalTabStore.setItem('tepal.trail', 'Private list');
    assert.doesNotMatch(everything(), /secret-project|Résumé|秘密|Private|"tepal\.(?:draft|trail)/);
    openPersonalStorage(bruno);
    assert.equal(personalStore.length, 0);
    assert.equal(draftsOf('ana').read('join secret-project'), undefined);
    // Another key under the same number: that of another install.
    openPersonalStorage({ ...ana, key: newKey() });
    assert.equal(personalStore.length, 0);
    openPersonalStorage(ana);
    assert.equal(draftsOf('ana').read('join secret-project')?.value, 'Résumé of a 秘密');
    assert.equal(personalTabStore.getItem('tepal.trail'), 'Private list');
    draftsOf('ana').save('join secret-project', 'x'.repeat(100_000));
    personalStore.setItem('one', 'a');
    personalStore.setItem('one', 'b');
    assert.deepEqual([personalStore.getItem('one'), local.length], ['b', 3]);
    personalStore.removeItem('one');
    assert.equal(local.length, 2);
  });

  it('goes when they sign out, and nothing is kept afterwards; what is of the browser stays', () => {
    openPersonalStorage(ana);
    draftsOf('ana').save('comment.12', 'typed');
    personalTabStore.setItem('tepal.trail', 'list');
    keep('look', '{}');
    keep('project_banner_12', 'mark');
    local.setItem('tepal.whatever-comes', 'private');
    local.setItem('of another program', 'stays');
    tab.setItem('tsr-scroll-restoration-v1_3', '{}');
    closePersonalStorage();
    assert.equal(draftsOf('ana').save('comment.12', 'as the page goes'), true);
    assert.deepEqual([...local.texts.keys()], ['tepal.look', 'tepal.project_banner_12', 'of another program']);
    assert.equal(tab.length, 0);
    assert.equal(readStored('look'), '{}');
  });

  it('is kept in the page alone where there is no session, and of visitors in their tab', () => {
    openPersonalStorage({ ...ana, key: undefined });
    draftsOf('ana').save('comment.12', 'typed');
    assert.equal(draftsOf('ana').read('comment.12')?.value, 'typed');
    assert.equal(local.length + tab.length, 0);
    openPersonalStorage(undefined);
    assert.equal(personalStore.length, 0);
    personalTabStore.setItem('tepal.trail', 'public list');
    assert.deepEqual([local.length, tab.length], [0, 1]);
  });

  it('that an earlier version kept in plain is sealed, or removed where it is of others', () => {
    local.setItem('tepal.draft.ana.comment.12', JSON.stringify({ value: 'typed', savedAtMs: 1 }));
    local.setItem('tepal.draft.bruno.comment.12', JSON.stringify({ value: 'theirs', savedAtMs: 1 }));
    local.setItem('tepal.trackers.104', 'Private tracker');
    openPersonalStorage(ana);
    sealPlain(ana);
    assert.equal(draftsOf('ana').read('comment.12')?.value, 'typed');
    assert.doesNotMatch(everything(), /typed|theirs|Private/);
  });

  it('of others goes after two months', (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: 1_000_000_000_000 });
    noteServerTime(new Date().toUTCString());
    openPersonalStorage(ana);
    personalStore.setItem('one', 'a');
    context.mock.timers.setTime(1_000_000_000_000 + 59 * 24 * 3_600_000);
    dropOld(bruno.id);
    assert.equal(local.length, 1);
    context.mock.timers.setTime(1_000_000_000_000 + 62 * 24 * 3_600_000);
    dropOld(ana.id);
    assert.equal(local.length, 1);
    dropOld(undefined);
    assert.equal(local.length, 0);
  });
});
