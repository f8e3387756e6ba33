// What a milestone held, by its history: what was done, what was not, and what came and went meanwhile.
import type { Static } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import { endOfDay, startOfDay } from '../../../platform/texts/working-days.ts';
import {
  computedValues,
  fieldValues,
  listArtifactsByIds,
  loadTimeframes,
  parseValues,
  statusOf,
  titleOf,
} from '../../artifacts/index.ts';
import type { StoredValues } from '../../artifacts/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayField, trackerViews } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { findInitialEffortField } from '../definition/card-values.ts';
import type { Plannings } from '../definition/planning.service.ts';
import type { MilestoneReport } from './milestones.schema.ts';
import { readMilestone } from './milestones.service.ts';

type Report = Static<typeof MilestoneReport>;

/** Until the milestone was closed, or until now where it is open. Throws as readMilestone does. */
export async function showReport(plannings: Plannings, viewer: Viewer, id: number): Promise<Report> {
  const { readingBulk } = plannings.reading.artifacts;
  const { row, seen } = await readMilestone(plannings, viewer, id);
  const { tracker } = seen;
  const subject = { row, tracker, values: parseValues(row) };
  const timeframes = await loadTimeframes(readingBulk, viewer, [subject]);
  const { startMs } = fieldValues.timeframeOf(timeframes.readingOf(subject));
  const past = await computedValues.loadPastLinks(
    readingBulk,
    viewer,
    { id, tracker },
    {
      addedAfterMs: startMs === undefined ? undefined : endOfDay(startMs),
      fromMs: startMs === undefined ? undefined : startOfDay(startMs),
      nowMs: plannings.reading.clock.nowMs(),
    },
  );
  const held = (past?.links ?? []).filter((link) => seen.planning.backlogTrackerIds.includes(link.tracker.id));
  const rows = await listArtifactsByIds(
    readingBulk.db,
    held.map((link) => link.id),
  );
  const titles = new Map(rows.map((one) => [one.id, parseValues(one)]));
  const view = (isWanted: (link: (typeof held)[number]) => boolean) =>
    held.filter(isWanted).map((link) => viewItem(viewer, link, titles.get(link.id) ?? link.values));
  const { closedAtMs } = past ?? {};
  return {
    closed_date: closedAtMs === undefined ? null : formatIso(closedAtMs),
    done: view(({ isHeld, isOpen }) => isHeld && !isOpen),
    not_done: view(({ isHeld, isOpen }) => isHeld && isOpen),
    added: view(({ isAdded }) => isAdded),
    removed: view(({ isHeld }) => !isHeld),
    is_under_calculation: past === undefined,
  };
}

function viewItem(
  viewer: Viewer,
  { id, tracker, values }: { id: number; tracker: Definition; values: StoredValues },
  current: StoredValues,
): Report['done'][number] {
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const { label, color } = statusOf(tracker, values, isReadable, () => undefined);
  const effort = findInitialEffortField({ viewer, tracker, values });
  return {
    id,
    uri: `artifacts/${id}`,
    xref: `${tracker.itemName} #${id}`,
    label: titleOf(tracker, current, isReadable) ?? '',
    tracker: trackerViews.viewTrackerReference(tracker),
    status: label === '' ? null : { value: label, color },
    initial_effort: (effort === undefined ? undefined : fieldValues.numberOf({ values }, effort)) ?? null,
  };
}
