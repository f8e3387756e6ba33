// What happens with the widgets and lines of a dashboard that somebody changes.
import { useEffect, useRef, useState } from 'react';
import { t } from '../../platform/i18n.ts';
import { say } from '../../ui/messages.tsx';
import type { GridHandlers } from './dashboard-grid.tsx';
import {
  changeWidget,
  findWidget,
  isEmptyLine,
  layOut,
  moveLine,
  moveWidget,
  removeWidget,
  stepFrom,
} from './dashboard-layout.ts';
import type { Dashboard, Line, Place, Widget } from './dashboard-layout.ts';
import type { DashboardChanges } from './use-dashboard.ts';
import { titleOf } from './widget-frame.tsx';

/** What the dialog of a widget is about: a new one for a place, or one that there is. */
export type Edited = { place: Place } | { widget: Widget };

/** Where a widget comes that nobody said a place of. */
export const start: Place = { line: 0, column: 0, row: 0 };

interface Needs {
  dashboard: Dashboard;
  isArranging: boolean;
  attempt: DashboardChanges['attempt'];
  onEdit(edited: Edited): void;
}

interface Handled {
  handlers: GridHandlers;
  isFolded(widget: Widget): boolean;
  /** Where the widget is that was moved last, for screen readers. */
  told: string;
}

export function useGridHandlers({ dashboard, isArranging, attempt, onEdit }: Needs): Handled {
  const { lines, may_change: mayChange } = dashboard;
  const [folded, setFolded] = useState<ReadonlyMap<number, boolean>>(new Map());
  const { told, moveTo } = useMoves(lines, isArranging, attempt);
  const isFolded = (widget: Widget): boolean => folded.get(widget.id) ?? widget.is_minimized;
  const handlers: GridHandlers = {
    moveTo,
    move(widget, direction) {
      const place = stepFrom(lines, widget.id, direction);
      if (place !== undefined) moveTo(widget.id, place);
    },
    edit: (widget) => onEdit({ widget }),
    remove(widget) {
      const title = titleOf(widget);
      void attempt(tidy(removeWidget(lines, widget.id), isArranging)).then((isDone) => {
        if (isDone)
          say('success', t('dashboards.removed', { title }), {
            label: t('dashboards.undo'),
            run: () => void attempt(lines),
          });
      });
    },
    fold(widget) {
      const is = !isFolded(widget);
      setFolded(new Map([...folded, [widget.id, is]]));
      if (mayChange) void attempt(changeWidget(lines, widget.id, { is_minimized: is }));
    },
    addAt: (place) => onEdit({ place }),
    layOut: (line, layout) => void attempt(layOut(lines, line, layout)),
    moveLine: (line, by) => void attempt(moveLine(lines, line, by)),
    addLine: () => void attempt([...lines, { layout: 'two-columns', columns: [{ widgets: [] }, { widgets: [] }] }]),
    removeLine: (line) => void attempt(lines.toSpliced(line, 1)),
  };
  return { handlers, isFolded, told };
}

/** Lines that nobody arranges go with their last widget. */
const tidy = (lines: readonly Line[], isArranging: boolean): Line[] =>
  isArranging ? [...lines] : lines.filter((line) => !isEmptyLine(line));

/** Moves, told to screen readers; the widget keeps the focus, wherever it comes into the document. */
function useMoves(lines: readonly Line[], isArranging: boolean, attempt: DashboardChanges['attempt']) {
  const [told, setTold] = useState('');
  const promise = usePromisedFocus();
  const moveTo = (id: number, place: Place): void => {
    const next = tidy(moveWidget(lines, id, place), isArranging);
    const now = findWidget(next, id);
    const widget = now && next[now.line]?.columns[now.column]?.widgets[now.row];
    if (now === undefined || widget === undefined) return;
    promise(id);
    const where = { line: now.line + 1, column: now.column + 1, place: now.row + 1 };
    setTold(t('dashboards.moved', { title: titleOf(widget), ...where }));
    void attempt(next).finally(() => promise(undefined));
  };
  return { told, moveTo };
}

/** The one that was moved last gets the focus where its move took it away; undefined ends that. */
function usePromisedFocus(): (widgetId: number | undefined) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-widget="${wanted.current}"] button`)?.focus();
  });
  return (widgetId) => {
    wanted.current = widgetId;
  };
}
