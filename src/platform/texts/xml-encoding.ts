// The encoding of an XML document, by its first bytes: https://www.w3.org/TR/xml/#sec-guessing.

/** By then a declaration is over. */
export const declarationMaxBytes = 1024;

const declared = /^<\?xml[^>]{0,200}\sencoding\s*=\s*["']([A-Za-z][\w.:-]{0,39})["']/;
const isUtf16 = /^utf-?16|^ucs-?2|^iso-10646-ucs-2/i;

/**
 * What a byte order mark says, else what the declaration says, else `utf-8`. A declaration that can be read byte by byte is not in
 * UTF-16, whatever it says.
 */
export function findEncoding(head: Uint8Array): string {
  const [first = 0, second = 0] = head;
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  const text = Buffer.from(head.subarray(0, declarationMaxBytes))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '');
  const label = declared.exec(text)?.[1];
  return label === undefined || isUtf16.test(label) || first === 0xef ? 'utf-8' : label;
}

/** Reads bytes in this encoding, and throws TypeError at what is not; undefined for an encoding that nobody here knows. */
export function openDecoder(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
