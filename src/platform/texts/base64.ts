// Bytes that come within JSON.
import { invalid } from '../errors.ts';

/** The bytes of a text in base64 with its padding (RFC 4648, section 4). Throws invalid at `path` for anything else. */
export function readBase64(text: string, path: string): Buffer {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  if (!isBase64) throw invalid('must be base64 with padding (RFC 4648, section 4)', path);
  return Buffer.from(text, 'base64');
}
