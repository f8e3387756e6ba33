// Where the elements of a form may stand. Pure.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Definition, Field } from '../definition/definition.ts';
import type { FieldType } from '../fields/field-type.ts';
import { fieldTypeOf } from '../fields/index.ts';

/** Who stands where; absent keys mean the top, and the end. */
export interface FieldPosition {
  parent_id?: number | null | undefined;
  next_sibling_id?: number | null | undefined;
}

const containerOf = ({ type }: Pick<Field, 'type'>): FieldType['container'] => fieldTypeOf(type).container;

/** The container that is to hold an element; undefined for the top. Throws invalid for what can't hold it. */
function findParent(tracker: Definition, type: string, parentId: number | null, path: string): Field | undefined {
  const parent = parentId === null ? undefined : tracker.fieldById.get(parentId);
  if (parentId !== null && (parent === undefined || parent.settings.isDeleted === true))
    throw invalid(says('tracker-place.none')`${parentId} is not an element of this tracker`, path);
  if (parent === undefined) return undefined;
  if (!parent.isUsed) throw invalid(says('tracker-place.unused')`"${parent.label}" is not in use`, path);
  if (containerOf(parent) === undefined)
    throw invalid(says('tracker-place.no-holder')`"${parent.label}" is not a fieldset or column`, path);
  if (containerOf({ type }) === 'outer')
    throw invalid(says('tracker-place.fieldset')`a fieldset must be at the top: use null`, path);
  if (containerOf({ type }) === 'inner' && containerOf(parent) === 'inner')
    throw invalid(says('tracker-place.column')`a column can't be inside another column`, path);
  return parent;
}

/** Throws invalid for what can't hold an element of the type; null is the top. */
export function requireParent(tracker: Definition, type: string, parentId: number | null): void {
  findParent(tracker, type, parentId, 'parent_id');
}

/** The parent of a new element, and all children of that parent in their new order; null is the new one. */
export function positionOfNew(
  tracker: Definition,
  type: string,
  place: FieldPosition,
): { parentId: number | null; order: (number | null)[] } {
  const parent = findParent(tracker, type, place.parent_id ?? null, 'parent_id');
  const parentId = parent?.id ?? null;
  return { parentId, order: insertBefore<null>(tracker, parentId, place.next_sibling_id, null, 'next_sibling_id') };
}

/**
 * As placeNew, for a field that moves (reference page 40, section 7): columns stay where they are, fieldsets stand at the
 * top, everything else goes into a column.
 */
export function positionOfMoved(
  tracker: Definition,
  field: Field,
  place: FieldPosition,
): { parentId: number | null; order: number[] } {
  if (containerOf(field) === 'inner')
    throw invalid(says('tracker-place.fixed-column')`a column can't be moved`, 'move');
  const sent = place.parent_id ?? null;
  const parent = findParent(tracker, field.type, sent, 'move.parent_id');
  if (containerOf(field) !== 'outer' && (parent === undefined || containerOf(parent) !== 'inner'))
    throw invalid(says('tracker-place.needs-column')`"${field.label}" must be in a column`, 'move.parent_id');
  if (place.next_sibling_id === field.id)
    throw invalid(says('tracker-place.itself')`refers to the element itself`, 'move.next_sibling_id');
  const parentId = parent?.id ?? null;
  const order = insertBefore(tracker, parentId, place.next_sibling_id, field.id, 'move.next_sibling_id');
  return { parentId, order };
}

function insertBefore<T>(
  tracker: Definition,
  parentId: number | null,
  nextId: number | null | undefined,
  element: T,
  path: string,
): (number | T)[] {
  const siblings = [...tracker.fieldById.values()]
    .filter((field) => field.parentId === parentId && field.id !== element)
    .map((field) => field.id);
  if (nextId === undefined || nextId === null) return [...siblings, element];
  const index = siblings.indexOf(nextId);
  if (index === -1) throw invalid(says('tracker-place.elsewhere')`${nextId} is not there`, path);
  return [...siblings.slice(0, index), element, ...siblings.slice(index)];
}
