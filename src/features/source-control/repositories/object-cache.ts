// Facts about Git objects, which never change, by ids of objects.
import { createCache } from '../../../platform/cache/index.ts';
import type { CacheOptions } from '../../../platform/cache/index.ts';

export interface ObjectCache<R> {
  /** The fact under this key, by `find` where it is not cached; requests meanwhile wait for the same. What `find` throws is not cached. */
  get(key: string, find: () => Promise<R>): Promise<R>;
}

export function createObjectCache<R extends {}>(options: CacheOptions<R>): ObjectCache<R> {
  const cache = createCache<string, R>(options);
  const loading = new Map<string, Promise<R>>();
  return {
    async get(key, find) {
      const known = cache.get(key);
      if (known !== undefined) return known;
      const under = loading.get(key);
      if (under !== undefined) return under;
      const finding = find();
      loading.set(key, finding);
      try {
        const fact = await finding;
        cache.set(key, fact);
        return fact;
      } finally {
        loading.delete(key);
      }
    },
  };
}
