// What artifacts know of themselves.
import type { FieldType } from '../field-type.ts';

const known = { group: 'known', isDerived: true, isWithoutHistory: true, isShownElsewhere: true } as const;

const numberName: FieldType = {
  ...known,
  parts: async () => (await import('./parts.ts')).numberNameParts,
};

export const artifactId: FieldType = { ...numberName, own: 'id' };
export const trackerNumber: FieldType = numberName;
export const rank: FieldType = { ...known, parts: async () => (await import('./parts.ts')).rankParts };
export const actor: FieldType = {
  ...known,
  kind: 'people',
  parts: async () => (await import('./parts.ts')).actorParts,
};
export const ownDate: FieldType = {
  ...known,
  kind: 'date',
  parts: async () => (await import('./parts.ts')).ownDateParts,
};
export const updateDate: FieldType = { ...ownDate, own: 'change' };
export const references: FieldType = {
  ...known,
  parts: async () => (await import('./parts.ts')).referencesParts,
  isWide: true,
  isNoColumn: true,
};
