// The one kind of cache. An entry is valid for one version, which the reader has just read; no entry expires by time. What was used
// longest ago is evicted first, by bytes.
import { LRUCache } from 'lru-cache';

export interface Cache<K, V> {
  /** The value of the key at this version. A higher version than all before empties the cache. */
  get(key: K, version?: number): V | undefined;
  /** The values of those of the keys that the cache has. */
  getMany(keys: Iterable<K>, version?: number): Map<K, V>;
  /** The value of the key at any version; does not count as use. */
  peek(key: K): V | undefined;
  /** Stores a value that was read at this version or later; ignored where a higher version was seen. */
  set(key: K, value: V, version?: number): void;
  delete(key: K): void;
  /** The value at this version; `read` runs where there is none, and what it throws is not cached. */
  load(key: K, version: number, read: () => Promise<V>): Promise<V>;
}

export interface CacheOptions<V> {
  /** Labels the metrics. */
  name: string;
  /** Of all entries, where `cache_memory_max` has its default; it scales with that. */
  maxBytes: number;
  /** Estimate for a value in bytes, without its key. */
  sizeOf(value: V): number;
}

/** What the caches of one name did in this process. */
export interface CacheStats {
  readonly name: string;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly bytes: number;
  readonly maxBytes: number;
}

/** What a cache has; its entries are made at the first use, when the bound is known. */
interface Room<Entries> {
  entries: Entries | undefined;
  bound(): number;
}

interface Counts {
  hits: number;
  misses: number;
  evictions: number;
  /** Those of closed apps are collected. */
  rooms: WeakRef<Room<{ readonly calculatedSize: number; readonly maxSize: number }>>[];
}

/** The sum of `maxBytes` of all caches. */
export const defaultCacheBytes = 335_544_320;

/** No cache has anything for it: the version of what a transaction has written and not committed. */
export const uncommittedVersion = -2;

/** What an entry takes beside its key and value. */
const entryBytes = 100;

const countsByName = new Map<string, Counts>();
let scale = 1;

/** Bounds the bytes of all caches together that were not used yet, each by its part. */
export function limitCaches(bytes: number): void {
  scale = bytes / defaultCacheBytes;
}

export const listCacheStats = (): CacheStats[] =>
  [...countsByName].map(([name, { rooms, ...counts }]) => {
    const living = rooms.flatMap((room) => room.deref() ?? []);
    return {
      name,
      ...counts,
      bytes: living.reduce((sum, room) => sum + (room.entries?.calculatedSize ?? 0), 0),
      maxBytes: living.reduce((sum, room) => sum + (room.entries?.maxSize ?? room.bound()), 0),
    };
  });

function countsOf(name: string): Counts {
  const known = countsByName.get(name) ?? { hits: 0, misses: 0, evictions: 0, rooms: [] };
  countsByName.set(name, known);
  return known;
}

export function createCache<K extends {}, V extends {}>(options: CacheOptions<V>): Cache<K, V> {
  const { name, sizeOf } = options;
  const counts = countsOf(name);
  const room: Room<LRUCache<K, V>> = {
    entries: undefined,
    bound: () => Math.max(1, Math.floor(options.maxBytes * scale)),
  };
  const open = (): LRUCache<K, V> =>
    (room.entries ??= new LRUCache<K, V>({
      maxSize: room.bound(),
      sizeCalculation: (value, key) =>
        Math.ceil(sizeOf(value)) + entryBytes + (typeof key === 'string' ? key.length : 0),
      dispose: (_value, _key, reason) => void (counts.evictions += reason === 'evict' ? 1 : 0),
    }));
  counts.rooms = [...counts.rooms.filter((known) => known.deref() !== undefined), new WeakRef(room)];
  let current = 0;
  const isCurrent = (version: number): boolean => {
    if (version > current) {
      room.entries?.clear();
      current = version;
    }
    return version === current;
  };
  const get = (key: K, version = 0): V | undefined => {
    const value = isCurrent(version) ? room.entries?.get(key) : undefined;
    if (value === undefined) counts.misses += 1;
    else counts.hits += 1;
    return value;
  };
  const set = (key: K, value: V, version = 0): void => {
    if (isCurrent(version)) open().set(key, value);
  };
  return {
    get,
    getMany(keys, version) {
      const found = new Map<K, V>();
      for (const key of keys) {
        const value = get(key, version);
        if (value !== undefined) found.set(key, value);
      }
      return found;
    },
    peek: (key) => room.entries?.peek(key),
    set,
    delete: (key) => void room.entries?.delete(key),
    async load(key, version, read) {
      const known = get(key, version);
      if (known !== undefined) return known;
      const value = await read();
      set(key, value, version);
      return value;
    },
  };
}
