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
  parts: async () => (await import('./parts.ts')).burndownParts,
  isShownElsewhere: true,
};
export const burnup: FieldType = {
  ...chart,
  chart: 'burnup',
  parts: async () => (await import('./parts.ts')).burnupParts,
};
