// Numbers as people type them. Pure.
import { numberIn } from '../../../platform/parse-unknown.ts';
import type { Setting } from '../field-type.ts';

export type NumberEdit = { kind: 'number'; text: string };

export const numberDefault: Setting = { key: 'default_value', kind: 'number', label: 'design.set.default' };

export const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));

export const isNumber = (text: string): boolean => Number.isFinite(numberOf(text));

/** Empty where the value has none. */
export const numberText = (value: unknown, key: string): string => {
  const found = numberIn(value, key);
  return found === undefined ? '' : String(found);
};
