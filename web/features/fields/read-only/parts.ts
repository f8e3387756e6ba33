// How charts and references are read, and what reports ask of what artifacts know of themselves.
import type { FieldParts } from '../field-parts.ts';
import { dateCriterion } from '../date/criterion.ts';
import { choiceCriterion } from '../list/criterion.ts';

export const burndownParts: FieldParts = {
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).BurndownReader }),
};

export const burnupParts: FieldParts = {
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).BurnupReader }),
};

export const referencesParts: FieldParts = {
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).ReferencesReader }),
};

export const actorParts: FieldParts = { criterion: choiceCriterion(true) };

export const ownDateParts: FieldParts = { criterion: dateCriterion };
