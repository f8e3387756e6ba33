// Charts of what is done below an artifact.
import type { FieldType } from '../field-type.ts';

const chart = {
  group: 'special',
  isWide: true,
  isSingle: true,
  isDerived: true,
  isWithoutHistory: true,
  isNoColumn: true,
} as const;

export const burndown: FieldType = {
  ...chart,
  chart: 'burndown',
  form: async () => (await import('./form.ts')).burndownForm,
  isShownElsewhere: true,
};
export const burnup: FieldType = {
  ...chart,
  chart: 'burnup',
  form: async () => (await import('./form.ts')).burnupForm,
};
