// Items that come to a column and take their places in it: all of it, or nothing.
import type { Static } from 'typebox';
import { conflict, forbidden, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { artifactWorkflow, findVisible, listArtifactsByIds, parseValues } from '../artifacts/index.ts';
import type { ArtifactRow } from '../artifacts/index.ts';
import { placeItems, readOrder } from '../planning/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { readColumns } from './kanban.access.ts';
import type { StatusColumns } from './kanban.access.ts';
import { noneId, requireColumn, selectColumn } from './kanban-items.service.ts';
import { openKanban } from './kanban.service.ts';
import type { KanbanDeps } from './kanban.service.ts';
import type { ItemMove } from './kanban.schema.ts';
import type { Column } from './kanban.store.ts';
import { columnFor } from './kanban.view.ts';

/**
 * Gives the items of `add` the status of the column, by the one way that artifacts change, then orders the column. Items that are
 * not there are passed over. Throws as openKanban and readColumns, forbidden for items that the viewer may not see and for who may
 * not change the status, where an order is asked for, invalid
 * for what workflow, rules or permissions refuse, conflict for an order that names what does not stand in the column.
 */
export async function moveItems(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
  column: Column,
  { add, order }: Static<typeof ItemMove>,
): Promise<void> {
  const { tracker } = await openKanban(deps, viewer, id);
  requireLivingProject(tracker.project);
  const columns = readColumns(viewer, tracker);
  requireColumn(columns, column);
  const coming = add ? await readComing(deps, viewer, add.ids, tracker, columns, column) : [];
  const move = order ? readOrder(order, { twice: conflict, itself: conflict }) : undefined;
  if (move !== undefined && !mayField(viewer, tracker, columns.field, 'update'))
    throw forbidden(says('kanban.order')`you need permission to move items between columns to change their order`);
  const items = coming.map((row) => ({
    id: row.id,
    values: [{ field_id: columns.field.id, bind_value_ids: [goalOf(viewer, tracker, columns, row, column)] }],
  }));
  await placeItems(deps.plannings, viewer, {
    items,
    move,
    selections: [selectColumn(deps, viewer, tracker, columns, column)],
    refuse: (unknown) => conflict(says('kanban.not-here')`item ${unknown} is not in this column`),
    path: 'add.ids',
  });
}

/** Those that are there and do not stand in the column yet. */
async function readComing(
  { database, trackers }: KanbanDeps,
  viewer: Viewer,
  ids: readonly number[],
  tracker: Definition,
  columns: StatusColumns,
  column: Column,
): Promise<ArtifactRow[]> {
  const rows = await listArtifactsByIds(database.read, [...new Set(ids)]);
  const visible = await findVisible({ db: database.read, trackers }, viewer, rows);
  for (const row of rows) {
    if (!visible.ids.has(row.id)) throw forbidden(says('kanban.unseen')`you don't have access to item ${row.id}`);
    if (row.tracker_id !== tracker.id)
      throw invalid(says('kanban.other-tracker')`item ${row.id} is not in the tracker of this kanban`, 'add.ids');
  }
  return rows.filter((row) => columnFor(columns, parseValues(row)[columns.field.id]) !== column);
}

/** The list value that a move sets. Throws invalid where the archive has none that the item may take. */
function goalOf(
  viewer: Viewer,
  tracker: Definition,
  { field, values }: StatusColumns,
  row: ArtifactRow,
  column: Column,
): number {
  if (column === 'backlog') return noneId;
  if (column !== 'archive') return column;
  const isOpenTo = artifactWorkflow.mayTake(viewer, tracker, parseValues(row), field);
  const open = new Set(values.map(({ id }) => id));
  const closed = field.values.filter(({ id, isHidden }) => !isHidden && !open.has(id));
  const goal = closed.find(({ id }) => isOpenTo(id));
  if (goal === undefined)
    throw invalid(says('kanban.not-closable')`item ${row.id} can't be moved to a closed status`, 'add.ids');
  return goal.id;
}
