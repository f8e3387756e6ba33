// The text in the bytes of a file, such as spreadsheets and editors of all kinds write it. Pure.

/** Bytes that are looked at for zeros, which every second byte of Latin letters in UTF-16 is. */
const sampleBytes = 1000;

function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const countZeros = (parity: number): number =>
    sample.filter((byte, place) => byte === 0 && place % 2 === parity).length;
  const [even, odd] = [countZeros(0), countZeros(1)];
  if (Math.max(even, odd) * 4 < sample.length || sample.length < 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** By its mark of the byte order, else UTF-16 by its zeros, else UTF-8, else what older spreadsheets write (windows-1252). */
export function decodeText(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const guessed = guessUtf16(bytes);
  if (guessed !== undefined) return new TextDecoder(guessed).decode(bytes);
  const text = new TextDecoder().decode(bytes);
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text;
}
