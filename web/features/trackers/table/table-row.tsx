// One row of a report's table. Light, because many come and go while people scroll.
import { memo } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import { CellContent } from './cell-content.tsx';
import { cellOf } from './cells.ts';
import type { ShownColumn } from './columns.ts';
import css from '../report.module.css';
import type { Artifact } from '../shapes.ts';
import { fieldIs, valuesByField } from '../../fields/index.ts';
import { Link } from '../../../ui/link.tsx';

function TitleLink({ artifact, children }: { artifact: Artifact; children: ReactNode }): ReactNode {
  return (
    <Link inList="preloaded" to={`/artifacts/${artifact.id}`} tabIndex={-1} className={css.title}>
      {children}
    </Link>
  );
}

const titleOf = ({ title }: Artifact): string => (title === null || title === '' ? t('trackers.untitled') : title);

function Cells({ artifact, columns }: { artifact: Artifact; columns: readonly ShownColumn[] }): ReactNode {
  const values = valuesByField(artifact);
  return columns.map(({ key, column, isTitle, isNumeric, field }) => (
    <div key={key} role="gridcell" className={isNumeric ? css.numberCell : css.cell}>
      {isTitle ? (
        <TitleLink artifact={artifact}>{titleOf(artifact)}</TitleLink>
      ) : fieldIs.artifactId(field) ? (
        <TitleLink artifact={artifact}>{artifact.id}</TitleLink>
      ) : (
        <CellContent cell={cellOf(values.get(field.field_id), column)} />
      )}
    </div>
  ));
}

/** What a narrow screen has room for: the title, and below what matters most. */
const NarrowCells = ({ artifact }: { artifact: Artifact }): ReactNode => (
  <div role="gridcell" className={css.narrowCell}>
    <TitleLink artifact={artifact}>{titleOf(artifact)}</TitleLink>
    <span className={css.narrowLine}>
      <span className={ui.faint}>#{artifact.id}</span>
      {artifact.full_status !== null && <Badge colour={artifact.full_status.color}>{artifact.full_status.value}</Badge>}
      {artifact.assignees[0] !== undefined && (
        <span className={css.line}>{writeName(artifact.assignees[0].display_name)}</span>
      )}
    </span>
  </div>
);

export interface RowProps {
  /** undefined while it is being read. */
  artifact: Artifact | undefined;
  /** Among all rows, from 0. */
  row: number;
  top: number;
  columns: readonly ShownColumn[];
  isNarrow: boolean;
  isCurrent: boolean;
  isSelected: boolean;
  /** With the mouse, on the box or beside it. */
  onPoint(row: number, id: number, how: { isBox: boolean; isRange: boolean; isToggle: boolean }): void;
}

export const rowElementId = (row: number): string => `row-${row}`;

export const TableRow = memo(function TableRow(props: RowProps): ReactNode {
  const { artifact, row, top, columns, isNarrow, isCurrent, isSelected, onPoint } = props;
  const point = (event: MouseEvent, isBox: boolean): void => {
    if (artifact === undefined) return;
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (isLink && !event.shiftKey) return;
    if (event.shiftKey) event.preventDefault();
    onPoint(row, artifact.id, { isBox, isRange: event.shiftKey, isToggle: event.ctrlKey || event.metaKey });
  };
  return (
    <div
      role="row"
      id={rowElementId(row)}
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      data-current={isCurrent || undefined}
      className={css.row}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => point(event, false)}
    >
      <div
        role="gridcell"
        className={css.boxCell}
        onClick={(event) => {
          event.stopPropagation();
          point(event, true);
        }}
      >
        <input
          type="checkbox"
          checked={isSelected}
          readOnly
          tabIndex={-1}
          aria-label={artifact === undefined ? t('ui.loading') : t('trackers.selectRow', { id: artifact.id })}
        />
      </div>
      {artifact === undefined ? (
        <div role="gridcell" className={css.waiting}>
          <span className={ui.skeleton} />
        </div>
      ) : isNarrow ? (
        <NarrowCells artifact={artifact} />
      ) : (
        <Cells artifact={artifact} columns={columns} />
      )}
    </div>
  );
});
