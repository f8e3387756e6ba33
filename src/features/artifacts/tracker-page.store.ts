// Reads a page of a tracker's artifacts in order of id, and how many there are. Where the counts by block can tell what a
// viewer sees, neither depends on how many artifacts the tracker has, nor on how deep the page is.
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, QueryCreator, RawBuilder, SqlBool } from 'kysely';
import { prepareQuery } from '../../platform/database/index.ts';
import type { Param, Reader, Tables } from '../../platform/database/index.ts';
import { stampColumns } from './artifacts.store.ts';
import type { ArtifactStamp, VisibilityFilter } from './artifacts.store.ts';
import './artifacts.tables.ts';
import { openAudience, spans } from './counts.store.ts';

export interface ArtifactPage {
  limit: number;
  offset: number;
  isDescending: boolean;
}

/** What one viewer sees of a tracker. */
export interface Reach {
  filter: VisibilityFilter;
  /** The viewer's groups where only limits of single artifacts hide some; `personal` where who is involved in one decides. */
  audiences: 'all' | 'personal' | readonly number[];
}

export interface StampPage {
  stamps: ArtifactStamp[];
  /** How many the viewer sees in all. */
  size: number;
}

/** Below it, walking over the first ids costs no more than looking for the block. */
const nearOffset = 512;

/** One page of what the viewer sees, in order of id. */
export async function listTrackerArtifacts(
  db: Reader,
  trackerId: number,
  reach: Reach,
  page: ArtifactPage,
): Promise<StampPage> {
  if (reach.audiences === 'personal') return listFiltered(db, trackerId, reach.filter, page);
  const size = await readSize.first(db, { trackerId });
  const total = Number(size?.total ?? 0);
  if (reach.audiences !== 'all' && total !== Number(size?.open ?? 0)) return listLimited(db, trackerId, reach, page);
  const stamps = await plainPages[plainKindOf(page)](db, { trackerId, limit: page.limit, offset: page.offset });
  // One of them may have been limited since the counts were read.
  const isAllowed = reach.audiences === 'all' || stamps.every((stamp) => stamp.is_limited === 0);
  return isAllowed ? { stamps, size: total } : listLimited(db, trackerId, reach, page);
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

type PlainArguments = { trackerId: number; limit: number; offset: number };

const plainKindOf = ({ offset, isDescending }: ArtifactPage) =>
  `${offset < nearOffset ? 'near' : 'far'}${isDescending ? 'Desc' : 'Asc'}` as const;

const prepareNear = (direction: 'asc' | 'desc') =>
  prepareQuery((db, arg: Param<PlainArguments>) =>
    db
      .selectFrom('artifacts')
      .select(stampColumns)
      .where('tracker_id', '=', arg('trackerId'))
      .orderBy('artifacts.id', direction)
      .limit(arg('limit'))
      .offset(arg('offset')),
  );

const prepareFar = (direction: 'asc' | 'desc') =>
  prepareQuery((db, arg: Param<PlainArguments>) => {
    const place = { trackerId: arg('trackerId'), limit: arg('limit'), offset: arg('offset') };
    return selectFrom(db, place, direction, () => sql<SqlBool>`1 = 1`).select(stampColumns);
  });

/** Pages of trackers where the viewer sees everything. */
const plainPages = {
  nearAsc: prepareNear('asc'),
  nearDesc: prepareNear('desc'),
  farAsc: prepareFar('asc'),
  farDesc: prepareFar('desc'),
};

/** A page where artifacts are hidden by their own limits: whole blocks are skipped by what the viewer sees of them. */
async function listLimited(db: Reader, trackerId: number, reach: Reach, page: ArtifactPage): Promise<StampPage> {
  const isSeen = (eb: CountExpressions): Expression<SqlBool> =>
    eb.or([
      eb('audience', '=', openAudience),
      ...(typeof reach.audiences === 'string' ? [] : reach.audiences).map((id) => eb('audience', 'like', `%,${id},%`)),
    ]);
  const place = {
    trackerId: sql<number>`${trackerId}`,
    limit: sql<number>`${page.limit}`,
    offset: sql<number>`${page.offset}`,
  };
  const [stamps, count] = await Promise.all([
    reach
      .filter(selectFrom(db, place, page.isDescending ? 'desc' : 'asc', isSeen))
      .select(stampColumns)
      .execute(),
    db
      .selectFrom('artifact_counts')
      .select((eb) => eb.fn.sum<number>('artifacts').as('size'))
      .where('tracker_id', '=', trackerId)
      .where('span', '=', spans.wide)
      .where(isSeen)
      .executeTakeFirstOrThrow(),
  ]);
  return { stamps, size: Number(count.size) };
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
      .orderBy('artifacts.id', page.isDescending ? 'desc' : 'asc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ]);
  return { stamps, size: Number(count.size) };
}

interface Place {
  trackerId: RawBuilder<number>;
  limit: RawBuilder<number>;
  offset: RawBuilder<number>;
}

type CountExpressions = ExpressionBuilder<Tables, 'artifact_counts'>;
type IsCounted = (eb: CountExpressions) => Expression<SqlBool>;

/** A query for the page that starts in the block where the counts reach the offset, finding that block by the way. */
function selectFrom(db: Reader, place: Place, direction: 'asc' | 'desc', isCounted: IsCounted) {
  const { trackerId, limit, offset } = place;
  const perWide = spans.wide / spans.narrow;
  const isReached = sql<SqlBool>`skipped <= ${offset} and skipped + total > ${offset}`;
  const running = sql<number>`sum(total) over (order by block ${sql.raw(direction)}) - total`;
  const totals = (creator: Pick<QueryCreator<Tables>, 'selectFrom'>, span: number) =>
    creator
      .selectFrom('artifact_counts')
      .select((eb) => ['block', eb.fn.sum<number>('artifacts').as('total')])
      .where('tracker_id', '=', trackerId)
      .where('span', '=', span)
      .where(isCounted)
      .groupBy('block');
  const inWide = sql<SqlBool>`block >= (select block from wide_hit) * ${sql.lit(perWide)}
    and block < (select block + 1 from wide_hit) * ${sql.lit(perWide)}`;
  const edge =
    direction === 'asc'
      ? sql<SqlBool>`artifacts.id >= (select block from hit) * ${sql.lit(spans.narrow)}`
      : sql<SqlBool>`artifacts.id < (select block + 1 from hit) * ${sql.lit(spans.narrow)}`;
  return db
    .with('wide', (q) =>
      q.selectFrom(totals(q, spans.wide).as('counted')).select(['block', 'total', running.as('skipped')]),
    )
    .with('wide_hit', (q) => q.selectFrom('wide').select(['block', 'skipped']).where(isReached))
    .with('narrow', (q) =>
      q
        .selectFrom(totals(q, spans.narrow).where(inWide).as('counted'))
        .select(['block', 'total', sql<number>`(select skipped from wide_hit) + ${running}`.as('skipped')]),
    )
    .with('hit', (q) => q.selectFrom('narrow').select(['block', 'skipped']).where(isReached))
    .selectFrom('artifacts')
    .where('artifacts.tracker_id', '=', trackerId)
    .where(edge)
    .orderBy('artifacts.id', direction)
    .limit(limit)
    .offset(sql<number>`coalesce(cast(${offset} - (select skipped from hit) as bigint), 0)`);
}
