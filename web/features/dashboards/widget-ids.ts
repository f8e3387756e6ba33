// Ids of widgets that are not saved yet, and which ones the server gave them: changes that wait name widgets by the ids that the
// page had when they were made.
import type { Line } from './dashboard-layout.ts';

let lastId = 0;
const given = new Map<number, number>();

/** None that the server gives, and none twice. */
export const newId = (): number => --lastId;

/** Notes what the server made of new widgets that were sent in these lines. */
export function noteIds(sent: readonly Line[], saved: readonly Line[]): void {
  for (const [line, { columns }] of sent.entries())
    for (const [column, { widgets }] of columns.entries())
      for (const [row, { id }] of widgets.entries()) {
        const now = saved[line]?.columns[column]?.widgets[row]?.id;
        if (id < 0 && now !== undefined) given.set(id, now);
      }
}

/** The id of a widget once it is saved. */
export const savedId = (id: number): number => given.get(id) ?? id;

export const withSavedIds = (lines: readonly Line[]): Line[] =>
  lines.map((line) => ({
    ...line,
    columns: line.columns.map(({ widgets }) => ({
      widgets: widgets.map((widget) => ({ ...widget, id: savedId(widget.id) })),
    })),
  }));
