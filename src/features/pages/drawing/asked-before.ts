// What drawn pages needed besides what their addresses say, so that it is read at once the next time.
import { hash } from 'node:crypto';
import { createCache } from '../../../platform/cache/index.ts';
import type { FirstRead } from '../first-reads.ts';

export interface AskedBefore {
  /** `self` is what the API says of them. What this person's page needed the last time; none where that is not known. */
  list(self: string, page: string): readonly FirstRead[];
  note(self: string, page: string, reads: readonly FirstRead[]): void;
}

export function createAskedBefore(): AskedBefore {
  const known = createCache<string, readonly FirstRead[]>({
    name: 'preloaded_queries',
    maxBytes: 2_097_152,
    sizeOf: (reads) => 500 * reads.length,
  });
  const keyOf = (self: string, page: string): string => hash('sha256', `${self} ${page}`, 'base64url');
  return {
    list: (self, page) => known.get(keyOf(self, page)) ?? [],
    note(self, page, reads) {
      const key = keyOf(self, page);
      if (reads.length > 0) known.set(key, reads);
      else known.delete(key);
    },
  };
}
