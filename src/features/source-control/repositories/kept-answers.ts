// What programs said of objects, which never change: kept by their ids, the least used forgotten first.
import { createDropOldest } from '../../../platform/drop-oldest.ts';

export interface KeptAnswers<R> {
  /** The answer under this key, by `find` where it is not kept; who asks meanwhile waits for the same. What `find` throws is not kept. */
  get(key: string, find: () => Promise<R>): Promise<R>;
}

/** Of one answer, for what holds it. */
const overheadBytes = 200;

/** `sizeOf` gives about how many bytes an answer takes; all of them together take at most `keptMaxBytes`. */
export function createKeptAnswers<R>(keptMaxBytes: number, sizeOf: (answer: R) => number): KeptAnswers<R> {
  const kept = new Map<string, { answer: R; sizeBytes: number }>();
  const dropOldest = createDropOldest(kept);
  const coming = new Map<string, Promise<R>>();
  let totalBytes = 0;
  const keep = (key: string, answer: R): void => {
    const sizeBytes = sizeOf(answer) + overheadBytes + 2 * key.length;
    kept.set(key, { answer, sizeBytes });
    totalBytes += sizeBytes;
    while (totalBytes > keptMaxBytes) totalBytes -= dropOldest()?.[1].sizeBytes ?? 0;
  };
  return {
    async get(key, find) {
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key);
        kept.set(key, found);
        return found.answer;
      }
      const asked = coming.get(key);
      if (asked !== undefined) return asked;
      const finding = find();
      coming.set(key, finding);
      try {
        const answer = await finding;
        keep(key, answer);
        return answer;
      } finally {
        coming.delete(key);
      }
    },
  };
}
