// How many items stood in each column at the start of some days, from the history of their status.
import type { Static } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { formatDay, parseDate, startOfDayMs } from '../../platform/texts/dates.ts';
import { countValues, everything } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';
import { readColumns } from './kanban.access.ts';
import { readFilter } from './kanban-items.service.ts';
import { openKanban } from './kanban.service.ts';
import type { KanbanDeps } from './kanban.service.ts';
import type { CumulativeFlow } from './kanban.schema.ts';
import type { Column } from './kanban.store.ts';
import { archiveLabel, backlogLabel, columnFor } from './kanban.view.ts';

/** Days that one answer tells of. */
const pointsMax = 90;

export interface FlowRange {
  start_date: string;
  end_date: string;
  interval_between_point: number;
  query: string;
}

/**
 * Counts what the viewer may see now, by the columns that there are now. Throws as openKanban and readColumns, and invalid for a
 * range that is none or has more than 90 points, and where it takes too long.
 */
export async function showFlow(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
  range: FlowRange,
): Promise<Static<typeof CumulativeFlow>> {
  const { tracker } = await openKanban(deps, viewer, id);
  const columns = readColumns(viewer, tracker);
  const days = listDays(range);
  const condition = (await readFilter(deps, viewer, tracker, range.query)) ?? everything;
  const moments = days.map(startOfDayMs);
  const order: readonly Column[] = ['archive', ...columns.values.map((value) => value.id).toReversed(), 'backlog'];
  const past = await countValues(deps.artifacts, viewer, tracker, { condition, field: columns.field, moments });
  const counts = new Map(order.map((column): [Column, number[]] => [column, days.map(() => 0)]));
  for (const [value, counted] of past.counts) {
    const column = counts.get(columnFor(columns, value === 0 ? [] : [value]));
    for (const [moment, count] of counted.entries())
      if (column !== undefined) column[moment] = (column[moment] ?? 0) + count;
  }
  const labels = new Map<Column, string>([
    ['archive', archiveLabel],
    ...columns.values.map((value): [Column, string] => [value.id, value.label]),
    ['backlog', backlogLabel],
  ]);
  return {
    columns: order.map((column) => ({
      id: String(column),
      label: labels.get(column) ?? '',
      values: days.map((day, index) => ({
        start_date: day,
        kanban_items_count: counts.get(column)?.[index] ?? 0,
      })),
    })),
  };
}

/** Days backwards from the end, which is always among them, oldest first. Throws invalid. */
function listDays({ start_date: start, end_date: end, interval_between_point: interval }: FlowRange): string[] {
  const [first, last] = [readDay(start, 'start_date'), readDay(end, 'end_date')];
  if (first > last) throw invalid('is later than `end_date`', 'start_date');
  const days: string[] = [];
  for (const day = new Date(startOfDayMs(last)); formatDay(day.getTime()) >= first;) {
    if (days.length === pointsMax)
      throw invalid(`gives more than ${pointsMax} points; take a longer one`, 'interval_between_point');
    days.push(formatDay(day.getTime()));
    day.setDate(day.getDate() - interval);
  }
  return days.reverse();
}

function readDay(text: string, parameter: string): string {
  const parsed = parseDate(text);
  if (parsed === undefined) throw invalid(`"${text}" is no date; write it as 2026-02-28`, parameter);
  return parsed.day;
}
