import type { ColumnForm } from '../field-parts.ts';

/** Of numbers that can be summed up. */
export const amountColumn: ColumnForm = {
  widthOf: () => 104,
  isSortable: true,
  isNumeric: true,
  isSummable: true,
};
