// Shortens what people wrote, never within what a reader takes for one character.
import { lasting } from '../i18n.ts';

const graphemes = lasting(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** The first so many characters as readers count them; takes no longer for a longer text. */
export function firstCharacters(text: string, count: number): string {
  let end = 0;
  let seen = 0;
  // A pile of marks without an end is one character, too.
  for (const { segment } of graphemes().segment(text.slice(0, count * 64))) {
    if (seen === count) break;
    seen += 1;
    end += segment.length;
  }
  return text.slice(0, end).toWellFormed();
}

/** A text that fits into about so many letters. */
export function shorten(text: string, letters: number): string {
  if (text.length <= letters || firstCharacters(text, letters) === text) return text;
  return `${firstCharacters(text, Math.max(1, letters - 1)).trimEnd()}…`;
}
