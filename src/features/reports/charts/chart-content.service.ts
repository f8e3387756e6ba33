// What a chart shows: counts by value, a plan, or numbers over time, of the artifacts that a filter and a report find, as the
// viewer may see them.
import type { Static } from 'typebox';
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { parseDate } from '../../../platform/texts/dates.ts';
import type { Database } from '../../../platform/database/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { artifactStatistics, queryConditions } from '../../artifacts/index.ts';
import type { Artifacts, Condition } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldTypeOf } from '../../trackers/index.ts';
import type { Definition, Field, Trackers } from '../../trackers/index.ts';
import { listPeriods, listWorkingDays } from './chart-periods.ts';
import type { ChartContent, ChartQuery } from './charts.schema.ts';
import { findReadable, readReportCondition } from '../report-criteria.ts';
import type { Reports } from '../reports.service.ts';

type Content = Static<typeof ChartContent>;
export type AskedChart = Static<typeof ChartQuery>;

export interface ChartContents {
  /** Throws as Trackers.read, Reports.read and Queries; invalid for fields that are unknown, may not be read, or are of another kind. */
  read(
    viewer: Viewer,
    trackerId: number,
    chart: AskedChart,
    which: { filters: Parameters<Artifacts['readFilters']>[2]; reportId: number | undefined },
  ): Promise<Content>;
}

interface Deps {
  database: Database;
  trackers: Trackers;
  artifacts: Artifacts;
  reports: Reports;
  nowMs(): number;
}

interface Drawing {
  deps: Deps;
  viewer: Viewer;
  tracker: Definition;
  condition: Condition;
  chart: AskedChart;
}

export const createChartContents = (deps: Deps): ChartContents => ({
  async read(viewer, trackerId, chart, { filters, reportId }) {
    const { artifacts, database, reports } = deps;
    const tracker = await deps.trackers.read(viewer, trackerId);
    const asked = await artifacts.readFilters(viewer, tracker, filters);
    if (reportId === undefined) return draw({ deps, viewer, tracker, condition: asked, chart });
    const seen = await reports.read(viewer, reportId);
    if (seen.tracker.id !== tracker.id)
      throw notFound(says('report.unknown')`this report does not exist in the tracker`);
    const kept = await readReportCondition({ database, queries: artifacts.queries }, viewer, tracker, seen.settings);
    return draw({ deps, viewer, tracker, condition: queryConditions.both(asked, kept), chart });
  },
});

const draw = (drawing: Drawing): Promise<Content> => {
  switch (drawing.chart.type) {
    case 'pie':
    case 'bar':
      return drawCounts(drawing);
    case 'gantt':
      return drawSpans(drawing);
    case 'burndown':
      return drawBurndown(drawing);
    case 'cumulative_flow':
      return drawFlow(drawing);
  }
};

const lists = ['list', 'open-list'];
const numbers = ['integer', 'number'];
type FieldKey =
  | 'base_field_id'
  | 'group_field_id'
  | 'start_field_id'
  | 'due_field_id'
  | 'finish_field_id'
  | 'progress_field_id';

function findField({ viewer, tracker, chart }: Drawing, key: FieldKey, kinds: readonly string[]): Field | undefined {
  const id = chart[key];
  if (id === undefined) return undefined;
  const field = findReadable(viewer, tracker, id);
  if (field === undefined || field.settings.isDeleted === true)
    throw invalid(says('report.unread-field')`the tracker has no field ${id} that you have access to`, key);
  if (!kinds.includes(fieldTypeOf(field.type).search ?? ''))
    throw invalid(says('report.kind')`${field.name} can't be used here; use a field of type ${kinds.join(', ')}`, key);
  return field;
}

function requireBase(drawing: Drawing, kinds: readonly string[]): Field {
  const field = findField(drawing, 'base_field_id', kinds);
  if (field === undefined) throw invalid(says('report.needed')`is required for this type of chart`, 'base_field_id');
  return field;
}

const empty = { categories: [], dates: [], series: [], bars: [], is_complete: true };

async function drawCounts(drawing: Drawing): Promise<Content> {
  const { deps, viewer, tracker, condition, chart } = drawing;
  const base = requireBase(drawing, lists);
  const group = chart.type === 'bar' ? findField(drawing, 'group_field_id', lists) : undefined;
  const counts = await artifactStatistics.countByLists(deps.artifacts, viewer, tracker, condition, { base, group });
  return {
    ...empty,
    type: chart.type,
    size: counts.size,
    categories: counts.categories,
    series: counts.series.map(({ value, values }) => ({
      name: group === undefined ? 'count' : 'value',
      value,
      values,
    })),
  };
}

async function drawSpans(drawing: Drawing): Promise<Content> {
  const { deps, viewer, tracker, condition, chart } = drawing;
  const date = (key: FieldKey): Field | undefined => findField(drawing, key, ['date']);
  const [start, finish, due] = [date('start_field_id'), date('finish_field_id'), date('due_field_id')];
  const ends = [finish, due].filter((field) => field !== undefined);
  if (start === undefined && ends.length === 0)
    throw invalid(says('report.plan')`is required for a plan`, 'start_field_id');
  const progress = findField(drawing, 'progress_field_id', numbers);
  const found = await artifactStatistics.listTimeSpans(deps.artifacts, viewer, tracker, condition, {
    start,
    ends,
    progress,
  });
  return { ...empty, type: chart.type, size: found.size, bars: found.spans, is_complete: found.isComplete };
}

/** Midnight of a day; undefined where none is given. Throws invalid for a day that does not exist. */
function readDay(chart: AskedChart, key: 'start_date' | 'stop_date'): number | undefined {
  const text = chart[key];
  if (text === undefined) return undefined;
  const day = parseDate(text);
  if (day === undefined) throw invalid(says('report.no-day')`is not a valid date`, key);
  return day.ms;
}

const usualDuration = 10;

async function drawBurndown(drawing: Drawing): Promise<Content> {
  const { deps, viewer, tracker, condition, chart } = drawing;
  const field = requireBase(drawing, numbers);
  const nowMs = deps.nowMs();
  const days = listWorkingDays(readDay(chart, 'start_date'), chart.duration ?? usualDuration, nowMs);
  const moments = days.flatMap(({ atMs }) => atMs ?? []);
  const remaining = moments.map(() => 0);
  const add = (from: number, until: number, keys: readonly number[]): void => {
    for (const key of keys)
      for (let moment = from; moment < until; moment += 1) remaining[moment] = (remaining[moment] ?? 0) + key;
  };
  const size = await artifactStatistics.replayValues(deps.artifacts, viewer, tracker, {
    condition,
    field,
    moments,
    add,
  });
  const first = remaining[0] ?? null;
  const ideal = days.map((_, index) =>
    first === null ? null : days.length === 1 ? 0 : first * (1 - index / (days.length - 1)),
  );
  return {
    ...empty,
    type: chart.type,
    size,
    dates: days.map(({ day }) => day),
    series: [
      { name: 'remaining', value: null, values: days.map((_, index) => remaining[index] ?? null) },
      { name: 'ideal', value: null, values: ideal },
    ],
  };
}

async function drawFlow(drawing: Drawing): Promise<Content> {
  const { deps, viewer, tracker, condition, chart } = drawing;
  const field = requireBase(drawing, lists);
  const span = { startMs: readDay(chart, 'start_date'), stopMs: readDay(chart, 'stop_date') };
  const periods = listPeriods(span, chart.scale ?? 'day', deps.nowMs());
  const moments = periods.map(({ atMs }) => atMs);
  const { size, counts } = await artifactStatistics.countValues(deps.artifacts, viewer, tracker, {
    condition,
    field,
    moments,
  });
  const ids = [...counts].flatMap(([key, counted]) => (counted.some((count) => count > 0) ? key : []));
  const named = await artifactStatistics.nameValues(
    deps.artifacts,
    viewer,
    field,
    ids.filter((id) => id !== 0),
  );
  const values = [...named.filter(({ id }) => ids.includes(id)), ...(ids.includes(0) ? [null] : [])];
  return {
    ...empty,
    type: chart.type,
    size,
    dates: periods.map(({ day }) => day),
    series: await mapInSlices(values, (value) => ({
      name: 'value',
      value,
      values: [...(counts.get(value?.id ?? 0) ?? [])],
    })),
  };
}
