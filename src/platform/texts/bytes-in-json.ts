// Files inside of JSON: several megabytes of base64 are no work for one turn.
import { isSliceOver, yieldSlice } from '../concurrency/time-slices.ts';

/** A multiple of three, so that the pieces put together are the base64 of the whole. */
const pieceBytes = 3 * 65_536;

/** The object in JSON, in UTF-8, with one more member: the bytes in base64. Rests where it takes long. */
export async function writeJsonWithBytes(
  facts: Readonly<Record<string, unknown>>,
  member: string,
  bytes: Buffer,
): Promise<Buffer<ArrayBuffer>> {
  const start = Buffer.from(`${JSON.stringify({ ...facts, [member]: '' }).slice(0, -2)}`);
  const end = '"}';
  const json = Buffer.allocUnsafeSlow(start.length + 4 * Math.ceil(bytes.length / 3) + end.length);
  let at = start.copy(json);
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    if (isSliceOver()) await yieldSlice();
    at += json.write(bytes.toString('base64', from, from + pieceBytes), at, 'latin1');
  }
  json.write(end, at, 'latin1');
  return json;
}
