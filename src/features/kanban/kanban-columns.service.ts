// Columns of a kanban: open values of the status, which change for everybody who uses the tracker.
import type { Static } from 'typebox';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Viewer } from '../projects/index.ts';
import { changeDefinition, statusValues, trackerRecords } from '../trackers/index.ts';
import type { ChangeContext, Definition } from '../trackers/index.ts';
import { columnsOf, hasOwnValues, isRemovable, requireColumnAdministrator } from './kanban.access.ts';
import type { StatusColumns } from './kanban.access.ts';
import { openKanban } from './kanban.service.ts';
import type { KanbanDeps, SeenKanban } from './kanban.service.ts';
import type { ColumnChange, ColumnOrder, KanbanColumn, NewColumn } from './kanban.schema.ts';
import * as store from './kanban.store.ts';
import { viewKanban } from './kanban.view.ts';

/** Throws as openKanban, unauthenticated for who does not administer the project, notFound where the tracker has no status. */
async function openColumns(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
): Promise<SeenKanban & { columns: StatusColumns }> {
  const seen = await openKanban(deps, viewer, id);
  requireColumnAdministrator(viewer, seen.tracker);
  const columns = columnsOf(seen.tracker);
  if (columns === undefined)
    throw notFound(says('kanban.no-status')`this board needs a status field; choose one in the tracker's settings`);
  return { ...seen, columns };
}

/** Throws invalid where the columns are those of another field. */
function requireOwnValues(columns: StatusColumns): void {
  if (!hasOwnValues(columns))
    throw invalid(
      says(
        'kanban.other-values',
      )`the status values belong to another field, or are not static values; change them there`,
    );
}

function requireOpen({ values }: StatusColumns, columnId: number): void {
  if (values.every(({ id }) => id !== columnId))
    throw notFound(says('kanban.no-column')`${columnId} is not a column of this kanban`);
}

const change = <R>(
  { database, trackers, clock }: KanbanDeps,
  viewer: Viewer,
  tracker: Definition,
  work: (context: ChangeContext, current: Definition) => Promise<R>,
): Promise<R> =>
  changeDefinition({ database, clock, trackers }, viewer, tracker.id, { changed: 'columns' }, (tx, current) =>
    work({ tx, clock, viewer }, current),
  );

/** Adds a column behind the others. Throws as openColumns, and invalid. */
export async function addColumn(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
  body: Static<typeof NewColumn>,
): Promise<Static<typeof KanbanColumn>> {
  const label = body.column?.label ?? body.label;
  const { row, tracker, columns } = await openColumns(deps, viewer, id);
  requireOwnValues(columns);
  if (label === undefined || label.trim() === '') throw invalid(says('kanban.column-name')`is required`, 'label');
  const valueId = await change(deps, viewer, tracker, (context, current) => statusValues.add(context, current, label));
  const changed = await trackerRecords.loadDefinition(deps.database.read, tracker.id);
  const setting = { viewer, limits: new Map(), preferences: new Map() };
  const shown = changed === undefined ? [] : viewKanban(setting, row, changed).columns;
  const added = shown.find((column) => column.id === valueId);
  if (added === undefined) throw notFound(says('kanban.column-gone')`column ${valueId} was already deleted`);
  return added;
}

/** All columns in their new order, which the list of the tracker takes on. Throws as openColumns, notFound and invalid. */
export async function orderColumns(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
  body: Static<typeof ColumnOrder>,
): Promise<void> {
  const ids = Array.isArray(body) ? body : body.column_ids;
  const { tracker, columns } = await openColumns(deps, viewer, id);
  requireOwnValues(columns);
  const unknown = ids.find((one) => columns.field.values.every((value) => value.id !== one));
  if (unknown !== undefined) throw notFound(says('kanban.no-column')`${unknown} is not a column of this kanban`);
  const missing = columns.values.find((value) => !ids.includes(value.id));
  if (missing !== undefined)
    throw invalid(says('kanban.column-missing')`must contain all columns; ${missing.id} is missing`, 'column_ids');
  if (ids.length > columns.values.length)
    throw invalid(says('kanban.columns-once')`must contain each open column once, and nothing else`, 'column_ids');
  await change(deps, viewer, tracker, (context, current) => statusValues.order(context, current, ids));
}

/** Throws as openColumns, notFound for what is no open column, and invalid. */
export async function changeColumn(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
  columnId: number,
  { label, wip_limit: limit }: Static<typeof ColumnChange>,
): Promise<void> {
  const { tracker, columns } = await openColumns(deps, viewer, id);
  requireOpen(columns, columnId);
  if (typeof label === 'string') {
    requireOwnValues(columns);
    if (label.trim() === '') throw invalid(says('kanban.column-blank')`is required`, 'label');
    await change(deps, viewer, tracker, async (context, current) => {
      await statusValues.rename(context, current, columnId, label);
      if (limit !== undefined) await store.saveLimit(context.tx, id, columnId, limit);
    });
  } else if (limit !== undefined) {
    await deps.database.transact((tx) => store.saveLimit(tx, id, columnId, limit));
  }
}

/**
 * Hides the value of the column; items that have it go to the archive. Throws as openColumns, notFound for what is no open column,
 * conflict where something needs the value.
 */
export async function removeColumn(deps: KanbanDeps, viewer: Viewer, id: number, columnId: number): Promise<void> {
  const { tracker, columns } = await openColumns(deps, viewer, id);
  requireOpen(columns, columnId);
  requireOwnValues(columns);
  if (!isRemovable(tracker, columns, columnId))
    throw conflict(
      says(
        'kanban.column-needed',
      )`this column can't be deleted: the workflow, a rule, a trigger or another semantic of the tracker uses it, or it is the last column`,
    );
  await change(deps, viewer, tracker, async (context, current) => {
    await statusValues.retire(context, current, columnId);
    await store.saveLimit(context.tx, id, columnId, null);
  });
}
