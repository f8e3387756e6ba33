// What an artifact's values mean: title, status, people in charge.
import type { UserRow } from '../../people/index.ts';
import { listValues } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { StoredValues } from '../artifact/change.ts';

type IsReadable = (field: Field) => boolean;

export interface Status {
  label: string;
  /** TLP colour name. */
  color: string | null;
  isOpen: boolean;
}

const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];

/** The semantic, unless there is none or its field may not be read. */
export function findReadable<T extends { field_id: number }>(
  tracker: Definition,
  semantic: T | undefined,
  isReadable: IsReadable,
): T | undefined {
  const field = tracker.fieldById.get(semantic?.field_id ?? -1);
  return field !== undefined && isReadable(field) ? semantic : undefined;
}

const readableField = (
  tracker: Definition,
  semantic: { field_id: number } | undefined,
  isReadable: IsReadable,
): Field | undefined => tracker.fieldById.get(findReadable(tracker, semantic, isReadable)?.field_id ?? -1);

/** Plain text of the title; null when there is none or it may not be read. */
export function titleOf(tracker: Definition, values: StoredValues, isReadable: IsReadable): string | null {
  const field = readableField(tracker, tracker.semantics.title, isReadable);
  const value = field === undefined ? undefined : values[field.id];
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'content' in value) return String(value.content);
  return null;
}

/** An artifact without a status semantic is open; one whose status is None is not. */
export function statusOf(
  tracker: Definition,
  values: StoredValues,
  isReadable: IsReadable,
  user: (id: number) => UserRow | undefined,
): Status {
  const semantic = tracker.semantics.status;
  if (semantic === undefined) return { label: '', color: null, isOpen: true };
  const field = readableField(tracker, semantic, isReadable);
  if (field === undefined) return { label: '', color: null, isOpen: true };
  const ids = idsIn(values[field.id]);
  const isOpen = (ids.length === 0 ? [100] : ids).some((id) => semantic.value_ids.includes(id));
  const color = listValues.findValue(field, ids[0] ?? -1)?.color ?? '';
  return {
    label: listValues.labelsOf(field, ids, user)[0] ?? '',
    color: color === '' || color.startsWith('#') ? null : color,
    isOpen,
  };
}

/** Whether the status is one that means done, where the tracker says which do, else whether it is closed. */
export function isDone(tracker: Definition, values: StoredValues, isReadable: IsReadable): boolean {
  const done = tracker.semantics.done?.value_ids ?? [];
  if (done.length === 0) return !statusOf(tracker, values, isReadable, () => undefined).isOpen;
  const field = readableField(tracker, tracker.semantics.status, isReadable);
  if (field === undefined) return false;
  const ids = idsIn(values[field.id]);
  return (ids.length === 0 ? [100] : ids).some((id) => done.includes(id));
}

/** User ids of the contributor semantic. */
export function assigneesOf(tracker: Definition, values: StoredValues, isReadable: IsReadable): number[] {
  const field = readableField(tracker, tracker.semantics.contributor, isReadable);
  return field === undefined || field.settings.bind?.kind !== 'users' ? [] : idsIn(values[field.id]);
}
