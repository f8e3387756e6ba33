// Forms of words: whoever searches for "crash" means "crashes" too. A few endings of each language do; what they make too
// much is mostly no word, and finds nothing.
import type { Settings } from '../../../settings/index.ts';

type Language = Settings['search_language'];

const endings: Readonly<Record<Language, readonly string[]>> = {
  none: [],
  english: ['', 'e', 's', 'es', 'ed', 'er', 'ing'],
  french: ['', 'e', 's', 'es', 'x', 'er', 'ez'],
  german: ['', 'e', 'n', 'en', 'er', 'es', 'em', 's'],
};

const stemLengthMin = 3;
const doubled = /([bdfgklmnprstz])\1$/;

/** The folded word, and its other forms; words with digits have none. */
export function formsOf(word: string, language: Language): readonly [string, ...string[]] {
  const known = endings[language];
  if (known.length === 0 || !/^[a-z]{3,}$/.test(word)) return [word];
  const ending = known
    .filter((one) => word.endsWith(one) && word.length - one.length >= stemLengthMin)
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const stem = word.slice(0, word.length - ending.length);
  const stems = ending !== '' && doubled.test(stem) ? [stem, stem.slice(0, -1)] : [stem];
  const forms = new Set(stems.flatMap((one) => known.map((other) => one + other)));
  forms.delete(word);
  return [word, ...forms];
}
