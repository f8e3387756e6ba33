// Bounds the bytes of a page. An entry alone is never too long: it could not be read at all then.
import { invalid } from '../../errors.ts';
import type { DomainError } from '../../errors.ts';
import { says } from '../../texts/said.ts';

export interface PageMeter {
  /** Counts the next entry. Throws invalid, with how many to ask for, once there are several and they are too long together. */
  add(bytes: number): void;
}

const tooLong = (bytesMax: number, fitting: number): DomainError =>
  invalid(
    says(
      'page.too-long',
    )`these entries are longer than ${bytesMax} bytes; ask for at most ${Math.max(1, fitting)} at a time`,
    'limit',
  );

/** Throws as PageMeter.add does for entries that were written together, of which it says how many fit by their mean length. */
export function requireShortAnswer(length: number, entries: number, bytesMax: number): void {
  if (length > bytesMax && entries > 1) throw tooLong(bytesMax, Math.floor((entries * bytesMax) / length));
}

/** For a page of at most so many bytes. */
export function createPageMeter(bytesMax: number): PageMeter {
  let entries = 0;
  let total = 0;
  return {
    add(bytes) {
      total += bytes;
      if (entries > 0 && total > bytesMax) throw tooLong(bytesMax, entries);
      entries += 1;
    },
  };
}

/** Throws as PageMeter.add does for the lengths that are known so far, in the order of the page. */
export function requireShortPage(lengths: readonly (number | undefined)[], bytesMax: number): void {
  const known = lengths.filter((length) => length !== undefined);
  if (known.length < 2 || known.reduce((sum, length) => sum + length, 0) <= bytesMax) return;
  let left = bytesMax;
  const fitting = lengths.findIndex((length) => length === undefined || (left -= length) < 0);
  throw tooLong(bytesMax, fitting);
}
