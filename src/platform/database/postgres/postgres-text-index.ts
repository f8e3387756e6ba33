// The text index of PostgreSQL: GIN over all sequences of three bytes of UTF-8, each together with its text's owner, which
// needs no extension.

import { sql } from 'kysely';
import { coverByParts } from '../sessions/text-parts.ts';
import type { TextIndex } from '../sessions/session.ts';

const partLength = 3;

// Each OFFSET 0 keeps its query apart from the one around it, which else would encode the whole text for every one of its
// bytes, or sort rows that carry it. The cost, in comparisons of numbers, is what 400 bytes take: at the usual one the planner takes
// apart thousands of texts sooner than it asks the index.
const defineParts = sql`create or replace function search_text_parts(owner bigint, content text) returns bigint[]
  language sql immutable strict parallel safe cost 10000 as $$
    select coalesce(array_agg(distinct part), '{}')
    from (
      select (owner << 24) | (get_byte(bytes, place) << 16)
        | (get_byte(bytes, place + 1) << 8) | get_byte(bytes, place + 2) as part
      from (select convert_to(content, 'UTF8') as bytes offset 0) as encoded,
        generate_series(0, length(bytes) - 3) as place
      offset 0
    ) as parts
  $$`;

export const postgresTextIndex: TextIndex = {
  isInOrder: false,
  async create(db) {
    await defineParts.execute(db);
    await sql`create index search_texts_parts on search_texts using gin (search_text_parts(owner, text))`.execute(db);
  },
  async renew(db) {
    await defineParts.execute(db);
  },
  findItems(owner, needles, range) {
    const lists = needles.map((list) => list.flatMap((needle) => coverByParts([...Buffer.from(needle)], partLength)));
    if (lists.some(({ length }) => length === 0)) return undefined;
    const numberOf = (part: readonly number[]): bigint =>
      BigInt(owner) * 2n ** 24n + BigInt(part.reduce((sum, byte) => sum * 256 + byte, 0));
    const contain = lists.map(
      (parts) =>
        sql`search_text_parts(owner, text) @> cast(${parts.map((part) => String(numberOf(part)))} as bigint[])`,
    );
    // The index of keys is of no use to sums. It looks better while GIN has much to merge, or no statistics say how many texts there are.
    return sql`select item from search_texts where owner + 0 = ${owner}
      and (${sql.join(contain, sql` or `)})
      ${range === undefined ? sql`` : sql`and item >= ${range.start} and item < ${range.end}`}`;
  },
};
