// Texts that are moments. Pure.
import { textIn } from '../../../platform/parse-unknown.ts';

/** A moment as cells and histories show it; undefined for a value without one. */
export function momentOf(
  value: Readonly<Record<string, unknown>>,
): { kind: 'date'; iso: string; withTime: boolean } | undefined {
  const iso = textIn(value, 'value') ?? '';
  return iso === '' ? undefined : { kind: 'date', iso, withTime: value['is_time_displayed'] !== false };
}
