// Pages of lists: the query parameters `limit` and `offset`, the X-PAGINATION headers that tell where a page stands, and the bound of its
// bytes. An entry alone is never too long: it could not be read at all then.

import { Type } from 'typebox';
import { invalid } from '../../errors.ts';
import type { DomainError } from '../../errors.ts';
import { says } from '../../texts/said.ts';

/**
 * The properties `limit` (`limitMin` to `limitMax`) and `offset` for a route's query schema, to be spread into Type.Object. The
 * decoder fills in the defaults, so handlers always see numbers.
 */
export const paginationQuery = (limitDefault: number, limitMax: number, limitMin = 0) => ({
  limit: Type.Integer({
    default: limitDefault,
    minimum: limitMin,
    maximum: limitMax,
    description: `Entries on a page, at most ${limitMax}.`,
  }),
  offset: Type.Integer({ default: 0, minimum: 0, description: 'Entries to skip before the page starts.' }),
});

export interface PageFacts {
  limit: number;
  offset: number;
  /** Entries in the whole collection. */
  size: number;
  limitMax: number;
}

/** The four response headers of a page; negative numbers are shown as 0. */
export function paginationHeaders({ limit, offset, size, limitMax }: PageFacts): Record<string, string> {
  const show = (count: number): string => String(Math.max(0, count));
  return {
    'X-PAGINATION-LIMIT': show(limit),
    'X-PAGINATION-OFFSET': show(offset),
    'X-PAGINATION-SIZE': show(size),
    'X-PAGINATION-LIMIT-MAX': show(limitMax),
  };
}

export interface PageMeter {
  /** Counts the next entry. Throws invalid, with how many to ask for, once there are several and they are too long together. */
  add(bytes: number): void;
}

const tooLong = (bytesMax: number, fitting: number): DomainError =>
  invalid(
    says('page.too-long')`these entries exceed ${bytesMax} bytes; request at most ${Math.max(1, fitting)} at a time`,
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
