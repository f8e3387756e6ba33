// A number that is computed from artifacts below, or set by hand instead.
import type { FieldType } from '../field-type.ts';
import { numberDefault } from '../number/number-texts.ts';

export const computed: FieldType = {
  group: 'special',
  kind: 'computed',
  isWithoutHistory: true,
  settings: [numberDefault],
  edit: 'computed',
  parts: async () => (await import('./parts.ts')).computedParts,
};
