// Shortens what people wrote, never within what a reader takes for one character.

/** In UTF-16 units on both sides of a cut: far more than a flag, a family or a letter with its marks has. */
const windowUnits = 256;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const isWithinPair = (text: string, index: number): boolean =>
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(index - 1, index + 1));

/**
 * The beginning of a text, at most `max` UTF-16 units, that ends where a character does. Looks at some hundred units, however long the
 * text is; within a pile of more marks than that it ends between two of them. Halves of characters that the text has stay in it.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = Math.max(0, max - windowUnits);
  const from = isWithinPair(text, start) ? start + 1 : start;
  const first = graphemes.segment(text.slice(from, max + windowUnits)).containing(max - from);
  const end = first === undefined || (first.index === 0 && from > 0) ? max : from + first.index;
  return text.slice(0, isWithinPair(text, end) ? end - 1 : end);
}

/** The text, or its beginning with `…` where it is longer than `max` UTF-16 units. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${truncate(text, max - 1)}…`;
