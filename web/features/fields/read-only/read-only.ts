// What artifacts know of themselves.
import type { FieldType } from '../field-type.ts';

const known = { group: 'known', isDerived: true, isWithoutHistory: true, isShownElsewhere: true } as const;

export const artifactId: FieldType = { ...known, kind: 'id', own: 'id' };
export const trackerNumber: FieldType = { ...known, kind: 'id', own: 'number' };
export const rank: FieldType = { ...known, kind: 'id' };
export const actor: FieldType = { ...known, kind: 'people' };
export const ownDate: FieldType = { ...known, kind: 'date' };
export const updateDate: FieldType = { ...known, kind: 'date', own: 'change' };
export const references: FieldType = {
  ...known,
  form: async () => (await import('./form.ts')).referencesForm,
  isWide: true,
  isNoColumn: true,
};
