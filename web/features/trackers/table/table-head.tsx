// The head of a report's table: sorts, and changes its columns; all of it by keyboard too.
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import type { Action } from '../../../ui/overlays/overlays.tsx';
import { moveColumn } from './columns.ts';
import type { ShownColumn } from './columns.ts';
import { isGroupable, isSortable } from '../fields.ts';
import css from '../report.module.css';
import { columnKey, sortSteps, toggleSort, writeColumns } from '../report-state.ts';
import type { OpenReport } from '../use-report.ts';
import { boundWidth, widthMin } from '../view-settings.ts';

/** Pixels that an arrow key moves a border by. */
const keyStep = 16;

function ResizeHandle({ column, onResize }: { column: ShownColumn; onResize(px: number): void }): ReactNode {
  const drag = useRef<{ x: number; width: number }>(undefined);
  const widthNow = (target: Element): number => target.parentElement?.getBoundingClientRect().width ?? widthMin;
  const move = (event: PointerEvent): void => {
    if (drag.current !== undefined) onResize(boundWidth(drag.current.width + event.clientX - drag.current.x));
  };
  const press = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? keyStep : event.key === 'ArrowLeft' ? -keyStep : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(boundWidth(widthNow(event.currentTarget) + by));
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('trackers.width', { column: column.label })}
      aria-valuenow={column.width ?? widthMin}
      aria-valuemin={widthMin}
      className={css.handle}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, width: widthNow(event.currentTarget) };
      }}
      onPointerMove={move}
      onPointerUp={() => (drag.current = undefined)}
    />
  );
}

/** What can be done with a column. */
function columnActions({ state, change }: OpenReport, { key, field }: ShownColumn): readonly Action[] {
  const sortable = isSortable(field);
  const setColumns = (columns: OpenReport['state']['columns']): void => change({ columns: writeColumns(columns) });
  const others = state.columns.filter((one) => columnKey(one) !== key);
  const isGrouped = state.group === field.name;
  return [
    { id: 'up', label: t('trackers.sortUp'), isDisabled: !sortable, run: () => change({ sort: field.name }) },
    { id: 'down', label: t('trackers.sortDown'), isDisabled: !sortable, run: () => change({ sort: `-${field.name}` }) },
    {
      id: 'also',
      label: t('trackers.sortAlso'),
      isDisabled: !sortable,
      run: () => change({ sort: toggleSort(state.sort, field.name, true) }),
    },
    {
      id: 'group',
      label: isGrouped ? t('trackers.ungroup') : t('trackers.groupByThis'),
      isDisabled: !isGroupable(field),
      isSeparated: true,
      run: () => change({ group: isGrouped ? '' : field.name }),
    },
    {
      id: 'left',
      label: t('trackers.moveLeft'),
      isSeparated: true,
      run: () => setColumns(moveColumn(state.columns, key, -1)),
    },
    { id: 'right', label: t('trackers.moveRight'), run: () => setColumns(moveColumn(state.columns, key, 1)) },
    { id: 'hide', label: t('trackers.hide'), isDisabled: others.length === 0, run: () => setColumns(others) },
  ];
}

function HeadCell({ open, column }: { open: OpenReport; column: ShownColumn }): ReactNode {
  const { state, change, changeSettings, settings } = open;
  const { key, field, label } = column;
  const steps = sortSteps(state.sort);
  const at = steps.findIndex(({ name }) => name === field.name);
  const step = steps[at];
  return (
    <div
      role="columnheader"
      aria-sort={step === undefined ? 'none' : step.isDescending ? 'descending' : 'ascending'}
      className={column.isNumeric ? css.numberHead : css.head}
    >
      {isSortable(field) ? (
        <button
          type="button"
          className={css.sort}
          onClick={(event) => change({ sort: toggleSort(state.sort, field.name, event.shiftKey) })}
          title={label}
        >
          <span className={css.line}>{label}</span>
          {step !== undefined &&
            (step.isDescending ? <ArrowDown size={13} aria-hidden="true" /> : <ArrowUp size={13} aria-hidden="true" />)}
          {steps.length > 1 && at !== -1 && <span className={css.sortPlace}>{at + 1}</span>}
        </button>
      ) : (
        <span className={css.line} title={label}>
          {label}
        </span>
      )}
      <span className={css.headMenu}>
        <Menu
          label={label}
          actions={columnActions(open, column)}
          trigger={
            <Button tone="quiet" isIcon aria-label={t('trackers.columnMenu', { column: label })}>
              <ChevronDown size={13} />
            </Button>
          }
        />
      </span>
      <ResizeHandle column={column} onResize={(px) => changeSettings({ widths: { ...settings.widths, [key]: px } })} />
    </div>
  );
}

interface Props {
  open: OpenReport;
  columns: readonly ShownColumn[];
  selection: 'none' | 'some' | 'all';
  /** Selects the rows in sight, or none. */
  onSelectShown(): void;
}

export const TableHead = ({ open, columns, selection, onSelectShown }: Props): ReactNode => (
  <div role="rowgroup" className={css.headGroup}>
    <div role="row" aria-rowindex={1} className={css.headRow}>
      <div role="columnheader" className={css.boxCell}>
        <input
          type="checkbox"
          checked={selection === 'all'}
          ref={(box) => {
            if (box !== null) box.indeterminate = selection === 'some';
          }}
          onChange={onSelectShown}
          aria-label={t('trackers.selectAll')}
        />
      </div>
      {columns.map((column) => (
        <HeadCell key={column.key} open={open} column={column} />
      ))}
    </div>
  </div>
);
