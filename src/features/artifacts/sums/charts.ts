// Charts of an artifact over the working days of its timeframe: how much effort remains, how much is done.
import { formatIso, formatUtc } from '../../../platform/texts/dates.ts';
import { mapInTurns } from '../../../platform/concurrency/turns.ts';
import type { Viewer } from '../../projects/index.ts';
import type { BurndownChart, BurnupChart, Definition } from '../../trackers/index.ts';
import { parseValues } from '../state/change.ts';
import { loadTimeframes } from '../visible/implied-timeframe.ts';
import { loadNodeHistory } from './node-history.ts';
import type { NodeHistory } from './node-history.ts';
import { durationOf, fieldWithId, linkedIds, numberOf, readable, timeframeOf } from '../visible/reading.ts';
import type { Reading } from '../visible/reading.ts';
import { isDone } from '../visible/semantics.ts';
import { childrenOf, numberAt, sumBelow } from './sums.ts';
import type { FindNode, Node } from './sums.ts';
import type { Subject, SurroundingDeps } from '../visible/subject.ts';
import { addWorkingDays, endOfDay, firstWorkingDay, startOfDay } from '../visible/timeframe.ts';

/** Monday to Friday. */
const openingDays = [1, 2, 3, 4, 5];
/** Longer timeframes have no more points. */
const pointsMax = 10_000;
/** Artifacts times points that are looked at for one answer. */
const looksMax = 2_000_000;

export interface ChartDeps extends SurroundingDeps {
  nowMs(): number;
  /** Trackers of what a tracker's artifacts plan; empty where nothing is planned with it. */
  listBacklogTrackers(trackerId: number): Promise<readonly number[]>;
  /** Trackers whose artifacts the burnups of a project count; empty where they add efforts. */
  listBurnupTrackers(projectId: number): Promise<readonly number[]>;
}

export interface Charts {
  burndown(id: number): BurndownChart | undefined;
  burnup(id: number): BurnupChart | undefined;
  isPersonal: boolean;
  /** When time alone changes them; Infinity for never. */
  endsAtMs: number;
}

export const noCharts: Charts = {
  burndown: () => undefined,
  burnup: () => undefined,
  isPersonal: false,
  endsAtMs: Infinity,
};

interface Days {
  startMs: number | undefined;
  duration: number | undefined;
  /** Ends of the working days that have begun, of today the present moment. */
  moments: { endMs: number; atMs: number }[];
  endsAtMs: number;
}

/** The days of the timeframe up to today. */
function daysOf(reading: Reading, nowMs: number): Days {
  const { startMs } = timeframeOf(reading);
  const duration = durationOf(reading);
  const moments: Days['moments'] = [];
  if (startMs === undefined || duration === undefined) return { startMs, duration, moments, endsAtMs: Infinity };
  const count = Math.min(Math.max(0, Math.ceil(duration)) + 1, pointsMax);
  let endsAtMs = Infinity;
  for (let day = 0; day < count; day += 1) {
    const dayMs = addWorkingDays(firstWorkingDay(startMs), day);
    if (dayMs === undefined) break;
    if (startOfDay(dayMs) > nowMs) {
      endsAtMs = Math.min(endsAtMs, startOfDay(dayMs));
      break;
    }
    const endMs = endOfDay(dayMs);
    if (endMs >= nowMs) endsAtMs = Math.min(endsAtMs, endMs);
    moments.push({ endMs, atMs: Math.min(endMs, nowMs) });
  }
  return { startMs, duration, moments, endsAtMs };
}

const has = (viewer: Viewer, tracker: Definition, type: 'burndown' | 'burnup'): boolean =>
  tracker.fields.some((field) => field.type === type && readable({ viewer, tracker }, field) !== undefined);

/** Reads the histories that charts of these artifacts show, and nothing where there is no chart. */
export async function loadCharts(deps: ChartDeps, viewer: Viewer, subjects: readonly Subject[]): Promise<Charts> {
  const drawn = subjects.filter(({ tracker }) => has(viewer, tracker, 'burndown') || has(viewer, tracker, 'burnup'));
  if (drawn.length === 0) return noCharts;
  const nowMs = deps.nowMs();
  const measures = await loadMeasures(
    deps,
    drawn.map(({ tracker }) => tracker),
  );
  const roots = new Map(drawn.map(({ row, tracker }) => [row.id, { id: row.id, tracker }]));
  const history = await loadNodeHistory(deps, viewer, [...roots.values()], (node, id) =>
    roots.has(id) && has(viewer, node.tracker, 'burnup')
      ? linkedIds({ viewer, ...node })
      : childrenOf({ viewer, ...node }),
  );
  const timeframes = await loadTimeframes(deps, viewer, drawn);
  const burndowns = new Map<number, BurndownChart>();
  const burnups = new Map<number, BurnupChart>();
  let endsAtMs = Infinity;
  let looks = 0;
  for (const { row, tracker } of drawn) {
    // The artifact as it is, also where a moment of its history is shown.
    const values = parseValues(row);
    const days = daysOf(timeframes.readingOf({ row, tracker, values }), nowMs);
    endsAtMs = Math.min(endsAtMs, days.endsAtMs);
    looks += days.moments.length * (history?.size ?? 0);
    const known = looks > looksMax ? undefined : history;
    const drawing: Drawing = { viewer, id: row.id, node: { tracker, values }, history: known, nowMs };
    burndowns.set(row.id, await drawBurndown(drawing, days));
    burnups.set(row.id, await drawBurnup(drawing, days, measures.get(tracker.id) ?? addsAll));
  }
  return {
    burndown: (id) => burndowns.get(id),
    burnup: (id) => burnups.get(id),
    isPersonal: timeframes.isPersonal || (history?.isPersonal ?? false),
    endsAtMs,
  };
}

/** What a burnup measures: efforts of what the artifact links to, or how much there is of that and of what is below it. */
interface Measure {
  isCount: boolean;
  /** Where there are some, artifacts of other trackers are left out. */
  trackerIds: readonly number[];
}

const addsAll: Measure = { isCount: false, trackerIds: [] };

/** By tracker. */
async function loadMeasures(deps: ChartDeps, trackers: readonly Definition[]): Promise<Map<number, Measure>> {
  const measures = new Map<number, Measure>();
  for (const { id, project } of trackers) {
    if (measures.has(id)) continue;
    const counted = await deps.listBurnupTrackers(project.id);
    const isCount = counted.length > 0;
    measures.set(id, { isCount, trackerIds: isCount ? counted : await deps.listBacklogTrackers(id) });
  }
  return measures;
}

interface Drawing {
  viewer: Viewer;
  id: number;
  node: Node;
  /** undefined: too long to be read. */
  history: NodeHistory | undefined;
  nowMs: number;
}

/** With those below it as they are. */
const capacityOf = ({ viewer, id, node, history, nowMs }: Drawing): number | null => {
  const now = history?.at(nowMs) ?? (() => undefined);
  return numberAt(viewer, (other) => (other === id ? node : now(other)), id, 'capacity') ?? null;
};

async function drawBurndown(drawing: Drawing, days: Days): Promise<BurndownChart> {
  const { viewer, id, history } = drawing;
  const efforts = await mapInTurns(days.moments, ({ endMs, atMs }) => ({
    date: formatUtc(endMs),
    remaining_effort:
      history === undefined ? null : (numberAt(viewer, history.at(atMs), id, 'remaining_effort') ?? null),
  }));
  return {
    start_date: days.startMs === undefined ? null : formatUtc(days.startMs),
    duration: days.duration ?? null,
    capacity: capacityOf(drawing),
    points: history === undefined ? [] : efforts.flatMap((point) => point.remaining_effort ?? []),
    is_under_calculation: history === undefined,
    opening_days: openingDays,
    points_with_date: history === undefined ? [] : efforts,
  };
}

async function drawBurnup(drawing: Drawing, days: Days, measure: Measure): Promise<BurnupChart> {
  const { history } = drawing;
  const points =
    history === undefined
      ? []
      : await mapInTurns(days.moments, ({ endMs, atMs }) => ({
          date: formatIso(endMs),
          ...countAt(drawing, history.at(atMs), measure),
        }));
  return {
    start_date: days.startMs === undefined ? null : formatIso(days.startMs),
    duration: days.duration ?? null,
    capacity: capacityOf(drawing),
    is_under_calculation: history === undefined,
    opening_days: days.startMs === undefined ? null : openingDays,
    points_with_date: measure.isCount
      ? []
      : points.map(({ date, team, total }) => ({ date, team_effort: team, total_effort: total })),
    points_with_date_count_elements: points.map(({ date, closed, elements }) => ({
      date,
      closed_elements: closed,
      total_elements: elements,
    })),
  };
}

/** Efforts and numbers of what a burnup measures at a moment. */
function countAt(
  { viewer, id }: Drawing,
  find: FindNode,
  { isCount, trackerIds }: Measure,
): { team: number; total: number; closed: number; elements: number } {
  const root = find(id);
  const counts = { team: 0, total: 0, closed: 0, elements: 0 };
  const queue = new Set(root === undefined ? [] : linkedIds({ viewer, ...root }));
  // A set that grows while it is gone through shows what comes, each once.
  for (const elementId of queue) {
    const element = find(elementId);
    if (element === undefined || elementId === id) continue;
    if (isCount) for (const child of childrenOf({ viewer, ...element })) queue.add(child);
    if (trackerIds.length > 0 && !trackerIds.includes(element.tracker.id)) continue;
    const effort = effortOf({ viewer, ...element }, find, elementId);
    counts.elements += 1;
    counts.total += effort;
    if (!isClosed({ viewer, ...element })) continue;
    counts.closed += 1;
    counts.team += effort;
  }
  return counts;
}

function effortOf(reading: Reading, find: FindNode, id: number): number {
  const field = fieldWithId(reading, reading.tracker.semantics.initial_effort?.field_id);
  if (field === undefined) return 0;
  const own = numberOf(reading, field);
  return own ?? (field.type === 'computed' ? (sumBelow(reading.viewer, find, id, field.name) ?? 0) : 0);
}

/** Whoever may not read the status knows of nothing that is closed. */
const isClosed = ({ viewer, tracker, values }: Reading): boolean =>
  isDone(tracker, values, (field) => readable({ viewer, tracker }, field) !== undefined);
