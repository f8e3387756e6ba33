// Words that are meant where nothing was found: those that texts have and that few slips of the keyboard make of each other.
import type { Reader } from '../../../platform/database/index.ts';
import { countSlips } from '../../../platform/texts/slips.ts';
import * as store from './search.store.ts';

/** Of shorter words one slip makes too many others. */
const lengthMin = 4;
const lengthMax = 32;
const similarMax = 5;
/** Words that are looked at for each letter that one may start with. */
const lookedMax = 20_000;

/** Whether a word is one that people may mean: letters alone, of scripts with spaces. */
export const isSuggestible = (word: string): boolean =>
  word.length >= lengthMin &&
  word.length <= lengthMax &&
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+$/u.test(word);

/** The words nearest to a folded one; words that start with its first letter, or with its second. */
export async function listSimilar(db: Reader, word: string): Promise<string[]> {
  if (!isSuggestible(word)) return [];
  const slipsMax = word.length < 8 ? 1 : 2;
  const letters = new Set([...word].slice(0, 2));
  const near: { word: string; slips: number }[] = [];
  for (const letter of letters) {
    for (const other of await store.listWords(db, letter, lookedMax)) {
      if (Math.abs(other.length - word.length) > slipsMax) continue;
      const slips = countSlips(word, other, slipsMax);
      if (slips > 0 && slips <= slipsMax) near.push({ word: other, slips });
    }
  }
  const least = Math.min(...near.map(({ slips }) => slips));
  const nearest = near.filter(({ slips }) => slips === least).map((found) => found.word);
  return nearest.sort().slice(0, similarMax);
}
