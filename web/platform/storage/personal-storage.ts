// What the pages keep of a person in this browser, such as drafts: sealed with a key that the server gives to sessions of that person
// alone. Once the session is over, nobody else who uses the browser can read it; the same person has it again after signing in.
import { serverNowMs } from '../network/clock.ts';
import { clearPersonal, localStore, tabStore } from './browser-storage.ts';
import type { Store } from './browser-storage.ts';
import { createSealedStore, decodeBytes } from './sealed-store.ts';

/** Between this and a random name stands whose it is. */
export const sealedPrefix = 'tepal.sealed.';

/** Of a page without a key: it goes with the page. */
function createMemoryStore(): Store {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

let stores: { local: Store; tab: Store } | undefined;
const current = (): { local: Store; tab: Store } =>
  (stores ??= { local: createMemoryStore(), tab: createMemoryStore() });

const forward = (which: 'local' | 'tab'): Store => ({
  get length() {
    return current()[which].length;
  },
  key: (index) => current()[which].key(index),
  getItem: (key) => current()[which].getItem(key),
  setItem: (key, text) => current()[which].setItem(key, text),
  removeItem: (key) => current()[which].removeItem(key),
});

/** Of the person who uses the page, in all tabs of this browser. */
export const personalStore: Store = forward('local');
/** Of the person who uses the page, in this tab. */
export const personalTabStore: Store = forward('tab');

export interface StorageOwner {
  id: number;
  username: string;
  /** 32 bytes as base64; undefined where the page is not used by a session, such as with a password per request. */
  key: string | undefined;
}

/** Whose page it is from now on; undefined for somebody who is not signed in, of whom the tab alone keeps something. */
export function openPersonalStorage(owner: StorageOwner | undefined): void {
  if (owner === undefined) stores = { local: createMemoryStore(), tab: tabStore() };
  else if (owner.key === undefined) stores = undefined;
  else {
    const key = decodeBytes(owner.key);
    const sealed = (store: Store): Store => createSealedStore(store, `${sealedPrefix}${owner.id}.`, key, serverNowMs);
    stores = { local: sealed(localStore()), tab: sealed(tabStore()) };
  }
}

/** Somebody signs out: removes what is kept of them, and keeps nothing more that this page still writes. */
export function closePersonalStorage(): void {
  stores = undefined;
  clearPersonal();
}
