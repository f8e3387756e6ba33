// The frame of every chart: its title, a key of its colours, and the same numbers as a table behind a switch.
import { ChartNoAxesColumn, Table2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { formatNumber, t } from '../../platform/i18n.ts';
import { Toggle } from '../button.tsx';
import css from './chart.module.css';
import ui from '../ui.module.css';

export interface ChartTable {
  columns: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly (string | number | null)[])[];
}

interface FrameProps {
  title: string;
  description?: string | undefined;
  table: ChartTable;
  /** Buttons beside the switch. */
  actions?: ReactNode;
  /** Said instead of a chart that has nothing to show. */
  empty?: string | undefined;
  children: ReactNode;
}

export function ChartFrame({ title, description, table, actions, empty, children }: FrameProps): ReactNode {
  const [isTable, setTable] = useState(false);
  return (
    <figure className={css.chart} aria-label={title}>
      <figcaption className={css.head}>
        <span className={css.titles}>
          <span className={css.title}>{title}</span>
          {description !== undefined && description !== '' && <span className={css.about}>{description}</span>}
        </span>
        <span className={css.tools}>
          <Toggle
            className={`${ui.button} ${ui.quiet} ${ui.icon}`}
            aria-label={t('charts.asTable', { title })}
            isSelected={isTable}
            onChange={setTable}
          >
            {isTable ? <ChartNoAxesColumn /> : <Table2 />}
          </Toggle>
          {actions}
        </span>
      </figcaption>
      {isTable ? (
        <NumbersTable title={title} {...table} />
      ) : empty === undefined ? (
        children
      ) : (
        <p className={css.empty}>{empty}</p>
      )}
    </figure>
  );
}

const NumbersTable = ({ title, columns, rows }: ChartTable & { title: string }): ReactNode => (
  <div className={css.numbers} tabIndex={0} role="region" aria-label={title}>
    <table className={ui.table}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={index} scope="col" className={index === 0 ? '' : ui.number}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            {row.map((cell, index) =>
              index === 0 ? (
                <th key={index} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={index} className={ui.number}>
                  {cell === null ? '–' : typeof cell === 'number' ? formatNumber(cell) : cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export interface KeyEntry {
  label: string;
  colour: string | undefined;
  /** Beside the label. */
  amount?: string;
}

export const ChartKey = ({ entries }: { entries: readonly KeyEntry[] }): ReactNode => (
  <ul className={css.key}>
    {entries.map(({ label, colour, amount }) => (
      <li key={label}>
        <span className={css.swatch} data-colour={colour} />
        <span className={css.keyLabel}>{label}</span>
        {amount !== undefined && <span className={css.amount}>{amount}</span>}
      </li>
    ))}
  </ul>
);

/** The width of a box in pixels, as it changes. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
