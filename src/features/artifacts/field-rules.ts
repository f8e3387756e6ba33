// What a change of an artifact must satisfy, whoever asks for it over the API: permissions of fields, required fields,
// the workflow. Imports bring history as it was and are not asked.
import { invalid } from '../../platform/errors.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldTypeOf, mayField } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import { findChangedFields } from './change.ts';
import type { StoredValues } from './change.ts';
import type { Submitted } from './submitted.ts';
import { requireTransition } from './workflow.ts';

/** Values that fields get at creation because nobody gave them. */
export function addDefaults(viewer: Viewer, tracker: Definition, values: Map<number, unknown>, nowMs: number): void {
  for (const field of tracker.fields) {
    if (values.has(field.id) || !mayField(viewer, tracker, field, 'submit')) continue;
    const context = { field, definition: tracker, nowMs, path: 'values' };
    const fallback = fieldTypeOf(field.type).defaultValue(context);
    if (fallback !== undefined) values.set(field.id, fallback);
  }
}

/**
 * Checks that the viewer may make the change, that required fields keep a value and that the workflow allows it. Throws
 * invalid, as existing clients expect, naming the field.
 */
export function requireAllowedChange(
  viewer: Viewer,
  tracker: Definition,
  current: StoredValues,
  submitted: Pick<Submitted, 'values' | 'paths'>,
  permission: 'submit' | 'update',
): void {
  const { values, paths } = submitted;
  const changed = findChangedFields(tracker, current, values).flatMap((id) => tracker.fieldById.get(id) ?? []);
  for (const field of changed) {
    if (mayField(viewer, tracker, field, permission) || !paths.has(field.id)) continue;
    throw invalid(`you are not allowed to set the field "${field.label}"`, paths.get(field.id));
  }
  for (const field of tracker.fields) {
    if (!field.isRequired || !mayField(viewer, tracker, field, permission)) continue;
    const type = fieldTypeOf(field.type);
    const value = values.has(field.id) ? values.get(field.id) : current[field.id];
    if (type.kind === 'stored' && type.isEmpty(value))
      throw invalid(`the field ${nameOf(viewer, tracker, field)} is required`, paths.get(field.id) ?? 'values');
  }
  for (const field of changed) {
    const path = paths.get(field.id) ?? 'values';
    requireTransition(viewer, tracker, { field, before: current[field.id], after: values.get(field.id), path });
  }
}

/** Those who may fill a field and not read it know its number alone. */
const nameOf = (viewer: Viewer, tracker: Definition, field: Field): string =>
  mayField(viewer, tracker, field, 'read') ? `"${field.label}" (${field.name}, id ${field.id})` : String(field.id);
