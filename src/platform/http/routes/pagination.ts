// Pages of lists: the query parameters `limit` and `offset`, and the X-PAGINATION headers that tell where a page stands.

import { Type } from 'typebox';

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
