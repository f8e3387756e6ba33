// The one kind of cache: entries are valid for one version number, which the reader has just read from the database.
// No entry ever expires by time; a higher version empties the cache.
import { createDropOldest } from './drop-oldest.ts';

export interface VersionedCache<Key, Value> {
  /** The value for `key` at `version`; `load` runs on a miss and what it throws is not kept. */
  get(key: Key, version: number, load: () => Promise<Value>): Promise<Value>;
  /** What is kept for `key` and `version`. */
  peek(key: Key, version: number): Value | undefined;
  /** Those of `keys` that are kept for `version`. */
  peekMany(keys: Iterable<Key>, version: number): Map<Key, Value>;
  /** Keeps a value that was read at `version` or later. */
  put(key: Key, version: number, value: Value): void;
}

/** No cache keeps anything for it: the version of what a transaction has written and not committed. */
export const uncommittedVersion = -2;

/** A cache of at most `maxEntries` entries; the one that came first leaves first. */
export function createVersionedCache<Key, Value extends {}>(maxEntries: number): VersionedCache<Key, Value> {
  const entries = new Map<Key, Value>();
  const dropOldest = createDropOldest(entries);
  let current = -1;
  const find = (key: Key, version: number): Value | undefined => {
    if (version > current) {
      entries.clear();
      current = version;
    }
    return version === current ? entries.get(key) : undefined;
  };
  const put = (key: Key, version: number, value: Value): void => {
    if (version !== current) return;
    entries.set(key, value);
    if (entries.size > maxEntries) dropOldest();
  };
  return {
    async get(key, version, load) {
      const kept = find(key, version);
      if (kept !== undefined) return kept;
      const value = await load();
      put(key, version, value);
      return value;
    },
    peek: find,
    peekMany(keys, version) {
      const found = new Map<Key, Value>();
      for (const key of keys) {
        const kept = find(key, version);
        if (kept !== undefined) found.set(key, kept);
      }
      return found;
    },
    put,
  };
}
