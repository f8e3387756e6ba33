// Lines of columns of widgets, and what people do with them. Pure.
import type { Schemas } from '../../platform/schemas.ts';
import type { Direction } from '../../ui/board/board-rules.ts';

export type Dashboard = Schemas['Dashboard'];
export type Line = Dashboard['lines'][number];
export type Widget = Schemas['DashboardWidget'];
export type Settings = Schemas['WidgetSettings'];
export type Layout = Schemas['DashboardChange']['lines'][number]['layout'];

/** Of a widget; with row as many as the column has: behind its last one. */
export interface Place {
  line: number;
  column: number;
  row: number;
}

export const layouts: Readonly<Record<string, number>> = {
  'one-column': 1,
  'two-columns': 2,
  'two-columns-small-big': 2,
  'two-columns-big-small': 2,
  'three-columns': 3,
  'three-columns-small-big-small': 3,
};

export const isLayout = (name: string): name is Layout => Object.hasOwn(layouts, name) || name === 'too-many-columns';

export const findWidget = (lines: readonly Line[], id: number): Place | undefined => {
  for (const [line, { columns }] of lines.entries())
    for (const [column, { widgets }] of columns.entries()) {
      const row = widgets.findIndex((widget) => widget.id === id);
      if (row >= 0) return { line, column, row };
    }
  return undefined;
};

export const widgetIn = (lines: readonly Line[], id: number): Widget | undefined => {
  const at = findWidget(lines, id);
  return at && lines[at.line]?.columns[at.column]?.widgets[at.row];
};

/** Whether places in one are places in the other. */
export const haveSameColumns = (one: readonly Line[], other: readonly Line[]): boolean =>
  one.length === other.length && one.every(({ columns }, line) => columns.length === other[line]?.columns.length);

const changeColumn = (
  lines: readonly Line[],
  place: Pick<Place, 'line' | 'column'>,
  change: (widgets: readonly Widget[]) => Widget[],
): Line[] =>
  lines.map((one, line) =>
    line === place.line
      ? {
          ...one,
          columns: one.columns.map(({ widgets }, column) => ({
            widgets: column === place.column ? change(widgets) : widgets,
          })),
        }
      : one,
  );

export const removeWidget = (lines: readonly Line[], id: number): Line[] =>
  lines.map((line) => ({
    ...line,
    columns: line.columns.map(({ widgets }) => ({ widgets: widgets.filter((widget) => widget.id !== id) })),
  }));

export const changeWidget = (lines: readonly Line[], id: number, change: Partial<Widget>): Line[] =>
  lines.map((line) => ({
    ...line,
    columns: line.columns.map(({ widgets }) => ({
      widgets: widgets.map((widget) => (widget.id === id ? { ...widget, ...change } : widget)),
    })),
  }));

const hasColumn = (lines: readonly Line[], { line, column }: Place): boolean =>
  lines[line]?.columns[column] !== undefined;

/** At the beginning where there is no such place. */
export const addWidget = (lines: readonly Line[], widget: Widget, place: Place): Line[] => {
  const at = hasColumn(lines, place) ? place : { line: 0, column: 0, row: 0 };
  return lines.length === 0
    ? [{ layout: 'one-column', columns: [{ widgets: [widget] }] }]
    : changeColumn(lines, at, (widgets) => widgets.toSpliced(at.row, 0, widget));
};

const idsIn = ({ columns }: Line): number[] => columns.flatMap(({ widgets }) => widgets.map(({ id }) => id));

/**
 * Puts a widget back into lines that may have changed since it was taken from `former`: beside one that it stood beside in its
 * column, else into its column of its line, else into a line like that one.
 */
export function putBack(lines: readonly Line[], id: number, former: readonly Line[]): Line[] {
  const from = findWidget(former, id);
  const widget = widgetIn(former, id);
  const line = from && former[from.line];
  if (from === undefined || widget === undefined || line === undefined || findWidget(lines, id) !== undefined)
    return [...lines];
  const ids = line.columns[from.column]?.widgets.map(({ id }) => id) ?? [];
  for (const other of ids.slice(0, from.row).toReversed()) {
    const above = findWidget(lines, other);
    if (above !== undefined) return addWidget(lines, widget, { ...above, row: above.row + 1 });
  }
  for (const other of ids.slice(from.row + 1)) {
    const below = findWidget(lines, other);
    if (below !== undefined) return addWidget(lines, widget, below);
  }
  const others = idsIn(line).filter((one) => !ids.includes(one));
  const isHere = (one: Line, at: number): boolean =>
    one.columns.length === line.columns.length &&
    (others.length === 0 ? at === from.line && isEmptyLine(one) : idsIn(one).some((other) => others.includes(other)));
  const here = lines.findIndex(isHere);
  if (here >= 0) return addWidget(lines, widget, { line: here, column: from.column, row: 0 });
  const columns = line.columns.map((_, column) => ({ widgets: column === from.column ? [widget] : [] }));
  return lines.toSpliced(from.line, 0, { ...line, columns });
}

/** `place` is where it comes among the others as they stand now; nothing moves where there is none. */
export function moveWidget(lines: readonly Line[], id: number, place: Place): Line[] {
  const from = findWidget(lines, id);
  const widget = widgetIn(lines, id);
  if (from === undefined || widget === undefined || !hasColumn(lines, place)) return [...lines];
  const isSameColumn = from.line === place.line && from.column === place.column;
  const row = isSameColumn && from.row < place.row ? place.row - 1 : place.row;
  return changeColumn(removeWidget(lines, id), place, (widgets) => widgets.toSpliced(row, 0, widget));
}

/** Where a widget goes by one step: in its column, and from it to the next line; or to the column beside. undefined at the edge. */
export function stepFrom(lines: readonly Line[], id: number, direction: Direction): Place | undefined {
  const from = findWidget(lines, id);
  if (from === undefined) return undefined;
  const { line, column, row } = from;
  const columns = lines[line]?.columns ?? [];
  if (direction === 'left' || direction === 'right') {
    const beside = column + (direction === 'left' ? -1 : 1);
    const widgets = columns[beside]?.widgets;
    return widgets === undefined ? undefined : { line, column: beside, row: Math.min(row, widgets.length) };
  }
  const isUp = direction === 'up';
  if (isUp && row > 0) return { line, column, row: row - 1 };
  if (!isUp && row + 1 < (columns[column]?.widgets.length ?? 0)) return { line, column, row: row + 2 };
  const next = line + (isUp ? -1 : 1);
  const others = lines[next]?.columns;
  if (others === undefined) return undefined;
  const under = Math.min(column, others.length - 1);
  return { line: next, column: under, row: isUp ? (others[under]?.widgets.length ?? 0) : 0 };
}

/** With fewer columns, the last one takes the widgets of those that go. */
export const layOut = (lines: readonly Line[], at: number, layout: Layout): Line[] =>
  lines.map((line, index) => {
    if (index !== at) return line;
    const count = layouts[layout] ?? line.columns.length;
    const widgetsOf = (column: number): Widget[] =>
      column < count - 1
        ? (line.columns[column]?.widgets ?? [])
        : line.columns.slice(column).flatMap(({ widgets }) => widgets);
    return { layout, columns: Array.from({ length: count }, (_, column) => ({ widgets: widgetsOf(column) })) };
  });

export const moveLine = (lines: readonly Line[], at: number, by: -1 | 1): Line[] => {
  const moved = lines[at];
  return moved === undefined ? [...lines] : lines.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, moved);
};

export const isEmptyLine = ({ columns }: Line): boolean => columns.every(({ widgets }) => widgets.length === 0);

/** As the server takes them; widgets without an id are new. */
export const writeLines = (lines: readonly Line[]): Schemas['DashboardChange']['lines'] =>
  lines.map(({ layout, columns }) => ({
    layout: isLayout(layout) ? layout : 'one-column',
    columns: columns.map(({ widgets }) => ({
      widgets: widgets.map(({ id, name, is_minimized: isMinimized, settings }) => ({
        ...(id > 0 ? { id } : {}),
        name,
        is_minimized: isMinimized,
        settings,
      })),
    })),
  }));

/** What is not there yet: something that stands above a widget, or before it alone where columns stand below each other. */
export type Wait = 'above' | 'before';

/** What the widget at this place waits for, which appears after those above it; undefined where they are all ready. */
export function waitOf(lines: readonly Line[], ready: ReadonlySet<number>, place: Place): Wait | undefined {
  const isReady = (widgets: readonly Widget[]): boolean => widgets.every(({ id }) => ready.has(id));
  const columns = lines[place.line]?.columns ?? [];
  const own = columns[place.column]?.widgets ?? [];
  const areLinesReady = lines
    .slice(0, place.line)
    .every((line) => line.columns.every(({ widgets }) => isReady(widgets)));
  if (!areLinesReady || !isReady(own.slice(0, place.row))) return 'above';
  return columns.slice(0, place.column).every(({ widgets }) => isReady(widgets)) ? undefined : 'before';
}
