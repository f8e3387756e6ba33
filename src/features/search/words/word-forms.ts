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
/** English doubles the last consonant before some endings: `stop`, `stopped`. */
const doublable = /[^aeiou][aeiou]([bdgklmnprt])$/;
const endingsAfterDoubled = ['ed', 'er', 'ing'];

/**
 * The folded word, and its other forms; words with digits have none. What ends a word may belong to it: `transfer` has the forms
 * of `transf` and its own.
 */
export function formsOf(word: string, language: Language): readonly [string, ...string[]] {
  const known = endings[language];
  if (known.length === 0 || !/^[a-z]{3,}$/.test(word)) return [word];
  const found = known
    .filter((one) => word.endsWith(one) && word.length - one.length >= stemLengthMin)
    .map((one) => word.slice(0, word.length - one.length));
  const stems = new Set(
    found.flatMap((stem) => (stem !== word && doubled.test(stem) ? [stem, stem.slice(0, -1)] : [stem])),
  );
  const forms = new Set([...stems].flatMap((stem) => known.map((ending) => stem + ending)));
  if (language === 'english') for (const stem of stems) for (const form of irregularForms(stem)) forms.add(form);
  forms.delete(word);
  return [word, ...forms];
}

/** `stopped` of `stop`; `entries` of `entry`, and the other way round. */
function irregularForms(stem: string): string[] {
  const last = doublable.exec(stem)?.[1];
  return [
    ...(last === undefined ? [] : endingsAfterDoubled.map((ending) => `${stem}${last}${ending}`)),
    ...(stem.endsWith('y') ? [`${stem.slice(0, -1)}ies`, `${stem.slice(0, -1)}ied`] : []),
    ...(stem.endsWith('i') && stem.length > stemLengthMin ? [`${stem.slice(0, -1)}y`] : []),
  ];
}
