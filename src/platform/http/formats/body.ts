// From the bytes of a request body to a raw value that a schema can decode.
import { invalid, tooLarge } from '../../errors.ts';
import type { Steps } from '../../concurrency/time-slices.ts';
import { findEncoding } from '../../texts/xml-encoding.ts';
import { decodeText, decodeUtf8, readJson } from '../../wire/json-read.ts';
import type { DecodeSource } from '../../wire/decode.ts';
import { readCharset, readContentType } from './negotiation.ts';
import { readXml } from '../../wire/xml-read.ts';

/** A shorter one is read and decoded at once, in a few milliseconds at most. */
const longBodyBytes = 32_768;

/** Whether a body is to be read in turns with the work of others. */
export const isLongBody = (bytes: unknown): bytes is Uint8Array =>
  bytes instanceof Uint8Array && bytes.length > longBodyBytes;

/**
 * Reads JSON, XML or a form by the Content-Type (spec ruling 4); no bytes give undefined. A body that the route
 * does not take is not read. Throws unsupportedMediaType, or invalid when the body is malformed.
 */
export function* readBody(
  bytes: unknown,
  contentType: string | undefined,
  isWanted: boolean,
): Steps<{ body: unknown; source: DecodeSource }> {
  if (!isWanted) return { body: undefined, source: 'json' };
  const kind = readContentType(contentType);
  const source = kind === 'form' ? 'text' : kind;
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return { body: undefined, source };
  if (kind === 'xml') {
    const text = yield* decodeText(bytes, encodingOf(bytes, readCharset(contentType)));
    return { body: yield* readXml(text), source };
  }
  const text = yield* decodeUtf8(bytes);
  if (kind === 'json') return { body: yield* readJson(text), source };
  return { body: readForm(text), source };
}

const marks = [Buffer.from([0xfe, 0xff]), Buffer.from([0xff, 0xfe]), Buffer.from([0xef, 0xbb, 0xbf])];

/** A mark counts more than the Content-Type (RFC 7303, 3), and `utf-16` leaves open which half comes first. */
function encodingOf(bytes: Uint8Array, charset: string | undefined): string {
  if (charset === undefined || marks.some((mark) => mark.equals(bytes.subarray(0, mark.length))))
    return findEncoding(bytes);
  if (!/^utf-16$/i.test(charset)) return charset;
  if (bytes[0] === 0) return 'utf-16be';
  return bytes[1] === 0 ? 'utf-16le' : findEncoding(bytes);
}

/** Throws invalid when a query string or form has a `%` that starts no UTF-8 character, which parsers let pass. */
export function requirePercentEncoding(text: string, name: string): void {
  if (!text.includes('%')) return;
  try {
    decodeURIComponent(text);
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
    throw invalid(`The ${name} is not valid percent-encoded UTF-8; write a percent sign as %25.`);
  }
}

/** Node reads pairs without `=` in quadratic time. */
const formPairsMax = 1000;
const formLengthMax = 262_144; // Characters of one form; more are answered 413.

function readForm(text: string): Record<string, unknown> {
  const pairs = text.split('&', formPairsMax + 1).length;
  if (pairs > formPairsMax) throw invalid(`The form has more than ${formPairsMax} values; send JSON instead.`);
  if (text.length > formLengthMax) throw tooLarge(`The form exceeds ${formLengthMax} bytes; send JSON instead.`);
  requirePercentEncoding(text, 'form');
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = values.get(name);
    if (Array.isArray(earlier)) earlier.push(value);
    else values.set(name, earlier === undefined ? value : [earlier, value]);
  }
  return Object.fromEntries(values);
}
