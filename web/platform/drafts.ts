// What somebody typed and the server has not confirmed yet, kept in this browser by person and thing.
import { serverNowMs } from './clock.ts';

const prefix = 'tepal.draft.';
/** Drafts that nobody came back to in this time, in ms, are dropped at the next start. */
const lifetimeMs = 60 * 24 * 3_600_000;

export interface Draft<T> {
  value: T;
  savedAtMs: number;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface Drafts {
  /** undefined where there is none, or none that can be read. */
  read(thing: string): Draft<unknown> | undefined;
  /** Returns whether it could be kept; a full storage keeps nothing more. */
  save(thing: string, value: unknown): boolean;
  drop(thing: string): void;
  /** Things that there are drafts of, whose names begin with `start`. */
  list(start: string): string[];
  /** Forgets what is older than two months. */
  dropOld(): void;
}

/** Drafts of one person; `person` is their user name. */
export function createDrafts(storage: Storage, person: string, nowMs: () => number = serverNowMs): Drafts {
  const keyOf = (thing: string): string => `${prefix}${person}.${thing}`;
  const listKeys = (start: string): string[] =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(start),
    );
  const readKey = (key: string): Draft<unknown> | undefined => parseDraft(storage.getItem(key));
  return {
    read: (thing) => readKey(keyOf(thing)),
    save(thing, value) {
      try {
        storage.setItem(keyOf(thing), JSON.stringify({ value, savedAtMs: nowMs() }));
        return true;
      } catch (error) {
        if (error instanceof DOMException) return false;
        throw error;
      }
    },
    drop: (thing) => storage.removeItem(keyOf(thing)),
    list: (start) => listKeys(keyOf(start)).map((key) => key.slice(keyOf('').length)),
    dropOld() {
      for (const key of listKeys(prefix)) {
        const draft = readKey(key);
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
