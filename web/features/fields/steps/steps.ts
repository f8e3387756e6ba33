// The steps of a test, and what became of them when it was run.
import type { FieldType } from '../field-type.ts';

export const executedSteps: FieldType = { group: 'tests', isSingle: true, isNoColumn: true };

export const steps: FieldType = {
  ...executedSteps,
  isWide: true,
  edit: 'steps',
  parts: async () => (await import('./parts.ts')).stepsParts,
};
