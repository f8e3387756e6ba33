// A table of a list, whose rows are cards on narrow screens.
import type { ReactNode } from 'react';
import ui from '../../ui/ui.module.css';
import css from './administration.module.css';

export interface RowTableProps<T> {
  label: string;
  heads: readonly string[];
  keyOf(row: T): number | string;
  /** The cells of a row, one for each head. */
  cells(row: T): readonly ReactNode[];
}

export const RowTable = <T,>({
  label,
  heads,
  keyOf,
  cells,
  rows,
}: RowTableProps<T> & { rows: readonly T[] }): ReactNode => (
  <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={label} tabIndex={0}>
    <table className={`${css.table} ${css.cards}`}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {cells(row).map((cell, index) => (
              <td key={heads[index]} data-head={heads[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
