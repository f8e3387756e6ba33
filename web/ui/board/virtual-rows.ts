// Which rows of a long list are in the document.
import type { Range } from '@tanstack/react-virtual';

/** Those in sight with some around them, and one that stays, such as the one that has focus. */
export const rowsWith =
  (staying: number | undefined) =>
  ({ startIndex, endIndex, overscan, count }: Range): number[] => {
    const first = Math.max(0, startIndex - overscan);
    const last = Math.min(count - 1, endIndex + overscan);
    const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return staying === undefined || staying < 0 || staying >= count || rows.includes(staying)
      ? rows
      : [...rows, staying].sort((a, b) => a - b);
  };
