// The form in which texts are compared when people or words are searched: the one table of folding, for the server and for pages.

const ascii = /^[ -~\t\r\n]*$/;

/**
 * Marks that readers leave out when they search: accents of Latin, Greek and Cyrillic, vowels and signs of Hebrew, Arabic and
 * Syriac, and what takes no room. Marks of other scripts are part of their letters.
 */
const marks =
  /[\u0300-\u036f]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u0610-\u061a\u064b-\u065f\u0670]|[\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|\u0711|[\u0730-\u074a]|[\u08ca-\u08e1]|[\u08e3-\u08ff]|[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|[\u0640\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Letters that Unicode takes apart into no others, by what people type for them. */
const pairs =
  'æae œoe øo łl đd ðd ħh ıi ĸk ŋn þth ŧt ƀb ɓb ƈc ȼc ɖd ɗd ɇe ƒf ǥg ɠg ɨi ɉj ƙk ƚl ɫl ɲn ƞn ƥp ɍr ʂs ƭt ʈt ʉu ʋv ƴy ɏy ƶz ȥz ⱥa ⱦt ' +
  'ٱا ىي ةه کك یي ێي ہه ھه';

const letters: ReadonlyMap<string, string> = new Map(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));

const anyLetter = new RegExp(`[${[...letters.keys()].join('')}]`, 'g');

/**
 * Without case, accents, vowel marks and differences of presentation: `Émile` and `EMILE` fold alike, so do `Straße` and
 * `STRASSE`, `Łódź` and `lodz`. Decomposed (NFKD). What is folded folds to itself.
 */
export const foldText = (text: string): string =>
  // What is ASCII alone is far more common, and folded in a tenth of the time.
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(marks, '')
        .toLowerCase()
        // The capital sharp s has no capital letters but itself; its small letter has SS.
        .toUpperCase()
        .toLowerCase()
        .replace(marks, '')
        .replace(anyLetter, (letter) => letters.get(letter) ?? letter);
