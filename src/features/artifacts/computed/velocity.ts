// How much a milestone has done: a number that the server writes into it in the change that ends it.
import type { Viewer } from '../../projects/index.ts';
import { fieldIs } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import * as store from '../artifact/artifacts.store.ts';
import { parseValues } from '../artifact/change.ts';
import type { StoredValues } from '../artifact/change.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import { fieldWithId, linkedIds, numberOf } from '../semantics/readable-values.ts';
import { isDone, statusOf } from '../semantics/semantics.ts';
import type { RenderableArtifact, RelationDeps } from '../artifact/renderable-artifact.ts';
import { loadSums } from './sums.ts';

interface VelocityDeps extends RelationDeps {
  listBacklogTrackers(trackerId: number): Promise<readonly number[]>;
}

/** The server writes it, whatever the person who ends the milestone may read. */
const always = (): boolean => true;

/** The field of the tracker's velocity, where its artifacts have one status at a time and it says which mean done. */
function velocityField({ semantics, fieldById }: Definition): Field | undefined {
  const { velocity, done, status } = semantics;
  const statusField = fieldById.get(status?.field_id ?? -1);
  const isOneAtATime = statusField !== undefined && fieldIs.choice(statusField);
  if (velocity === undefined || (done?.value_ids ?? []).length === 0 || !isOneAtATime) return undefined;
  return fieldById.get(velocity.field_id);
}

/** Whether a change takes the artifact from an open status to one that means done. */
const ends = (tracker: Definition, before: StoredValues, after: StoredValues): boolean =>
  statusOf(tracker, before, always, () => undefined).isOpen && isDone(tracker, after, always);

/**
 * What the server writes into the artifact with this change, by field id: the sum of the initial efforts of what it links to that
 * is of a tracker that its own plans and is done, as far as the viewer sees it. undefined where the change does not end it.
 */
export async function loadVelocity(
  deps: VelocityDeps,
  viewer: Viewer,
  tracker: Definition,
  { before, changed }: { before: StoredValues; changed: ReadonlyMap<number, unknown> },
): Promise<number | undefined> {
  const field = velocityField(tracker);
  if (field === undefined) return undefined;
  const after = { ...before, ...Object.fromEntries(changed) };
  if (!ends(tracker, before, after)) return undefined;
  const planned = await deps.listBacklogTrackers(tracker.id);
  const ids = [...new Set(linkedIds({ viewer, tracker, values: after }))];
  const rows = (await store.listArtifactsByIds(deps.db, ids)).filter((row) => planned.includes(row.tracker_id));
  const visible = await findVisible(deps, viewer, rows);
  const done = rows.flatMap((row): RenderableArtifact[] => {
    const definition = visible.definitions.get(row.tracker_id);
    if (definition === undefined || !visible.ids.has(row.id)) return [];
    const values = parseValues(row);
    // Without values that mean done, nothing counts as such.
    const isCounted = (definition.semantics.done?.value_ids ?? []).length > 0 && isDone(definition, values, always);
    return isCounted ? [{ row, tracker: definition, values }] : [];
  });
  const sums = await loadSums(deps, viewer, done);
  const efforts = done.map((renderable) => {
    const reading = { viewer, ...renderable };
    const effort = fieldWithId(reading, renderable.tracker.semantics.initial_effort?.field_id);
    if (effort === undefined) return 0;
    return numberOf(reading, effort) ?? (fieldIs.sum(effort) ? sums.sum(renderable.row.id, effort.name) : null) ?? 0;
  });
  const total = Number(efforts.reduce((sum, effort) => sum + effort, 0).toPrecision(15));
  return fieldIs.whole(field) ? Math.trunc(total) : total;
}

/** The values of a change with the velocity that was loaded for it, where they still end the artifact as it is now. */
export function withVelocity(
  tracker: Definition,
  before: StoredValues,
  values: ReadonlyMap<number, unknown>,
  velocity: number | undefined,
): ReadonlyMap<number, unknown> {
  const field = velocityField(tracker);
  const after = { ...before, ...Object.fromEntries(values) };
  if (velocity === undefined || field === undefined || !ends(tracker, before, after)) return values;
  return new Map([...values, [field.id, velocity]]);
}

/** What a milestone has done, and when, for charts of those that have ended. */
export interface EndedMilestone {
  /** null where nobody ended it while its tracker had a velocity. */
  velocity: number | null;
}

/** undefined for an artifact that has not ended, or where the viewer may not know. */
export function endedOf(
  viewer: Viewer,
  { tracker, values }: Pick<RenderableArtifact, 'tracker' | 'values'>,
): EndedMilestone | undefined {
  const reading = { viewer, tracker, values };
  const field = fieldWithId(reading, velocityField(tracker)?.id);
  if (field === undefined || !isDone(tracker, values, (one) => fieldWithId(reading, one.id) !== undefined))
    return undefined;
  return { velocity: numberOf(reading, field) ?? null };
}
