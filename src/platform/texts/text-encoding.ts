// How bytes that somebody else wrote are text: by their mark, as UTF-8, or as what they are taken for otherwise. Pure.
import { isUtf8 } from 'node:buffer';

/** What bytes are taken for that have no mark and are no UTF-8. */
export const usualCharset = 'windows-1252';

/** The name of an encoding by one of its labels; undefined for one that nobody knows. */
export function findEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Beginning {
  /** Whether more bytes follow, so that the last character may be cut. */
  isCut?: boolean;
  /** As `usualCharset`, where somebody said which. */
  otherwise?: string;
}

/** By these bytes it is told whether there are two for each character. */
const sampleBytes = 4096;
/** What no text has. */
const controls = /[\0-\u0006\u000e-\u001a]/;

/** UTF-16 without a mark has an empty half of most characters, always the same one. */
function guessUtf16(sample: Uint8Array): string | undefined {
  let [even, odd] = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0 && index % 2 === 0) even += 1;
    else if (byte === 0) odd += 1;
  const few = sample.length / 8;
  if (even === 0 && odd >= few) return 'utf-16le';
  return odd === 0 && even >= few ? 'utf-16be' : undefined;
}

function findUtf16(bytes: Uint8Array, isCut: boolean): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const [first, second] = sample;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  const charset = marked ?? (sample.includes(0) ? guessUtf16(sample) : undefined);
  if (charset === undefined || (!isCut && bytes.length % 2 === 1)) return undefined;
  const text = new TextDecoder(charset).decode(sample.subarray(0, sample.length - (sample.length % 2)));
  // A pair of units may be cut.
  return controls.test(text) || /\ufffd(?!$)/.test(text) ? undefined : charset;
}

/** Whether they are UTF-8 but for the last character. */
const isCutUtf8 = (bytes: Uint8Array): boolean =>
  [0, 1, 2, 3].some((left) => left <= bytes.length && isUtf8(bytes.subarray(0, bytes.length - left)));

/** The charset of a text, as `TextDecoder` calls it; undefined for what is no text. */
export function findCharset(
  bytes: Uint8Array,
  { isCut = false, otherwise = usualCharset }: Beginning = {},
): string | undefined {
  const wide = findUtf16(bytes, isCut);
  if (wide !== undefined) return wide;
  if (bytes.includes(0)) return undefined;
  return (isCut ? isCutUtf8(bytes) : isUtf8(bytes)) ? 'utf-8' : otherwise;
}

/** The text of bytes, without their mark; undefined for what is no text. */
export function decodeText(bytes: Uint8Array, beginning?: Beginning): string | undefined {
  const charset = findCharset(bytes, beginning);
  return charset === undefined ? undefined : new TextDecoder(charset).decode(bytes);
}

/** The same of bytes that are said to be text, such as a message or a line: zeros in them become U+FFFD. */
export function decodeAnyText(bytes: Uint8Array, { isCut = false, otherwise = usualCharset }: Beginning = {}): string {
  const charset = (isCut ? isCutUtf8(bytes) : isUtf8(bytes)) ? 'utf-8' : otherwise;
  return new TextDecoder(charset, { ignoreBOM: true }).decode(bytes).replaceAll('\0', '\ufffd');
}

const byteTables = new Map<string, ReadonlyMap<string, number>>();

/** The byte of each character, in a charset that has one for each. */
function listBytes(charset: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  return byteTables.getOrInsertComputed(
    charset,
    () => new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte])),
  );
}

/** The bytes of a text in UTF-8, UTF-16 or a charset of single bytes; undefined where it has something that the charset has not. */
export function encodeText(text: string, charset: string): Buffer | undefined {
  if (charset === 'utf-8') return Buffer.from(text);
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = listBytes(charset);
  const bytes = Array.from(text, (character) => table.get(character));
  return bytes.every((byte) => byte !== undefined) ? Buffer.from(bytes) : undefined;
}
