// What remains in a milestone, and how much it can take: one definition for all pages.
import type { Static } from 'typebox';
import { unitOf } from '../../../../contract/effort-unit.ts';
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import { computedValues, fieldValues, parseValues } from '../../artifacts/index.ts';
import type { Reading, RenderableArtifact } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Field } from '../../trackers/index.ts';
import { linkedFrom, listFound } from '../definition/board.store.ts';
import { findEffortField, findInitialEffortField } from '../definition/card-values.ts';
import { byStatus, visibleOf } from '../definition/planning.access.ts';
import type { Plannings, SeenPlanning } from '../definition/planning.service.ts';
import type { MilestoneEffort } from './milestones.schema.ts';
import { readMilestone } from './milestones.service.ts';

type Effort = Static<typeof MilestoneEffort>;

/**
 * The number of the milestone's own field `remaining_effort`, as its burndown shows it, in its unit; where that has no number, the
 * estimates of open items. A capacity is told only in the same unit. Throws as readMilestone does.
 */
export async function showEffort(plannings: Plannings, viewer: Viewer, id: number): Promise<Effort> {
  const { reading } = plannings.reading.artifacts;
  const { row, seen } = await readMilestone(plannings, viewer, id);
  const subject = { row, tracker: seen.tracker, values: parseValues(row) };
  const sums = await computedValues.loadSums(reading, viewer, [subject]);
  const numberIn = (field: Field | undefined): number | null =>
    field === undefined ? null : (fieldValues.numberOf(subject, field) ?? sums.sum(id, field.name));
  const own = { viewer, ...subject };
  const fields = { capacity: findEffortField(own, 'capacity'), remaining: findEffortField(own, 'remaining_effort') };
  const remaining = numberIn(fields.remaining);
  const estimates = estimateFields(viewer, seen);
  const estimateUnit =
    estimates.length === 0 ? null : (estimates.map(unitOf).find((unit) => unit !== null) ?? 'points');
  const source = remaining === null ? 'initial_effort' : 'remaining_effort';
  const capacityUnit = unitOf(fields.capacity);
  const unit = remaining === null ? estimateUnit : (unitOf(fields.remaining) ?? capacityUnit);
  const capacity = numberIn(fields.capacity);
  const isComparable = capacityUnit === null || unit === null || capacityUnit === unit;
  return {
    remaining: remaining ?? (await sumEstimates(plannings, viewer, seen, id)),
    source,
    unit,
    capacity: capacity !== null && capacity > 0 && isComparable ? capacity : null,
    estimate_unit: estimateUnit,
  };
}

const estimateFields = (viewer: Viewer, { backlogTrackers }: SeenPlanning): Field[] =>
  backlogTrackers.flatMap((tracker) => findInitialEffortField({ viewer, tracker, values: {} }) ?? []);

/** Of the open items that the milestone holds; null where none has an estimate. */
async function sumEstimates(
  plannings: Plannings,
  viewer: Viewer,
  seen: SeenPlanning,
  id: number,
): Promise<number | null> {
  const { artifacts, db } = plannings.reading;
  const selections = (seen.areLinksShown ? seen.backlogTrackers : []).map((tracker) =>
    visibleOf(db, viewer, tracker, linkedFrom([id]), byStatus(viewer, tracker, true)),
  );
  const trackers = new Map(seen.backlogTrackers.map((tracker) => [tracker.id, tracker]));
  const { rows } = await listFound(db, selections);
  const renderables = (
    await mapInSlices(rows, (row): RenderableArtifact[] => {
      const tracker = trackers.get(row.tracker_id);
      return tracker === undefined ? [] : [{ row, tracker, values: parseValues(row) }];
    })
  ).flat();
  const sums = await computedValues.loadSums(artifacts.reading, viewer, renderables);
  const efforts = renderables.flatMap((renderable): number[] => {
    const reading: Reading = { viewer, ...renderable };
    const field = findInitialEffortField(reading);
    const effort =
      field === undefined
        ? undefined
        : (fieldValues.numberOf(reading, field) ?? sums.sum(renderable.row.id, field.name));
    return effort === undefined || effort === null ? [] : [effort];
  });
  return efforts.length === 0 ? null : Number(efforts.reduce((sum, effort) => sum + effort, 0).toPrecision(15));
}
