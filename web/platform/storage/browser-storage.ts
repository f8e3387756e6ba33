// The storages of the browser, and all that the pages keep there; nothing else touches them, but the script of the document, which
// reads the look. What says something about a person is sealed, see personal-storage.ts, or goes when they sign out, whichever key it
// has: only what this list calls the browser's own stays.

/** How the pages look in this browser, whoever uses it. None of it names anything. */
type BrowserKey = 'look' | 'shortcuts' | 'side' | 'difference' | 'platform_banner' | `project_banner_${number}`;

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const browserKeys = /^tepal\.(?:look|shortcuts|side|difference|platform_banner|project_banner_\d+)$/;

/** What is ours at this address: of the pages, and of their router. */
const isOurs = (key: string): boolean => key.startsWith('tepal.') || key.startsWith('tsr-');

export const localStore = (): Store => localStorage;
export const tabStore = (): Store => sessionStorage;

export const readStored = (key: BrowserKey): string | null => localStorage.getItem(`tepal.${key}`);

/** Returns whether there was room. */
export function keep(key: BrowserKey, text: string): boolean {
  try {
    localStorage.setItem(`tepal.${key}`, text);
    return true;
  } catch (error) {
    // A full storage, or none at all.
    if (error instanceof DOMException) return false;
    throw error;
  }
}

export const listKeys = (store: Store): string[] =>
  Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');

/** Removes all that is of the person who signs out, in this browser and in this tab. */
export function clearPersonal(local: Store = localStorage, tab: Store = sessionStorage): void {
  for (const store of [local, tab])
    for (const key of listKeys(store)) if (isOurs(key) && !browserKeys.test(key)) store.removeItem(key);
}
