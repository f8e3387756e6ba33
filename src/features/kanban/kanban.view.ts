// Kanbans and their items as the wire shows them. Pure.
import type { Static } from 'typebox';
import { formatIso } from '../../platform/texts/dates.ts';
import { artifactViews, titleOf } from '../artifacts/index.ts';
import type { FieldChange, RenderableArtifact, Relations } from '../artifacts/index.ts';
import { backgroundOf, listCardFieldIds } from '../planning/index.ts';
import { projectViews } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import { columnsOf, isRemovable, rightsOf } from './kanban.access.ts';
import type { KanbanRights, StatusColumns } from './kanban.access.ts';
import type { Kanban, KanbanColumn, KanbanItem, KanbanSummary } from './kanban.schema.ts';
import type { Column, KanbanRow } from './kanban.store.ts';

export const backlogLabel = 'Backlog';
export const archiveLabel = 'Archive';

/** Names of the preferences that say what somebody has folded. */
export const foldOf = (kanbanId: number, column: Column): string =>
  typeof column === 'number' ? `kanban_collapse_column_${kanbanId}_${column}` : `kanban_collapse_${column}_${kanbanId}`;

export interface KanbanSetting {
  viewer: Viewer;
  limits: ReadonlyMap<number, number>;
  /** The viewer's own, by name. */
  preferences: ReadonlyMap<string, string>;
}

/** Unfolded unless the viewer folded it; the archive is folded unless they unfolded it. */
function isOpen({ preferences }: KanbanSetting, kanbanId: number, column: Column): boolean {
  const fold = preferences.get(foldOf(kanbanId, column)) ?? (column === 'archive' ? '1' : '0');
  return fold !== '1';
}

const viewTracker = (tracker: Definition): Static<typeof Kanban>['tracker'] => ({
  uri: `trackers/${tracker.id}`,
  id: tracker.id,
  label: tracker.name,
  item_name: tracker.itemName,
  project: projectViews.viewProjectReference(tracker.project),
});

function viewColumn(
  setting: KanbanSetting,
  kanbanId: number,
  tracker: Definition,
  columns: StatusColumns,
  { id, label }: { id: number; label: string },
  rights: KanbanRights,
): Static<typeof KanbanColumn> {
  return {
    id,
    label,
    is_open: isOpen(setting, kanbanId, id),
    limit: setting.limits.get(id) ?? null,
    color: '',
    user_can_add_in_place: rights.mayAddInPlace,
    user_can_remove_column: rights.mayChangeColumns && isRemovable(tracker, columns, id),
    user_can_edit_label: rights.mayChangeColumns,
  };
}

export function viewKanban(setting: KanbanSetting, row: KanbanRow, tracker: Definition): Static<typeof Kanban> {
  const rights = rightsOf(setting.viewer, tracker);
  const columns = columnsOf(tracker);
  return {
    id: row.id,
    tracker_id: tracker.id,
    tracker: viewTracker(tracker),
    uri: `kanban/${row.id}`,
    label: row.name,
    columns:
      columns === undefined
        ? []
        : columns.values.map((value) => viewColumn(setting, row.id, tracker, columns, value, rights)),
    resources: { backlog: { uri: `kanban/${row.id}/backlog` }, items: { uri: `kanban/${row.id}/items` } },
    backlog: {
      label: backlogLabel,
      is_open: isOpen(setting, row.id, 'backlog'),
      user_can_add_in_place: rights.mayAddToBacklog,
    },
    archive: { label: archiveLabel, is_open: isOpen(setting, row.id, 'archive') },
    user_can_add_columns: rights.mayChangeColumns,
    user_can_reorder_columns: rights.mayChangeColumns,
    user_can_add_artifact: rights.mayAdd,
    is_promoted: row.is_promoted === 1,
  };
}

export const viewSummary = (
  row: KanbanRow,
  tracker: Definition,
  counts: { open: number; closed: number },
): Static<typeof KanbanSummary> => ({
  id: row.id,
  uri: `kanban/${row.id}`,
  label: row.name,
  is_promoted: row.is_promoted === 1,
  tracker: viewTracker(tracker),
  open_items_count: counts.open,
  closed_items_count: counts.closed,
});

export const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];

/** Where an artifact with this status stands. Values that have no column any more count as closed. */
export function columnFor({ values }: StatusColumns, status: unknown): Column {
  const [id] = idsIn(status);
  if (id === undefined) return 'backlog';
  return values.some((value) => value.id === id) ? id : 'archive';
}

/** When an item came into a column for the first time, and when it was closed since; `changes` are those of its status, oldest first. */
export function spanOf(
  columns: StatusColumns,
  changes: readonly FieldChange[],
): { startedAtMs: number | undefined; closedAtMs: number | undefined } {
  let startedAtMs: number | undefined;
  let closedAtMs: number | undefined;
  for (const { atMs, value } of changes) {
    const column = columnFor(columns, value);
    if (typeof column === 'number') {
      startedAtMs ??= atMs;
      closedAtMs = undefined;
    } else if (column === 'archive' && startedAtMs !== undefined) closedAtMs ??= atMs;
  }
  return { startedAtMs, closedAtMs };
}

/** What an item's way through the columns says; `changes` are those of its status, oldest first. */
function timesOf(columns: StatusColumns, changes: readonly FieldChange[]): Record<string, string | null> {
  const times = new Map<string, number>();
  for (const { atMs, value } of changes) for (const id of idsIn(value)) times.set(String(id), atMs);
  const { closedAtMs } = spanOf(columns, changes);
  const shown = [...times].map(([id, ms]): [string, string] => [id, formatIso(ms)]);
  return {
    ...Object.fromEntries(shown),
    kanban: times.size === 0 ? null : formatIso(Math.min(...times.values())),
    archive: closedAtMs === undefined ? null : formatIso(closedAtMs),
  };
}

const noTimes = { kanban: null, archive: null };

export interface ItemSetting {
  viewer: Viewer;
  baseUrl: string;
  relations: Relations;
  /** Changes of the status by artifact. */
  changes: ReadonlyMap<number, readonly FieldChange[]>;
  /** Lists of the backlog tell no times. */
  isBacklogList: boolean;
  /** Fields beside those that the tracker has on its cards. */
  shownIds: readonly number[];
}

export function viewItem(setting: ItemSetting, renderable: RenderableArtifact): Static<typeof KanbanItem> {
  const { viewer, relations, baseUrl } = setting;
  const { row, tracker, values } = renderable;
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const columns = columnsOf(tracker);
  const isKnown = columns !== undefined && isReadable(columns.field);
  const fieldIds = new Set([...listCardFieldIds(tracker), ...setting.shownIds]);
  const cardFields = [...fieldIds].flatMap((id) => tracker.fieldById.get(id) ?? []);
  return {
    id: row.id,
    item_name: tracker.itemName,
    label: titleOf(tracker, values, isReadable) ?? '',
    color: tracker.color,
    card_fields: artifactViews.viewFields(cardFields, renderable, { relations, baseUrl, isReadable }),
    timeinfo: setting.isBacklogList ? [] : isKnown ? timesOf(columns, setting.changes.get(row.id) ?? []) : noTimes,
    in_column: isKnown ? columnFor(columns, values[columns.field.id]) : 'backlog',
    background_color_name: backgroundOf(renderable, isReadable),
  };
}
