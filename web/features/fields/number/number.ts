// Numbers, whole or with decimals.
import type { FieldType } from '../field-type.ts';
import { numberDefault } from './number-texts.ts';

const common = { group: 'texts', kind: 'number', hasCell: true, settings: [numberDefault] } as const;

export const number: FieldType = {
  ...common,
  edit: 'number',
  parts: async () => (await import('./parts.ts')).numberParts,
};

export const whole: FieldType = {
  ...common,
  edit: 'number',
  parts: async () => (await import('./parts.ts')).wholeParts,
};
