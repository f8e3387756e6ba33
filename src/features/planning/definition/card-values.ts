// What an artifact's values say to a plan: efforts, dates, description. A field that may not be read is as if it were not there.
import { fieldValues } from '../../artifacts/index.ts';
import type { Reading } from '../../artifacts/index.ts';
import type { MarkupText } from '../../../platform/markup/index.ts';
import { fieldIs } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';

/** A field that holds an effort, by the name that is agreed for it. */
export function findEffortField(reading: Reading, name: 'capacity' | 'remaining_effort'): Field | undefined {
  const field = fieldValues.readable(reading, reading.tracker.fieldByName.get(name));
  return field !== undefined && fieldIs.amount(field) ? field : undefined;
}

export const findInitialEffortField = (reading: Reading): Field | undefined =>
  fieldValues.fieldWithId(reading, reading.tracker.semantics.initial_effort?.field_id);

/** Sums for computed fields of one artifact, by name; null for none. */
export type SumOf = (name: string) => number | null;

/** As clients know it: 0 for a number that is empty or a field that is missing, null for a sum of nothing. */
export function effortOf(reading: Reading, name: 'capacity' | 'remaining_effort', sumOf: SumOf): number | null {
  const field = findEffortField(reading, name);
  if (field === undefined) return 0;
  return fieldValues.numberOf(reading, field) ?? (fieldIs.sum(field) ? sumOf(name) : 0);
}

/** Whether there is a chart of remaining effort for the viewer. */
export const hasBurndown = (reading: Reading): boolean =>
  reading.tracker.fields.some((field) => fieldIs.burndown(field) && fieldValues.readable(reading, field) !== undefined);

const textFormats = ['text', 'html', 'commonmark'] as const;

/** The description as it was written; empty for none. */
export function descriptionOf(reading: Reading): MarkupText {
  const field = fieldValues.fieldWithId(reading, reading.tracker.semantics.description?.field_id);
  const value = field === undefined ? undefined : reading.values[field.id];
  if (typeof value !== 'object' || value === null || !('content' in value) || !('format' in value))
    return { content: '', format: 'text' };
  return { content: String(value.content), format: textFormats.find((known) => known === value.format) ?? 'text' };
}
