// What Markdown says without its signs, for a line that shows a part of a text: its ends may be cut off anywhere.
import { shorten } from '../texts/shorten.ts';

/** Longer texts keep their signs: those that nothing closes would take 10 ms and more of the thread. */
const lengthMax = 20_000;

const signs: readonly (readonly [RegExp, string])[] = [
  // Fences, headings, quotations, lists.
  [/^[ \t]{0,8}(?:```|~~~)[^\n]{0,80}$/gm, ''],
  [/^[ \t]{0,8}(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ''],
  // Links and pictures become what they are called.
  [/!?\[([^\][\n]{1,200})\]\([^()\s]{1,500}\)/g, '$1'],
  [/`([^`\n]{1,200})`/g, '$1'],
  [/(\*\*|__|~~)(?=\S)([^*_~\n]{1,300})(?<=\S)\1/g, '$2'],
  [/(?<![\w*])([*_])(?=[^\s*_])([^*_\n]{1,300})(?<=[^\s*_])\1(?![\w*])/g, '$2'],
];

/** Signs that stand for themselves, as in `a * b` or `snake_case`, stay. */
export const withoutMarkdown = (text: string): string =>
  text.length <= lengthMax ? signs.reduce((left, [sign, instead]) => left.replace(sign, instead), text) : text;

/** Characters of an excerpt. */
const excerptMax = 300;
/** Characters of a text that are looked at for signs of Markdown. */
const readMax = 3000;

/** The beginning of a comment without signs of Markdown; null for none. */
export function excerptOf(text: string | undefined): string | null {
  const plain = withoutMarkdown(shorten(text ?? '', readMax)).trim();
  return plain === '' ? null : shorten(plain, excerptMax).toWellFormed();
}
