// How work flows: how many items stood in each column at the start of some days, and how long closed ones took.
import type { Static } from 'typebox';
import { yieldSlice } from '../../platform/concurrency/time-slices.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { formatDay, formatIso, parseDate, startOfDayMs } from '../../platform/texts/dates.ts';
import { artifactStatistics, listFieldChanges, queryConditions } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';
import { readColumns } from './kanban.access.ts';
import { readFilter, selectColumn } from './kanban-items.service.ts';
import { openKanban } from './kanban.service.ts';
import type { KanbanDeps } from './kanban.service.ts';
import type { CumulativeFlow, CycleTimes } from './kanban.schema.ts';
import * as store from './kanban.store.ts';
import type { Column } from './kanban.store.ts';
import { archiveLabel, backlogLabel, columnFor, spanOf } from './kanban.view.ts';

/** Closed items whose histories one answer reads. */
const cycleItemsMax = 1000;
/** Items whose changes one query reads. */
const historiesAtOnce = 100;
const dayMs = 86_400_000;
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
  const condition = (await readFilter(deps, viewer, tracker, range.query)) ?? queryConditions.everything;
  const moments = days.map(startOfDayMs);
  const order: readonly Column[] = ['archive', ...columns.values.map((value) => value.id).toReversed(), 'backlog'];
  const past = await artifactStatistics.countValues(deps.artifacts, viewer, tracker, {
    condition,
    field: columns.field,
    moments,
  });
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

/**
 * How long items took that were closed between two days, both included, from their first column on: the last 1,000 that changed. Throws
 * as openKanban and readColumns, and invalid for days that are none.
 */
export async function showCycleTimes(
  deps: KanbanDeps,
  viewer: Viewer,
  id: number,
  range: Pick<FlowRange, 'start_date' | 'end_date'>,
): Promise<Static<typeof CycleTimes>> {
  const { tracker } = await openKanban(deps, viewer, id);
  const columns = readColumns(viewer, tracker);
  const [first, last] = [readDay(range.start_date, 'start_date'), readDay(range.end_date, 'end_date')];
  if (first > last) throw invalid(says('flow.start')`is later than \`end_date\``, 'start_date');
  const end = new Date(startOfDayMs(last));
  const [startMs, endMs] = [startOfDayMs(first), end.setDate(end.getDate() + 1)];
  const selection = selectColumn(deps, viewer, tracker, columns, 'archive');
  const { reading } = deps.artifacts;
  const ids = await store.listChangedSince(reading.db, selection, startMs, cycleItemsMax + 1);
  const spans: (ReturnType<typeof spanOf> & { id: number })[] = [];
  for (let from = 0; from < Math.min(ids.length, cycleItemsMax); from += historiesAtOnce) {
    const some = ids.slice(from, Math.min(from + historiesAtOnce, cycleItemsMax));
    const changes = Map.groupBy(await listFieldChanges(reading.db, some, columns.field.id), (one) => one.artifactId);
    for (const one of some) spans.push({ id: one, ...spanOf(columns, changes.get(one) ?? []) });
    await yieldSlice(false);
  }
  const items = spans.flatMap(({ id: item, startedAtMs, closedAtMs }) =>
    startedAtMs === undefined || closedAtMs === undefined || closedAtMs < startMs || closedAtMs >= endMs
      ? []
      : {
          id: item,
          started_on: formatIso(startedAtMs),
          closed_on: formatIso(closedAtMs),
          days: Math.round(((closedAtMs - startedAtMs) / dayMs) * 100) / 100,
        },
  );
  return { items: items.toSorted((a, b) => (a.closed_on < b.closed_on ? -1 : 1)), is_cut: ids.length > cycleItemsMax };
}

/** Days backwards from the end, which is always among them, oldest first. Throws invalid. */
function listDays({ start_date: start, end_date: end, interval_between_point: interval }: FlowRange): string[] {
  const [first, last] = [readDay(start, 'start_date'), readDay(end, 'end_date')];
  if (first > last) throw invalid(says('flow.start')`is later than \`end_date\``, 'start_date');
  const days: string[] = [];
  for (const day = new Date(startOfDayMs(last)); formatDay(day.getTime()) >= first;) {
    if (days.length === pointsMax)
      throw invalid(
        says('flow.points')`would show more than ${pointsMax} points; use a longer interval`,
        'interval_between_point',
      );
    days.push(formatDay(day.getTime()));
    day.setDate(day.getDate() - interval);
  }
  return days.reverse();
}

function readDay(text: string, parameter: string): string {
  const parsed = parseDate(text);
  if (parsed === undefined)
    throw invalid(says('flow.date')`"${text}" is not a valid date; use a format such as 2026-02-28`, parameter);
  return parsed.day;
}
