// Texts inside XML: what has to be written as a reference, and what XML can't carry.

/** Opens every document that is written. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Finds anything but the characters that go out as they are; surrogate pairs take the slow way too. */
const needsEscape = /[^\t\n !#-%'-;=?-\uD7FF\uE000-\uFFFD]/;
/** Whatever is no Char of XML 1.0, section 2.2. */
const unwritable = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * Text between tags. Characters that XML 1.0 can't carry (most control characters, lone surrogates, U+FFFE and U+FFFF)
 * become U+FFFD.
 */
export function escapeXmlText(text: string): string {
  if (!needsEscape.test(text)) return text;
  return text
    .replace(unwritable, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}

/** The same for an attribute's value. Parsers turn a bare tab or line feed in one into a space. */
export const escapeXmlAttribute = (text: string): string =>
  escapeXmlText(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
