// In which column of a board a card stands, by the list value that it has, and how it may go to another. Pure.
import { artifactWorkflow } from '../artifacts/index.ts';
import type { StoredValues } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Definition, Field } from '../trackers/index.ts';

export interface WallColumn {
  id: number;
  label: string;
  color: string;
}

/** By which field cards of a tracker stand in columns, and which of its values do where; 100 is none. */
export interface Mapping {
  fieldId: number;
  columns: ReadonlyMap<number, number>;
}

/** The board of the milestones of a tracker. */
export interface Wall {
  trackerId: number;
  columns: readonly (WallColumn & { archive_id: string | null })[];
  /** By the tracker of the cards. */
  mappings: ReadonlyMap<number, Mapping>;
}

/** What an empty list counts as. */
export const noneId = 100;

/** Of columns that have no colour. */
const plainColor = '#F8F8F8';

export const colorOf = ({ color }: WallColumn): string => (color === '' ? plainColor : color);

/** The list by which cards of the tracker stand in columns: the one that the board names, else the status. */
export const mappedField = (wall: Wall, tracker: Definition): Field | undefined =>
  tracker.fieldById.get(wall.mappings.get(tracker.id)?.fieldId ?? tracker.semantics.status?.field_id ?? -1);

/** The first value that a card has in a list; undefined for none. */
export function firstValueOf(field: Field, values: StoredValues): number | undefined {
  const ids = values[field.id];
  const id: unknown = Array.isArray(ids) ? ids[0] : undefined;
  return typeof id === 'number' && id !== noneId ? id : undefined;
}

/** Where a value stands: where the board says, or where it says nothing of the tracker, in the column of the same label. */
export function columnOfValue(wall: Wall, tracker: Definition, field: Field, valueId: number): WallColumn | undefined {
  const mapping = wall.mappings.get(tracker.id);
  if (mapping !== undefined && mapping.columns.size > 0) {
    const columnId = mapping.columns.get(valueId);
    return wall.columns.find(({ id }) => id === columnId);
  }
  const label = field.values.find(({ id }) => id === valueId)?.label;
  return wall.columns.find((column) => column.label === label);
}

/** The column in which a card stands; undefined where it is in none. */
export function columnOfCard(wall: Wall, tracker: Definition, values: StoredValues): WallColumn | undefined {
  const field = mappedField(wall, tracker);
  return field && columnOfValue(wall, tracker, field, firstValueOf(field, values) ?? noneId);
}

/** Values that stand in a column, in the order of the list; none last. */
export const valuesOfColumn = (wall: Wall, tracker: Definition, field: Field, columnId: number): number[] =>
  [...field.values.flatMap(({ id, isHidden }) => (isHidden ? [] : id)), noneId].filter(
    (id) => columnOfValue(wall, tracker, field, id)?.id === columnId,
  );

/** Columns to which the card may go now, its own included, in the order of the board; none where it is in none. */
export function listAllowedColumns(viewer: Viewer, wall: Wall, tracker: Definition, values: StoredValues): number[] {
  const field = mappedField(wall, tracker);
  const own = columnOfCard(wall, tracker, values);
  if (field === undefined || own === undefined) return [];
  const isOpenTo = artifactWorkflow.mayTake(viewer, tracker, values, field);
  return wall.columns.flatMap(({ id }) => {
    const goals = valuesOfColumn(wall, tracker, field, id);
    return id === own.id || goals.some((goal) => isOpenTo(goal)) ? id : [];
  });
}

/** The first value of a column that the card may take now; undefined for none. */
export function findGoal(
  viewer: Viewer,
  wall: Wall,
  tracker: Definition,
  values: StoredValues,
  columnId: number,
): number | undefined {
  const field = mappedField(wall, tracker);
  if (field === undefined) return undefined;
  const isOpenTo = artifactWorkflow.mayTake(viewer, tracker, values, field);
  return valuesOfColumn(wall, tracker, field, columnId).find((id) => isOpenTo(id));
}
