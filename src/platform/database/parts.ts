// Reads that look at many rows. On an engine that works on the thread that answers everybody they look at a part of the rows at a
// time, and others are answered between two parts; elsewhere there is one part, of all rows.
import { sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder, Simplify, SqlBool } from 'kysely';
import { isFar } from './sessions/locking.ts';
import type { Reader, Tables } from './sessions/tables.ts';

/** Rows of one part. */
const partRowsMax = 2000;

type Key = number | string;

/** What to look at, in order of a column that no two rows share and that an index has. */
export interface Walk<TB extends keyof Tables, O> {
  /** With no conditions but those for which the engine need not look at other rows, and none on that column. */
  rows: SelectQueryBuilder<Tables, TB, O>;
  by: string;
  direction: 'asc' | 'desc';
  /** Only the rows behind this one. */
  after?: Key | undefined;
}

export const byId = { by: 'id', direction: 'asc' } as const;
export const newestFirst = { by: 'id', direction: 'desc' } as const;

/** The condition that the column, which holds what the walk goes by, is in this part. */
export type Part = (column: string) => RawBuilder<SqlBool>;

const everywhere = sql<SqlBool>`true`;

/** Which rows are behind `start`, and not behind `end`. */
const within =
  (direction: 'asc' | 'desc', start: Key | undefined, end: Key | undefined): Part =>
  (column) => {
    const [behind, until] = direction === 'asc' ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`];
    const starts = start === undefined ? everywhere : sql<SqlBool>`${sql.ref(column)} ${behind} ${start}`;
    return end === undefined ? starts : sql<SqlBool>`(${starts} and ${sql.ref(column)} ${until} ${end})`;
  };

/** All parts in their order; together they have each row once that is there all the while. */
export async function* partsOf<TB extends keyof Tables, O>(
  db: Reader,
  { rows, by, direction, after }: Walk<TB, O>,
): AsyncGenerator<Part, void> {
  const keys = rows.clearSelect().select(sql<Key>`${sql.ref(by)}`.as('key'));
  const inOrder = keys.orderBy(sql.ref(by), direction).limit(1);
  let start = after;
  do {
    const behind = inOrder.where(within(direction, start, undefined)(by)).offset(partRowsMax - 1);
    const end = isFar(db) ? undefined : (await behind.executeTakeFirst())?.key;
    yield within(direction, start, end);
    start = end;
  } while (start !== undefined);
}

const countAll = async <TB extends keyof Tables, O>(found: SelectQueryBuilder<Tables, TB, O>): Promise<number> => {
  const counted = found.clearSelect().select((eb) => eb.fn.countAll<number>().as('size'));
  return Number((await counted.executeTakeFirstOrThrow()).size);
};

/** How many of the rows there are; `found` are those of them that count. */
export async function countInParts<TB extends keyof Tables, O>(
  db: Reader,
  walk: Walk<TB, O>,
  found = walk.rows,
): Promise<number> {
  let size = 0;
  for await (const isIn of partsOf(db, walk)) size += await countAll(found.where(isIn(walk.by)));
  return size;
}

/** How many of the rows have each value of a column. */
export async function countByValue<TB extends keyof Tables, O>(
  db: Reader,
  walk: Walk<TB, O>,
  column: string,
): Promise<Map<string, number>> {
  const counted = walk.rows
    .clearSelect()
    .select(sql<string>`${sql.ref(column)}`.as('value'))
    .select((eb) => eb.fn.countAll<number>().as('size'))
    .groupBy(sql.ref(column));
  const sizes = new Map<string, number>();
  for await (const isIn of partsOf(db, walk))
    for (const { value, size } of await counted.where(isIn(walk.by)).execute())
      sizes.set(value, (sizes.get(value) ?? 0) + Number(size));
  return sizes;
}

/** The first that are `found` among the rows of the walk, in its order. */
export async function firstInParts<TB extends keyof Tables, O>(
  db: Reader,
  walk: Walk<TB, unknown>,
  found: SelectQueryBuilder<Tables, TB, O>,
  limit: number,
): Promise<Simplify<O>[]> {
  const inOrder = found.orderBy(sql.ref(walk.by), walk.direction);
  const first: Simplify<O>[] = [];
  for await (const isIn of partsOf(db, walk)) {
    const wanted = limit - first.length;
    first.push(...(await inOrder.where(isIn(walk.by)).limit(wanted).execute()));
    if (first.length >= limit) break;
  }
  return first;
}

interface Page {
  limit: number;
  offset: number;
}

/** What is `found` among the rows of the walk, in its order: a page, and how many there are. */
export async function listInParts<TB extends keyof Tables, O>(
  db: Reader,
  walk: Omit<Walk<TB, unknown>, 'after'>,
  found: SelectQueryBuilder<Tables, TB, O>,
  { limit, offset }: Page,
): Promise<{ rows: Simplify<O>[]; size: number }> {
  const inOrder = found.orderBy(sql.ref(walk.by), walk.direction);
  const isAll = found.toOperationNode().where === undefined;
  // To count all rows of a table costs next to nothing, and to leave out a part's worth of them little.
  if (isFar(db) || (isAll && offset + limit <= partRowsMax)) {
    const page = inOrder.limit(limit).offset(offset).execute();
    const [rows, size] = await Promise.all([page, countAll(found)]);
    return { rows, size };
  }
  const rows: Simplify<O>[] = [];
  let size = 0;
  for await (const isIn of partsOf(db, walk)) {
    const isHere = isIn(walk.by);
    const here = await countAll(found.where(isHere));
    const skipped = Math.max(0, offset - size);
    const wanted = Math.min(limit - rows.length, here - skipped);
    if (wanted > 0) rows.push(...(await inOrder.where(isHere).limit(wanted).offset(skipped).execute()));
    size += here;
  }
  return { rows, size };
}
