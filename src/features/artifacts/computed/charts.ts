// Charts of an artifact over the working days of its timeframe: how much effort remains, how much is done.
import { formatIso, formatUtc } from '../../../platform/texts/dates.ts';
import { createStepCounter, isSliceOver, yieldSlice, runInSlices } from '../../../platform/concurrency/time-slices.ts';
import type { Steps } from '../../../platform/concurrency/time-slices.ts';
import { addWorkingDays, endOfDay, firstWorkingDay, startOfDay } from '../../../platform/texts/working-days.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs } from '../../trackers/index.ts';
import type { Definition, ShowContext } from '../../trackers/index.ts';
import { parseValues } from '../artifact/change.ts';
import { loadTimeframes } from '../semantics/implied-timeframe.ts';
import { createMoments } from './past-sums.ts';
import type { Moments } from './past-sums.ts';
import { loadNodeHistory } from './node-history.ts';
import type { FindNode } from './node-history.ts';
import { durationOf, fieldWithId, linkedIds, numberOf, readable, timeframeOf } from '../semantics/readable-values.ts';
import type { Reading } from '../semantics/readable-values.ts';
import { isDone } from '../semantics/semantics.ts';
import { childrenOf, partOf } from './sums.ts';
import type { Node } from './sums.ts';
import type { RenderableArtifact, RelationDeps } from '../artifact/renderable-artifact.ts';

type BurndownChart = NonNullable<ReturnType<ShowContext['burndown']>>;
type BurnupChart = NonNullable<ReturnType<ShowContext['burnup']>>;

/** Monday to Friday. */
const openingDays = [1, 2, 3, 4, 5];
/** Longer timeframes have no more points. */
const pointsMax = 10_000;
/** Elements of a burnup that are looked at between two looks at the clock. */
const elementsAtOnce = 64;

export interface ChartDeps extends RelationDeps {
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

const has = (viewer: Viewer, tracker: Definition, chart: 'burndown' | 'burnup'): boolean =>
  tracker.fields.some((field) => fieldIs[chart](field) && readable({ viewer, tracker }, field) !== undefined);

/** Reads the histories that charts of these artifacts show, and nothing where there is no chart. */
export async function loadCharts(
  deps: ChartDeps,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
): Promise<Charts> {
  const drawn = renderables.filter(({ tracker }) => has(viewer, tracker, 'burndown') || has(viewer, tracker, 'burnup'));
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
  const moments = history === undefined ? undefined : createMoments(viewer, history);
  const burndowns = new Map<number, BurndownChart>();
  const burnups = new Map<number, BurnupChart>();
  let endsAtMs = Infinity;
  for (const { row, tracker } of drawn) {
    // The artifact as it is, also where a moment of its history is shown.
    const values = parseValues(row);
    const days = daysOf(timeframes.readingOf({ row, tracker, values }), nowMs);
    endsAtMs = Math.min(endsAtMs, days.endsAtMs);
    const drawing: Drawing = { viewer, id: row.id, node: { tracker, values }, moments, nowMs };
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
  moments: Moments | undefined;
  nowMs: number;
}

/** As it is, with those below it as they are. */
async function capacityOf({ viewer, id, node, moments, nowMs }: Drawing): Promise<number | null> {
  const own = partOf(viewer, node, 'capacity');
  if (own !== 'below') return own ?? null;
  return (await moments?.sum(nowMs, 'capacity', [id]))?.get(id) ?? null;
}

async function drawBurndown(drawing: Drawing, days: Days): Promise<BurndownChart> {
  const efforts = await drawPoints(days, async ({ endMs, atMs }) => {
    const effort = await remainingAt(drawing, atMs);
    return effort === undefined ? undefined : { date: formatUtc(endMs), remaining_effort: effort };
  });
  return {
    start_date: days.startMs === undefined ? null : formatUtc(days.startMs),
    duration: days.duration ?? null,
    capacity: await capacityOf(drawing),
    points: efforts?.flatMap((point) => point.remaining_effort ?? []) ?? [],
    is_under_calculation: efforts === undefined,
    opening_days: openingDays,
    points_with_date: efforts ?? [],
  };
}

/** What `draw` gives for each moment; undefined where it gives nothing for one: it is too much for one answer. */
async function drawPoints<P>(
  { moments }: Days,
  draw: (moment: Days['moments'][number]) => Promise<P | undefined>,
): Promise<P[] | undefined> {
  const points: P[] = [];
  for (const moment of moments) {
    if (isSliceOver()) await yieldSlice();
    const point = await draw(moment);
    if (point === undefined) return undefined;
    points.push(point);
  }
  return points;
}

/** null for none; undefined where it is too much for one answer. */
async function remainingAt({ viewer, id, moments }: Drawing, atMs: number): Promise<number | null | undefined> {
  if (moments?.look(1) !== true) return undefined;
  const node = moments.at(atMs)(id);
  const own = node === undefined ? undefined : partOf(viewer, node, 'remaining_effort');
  if (own !== 'below') return own ?? null;
  return (await moments.sum(atMs, 'remaining_effort', [id]))?.get(id);
}

async function drawBurnup(drawing: Drawing, days: Days, measure: Measure): Promise<BurnupChart> {
  const points = await drawPoints(days, async ({ endMs, atMs }) => {
    const counts = await countAt(drawing, atMs, measure);
    return counts === undefined ? undefined : { date: formatIso(endMs), ...counts };
  });
  return {
    start_date: days.startMs === undefined ? null : formatIso(days.startMs),
    duration: days.duration ?? null,
    capacity: await capacityOf(drawing),
    is_under_calculation: points === undefined,
    opening_days: days.startMs === undefined ? null : openingDays,
    points_with_date: measure.isCount
      ? []
      : (points ?? []).map(({ date, team, total }) => ({ date, team_effort: team, total_effort: total })),
    points_with_date_count_elements: (points ?? []).map(({ date, closed, elements }) => ({
      date,
      closed_elements: closed,
      total_elements: elements,
    })),
  };
}

interface Counts {
  team: number;
  total: number;
  closed: number;
  elements: number;
}

/** Efforts and numbers of what a burnup measures at a moment; undefined where it is too much for one answer. */
async function countAt({ viewer, id, moments }: Drawing, atMs: number, measure: Measure): Promise<Counts | undefined> {
  if (moments === undefined) return undefined;
  const find = moments.at(atMs);
  const elements = await runInSlices(listElements({ viewer, id, find, look: moments.look }, measure));
  if (elements === undefined) return undefined;
  const counts: Counts = { team: 0, total: 0, closed: 0, elements: elements.length };
  const efforts = new Map<string, number[]>();
  const add = (reading: Reading, effort: number): void => {
    counts.total += effort;
    if (isClosed(reading)) counts.team += effort;
  };
  for (const { elementId, reading } of elements) {
    if (isSliceOver()) await yieldSlice();
    if (isClosed(reading)) counts.closed += 1;
    const field = fieldWithId(reading, reading.tracker.semantics.initial_effort?.field_id);
    const own = field === undefined ? undefined : numberOf(reading, field);
    if (own !== undefined) add(reading, own);
    else if (field !== undefined && fieldIs.sum(field))
      efforts.set(field.name, [...(efforts.get(field.name) ?? []), elementId]);
  }
  for (const [name, ids] of efforts) {
    const sums = await moments.sum(atMs, name, ids);
    if (sums === undefined) return undefined;
    for (const elementId of ids) {
      const node = find(elementId);
      if (node !== undefined) add({ viewer, ...node }, sums.get(elementId) ?? 0);
    }
  }
  return counts;
}

/** What a burnup measures, each once; undefined where it is too much for one answer. */
function* listElements(
  { viewer, id, find, look }: Pick<Drawing, 'viewer' | 'id'> & { find: FindNode; look: Moments['look'] },
  { isCount, trackerIds }: Measure,
): Steps<{ elementId: number; reading: Reading }[] | undefined> {
  const root = find(id);
  const elements: { elementId: number; reading: Reading }[] = [];
  const isPieceDone = createStepCounter(elementsAtOnce);
  // A set that grows while it is gone through shows what comes, each once.
  const queue = new Set(root === undefined ? [] : linkedIds({ viewer, ...root }));
  for (const elementId of queue) {
    if (isPieceDone()) yield;
    const element = find(elementId);
    if (element === undefined || elementId === id) continue;
    const reading = { viewer, ...element };
    const children = isCount ? childrenOf(reading) : [];
    if (!look(1 + children.length)) return undefined;
    for (const child of children) queue.add(child);
    if (trackerIds.length === 0 || trackerIds.includes(element.tracker.id)) elements.push({ elementId, reading });
  }
  return elements;
}

/** Whoever may not read the status knows of nothing that is closed. */
const isClosed = ({ viewer, tracker, values }: Reading): boolean =>
  isDone(tracker, values, (field) => readable({ viewer, tracker }, field) !== undefined);
