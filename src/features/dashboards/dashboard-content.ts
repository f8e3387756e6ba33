// What is stored of a dashboard besides its name: lines of columns of widgets. Pure.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../platform/database/index.ts';
import { WidgetSettings } from './widget-kinds.ts';

const StoredWidget = Type.Object({
  /** Of this dashboard alone; never given twice. */
  id: Type.Integer(),
  name: Type.String(),
  isMinimized: Type.Boolean(),
  settings: WidgetSettings,
  /** The element of an archive, where it says more than the settings do; exports have it again. */
  xml: Type.Union([Type.String(), Type.Null()]),
});

const StoredLine = Type.Object({ layout: Type.String(), columns: Type.Array(Type.Array(StoredWidget)) });

const Content = Type.Object({
  lines: Type.Array(StoredLine),
  lastWidgetId: Type.Integer(),
  /** Those that were taken away last, oldest first; who sends one of their ids has it back. */
  removed: Type.Optional(Type.Array(StoredWidget)),
});

export type DashboardContent = Static<typeof Content>;
export type StoredLine = Static<typeof StoredLine>;
export type StoredWidget = Static<typeof StoredWidget>;

export const emptyContent: DashboardContent = { lines: [], lastWidgetId: 0 };

const readStored = storedJson(Content);

/** Throws an Error that names the dashboard where the stored JSON is damaged. */
export const readContent = (row: { id: number; content_json: string }): DashboardContent =>
  readStored(row.content_json, `dashboard ${row.id}`);

export const listWidgets = ({ lines }: DashboardContent): StoredWidget[] =>
  lines.flatMap(({ columns }) => columns.flat());

/** How a line divides its width, by how many columns it has. */
const layouts: readonly (readonly [columns: number, names: readonly string[]])[] = [
  [1, ['one-column']],
  [2, ['two-columns', 'two-columns-small-big', 'two-columns-big-small']],
  [3, ['three-columns', 'three-columns-small-big-small']],
];
const otherLayout = 'too-many-columns';

export const layoutNames: readonly string[] = [...layouts.flatMap(([, names]) => names), otherLayout];

/** Layouts that a line of so many columns may have; the first is the plain one. */
export const layoutsOf = (columns: number): readonly string[] =>
  layouts.find(([count]) => count === columns)?.[1] ?? [otherLayout];

/** The layout that an archive names, or the plain one where it names none that fits. */
export function fitLayout(name: string | undefined, columns: number): string {
  const fitting = layoutsOf(columns);
  return fitting.find((layout) => layout === name) ?? fitting[0] ?? otherLayout;
}
