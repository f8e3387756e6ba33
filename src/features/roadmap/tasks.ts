// Tasks as a roadmap shows them, without those that ended long ago.
import type { Static } from 'typebox';
import { mapInSlices } from '../../platform/concurrency/time-slices.ts';
import {
  computedValues,
  fieldValues,
  findVisible,
  listArtifactsByIds,
  listFieldChanges,
  parseValues,
  statusOf,
  titleOf,
} from '../artifacts/index.ts';
import type { RenderableArtifact } from '../artifacts/index.ts';
import { projectViews } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldIs, mayField } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import type { RoadmapDeps } from './roadmap-deps.ts';
import type { RoadmapTask } from './roadmap.schema.ts';
import { readTimes } from './task-times.ts';

type Task = Static<typeof RoadmapTask>;

const yearMs = 365 * 86_400_000;

const isOpen = (
  { tracker, values }: Pick<RenderableArtifact, 'tracker' | 'values'>,
  isReadable: (field: Field) => boolean,
): boolean => statusOf(tracker, values, isReadable, () => undefined).isOpen;

/** `isDrawn`: whether what is of a tracker may be a dependency. */
export async function viewTasks(
  deps: RoadmapDeps,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
  isDrawn: (tracker: Definition) => boolean,
): Promise<Task[]> {
  const { reading } = deps.artifacts;
  const times = await readTimes(reading, viewer, renderables);
  const closings = await findClosings(deps, viewer, renderables);
  const sinceMs = deps.clock.nowMs() - yearMs;
  const current = renderables.filter((renderable) => {
    const { startMs, endMs } = times(renderable.row.id);
    const closedMs = closings(renderable);
    if (closedMs === 'open') return true;
    const lastMs = endMs ?? startMs;
    return closedMs !== undefined && closedMs >= sinceMs && (lastMs === undefined || lastMs >= sinceMs);
  });
  const linked = await readLinked(deps, viewer, current);
  const sums = await computedValues.loadSums(reading, viewer, current);
  return mapInSlices(current, (renderable): Task => {
    const { row, tracker, values } = renderable;
    const reads = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
    const { startMs, endMs, start, end } = times(row.id);
    const { timeframe } = tracker.semantics;
    const isWrong = startMs !== undefined && endMs !== undefined && endMs < startMs;
    const progress = readProgress(viewer, renderable, linked, (name) => sums.sum(row.id, name));
    return {
      id: row.id,
      xref: `${tracker.itemName} #${row.id}`,
      html_url: `/plugins/tracker/?aid=${row.id}`,
      title: titleOf(tracker, values, reads) ?? '',
      color_name: tracker.color,
      progress: progress.value,
      progress_error_message: progress.problem,
      start,
      end,
      dependencies: dependenciesOf(viewer, renderable, linked, isDrawn),
      subtasks_uri: `roadmap_tasks/${row.id}/subtasks`,
      project: projectViews.viewProjectReference(tracker.project),
      are_dates_implied: timeframe !== undefined && 'implied_from_tracker' in timeframe,
      is_open: isOpen(renderable, reads),
      time_period_error_message: isWrong ? 'it ends before it starts' : '',
    };
  });
}

/** Of a subject: 'open', when it was closed last, or undefined where nobody can tell. */
async function findClosings(
  { database }: RoadmapDeps,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
): Promise<(renderable: RenderableArtifact) => 'open' | number | undefined> {
  const closedAt = new Map<number, number>();
  for (const [tracker, ofTracker] of Map.groupBy(renderables, (renderable) => renderable.tracker)) {
    const field = tracker.fieldById.get(tracker.semantics.status?.field_id ?? -1);
    if (field === undefined) continue;
    const ids = ofTracker.map(({ row }) => row.id);
    for (const { artifactId, atMs, value } of await listFieldChanges(database.read, ids, field.id)) {
      if (isOpen({ tracker, values: { [field.id]: value } }, () => true)) closedAt.delete(artifactId);
      else if (!closedAt.has(artifactId)) closedAt.set(artifactId, atMs);
    }
  }
  return ({ row, tracker, values }) => {
    const { status } = tracker.semantics;
    const field = tracker.fieldById.get(status?.field_id ?? -1);
    if (status === undefined || field === undefined) return 'open';
    if (!mayField(viewer, tracker, field, 'read')) return undefined;
    return isOpen({ tracker, values }, () => true) ? 'open' : closedAt.get(row.id);
  };
}

/** What the subjects link to and the viewer sees, by id. */
async function readLinked(
  { database, artifacts }: RoadmapDeps,
  viewer: Viewer,
  renderables: readonly RenderableArtifact[],
): Promise<ReadonlyMap<number, RenderableArtifact>> {
  const ids = new Set(
    renderables.flatMap((renderable) => fieldValues.linksOf({ viewer, ...renderable }).map((link) => link.id)),
  );
  const rows = await listArtifactsByIds(database.read, [...ids]);
  const visible = await findVisible(artifacts.reading, viewer, rows);
  const found = await mapInSlices(rows, (row): [number, RenderableArtifact][] => {
    const tracker = visible.definitions.get(row.tracker_id);
    return tracker === undefined || !visible.ids.has(row.id)
      ? []
      : [[row.id, { row, tracker, values: parseValues(row) }]];
  });
  return new Map(found.flat());
}

function dependenciesOf(
  viewer: Viewer,
  renderable: RenderableArtifact,
  linked: ReadonlyMap<number, RenderableArtifact>,
  isDrawn: (tracker: Definition) => boolean,
): Task['dependencies'] {
  const drawn = fieldValues.linksOf({ viewer, ...renderable }).filter(({ id }) => {
    const target = linked.get(id);
    return target !== undefined && isDrawn(target.tracker);
  });
  if (drawn.length === 0) return [];
  return Object.fromEntries(
    Map.groupBy(drawn, ({ type }) => type)
      .entries()
      .map(([type, links]) => [type, links.map(({ id }) => id)]),
  );
}

interface Progress {
  value: number | null;
  problem: string;
}

const nothing: Progress = { value: null, problem: '' };

/** By efforts, or by how many of those are closed that it links to by one type. */
function readProgress(
  viewer: Viewer,
  renderable: RenderableArtifact,
  linked: ReadonlyMap<number, RenderableArtifact>,
  sumOf: (name: string) => number | null,
): Progress {
  const { progress } = renderable.tracker.semantics;
  if (progress === undefined) return nothing;
  const reading = { viewer, ...renderable };
  if ('artifact_link_type' in progress) {
    const counted = fieldValues
      .linksOf(reading)
      .flatMap(({ id, type }) => (type === progress.artifact_link_type ? (linked.get(id) ?? []) : []));
    if (counted.length === 0) return nothing;
    const closed = counted.filter((one) => !isOpen(one, (field) => mayField(viewer, one.tracker, field, 'read')));
    return { value: closed.length / counted.length, problem: '' };
  }
  const [total, remaining] = [progress.total_effort_field_id, progress.remaining_effort_field_id].map((id) => {
    const field = fieldValues.fieldWithId(reading, id);
    if (field === undefined) return undefined;
    return fieldValues.numberOf(reading, field) ?? (fieldIs.sum(field) ? (sumOf(field.name) ?? undefined) : undefined);
  });
  if (total === undefined) return nothing;
  if (total <= 0) return { value: null, problem: 'its total effort is not above zero' };
  if (remaining === undefined) return nothing;
  if (remaining < 0) return { value: null, problem: 'its remaining effort is below zero' };
  if (remaining > total) return { value: null, problem: 'more remains than there was in total' };
  return { value: (total - remaining) / total, problem: '' };
}
