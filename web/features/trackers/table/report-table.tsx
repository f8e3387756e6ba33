// The table of a report: only the rows in sight are there, others come as one scrolls.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import { gridTemplate, shownColumns } from './columns.ts';
import type { ShownColumn } from './columns.ts';
import css from '../report.module.css';
import type { Line } from './sections.ts';
import { TableHead } from './table-head.tsx';
import { rowElementId, TableRow } from './table-row.tsx';
import type { RowProps } from './table-row.tsx';
import { usePointing, useTableKeys, useTableLines } from './use-table.ts';
import type { TableProps } from './use-table.ts';

/** `footer`: a line of sums under the rows. */
export function ReportTable({ footer, ...props }: TableProps & { footer: ReactNode }): ReactNode {
  const { open, found, selection, current, onCurrent } = props;
  const { tracker, state, settings } = open;
  const table = useTableLines(props);
  const { place, isNarrow, lines, height, virtual, visible, byRow, idsInSight } = table;
  const columns = useMemo(() => shownColumns(tracker, state.columns, settings), [tracker, state.columns, settings]);
  const press = useTableKeys({
    ...props,
    place,
    lines,
    byRow,
    height,
    scrollTo: (line) => virtual.scrollToIndex(line),
  });
  const onPoint = usePointing({ onCurrent, selection, byRow });
  const chosen = idsInSight.filter((id) => selection.ids.has(id)).length;
  // Once for all rows.
  const measures: CSSProperties & Record<'--tracks' | '--line-height', string> = {
    '--tracks': isNarrow ? '2.25rem minmax(0, 1fr)' : gridTemplate(columns),
    '--line-height': `${height}px`,
  };
  return (
    <div className={css.tableFrame} data-asking={found.isAsking || undefined}>
      <div
        ref={place}
        role="grid"
        tabIndex={0}
        aria-label={open.report?.label ?? tracker.label}
        aria-rowcount={lines.rows + 1}
        aria-multiselectable="true"
        aria-activedescendant={
          visible.some(({ line }) => line.kind === 'row' && line.row === current) ? rowElementId(current) : undefined
        }
        className={css.scroller}
        data-testid="report-rows"
        onKeyDown={press}
      >
        <div className={css.inner} data-narrow={isNarrow || undefined} style={measures}>
          {!isNarrow && (
            <TableHead
              open={open}
              columns={columns}
              selection={chosen === 0 ? 'none' : chosen === idsInSight.length ? 'all' : 'some'}
              onSelectShown={() =>
                chosen === idsInSight.length && chosen > 0 ? selection.clear() : selection.add(idsInSight)
              }
            />
          )}
          <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
            <Lines {...{ table, columns, current, onPoint }} selected={selection.ids} />
          </div>
          {footer}
        </div>
      </div>
    </div>
  );
}

interface LinesProps {
  table: ReturnType<typeof useTableLines>;
  columns: readonly ShownColumn[];
  current: number;
  selected: ReadonlySet<number>;
  onPoint: RowProps['onPoint'];
}

const Lines = ({ table, columns, current, selected, onPoint }: LinesProps): ReactNode =>
  table.visible.map(({ item, line, artifact }) =>
    line.kind === 'head' ? (
      <GroupHead
        key={`head ${line.section.key}`}
        line={line}
        top={item.start}
        columns={columns.length + 1}
        isOpen={!table.collapsed.has(line.section.key)}
        onToggle={() => table.toggle(line.section.key)}
      />
    ) : (
      <TableRow
        key={`${line.section.key} ${line.place}`}
        artifact={artifact}
        row={line.row}
        top={item.start}
        columns={columns}
        isNarrow={table.isNarrow}
        isCurrent={line.row === current}
        isSelected={artifact !== undefined && selected.has(artifact.id)}
        onPoint={onPoint}
      />
    ),
  );

interface GroupProps {
  line: Extract<Line, { kind: 'head' }>;
  top: number;
  columns: number;
  isOpen: boolean;
  onToggle(): void;
}

function GroupHead({ line: { section }, top, columns, isOpen, onToggle }: GroupProps): ReactNode {
  const label = section.group?.label ?? t('trackers.none');
  return (
    <div role="row" className={css.groupRow} style={{ transform: `translateY(${top}px)` }}>
      <div role="gridcell" aria-colspan={columns}>
        <button type="button" className={css.groupButton} aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
          <Badge colour={section.group?.colour}>{label}</Badge>
          <span className={ui.faint}>{t('trackers.found', { count: section.size })}</span>
        </button>
      </div>
    </div>
  );
}
