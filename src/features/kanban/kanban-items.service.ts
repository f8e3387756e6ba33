// What stands in the columns of a kanban: lists of a column, single items, and new ones.
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { shapeCheck } from '../../platform/texts/shape.ts';
import { publicUrl } from '../../settings/index.ts';
import { artifactReads, listFieldChanges } from '../artifacts/index.ts';
import type { ArtifactRow, Condition, FieldChange } from '../artifacts/index.ts';
import { listCardFieldIds, listFound, listInOrder, visibleOf } from '../planning/index.ts';
import type { Selection } from '../planning/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { readReportCondition } from '../reports/index.ts';
import { listValues } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { columnsOf, readColumns } from './kanban.access.ts';
import type { StatusColumns } from './kanban.access.ts';
import { openKanban, readReport } from './kanban.service.ts';
import type { KanbanDeps } from './kanban.service.ts';
import type { KanbanItem, KanbanItems, NewItem } from './kanban.schema.ts';
import * as store from './kanban.store.ts';
import type { Column } from './kanban.store.ts';
import { viewItem } from './kanban.view.ts';
import type { ItemSetting } from './kanban.view.ts';

type Item = Static<typeof KanbanItem>;

/** What the viewer may see of a column. */
export const selectColumn = (
  { database: { read: db } }: KanbanDeps,
  viewer: Viewer,
  tracker: Definition,
  { field, values }: StatusColumns,
  column: Column,
): Selection =>
  visibleOf(
    db,
    viewer,
    tracker,
    store.inColumn(
      field.id,
      values.map(({ id }) => id),
      column,
    ),
  );

/** Throws notFound for what is no value of the status. */
export function requireColumn({ field }: StatusColumns, column: Column): void {
  if (typeof column === 'number' && listValues.findValue(field, column) === undefined)
    throw notFound(says('kanban.no-column')`${column} is not a column of this kanban`);
}

export interface ItemsRequest extends Page {
  query: string;
  fields: string;
  /** `newest`: those that changed last first. By rank without it. */
  order?: 'rank' | 'newest';
}

/**
 * A page of a column. `query` narrows it by a report: `{"tracker_report_id": 12}`; `fields` has ids of further fields
 * that cards show, such as `12,@assigned_to`. Throws as openKanban and
 * readColumns, notFound for a column or report that is not there, invalid for a query that can't be read, and for fields that are not there.
 */
export async function listItems(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
  column: Column,
  { query, fields, order, ...page }: ItemsRequest,
): Promise<Static<typeof KanbanItems>> {
  const { tracker } = await openKanban(deps, viewer, id);
  const columns = readColumns(viewer, tracker);
  requireColumn(columns, column);
  const shownIds = readFieldIds(tracker, fields);
  const filter = await readFilter(deps, viewer, tracker, query);
  const selection = selectColumn(deps, viewer, tracker, columns, column);
  const { rows, size } = await findPage(deps, viewer, tracker, selection, filter, {
    ...page,
    isNewestFirst: order === 'newest',
  });
  const collection = await viewItems(deps, viewer, rows, { isBacklogList: column === 'backlog', shownIds });
  return { collection, total_size: size };
}

function readFieldIds({ fieldById, semantics }: Definition, text: string): number[] {
  const names = text.split(',').flatMap((name) => name.trim() || []);
  return names.flatMap((name) => {
    if (name === '@assigned_to') return semantics.contributor?.field_id ?? [];
    if (!fieldById.has(Number(name)))
      throw invalid(
        says('kanban.no-field')`the tracker has no field ${name}; use IDs such as 12,13, or @assigned_to`,
        'fields',
      );
    return Number(name);
  });
}

const hasReport = shapeCheck(Type.Object({ tracker_report_id: Type.Integer() }));

/** What a report asks for; undefined for all. Throws invalid, and as readReport. */
export async function readFilter(
  deps: KanbanDeps,
  viewer: Viewer,
  tracker: Definition,
  query: string,
): Promise<Condition | undefined> {
  if (query === '') return undefined;
  const asked = parseQuery(query);
  if (!hasReport(asked))
    throw invalid(says('kanban.query')`must be {"tracker_report_id": …} with the ID of a report`, 'query');
  const { settings } = await readReport(deps, viewer, tracker, asked.tracker_report_id, 'query');
  return readReportCondition({ database: deps.database, queries: deps.artifacts.queries }, viewer, tracker, settings);
}

function parseQuery(query: string): unknown {
  try {
    return JSON.parse(query);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(says('kanban.no-json')`is not valid JSON`, 'query');
    throw error;
  }
}

async function findPage(
  { database: { read: db }, artifacts }: KanbanDeps,
  viewer: Viewer,
  tracker: Definition,
  selection: Selection,
  filter: Condition | undefined,
  { isNewestFirst, ...page }: Page & { isNewestFirst: boolean },
): Promise<{ rows: ArtifactRow[]; size: number }> {
  const order = isNewestFirst ? { by: 'change' as const, isDescending: true } : { isDescending: false };
  if (filter === undefined) return listFound(db, [selection], { ...page, ...order });
  const matching = new Set<number>();
  for await (const ids of artifacts.listings.walk(viewer, tracker, filter)) for (const id of ids) matching.add(id);
  const found = (await store.listIds(db, selection, isNewestFirst)).filter((id) => matching.has(id));
  return { rows: await listInOrder(db, found.slice(page.offset, page.offset + page.limit)), size: found.length };
}

/** Any artifact as an item, also one of a tracker without a kanban. Throws as Artifacts.read. */
export async function showItem(deps: KanbanDeps, viewer: Viewer, id: number): Promise<Item> {
  const { stamp } = await deps.artifacts.readWhole(viewer, id);
  const [item] = await viewItems(deps, viewer, [stamp], { isBacklogList: false, shownIds: [] });
  if (item === undefined) throw notFound(says('artifact.missing')`there is no artifact ${id}`);
  return item;
}

async function viewItems(
  { artifacts: { reading }, trackers }: KanbanDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
  { isBacklogList, shownIds }: Pick<ItemSetting, 'isBacklogList' | 'shownIds'>,
): Promise<Item[]> {
  const definitions = new Map<number, Definition>();
  for (const id of new Set(rows.map((row) => row.tracker_id))) {
    const tracker = await trackers.findDefinition(id, viewer.site.version);
    if (tracker !== undefined) definitions.set(id, tracker);
  }
  const { renderables } = await artifactReads.readRenderables(reading, viewer, rows, definitions);
  const ofCards = [...definitions.values()].flatMap((tracker) => listCardFieldIds(tracker));
  const cardFieldIds = new Set([...ofCards, ...shownIds]);
  const plain = await artifactReads.loadRelations(reading, viewer, renderables);
  const relations = await artifactReads.withTexts(reading, renderables, plain, {
    isShown: ({ id }) => cardFieldIds.has(id),
  });
  const changes = new Map<number, readonly FieldChange[]>();
  for (const [trackerId, of] of Map.groupBy(isBacklogList ? [] : rows, (row) => row.tracker_id)) {
    const tracker = definitions.get(trackerId);
    const field = tracker === undefined ? undefined : columnsOf(tracker)?.field;
    if (field === undefined) continue;
    const ids = of.map((row) => row.id);
    const all = await listFieldChanges(reading.db, ids, field.id);
    for (const [id, own] of Map.groupBy(all, (change) => change.artifactId)) changes.set(id, own);
  }
  const baseUrl = publicUrl(viewer.site.settings);
  return renderables.map((renderable) =>
    viewItem({ viewer, baseUrl, relations, changes, isBacklogList, shownIds }, renderable),
  );
}

/**
 * Makes an artifact with this title in a column, and shows it. Throws as openKanban and Artifacts.create, invalid for what is no open
 * column, forbidden where the tracker has no title or no status.
 */
export async function createItem(deps: KanbanDeps, viewer: Viewer, body: Static<typeof NewItem>): Promise<Item> {
  const { label, kanban_id: kanbanId, column_id: columnId } = body.item ?? body;
  if (label === undefined) throw invalid(says('body.required')`is required`, 'item.label');
  if (kanbanId === undefined) throw invalid(says('body.required')`is required`, 'item.kanban_id');
  const { tracker } = await openKanban(deps, viewer, kanbanId);
  const columns = columnsOf(tracker);
  const { title } = tracker.semantics;
  if (columns === undefined || title === undefined)
    throw forbidden(
      says(
        'kanban.no-title',
      )`the tracker of this kanban has no title or status field; create the artifact in the tracker instead`,
    );
  const valueId = columnId ?? 0;
  if (valueId !== 0 && columns.values.every(({ id }) => id !== valueId))
    throw invalid(says('kanban.no-column')`${valueId} is not a column of this kanban`, 'item.column_id');
  const { stamp } = await deps.artifacts.create(viewer, {
    tracker: { id: tracker.id },
    values: [
      { field_id: title.field_id, value: label },
      { field_id: columns.field.id, bind_value_ids: [valueId === 0 ? noneId : valueId] },
    ],
  });
  return showItem(deps, viewer, stamp.id);
}

/** What clients send for no value. */
export const noneId = 100;
