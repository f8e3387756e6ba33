// What happens with the widgets and lines of a dashboard that somebody changes.
import { useRef, useState } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { say } from '../../ui/feedback/toasts.tsx';
import type { GridHandlers } from './dashboard-grid.tsx';
import {
  changeWidget,
  findWidget,
  haveSameColumns,
  isEmptyLine,
  layOut,
  moveLine,
  moveWidget,
  putBack,
  removeWidget,
  stepFrom,
  widgetIn,
} from './dashboard-layout.ts';
import type { Line, Place, Settings, Widget } from './dashboard-layout.ts';
import type { DashboardChanges, LineChange } from './use-dashboard.ts';
import { titleOf } from './widget-frame.tsx';
import { savedId, withSavedIds } from './widget-ids.ts';

/** What the dialog of a widget is about: a new one for a place, or one that there is. */
export type Edited = { place: Place } | { widget: Widget };

/** Where a widget comes that nobody said a place of. */
export const start: Place = { line: 0, column: 0, row: 0 };

interface Needs {
  changes: DashboardChanges;
  isArranging: boolean;
  onEdit(edited: Edited): void;
}

interface Handled {
  handlers: GridHandlers;
  isFolded(widget: Widget): boolean;
  /** Where the widget is that was moved last, for screen readers. */
  announcement: string;
}

/** By its number, which is another line's once somebody else has changed the lines. */
const changeLine =
  (change: (lines: readonly Line[]) => Line[]): LineChange =>
  (now, isTheirs) =>
    isTheirs ? undefined : change(now);

/** What a widget is told, unless somebody else told it something since it was as it is given. */
export const describeWidget =
  ({ id, settings: former }: Widget, settings: Settings): LineChange =>
  (now, isTheirs) => {
    const widget = widgetIn(now, savedId(id));
    if (widget === undefined || (isTheirs && !areEqual(widget.settings, former))) return undefined;
    return changeWidget(now, widget.id, { settings });
  };

const areEqual = (one: Settings, other: Settings): boolean => JSON.stringify(one) === JSON.stringify(other);

export function useGridHandlers({ changes, isArranging, onEdit }: Needs): Handled {
  const { dashboard, linesNow, attempt } = changes;
  const [folded, setFolded] = useState<ReadonlyMap<number, boolean>>(new Map());
  const { announcement, moveTo } = useMoves(changes, isArranging);
  const isFolded = (widget: Widget): boolean => folded.get(widget.id) ?? widget.is_minimized;
  const handlers: GridHandlers = {
    moveTo,
    move({ id }, direction) {
      const place = stepFrom(linesNow(), savedId(id), direction);
      if (place !== undefined) moveTo(id, place);
    },
    edit: (widget) => onEdit({ widget }),
    remove(widget) {
      const title = titleOf(widget);
      const former = linesNow();
      void attempt((now) => tidy(removeWidget(now, savedId(widget.id)), isArranging)).then((isDone) => {
        if (isDone)
          say('success', t('dashboards.removed', { title }), {
            label: t('dashboards.undo'),
            run: () => void attempt((now) => putBack(now, savedId(widget.id), withSavedIds(former))),
          });
      });
    },
    fold(widget) {
      const is = !isFolded(widget);
      setFolded(new Map([...folded, [widget.id, is]]));
      if (dashboard.may_change) void attempt((now) => changeWidget(now, savedId(widget.id), { is_minimized: is }));
    },
    addAt: (place) => onEdit({ place }),
    layOut: (line, layout) => void attempt(changeLine((now) => layOut(now, line, layout))),
    moveLine: (line, by) => void attempt(changeLine((now) => moveLine(now, line, by))),
    addLine: () =>
      void attempt((now) => [...now, { layout: 'two-columns', columns: [{ widgets: [] }, { widgets: [] }] }]),
    removeLine: (line) => void attempt(changeLine((now) => now.toSpliced(line, 1))),
  };
  return { handlers, isFolded, announcement };
}

/** Lines that nobody arranges go with their last widget. */
const tidy = (lines: readonly Line[], isArranging: boolean): Line[] =>
  isArranging ? [...lines] : lines.filter((line) => !isEmptyLine(line));

/** Moves, told to screen readers; the widget keeps the focus, wherever it comes into the document. */
function useMoves({ linesNow, attempt }: DashboardChanges, isArranging: boolean) {
  const [announcement, setAnnouncement] = useState('');
  const promise = usePromisedFocus();
  const moveTo = (id: number, place: Place): void => {
    const before = linesNow();
    const move = (now: readonly Line[]): Line[] => tidy(moveWidget(now, savedId(id), place), isArranging);
    const next = move(before);
    const now = findWidget(next, savedId(id));
    const widget = widgetIn(next, savedId(id));
    if (now === undefined || widget === undefined) return;
    promise(id);
    const where = { line: now.line + 1, column: now.column + 1, place: now.row + 1 };
    setAnnouncement(t('dashboards.moved', { title: titleOf(widget), ...where }));
    const isFitting = (lines: readonly Line[]): boolean =>
      haveSameColumns(lines, before) && findWidget(lines, savedId(id)) !== undefined;
    void attempt((lines, isTheirs) => (isTheirs && !isFitting(lines) ? undefined : move(lines))).finally(() =>
      promise(undefined),
    );
  };
  return { announcement, moveTo };
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
