// Puts JSON together from parts that were written before.
import type { OwnBytes } from './route.ts';

/** The JSON of a list, in UTF-8, from that of its entries, without a text of the whole that would be garbage at once. */
export function joinJsonList(entries: readonly string[]): OwnBytes {
  let size = '['.length + Math.max(entries.length - 1, 0) + ']'.length;
  for (const entry of entries) size += Buffer.byteLength(entry);
  const list = Buffer.allocUnsafe(size);
  let end = list.write('[');
  for (const [index, entry] of entries.entries()) {
    if (index > 0) end += list.write(',', end);
    end += list.write(entry, end);
  }
  list.write(']', end);
  return list;
}
