// Reads a page of a tracker's artifacts in order of id, and how many there are. Where the counts by block can tell what a
// viewer sees, neither depends on how many artifacts the tracker has, nor on how deep the page is.
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, QueryCreator, RawBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import { anyOf, prepareQuery } from '../../../platform/database/index.ts';
import type { Param, Reader, Tables } from '../../../platform/database/index.ts';
import { isOpenTo, stampColumns } from './artifacts.store.ts';
import type { ArtifactStamp, VisibilityFilter, VisibilityRow } from './artifacts.store.ts';
import './artifacts.tables.ts';
import { openAudience, spans } from './counts.store.ts';

export interface ArtifactPage {
  limit: number;
  offset: number;
  isDescending: boolean;
}

/** What one viewer sees of a tracker. */
export interface RowFilter {
  filter: VisibilityFilter;
  /** The viewer's groups where only limits of single artifacts hide some; `personal` where who is involved in one decides. */
  audiences: 'all' | 'personal' | readonly number[];
}

/** Whether the reach lets an artifact of its tracker through by the row alone; if not, the filter decides. */
export const passesByRow = ({ audiences }: RowFilter, row: VisibilityRow): boolean =>
  audiences === 'all' || (audiences !== 'personal' && row.is_limited === 0);

export interface StampPage {
  stamps: ArtifactStamp[];
  /** How many the viewer sees in all. */
  size: number;
}

/** One page of what the viewer sees, in order of id. */
export async function listTrackerArtifacts(
  db: Reader,
  trackerId: number,
  { filter, audiences }: RowFilter,
  page: ArtifactPage,
): Promise<StampPage> {
  if (audiences === 'personal') return listFiltered(db, trackerId, filter, page);
  const size = await readSize.first(db, { trackerId });
  const total = Number(size?.total ?? 0);
  if (audiences !== 'all' && total !== Number(size?.open ?? 0)) return listLimited(db, trackerId, audiences, page);
  const pages = plainPages[page.offset < spans.narrow ? 'near' : 'far'];
  const stamps = await pages[directionOf(page)](db, { trackerId, limit: page.limit, offset: page.offset });
  // One of them may have been limited since the counts were read.
  const isAllowed = audiences === 'all' || stamps.every((stamp) => stamp.is_limited === 0);
  return isAllowed ? { stamps, size: total } : listLimited(db, trackerId, audiences, page);
}

const directionOf = ({ isDescending }: ArtifactPage): Direction => (isDescending ? 'desc' : 'asc');

type Direction = 'asc' | 'desc';

interface PageArguments extends Record<string, number> {
  trackerId: number;
  limit: number;
  offset: number;
}

const readSize = prepareQuery((db, arg: Param<{ trackerId: number }>) =>
  db
    .selectFrom('artifact_counts')
    .select((eb) => [
      eb.fn.sum<number>('artifacts').as('total'),
      eb.fn
        .sum<number>(eb.case().when('audience', '=', openAudience).then(eb.ref('artifacts')).else(0).end())
        .as('open'),
    ])
    .where('tracker_id', '=', arg('trackerId'))
    .where('span', '=', spans.wide),
);

const prepareNear = (direction: Direction) =>
  prepareQuery((db, arg: Param<PageArguments>) =>
    db
      .selectFrom('artifacts')
      .select(stampColumns)
      .where('tracker_id', '=', arg('trackerId'))
      .orderBy('artifacts.id', direction)
      .limit(arg('limit'))
      .offset(arg('offset')),
  );

const prepareFar = (direction: Direction) =>
  prepareQuery((db, arg: Param<PageArguments>) =>
    selectFromBlock(db, arg, direction, () => sql<SqlBool>`1 = 1`).select(stampColumns),
  );

/** Pages of everything. Near the start, walking over the first ids costs less than looking for the block. */
const plainPages = {
  near: { asc: prepareNear('asc'), desc: prepareNear('desc') },
  far: { asc: prepareFar('asc'), desc: prepareFar('desc') },
};

/** A page where artifacts are hidden by their own limits: blocks are skipped by what the groups see of them. */
async function listLimited(
  db: Reader,
  trackerId: number,
  groups: readonly number[],
  page: ArtifactPage,
): Promise<StampPage> {
  const groupArguments = Object.fromEntries(groups.map((id, index) => [groupArgument(index), id]));
  const values = { ...groupArguments, trackerId, limit: page.limit, offset: page.offset };
  const queries = limitedQueriesFor(groups.length);
  const [stamps, size] = await Promise.all([queries[directionOf(page)](db, values), queries.size.first(db, values)]);
  return { stamps, size: Number(size?.size ?? 0) };
}

const groupArgument = (index: number): string => `group${index}`;

type LimitedQueries = ReturnType<typeof prepareLimited>;

/** By how many groups they take; nobody is in very many. */
const limitedQueries = new Map<number, LimitedQueries>();

function limitedQueriesFor(groupCount: number): LimitedQueries {
  const queries = limitedQueries.get(groupCount) ?? prepareLimited(groupCount);
  limitedQueries.set(groupCount, queries);
  return queries;
}

function prepareLimited(groupCount: number) {
  const groupsOf = (arg: Param<PageArguments>) =>
    Array.from({ length: groupCount }, (_, index) => arg(groupArgument(index)));
  const isSeen = (arg: Param<PageArguments>): IsCounted => {
    return (eb) =>
      anyOf(eb, [
        eb('audience', '=', openAudience),
        ...groupsOf(arg).map((id) => eb('audience', 'like', sql<string>`'%,' || ${id} || ',%'`)),
      ]);
  };
  const preparePage = (direction: Direction) =>
    prepareQuery((db, arg: Param<PageArguments>) =>
      selectFromBlock(db, arg, direction, isSeen(arg))
        .select(stampColumns)
        .where((eb) => isOpenTo(eb, groupsOf(arg))),
    );
  const size = prepareQuery((db, arg: Param<PageArguments>) =>
    db
      .selectFrom('artifact_counts')
      .select((eb) => eb.fn.sum<number>('artifacts').as('size'))
      .where('tracker_id', '=', arg('trackerId'))
      .where('span', '=', spans.wide)
      .where(isSeen(arg)),
  );
  return { asc: preparePage('asc'), desc: preparePage('desc'), size };
}

/** A page of what the filter lets through; walks through the tracker. */
async function listFiltered(
  db: Reader,
  trackerId: number,
  filter: VisibilityFilter,
  page: ArtifactPage,
): Promise<StampPage> {
  const found = filter(db.selectFrom('artifacts').where('artifacts.tracker_id', '=', trackerId));
  const [stamps, count] = await Promise.all([
    found
      .select(stampColumns)
      .orderBy('artifacts.id', directionOf(page))
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { stamps, size: Number(count.size) };
}

type IsCounted = (eb: ExpressionBuilder<Tables, 'artifact_counts'>) => Expression<SqlBool>;

/**
 * A query for the page that starts in the block where the counts reach the offset. Block and page are found by one
 * statement, so that they are of one state.
 */
function selectFromBlock(db: Reader, arg: Param<PageArguments>, direction: Direction, isCounted: IsCounted) {
  const trackerId = arg('trackerId');
  const offset = sql<number>`cast(${arg('offset')} as bigint)`;
  const perWide = sql.lit(spans.wide / spans.narrow);
  const narrow = sql.lit(spans.narrow);
  const totals = (creator: Pick<QueryCreator<Tables>, 'selectFrom'>, span: number) =>
    creator
      .selectFrom('artifact_counts')
      .select((eb) => ['block', eb.fn.sum<number>('artifacts').as('total')])
      .where('tracker_id', '=', trackerId)
      .where('span', '=', span)
      .where(isCounted)
      .groupBy('block');
  const upTo = sql<number>`sum(sum(artifacts)) over (order by block rows unbounded preceding)`;
  // The place of the page's first artifact in ascending order, from 0.
  const place = direction === 'asc' ? offset : sql<number>`((select sum(total) from wide) - 1 - ${offset})`;
  const passed =
    direction === 'asc' ? sql`(select place - skipped from hit)` : sql`(select skipped + total - 1 - place from hit)`;
  return db
    .with('wide', (q) => totals(q, spans.wide).select(upTo.as('up_to')))
    .with('wide_hit', (q) => firstReached(q.selectFrom('wide as sums'), place).where(sql<SqlBool>`${place} >= 0`))
    .with('narrow', (q) =>
      totals(q, spans.narrow)
        .select(sql<number>`(select skipped from wide_hit) + ${upTo}`.as('up_to'))
        .where(sql<SqlBool>`block >= (select block from wide_hit) * ${perWide}`)
        .where(sql<SqlBool>`block < (select block + 1 from wide_hit) * ${perWide}`),
    )
    .with('hit', (q) => firstReached(q.selectFrom('narrow as sums'), sql<number>`(select place from wide_hit)`))
    .selectFrom('artifacts')
    .where('artifacts.tracker_id', '=', trackerId)
    .where(
      direction === 'asc'
        ? sql<SqlBool>`artifacts.id >= (select block from hit) * ${narrow}`
        : sql<SqlBool>`artifacts.id < (select block + 1 from hit) * ${narrow}`,
    )
    .orderBy('artifacts.id', direction)
    .limit(arg('limit'))
    .offset(sql<number>`coalesce(cast(${passed} as bigint), 0)`);
}

interface Sums {
  block: number;
  total: number;
  up_to: number;
}

/** The block that holds the place, with how many are before it. */
const firstReached = (blocks: SelectQueryBuilder<{ sums: Sums }, 'sums', object>, place: RawBuilder<number>) =>
  blocks
    .select(['block', 'total', sql<number>`up_to - total`.as('skipped'), place.as('place')])
    .where('up_to', '>', place)
    .orderBy('block')
    .limit(1);
