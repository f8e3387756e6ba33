// How many items stood in each column at the start of some days, from the history of their status.
import type { Static } from 'typebox';
import { isTurnLong, rest } from '../../platform/concurrency/turns.ts';
import { invalid } from '../../platform/errors.ts';
import { formatDay, parseDate, startOfDayMs } from '../../platform/texts/dates.ts';
import { everything, listArtifactsByIds, listFieldChanges } from '../artifacts/index.ts';
import type { FieldChange } from '../artifacts/index.ts';
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
/** Artifacts whose history is read by one statement. */
const artifactsAtOnce = 200;

export interface FlowRange {
  start_date: string;
  end_date: string;
  interval_between_point: number;
  query: string;
}

/**
 * Counts what the viewer may see now, by the columns that there are now. Throws as openKanban and readColumns, and invalid for a
 * range that is none or has more than 90 points.
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
  const filter = (await readFilter(deps, viewer, tracker, range.query)) ?? everything;
  const startsMs = days.map(startOfDayMs);
  const order: readonly Column[] = ['archive', ...columns.values.map((value) => value.id).toReversed(), 'backlog'];
  const counts = new Map(order.map((column): [Column, number[]] => [column, days.map(() => 0)]));
  const { db } = deps.artifacts.readingBulk;
  for await (const ids of cutAll(deps.artifacts.listings.walk(viewer, tracker, filter))) {
    const rows = await listArtifactsByIds(db, ids);
    const changes = Map.groupBy(await listFieldChanges(db, ids, columns.field.id), (change) => change.artifactId);
    for (const row of rows) {
      if (isTurnLong()) await rest();
      const own = changes.get(row.id) ?? [];
      countOne(startsMs, row.submitted_at_ms, own, (value) => columnFor(columns, value), counts);
    }
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

/** Adds an artifact to the column in which it was at each moment since it was made. */
function countOne(
  moments: readonly number[],
  madeAtMs: number,
  changes: readonly FieldChange[],
  columnOf: (value: unknown) => Column,
  counts: ReadonlyMap<Column, number[]>,
): void {
  let column: Column = 'backlog';
  let next = 0;
  for (const [index, moment] of moments.entries()) {
    for (; (changes[next]?.atMs ?? Infinity) <= moment; next += 1) column = columnOf(changes[next]?.value);
    const counted = counts.get(column);
    if (madeAtMs <= moment && counted !== undefined) counted[index] = (counted[index] ?? 0) + 1;
  }
}

async function* cutAll(batches: AsyncIterable<number[]>): AsyncGenerator<number[], void> {
  for await (const ids of batches)
    for (let start = 0; start < ids.length; start += artifactsAtOnce) yield ids.slice(start, start + artifactsAtOnce);
}
