// How charts and references are read, and what reports ask of what artifacts know of themselves.
import type { ColumnForm, FieldParts } from '../field-parts.ts';
import { dateCriterion } from '../date/criterion.ts';
import { choiceCriterion } from '../list/criterion.ts';
import { numberIn } from '../../../platform/parse-unknown.ts';
import { dateColumn, timeOf } from '../date/times.ts';
import { widthOfPeople } from '../list/people-column.ts';

export const burndownParts: FieldParts = {
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).BurndownReader }),
};

export const burnupParts: FieldParts = {
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).BurnupReader }),
};

export const referencesParts: FieldParts = {
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).ReferencesReader }),
};

export const actorParts: FieldParts = {
  criterion: choiceCriterion(true),
  column: { widthOf: () => widthOfPeople, isSortable: true },
};

export const ownDateParts: FieldParts = {
  criterion: dateCriterion,
  column: dateColumn,
  cellOf: timeOf,
  shownOf: timeOf,
};

/** Numbers of artifacts are names, and have nothing between their digits. */
const nameIn = (value: unknown): string | undefined => numberIn(value, 'value')?.toString();

const numberColumn: ColumnForm = { widthOf: () => 84, isSortable: true, isNumeric: true };

export const rankParts: FieldParts = { column: numberColumn };

/** Room for the six digits of a number. */
const widthOfName = 64;

export const numberNameParts: FieldParts = {
  column: { ...numberColumn, widthOf: () => widthOfName },
  cellOf(value) {
    const text = nameIn(value);
    return text === undefined ? undefined : { kind: 'text', text };
  },
  shownOf(value) {
    const text = nameIn(value);
    return text === undefined ? undefined : { kind: 'plain', text };
  },
};
