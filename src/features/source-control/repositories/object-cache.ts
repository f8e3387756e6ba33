// Facts about Git objects, which never change, by ids of objects.
import { createCache } from '../../../platform/cache/index.ts';
import type { CacheOptions } from '../../../platform/cache/index.ts';
import { createSingleFlight } from '../../../platform/concurrency/single-flight.ts';

export interface ObjectCache<R> {
  /** The fact under this key, by `find` where it is not cached; requests meanwhile wait for the same. What `find` throws is not cached. */
  get(key: string, find: () => Promise<R>): Promise<R>;
}

export function createObjectCache<R extends {}>(options: CacheOptions<R>): ObjectCache<R> {
  const cache = createCache<string, R>(options);
  const share = createSingleFlight<R>();
  return {
    get: async (key, find) =>
      cache.get(key) ??
      share(key, async () => {
        const fact = await find();
        cache.set(key, fact);
        return fact;
      }),
  };
}
