// Finds milestones and backlog items: artifacts of some trackers, narrowed by their links and their status.
import type { SelectQueryBuilder } from 'kysely';
import type { Reader, Tables } from '../../../platform/database/index.ts';
import { artifactRanking, listArtifactsByIds } from '../../artifacts/index.ts';
import type { ArtifactRow, visibleArtifacts } from '../../artifacts/index.ts';
import './planning.tables.ts';

/** Leaves some artifacts out, such as those that a viewer may not see. */
export type Narrow = ReturnType<typeof visibleArtifacts>;

/** Artifacts of one tracker that pass a filter. */
export interface Selection {
  trackerId: number;
  narrow: Narrow;
}

export interface BoardPage {
  limit: number;
  offset: number;
  isDescending: boolean;
  /** In the order in which they were made, or last changed, not by rank. */
  by?: 'creation' | 'change';
}

type IdQuery = SelectQueryBuilder<Tables, 'artifacts', { id: number }>;
type Ids = readonly number[] | IdQuery;

const childType = '_is_child';

/** One filter after the other. */
export const allOf =
  (...filters: readonly Narrow[]): Narrow =>
  (query) => {
    let narrowed = query;
    for (const filter of filters) narrowed = filter(narrowed);
    return narrowed;
  };

/**
 * A query for the ids of what the selections find together. Compare ids with it by IN, which SQLite answers once; joined,
 * it would be run for each row.
 */
export function idsOf(db: Reader, selections: readonly Selection[]): IdQuery {
  const select = ({ trackerId, narrow }: Selection): IdQuery =>
    narrow(db.selectFrom('artifacts').where('artifacts.tracker_id', '=', trackerId)).select('artifacts.id');
  const [first = select({ trackerId: -1, narrow: nothing }), ...rest] = selections.map(select);
  return rest.reduce((union, query) => union.unionAll(query), first);
}

/** Those that one of the sources links to, whatever the type of the link. */
export const linkedFrom =
  (sources: Ids): Narrow =>
  (query) =>
    query.where('artifacts.id', 'in', (eb) =>
      eb
        .selectFrom('artifact_links')
        .select('artifact_links.target_id')
        .where('artifact_links.source_id', 'in', sources),
    );

/** Those that none of the sources links to. */
export const notLinkedFrom =
  (sources: Ids): Narrow =>
  (query) =>
    query.where('artifacts.id', 'not in', (eb) =>
      eb
        .selectFrom('artifact_links')
        .select('artifact_links.target_id')
        .where('artifact_links.source_id', 'in', sources),
    );

/** Those that one of the milestones links to, and those that are children of one of the items. */
export const linkedOrChildOf =
  (milestoneIds: readonly number[], items: IdQuery): Narrow =>
  (query) =>
    query.where('artifacts.id', 'in', (eb) =>
      eb
        .selectFrom('artifact_links')
        .select('artifact_links.target_id')
        .where((link) =>
          link.or([
            link('artifact_links.source_id', 'in', milestoneIds),
            link.and([link('artifact_links.type', '=', childType), link('artifact_links.source_id', 'in', items)]),
          ]),
        ),
    );

/** Those with a parent among these, or those without one. */
export const childOf =
  (parents: Ids, isWanted: boolean): Narrow =>
  (query) =>
    query.where('artifacts.id', isWanted ? 'in' : 'not in', (eb) =>
      eb
        .selectFrom('artifact_links')
        .select('artifact_links.target_id')
        .where('artifact_links.type', '=', childType)
        .where('artifact_links.source_id', 'in', parents),
    );

export const exceptOne =
  (id: number): Narrow =>
  (query) =>
    query.where('artifacts.id', '!=', id);

/** What was put into the backlog by hand. */
export const inExplicitBacklog: Narrow = (query) =>
  query.where('artifacts.id', 'in', (eb) =>
    eb.selectFrom('explicit_backlog_items').select('explicit_backlog_items.artifact_id'),
  );

export const nothing: Narrow = (query) => query.where('artifacts.id', '=', -1);

/** The list value that stands for none. */
const noneId = 100;

/** Those whose field holds one of the open values, or those where it does not. */
export const withStatus =
  (status: { field_id: number; value_ids: readonly number[] }, isOpen: boolean): Narrow =>
  (query) =>
    query.where((eb) => {
      const values = eb
        .selectFrom('artifact_keys')
        .select('artifact_keys.key')
        .whereRef('artifact_keys.artifact_id', '=', 'artifacts.id')
        .where('artifact_keys.field_id', '=', status.field_id);
      const open = eb.or([
        eb('artifacts.id', '=', -1),
        ...(status.value_ids.length === 0
          ? []
          : [eb.exists(values.where('artifact_keys.key', 'in', status.value_ids))]),
        ...(status.value_ids.includes(noneId) ? [eb.not(eb.exists(values))] : []),
      ]);
      return isOpen ? open : eb.not(open);
    });

/** Rows in order of rank, or as the page says; the whole lot without a page. */
export async function listFound(
  db: Reader,
  selections: readonly Selection[],
  page?: BoardPage,
): Promise<{ rows: ArtifactRow[]; size: number }> {
  const found = idsOf(db, selections);
  const direction = page?.isDescending === true ? 'desc' : 'asc';
  const artifacts = db.selectFrom('artifacts').where('artifacts.id', 'in', found);
  const ranked =
    page?.by === 'change'
      ? artifacts.orderBy('artifacts.updated_at_ms', direction).orderBy('artifacts.id', direction)
      : artifacts.orderBy(page?.by === 'creation' ? 'artifacts.id' : artifactRanking.rankOrder, direction);
  if (page === undefined) {
    const all = await ranked.selectAll().execute();
    return { rows: all, size: all.length };
  }
  const [paged, count] = await Promise.all([
    ranked.select('artifacts.id').limit(page.limit).offset(page.offset).execute(),
    db
      .selectFrom(found.as('found'))
      .select((eb) => eb.fn.countAll<number>().as('size'))
      .executeTakeFirstOrThrow(),
  ]);
  const ids = paged.map(({ id }) => id);
  return { rows: await listInOrder(db, ids), size: Number(count.size) };
}

/** Rows in the order of the ids. */
export async function listInOrder(db: Reader, ids: readonly number[]): Promise<ArtifactRow[]> {
  const byId = new Map((await listArtifactsByIds(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What the selections find, in order of id. */
export async function listIds(db: Reader, selections: readonly Selection[]): Promise<number[]> {
  const rows = await idsOf(db, selections).execute();
  return [...new Set(rows.map(({ id }) => id))].toSorted((a, b) => a - b);
}

/** Ids in one question, over all selections, that are named to each of them. */
const namedIdsMax = 500;

/** Those of the artifacts that the selections find. */
export async function listAmong(
  db: Reader,
  selections: readonly Selection[],
  ids: readonly number[],
): Promise<Set<number>> {
  const withIds: Narrow = (query) => query.where('artifacts.id', 'in', ids);
  // Of a few, the database need not find all that stands on the board; many would be too many parameters.
  const isNamed = ids.length * selections.length <= namedIdsMax;
  const among = selections.map(({ trackerId, narrow }) => ({ trackerId, narrow: allOf(withIds, narrow) }));
  const rows = await db
    .selectFrom('artifacts')
    .select('artifacts.id')
    .where('artifacts.id', 'in', ids)
    .where('artifacts.id', 'in', idsOf(db, isNamed ? among : selections))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Those of the artifacts that one of the milestones links to. */
export async function listHeld(
  db: Reader,
  ids: readonly number[],
  milestones: readonly Selection[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('artifact_links')
    .select('target_id')
    .distinct()
    .where('target_id', 'in', [-1, ...ids])
    .where('source_id', 'in', idsOf(db, milestones))
    .execute();
  return new Set(rows.map((row) => row.target_id));
}

export interface Counted {
  /** What milestones may hold. */
  items: readonly Selection[];
  /** Items whose children count, too. */
  parents: readonly Selection[];
  /** What of both is to be counted. */
  counted: readonly Selection[];
}

/**
 * How many items and children of items each of the milestones holds, each once; milestones without any are left out.
 */
export async function countHeld(
  db: Reader,
  milestoneIds: readonly number[],
  { items, parents, counted }: Counted,
): Promise<Map<number, number>> {
  const held = db
    .selectFrom('artifact_links as held')
    .select(['held.source_id as milestone_id', 'held.target_id as artifact_id'])
    .where('held.source_id', 'in', milestoneIds)
    .where('held.target_id', 'in', idsOf(db, items));
  const below = db
    .selectFrom('artifact_links as held')
    .innerJoin('artifact_links as child', 'child.source_id', 'held.target_id')
    .select(['held.source_id as milestone_id', 'child.target_id as artifact_id'])
    .where('held.source_id', 'in', milestoneIds)
    .where('held.target_id', 'in', idsOf(db, parents))
    .where('child.type', '=', childType);
  const rows = await db
    .selectFrom(held.union(below).as('all'))
    .select((eb) => ['all.milestone_id' as const, eb.fn.countAll<number>().as('size')])
    .where('all.artifact_id', 'in', idsOf(db, counted))
    .groupBy('all.milestone_id')
    .execute();
  return new Map(rows.map((row) => [row.milestone_id, Number(row.size)]));
}

/** Trackers of the children of these. */
export async function listChildTrackerIds(db: Reader, parents: readonly Selection[]): Promise<number[]> {
  const rows = await db
    .selectFrom('artifact_links')
    .innerJoin('artifacts', 'artifacts.id', 'artifact_links.target_id')
    .select('artifacts.tracker_id')
    .distinct()
    .where('artifact_links.type', '=', childType)
    .where('artifact_links.source_id', 'in', idsOf(db, parents))
    .execute();
  return rows.map((row) => row.tracker_id);
}

/** What has one of these as its child. */
export const listParentIds = (
  db: Reader,
  childIds: readonly number[],
): Promise<{ source_id: number; target_id: number }[]> =>
  db
    .selectFrom('artifact_links')
    .innerJoin('artifacts', 'artifacts.id', 'artifact_links.source_id')
    .select(['artifact_links.source_id', 'artifact_links.target_id'])
    .where('artifact_links.type', '=', childType)
    .where('artifact_links.target_id', 'in', [-1, ...childIds])
    .execute();

/** The lowest parent among the selected ones by child. */
export async function listParents(
  db: Reader,
  childIds: readonly number[],
  parents: Selection,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('artifact_links')
    .select(['source_id', 'target_id'])
    .where('type', '=', childType)
    .where('target_id', 'in', childIds)
    .where('source_id', 'in', idsOf(db, [parents]))
    .orderBy('source_id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.target_id, row.source_id]));
}

/** Of the link from a milestone to the increment or iteration of a program that it stands for. */
export const mirrorType = '_mirrored_milestone';

/** The tracker of what each of these milestones stands for; those that stand for nothing are left out. */
export async function listMirroredTrackers(db: Reader, milestoneIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('artifact_links')
    .innerJoin('artifacts', 'artifacts.id', 'artifact_links.target_id')
    .select(['artifact_links.source_id', 'artifacts.tracker_id'])
    .where('artifact_links.source_id', 'in', [-1, ...milestoneIds])
    .where('artifact_links.type', '=', mirrorType)
    .execute();
  return new Map(rows.map((row) => [row.source_id, row.tracker_id]));
}
