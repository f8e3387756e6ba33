// What drawn pages needed besides what their addresses say, so that it is read at once the next time.
import { hash } from 'node:crypto';
import { createDropOldest } from '../../../platform/drop-oldest.ts';
import type { FirstRead } from '../first-reads.ts';

/** Pages, each of one person. */
const pagesMax = 2000;

export interface AskedBefore {
  /** `self` is what the API says of them. What this person's page needed the last time; none where that is not known. */
  list(self: string, page: string): readonly FirstRead[];
  note(self: string, page: string, reads: readonly FirstRead[]): void;
}

export function createAskedBefore(): AskedBefore {
  const known = new Map<string, readonly FirstRead[]>();
  const dropOldest = createDropOldest(known);
  const keyOf = (self: string, page: string): string => hash('sha256', `${self} ${page}`, 'base64url');
  return {
    list: (self, page) => known.get(keyOf(self, page)) ?? [],
    note(self, page, reads) {
      const key = keyOf(self, page);
      known.delete(key);
      if (reads.length > 0) known.set(key, reads);
      if (known.size > pagesMax) dropOldest();
    },
  };
}
