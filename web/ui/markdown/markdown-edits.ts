// What keys do to a text in Markdown. Pure: a text with a selection in, the piece that changes and the next selection out.

export interface Selection {
  start: number;
  end: number;
}

/** Puts `insert` in the place of what is between `start` and `end`; `select` is what is selected then. */
export interface Edit {
  start: number;
  end: number;
  insert: string;
  select: Selection;
}

/** Puts marks such as ** around what is selected, or takes them away where they are. */
export function toggleMarks(text: string, { start, end }: Selection, marks: string): Edit {
  const size = marks.length;
  const inner = text.slice(start, end);
  const isAround = text.slice(start - size, start) === marks && text.slice(end, end + size) === marks;
  if (isAround)
    return { start: start - size, end: end + size, insert: inner, select: { start: start - size, end: end - size } };
  const isWithin = inner.length >= 2 * size && inner.startsWith(marks) && inner.endsWith(marks);
  if (isWithin) {
    const bare = inner.slice(size, -size);
    return { start, end, insert: bare, select: { start, end: start + bare.length } };
  }
  return { start, end, insert: `${marks}${inner}${marks}`, select: { start: start + size, end: end + size } };
}

/** Makes a link of what is selected: an address becomes its target, words its text; the rest is selected to be typed. */
export function insertLink(text: string, { start, end }: Selection): Edit {
  const inner = text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(inner))
    return { start, end, insert: `[](${inner})`, select: { start: start + 1, end: start + 1 } };
  const insert = `[${inner}](https://)`;
  const at = inner === '' ? start + 1 : start + inner.length + 3;
  return { start, end, insert, select: { start: at, end: inner === '' ? at : at + 'https://'.length } };
}

/** A text as a quotation, with what is to be typed below it. */
export const quote = (text: string): string =>
  `${text
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')}\n\n`;

/** A text with another below it, parted by an empty line. */
export const append = (text: string, more: string): string =>
  text.trim() === '' ? more : `${text.trimEnd()}\n\n${more}`;
