// How much each of the milestones inside one did, or of a project, of those that are done.
import type { Static } from 'typebox';
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { computedValues, fieldValues, loadTimeframes, parseValues, titleOf } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayField } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import * as store from '../definition/board.store.ts';
import type { Narrow } from '../definition/board.store.ts';
import { visibleOf } from '../definition/planning.access.ts';
import { findSubPlanning } from '../definition/planning.service.ts';
import type { Plannings } from '../definition/planning.service.ts';
import type { Velocity } from './milestones.schema.ts';
import { readMilestone } from './milestones.service.ts';

/** Milestones inside one that are looked at, the newest. */
const milestonesMax = 1000;
/** Milestones of one answer, those that start last. */
const shownMax = 100;

type Shown = Static<typeof Velocity>;

const nothing: Shown = { milestones: [], without_start: [], invalid_trackers: [] };

/** Of the milestones inside one. Throws as readMilestone does. */
export async function showVelocity(plannings: Plannings, viewer: Viewer, id: number): Promise<Shown> {
  const { board, seen } = await readMilestone(plannings, viewer, id);
  const sub = findSubPlanning(board, seen);
  if (sub === undefined || !seen.areLinksShown) return nothing;
  return drawVelocity(plannings, viewer, sub.tracker, store.childOf([id], true));
}

/** Of the milestones of a project that are part of no other. Throws as Projects.read. */
export async function showTopVelocity(plannings: Plannings, viewer: Viewer, projectId: number): Promise<Shown> {
  const { root } = await plannings.open(viewer, projectId);
  return root === undefined ? nothing : drawVelocity(plannings, viewer, root.tracker);
}

async function drawVelocity(
  plannings: Plannings,
  viewer: Viewer,
  tracker: Definition,
  ...narrows: readonly Narrow[]
): Promise<Shown> {
  if (tracker.semantics.timeframe === undefined)
    return { ...nothing, invalid_trackers: [{ id: tracker.id, label: tracker.name }] };
  const { db, artifacts } = plannings.reading;
  const selection = visibleOf(db, viewer, tracker, ...narrows);
  const page = { limit: milestonesMax, offset: 0, isDescending: true };
  const { rows } = await store.listFound(db, [selection], page);
  const subjects = await mapInSlices(rows, (row) => ({ row, tracker, values: parseValues(row) }));
  const done = subjects.flatMap((subject) => {
    const ended = computedValues.endedOf(viewer, subject);
    return ended === undefined ? [] : [{ subject, ended }];
  });
  const timeframes = await loadTimeframes(
    artifacts.reading,
    viewer,
    done.map(({ subject }) => subject),
  );
  const milestones = done.map(({ subject, ended }) => {
    const reading = timeframes.readingOf(subject);
    const label = titleOf(tracker, subject.values, (field) => mayField(viewer, tracker, field, 'read')) ?? '';
    const { startMs } = fieldValues.timeframeOf(reading);
    return { id: subject.row.id, label, startMs, duration: fieldValues.durationOf(reading) ?? null, ...ended };
  });
  const started = milestones
    .flatMap(({ startMs, ...one }) => (startMs === undefined ? [] : [{ ...one, startMs }]))
    .sort((one, other) => one.startMs - other.startMs || one.id - other.id);
  return {
    milestones: started.slice(-shownMax).map(({ id: milestoneId, label, startMs, duration, velocity }) => ({
      id: milestoneId,
      label,
      start_date: formatIso(startMs),
      duration,
      velocity: velocity ?? 0,
    })),
    without_start: milestones.flatMap(({ id: milestoneId, label, startMs }) =>
      startMs === undefined ? [{ id: milestoneId, label }] : [],
    ),
    invalid_trackers: [],
  };
}
