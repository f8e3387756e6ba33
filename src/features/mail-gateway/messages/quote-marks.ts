// How texts of mails tell a quoted line from one that its writer began with ">" themselves. Both forms of text, plain and HTML,
// become lines in which quotes have "> "; a line of the writer's own that looks so gets a mark, which nobody sees.

/** Before a line that begins with ">" and is no quote. */
const ownMark = '\u0001';

/** A line of `depth` quotes around its content. */
export function quoteLine(depth: number, content: string): string {
  if (depth > 0) return `${'> '.repeat(depth)}${content}`;
  return /^\s?>/.test(content) ? `${ownMark}${content}` : content;
}

export const isQuoted = (line: string): boolean => /^\s?>/.test(line);

/** The text as people read it. */
export const removeMarks = (text: string): string => text.replaceAll(ownMark, '');
