// What stands in for HTML that is not made: the text as it was written.

const words =
  '<p class="unrendered">Shown as it was written, because it is too large or too intricate to be rendered.</p>\n';
const cut = '<p class="unrendered">The rest is left out here.</p>\n';

/** Leaves room for one piece more below the bound of HTML. */
const shownMaxBytes = 240_000;
const pieceChars = 4096;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The source, escaped, and a sentence that says so; the start of it where it is very long. */
export function showSource(source: string): string {
  let shown = '';
  let shownBytes = 0;
  let at = 0;
  while (at < source.length && shownBytes < shownMaxBytes) {
    const piece = escapeText(source.slice(at, at + pieceChars));
    shown += piece;
    shownBytes += Buffer.byteLength(piece);
    at += pieceChars;
  }
  return `${words}<pre>${shown.toWellFormed()}</pre>\n${at < source.length ? cut : ''}`;
}
