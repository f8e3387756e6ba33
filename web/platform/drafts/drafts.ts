// What somebody typed and the server has not confirmed yet, kept in this browser by person, thing and tab: two tabs with the same
// thing have a draft each.
import { serverNowMs } from '../clock.ts';

const prefix = 'tepal.draft.';
/** Between the name of a thing and that of a tab; no name of a thing has it. */
const tabMark = '\u001F';
/** Drafts that nobody came back to in this time, in ms, are dropped at the next start. */
const lifetimeMs = 60 * 24 * 3_600_000;

export interface Draft<T> {
  value: T;
  savedAtMs: number;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** A document in a tab of a browser. */
interface Tab {
  name: string;
  /** The document that was there before. */
  before: string | null;
}

export interface Drafts {
  /** The draft of this tab, else the newest one; undefined where there is none, or none that can be read. */
  read(thing: string): Draft<unknown> | undefined;
  /** Returns whether it could be kept; a full storage keeps nothing more. */
  save(thing: string, value: unknown): boolean;
  /** The draft of this tab, and the one that it has read; those of other tabs stay. */
  drop(thing: string): void;
  /** Things that there are drafts of, whose names begin with `start`. */
  list(start: string): string[];
  /** Forgets what is older than two months. */
  dropOld(): void;
}

const newName = (): string => Math.random().toString(36).slice(2, 12);

const tabKey = 'tepal.tab';

/** Each document is one of its own: a tab that was duplicated has what its session keeps, too. */
export function openTab(session: Pick<Storage, 'getItem' | 'setItem'>): Tab {
  const tab = { name: newName(), before: session.getItem(tabKey) };
  session.setItem(tabKey, tab.name);
  return tab;
}

let ownTab: Tab | undefined;

/** What a tab has read from a draft of another document, by the key that its own has. */
const taken = new Map<string, { key: string; text: string; value: string }>();

/** Drafts of one person; `person` is their user name. */
export function createDrafts(
  storage: Storage,
  person: string,
  nowMs: () => number = serverNowMs,
  tab: Tab = (ownTab ??= openTab(sessionStorage)),
): Drafts {
  const keyOf = (thing: string): string => `${prefix}${person}.${thing}`;
  const ownKeyOf = (thing: string): string => `${keyOf(thing)}${tabMark}${tab.name}`;
  const listKeys = (start: string): string[] =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(start),
    );
  const thingOf = (key: string): string => key.slice(keyOf('').length).split(tabMark, 1)[0] ?? '';
  /** That of this tab first, then that of the document before it, then the newest. */
  const find = (thing: string): { key: string; text: string; draft: Draft<unknown> } | undefined => {
    const before = `${keyOf(thing)}${tabMark}${tab.before}`;
    const rankOf = (key: string): number => (key === ownKeyOf(thing) ? 0 : key === before ? 1 : 2);
    return listKeys(keyOf(thing))
      .filter((key) => thingOf(key) === thing)
      .flatMap((key) => {
        const text = storage.getItem(key);
        const draft = parseDraft(text);
        return text === null || draft === undefined ? [] : { key, text, draft };
      })
      .sort((one, other) => rankOf(one.key) - rankOf(other.key) || other.draft.savedAtMs - one.draft.savedAtMs)[0];
  };
  /** Removes what this tab has read, unless it was written again since. */
  const removeTaken = (own: string): void => {
    const from = taken.get(own);
    taken.delete(own);
    if (from !== undefined && storage.getItem(from.key) === from.text) storage.removeItem(from.key);
  };
  return {
    read(thing) {
      const found = find(thing);
      const own = ownKeyOf(thing);
      if (found !== undefined && found.key !== own)
        taken.set(own, { key: found.key, text: found.text, value: JSON.stringify(found.draft.value) });
      return found?.draft;
    },
    save(thing, value) {
      const own = ownKeyOf(thing);
      const text = JSON.stringify(value);
      // Whoever only reads what another tab writes leaves it there.
      if (taken.get(own)?.value === text && storage.getItem(own) === null) return true;
      try {
        storage.setItem(own, JSON.stringify({ value, savedAtMs: nowMs() }));
        removeTaken(own);
        return true;
      } catch (error) {
        if (error instanceof DOMException) return false;
        throw error;
      }
    },
    drop(thing) {
      storage.removeItem(ownKeyOf(thing));
      removeTaken(ownKeyOf(thing));
    },
    list: (start) => [...new Set(listKeys(keyOf(start)).map(thingOf))],
    dropOld() {
      for (const key of listKeys(prefix)) {
        const draft = parseDraft(storage.getItem(key));
        if (draft === undefined || draft.savedAtMs + lifetimeMs < nowMs()) storage.removeItem(key);
      }
    },
  };
}

/** What somebody wrote while `sent` was on its way: what stands behind it, or all of a text that no longer begins with it. */
export const unsentOf = (text: string, sent: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;

function parseDraft(text: string | null): Draft<unknown> | undefined {
  if (text === null) return undefined;
  try {
    const draft: unknown = JSON.parse(text);
    if (typeof draft !== 'object' || draft === null || !('value' in draft) || !('savedAtMs' in draft)) return undefined;
    return typeof draft.savedAtMs === 'number' ? { value: draft.value, savedAtMs: draft.savedAtMs } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
