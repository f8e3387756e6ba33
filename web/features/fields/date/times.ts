// Texts that are dates and times. Pure.
import { textIn } from '../../../platform/parse-unknown.ts';
import type { ColumnForm } from '../field-parts.ts';

/** A date as cells and histories show it; undefined for a value without one. */
export function timeOf(
  value: Readonly<Record<string, unknown>>,
): { kind: 'date'; iso: string; withTime: boolean } | undefined {
  const iso = textIn(value, 'value') ?? '';
  return iso === '' ? undefined : { kind: 'date', iso, withTime: value['is_time_displayed'] !== false };
}

export const dateColumn: ColumnForm = { widthOf: () => 132, isSortable: true };
