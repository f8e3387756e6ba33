// What somebody typed and the server has not confirmed yet, kept in this browser by person, thing and tab: two tabs with the same
// thing have a draft each.
import { serverNowMs } from '../network/clock.ts';
import { tabStore } from '../storage/browser-storage.ts';
import type { Store } from '../storage/browser-storage.ts';

const prefix = 'tepal.draft.';
/** Between the name of a thing and that of a tab; no name of a thing has it. */
const tabMark = '\u001F';
/** Drafts that nobody came back to in this time, in ms, are dropped at the next start. */
const lifetimeMs = 60 * 24 * 3_600_000;

export interface Draft<T> {
  value: T;
  savedAtMs: number;
}

/** A document in a tab of a browser. */
interface Tab {
  name: string;
  /** The documents that were there before, the latest first. */
  before: readonly string[];
  /** Whether the document of that name is closed. */
  isGone(name: string): Promise<boolean>;
}

/** Of a browser, which all its documents share. */
interface Locks {
  request(name: string, hold: () => Promise<unknown>): Promise<unknown>;
  query(): Promise<{ held?: readonly { name?: string }[] }>;
}

export interface Drafts {
  /** The draft of this tab, else the newest one; undefined where there is none, or none that can be read. */
  read(thing: string): Draft<unknown> | undefined;
  /** Returns whether it could be kept; a full storage keeps nothing more. */
  save(thing: string, value: unknown): boolean;
  /** The draft of this tab, and the one that it has read of a document that is gone; those of other tabs stay. */
  drop(thing: string): void;
  /** Things that there are drafts of, whose names begin with `start`. */
  list(start: string): string[];
  /** Forgets what is older than two months. */
  dropOld(): void;
}

const newName = (): string => Math.random().toString(36).slice(2, 12);

const tabKey = 'tepal.tab';

/** Documents of a tab that are remembered, this one included. */
const chainMax = 20;

/** A document holds the lock of its name as long as it is open. */
const lockOf = (name: string): string => `${tabKey}.${name}`;

/**
 * Each document is one of its own: a tab that was duplicated has what its session keeps, too. Where the browser has no locks, nobody
 * knows which documents of other tabs are gone: then only those before this one are.
 */
export function openTab(session: Pick<Store, 'getItem' | 'setItem'>, locks?: Locks): Tab {
  const name = newName();
  const before = (session.getItem(tabKey)?.split(' ') ?? []).slice(0, chainMax - 1);
  session.setItem(tabKey, [name, ...before].join(' '));
  const hasNoLocks = (error: unknown): false => {
    if (error instanceof DOMException) return false;
    throw error;
  };
  void locks?.request(lockOf(name), () => new Promise(() => undefined)).catch(hasNoLocks);
  return {
    name,
    before,
    async isGone(other) {
      if (locks === undefined) return before.includes(other);
      try {
        const { held = [] } = await locks.query();
        return held.every((lock) => lock.name !== lockOf(other));
      } catch (error) {
        return hasNoLocks(error);
      }
    },
  };
}

const openOwnTab = (): Tab => openTab(tabStore(), 'locks' in navigator ? navigator.locks : undefined);

let ownTab: Tab | undefined;

/** What a tab has read from a draft of another document, by the key that its own has; `isGone`: that document is known to be. */
const taken = new Map<string, { key: string; text: string; value: string; isGone: boolean }>();

/** Drafts of one person; `person` is their user name. */
export function createDrafts(
  storage: Store,
  person: string,
  nowMs: () => number = serverNowMs,
  tab: Tab = (ownTab ??= openOwnTab()),
): Drafts {
  const keyOf = (thing: string): string => `${prefix}${person}.${thing}`;
  const ownKeyOf = (thing: string): string => `${keyOf(thing)}${tabMark}${tab.name}`;
  const chain = [tab.name, ...tab.before];
  /** Drafts from before there were tabs are of none. */
  const tabOf = (key: string): string | undefined => key.split(tabMark)[1];
  const listKeys = (start: string): string[] =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(start),
    );
  const thingOf = (key: string): string => key.slice(keyOf('').length).split(tabMark, 1)[0] ?? '';
  /** That of this tab first, then those of the documents before it, then the newest. */
  const find = (thing: string): { key: string; text: string; draft: Draft<unknown> } | undefined => {
    const rankOf = (key: string): number => {
      const index = chain.indexOf(tabOf(key) ?? '');
      return index < 0 ? chain.length : index;
    };
    return listKeys(keyOf(thing))
      .filter((key) => thingOf(key) === thing)
      .flatMap((key) => {
        const text = storage.getItem(key);
        const draft = parseDraft(text);
        return text === null || draft === undefined ? [] : { key, text, draft };
      })
      .sort((one, other) => rankOf(one.key) - rankOf(other.key) || other.draft.savedAtMs - one.draft.savedAtMs)[0];
  };
  const take = (own: string, { key, text, draft }: { key: string; text: string; draft: Draft<unknown> }): void => {
    const other = tabOf(key);
    const from = { key, text, value: JSON.stringify(draft.value), isGone: other === undefined };
    taken.set(own, from);
    if (other !== undefined) void tab.isGone(other).then((isGone) => void (from.isGone = isGone));
  };
  /** Removes what this tab has read, unless it was written again since, or its document is still open. */
  const removeTaken = (own: string): void => {
    const from = taken.get(own);
    taken.delete(own);
    if (from === undefined) return;
    const remove = (): void => {
      if (storage.getItem(from.key) === from.text) storage.removeItem(from.key);
    };
    if (from.isGone) remove();
    else void tab.isGone(tabOf(from.key) ?? '').then((isGone) => (isGone ? remove() : undefined));
  };
  return {
    read(thing) {
      const found = find(thing);
      const own = ownKeyOf(thing);
      if (found !== undefined && found.key !== own) take(own, found);
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
