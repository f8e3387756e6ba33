// Words that are meant where nothing was found: those that texts have and that few slips of the keyboard make of each other.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { countSlips } from '../../../platform/texts/slips.ts';
import * as store from './search.store.ts';

/** Of shorter words one slip makes too many others. */
const lengthMin = 4;
/** Characters of a word that is suggested; longer ones are not. */
const lengthMax = 32;
/** Words that are read at once. */
const readAtOnce = 5_000;

/** Whether a word is one that people may mean: letters alone, of scripts with spaces. */
export const isSuggestible = (word: string): boolean =>
  word.length >= lengthMin &&
  word.length <= lengthMax &&
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+$/u.test(word);

/**
 * All words near to a folded one, by how many slips are between: words that start with its first letter, or with its second. None is
 * left out for the sake of another, so that no word of a text that somebody may not read takes the place of one that they may;
 * undefined where `isLate` before all were looked at.
 */
export async function listSimilar(db: Reader, word: string, isLate: () => boolean): Promise<string[][] | undefined> {
  if (!isSuggestible(word)) return [];
  const slipsMax = word.length < 8 ? 1 : 2;
  const near: string[][] = Array.from({ length: slipsMax }, () => []);
  for (const start of new Set([...word].slice(0, 2))) {
    for (let after = ''; ;) {
      const words = await store.listWords(db, { start, after, limit: readAtOnce });
      for (const other of words) {
        if (Math.abs(other.length - word.length) > slipsMax) continue;
        const slips = countSlips(word, other, slipsMax);
        if (slips > 0) near[slips - 1]?.push(other);
      }
      if (words.length < readAtOnce) break;
      if (isLate()) return undefined;
      after = words.at(-1) ?? '';
      if (isSliceOver()) await yieldSlice();
    }
  }
  return near;
}
