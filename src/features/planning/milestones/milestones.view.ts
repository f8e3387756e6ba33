// Milestones as the wire shows them.
import type { Static } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import type { RenderedTexts } from '../../../platform/markup/index.ts';
import { artifactViews, statusOf, titleOf } from '../../artifacts/index.ts';
import type { ArtifactRow, StoredValues, Timeframe } from '../../artifacts/index.ts';
import { projectViews } from '../../projects/index.ts';
import type { ProjectRow, Viewer } from '../../projects/index.ts';
import { mayField, trackerViews } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { descriptionOf, effortOf, hasBurndown } from '../definition/card-values.ts';
import type { SumOf } from '../definition/card-values.ts';
import type { Milestone } from './milestones.schema.ts';
import type { MilestoneEntry } from '../definition/planning.schema.ts';
import type { MilestonePane } from '../definition/planning.service.ts';
import type { Planning } from '../definition/planning.store.ts';
import { viewPlanningReference } from '../definition/planning.view.ts';
import { daysSinceStart, daysUntilEnd } from './periods.ts';

type MilestoneShape = Static<typeof Milestone>;

/** What all milestones of one planning share. */
export interface MilestoneSetting {
  viewer: Viewer;
  planning: Planning;
  tracker: Definition;
  /** What a milestone itself may hold. */
  contentTrackers: readonly Definition[];
  /** What its backlog may hold, and what that is part of. */
  backlogTrackers: readonly Definition[];
  backlogParentTrackers: readonly Definition[];
  subTracker: Definition | undefined;
  parentTracker: Definition | undefined;
  mayChangePriority: boolean;
  nowMs: number;
  panes: readonly MilestonePane[];
}

export interface MilestoneFacts {
  row: ArtifactRow;
  values: StoredValues;
  timeframe: Timeframe;
  sumOf: SumOf;
  /** HTML of descriptions. */
  texts: RenderedTexts;
  /** Undefined in the slim form, which leaves out what must be looked up. */
  more: { parentId: number | undefined; open: number; closed: number } | undefined;
  /** The program whose increment or iteration it stands for. */
  provider: ProjectRow | undefined;
}

export function viewMilestone(setting: MilestoneSetting, facts: MilestoneFacts): MilestoneShape {
  const { row, values, timeframe, sumOf, more, texts } = facts;
  const { viewer, planning, tracker, parentTracker } = setting;
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const reading = { viewer, tracker, values };
  const status = statusOf(tracker, values, isReadable, () => undefined);
  const description = descriptionOf(reading);
  const uri = `milestones/${row.id}`;
  const burndownUri = hasBurndown(reading) ? `${uri}/burndown` : null;
  return {
    id: row.id,
    description: description.content,
    post_processed_description: texts.html(description),
    uri,
    label: titleOf(tracker, values, isReadable) ?? '',
    submitted_by: row.submitted_by,
    submitted_on: formatIso(row.submitted_at_ms),
    planning: viewPlanningReference(planning),
    project: projectViews.viewProjectReference(tracker.project),
    ...viewTimeframe(timeframe, more === undefined ? undefined : setting.nowMs),
    capacity: effortOf(reading, 'capacity', sumOf),
    remaining_effort: effortOf(reading, 'remaining_effort', sumOf),
    status_value: status.label,
    semantic_status: status.isOpen ? 'open' : 'closed',
    parent: viewParent(more?.parentId, parentTracker),
    artifact: artifactViews.viewArtifactReference(row.id, tracker),
    sub_milestones_uri: `${uri}/milestones`,
    sub_milestone_type: setting.subTracker === undefined ? null : trackerViews.viewTrackerReference(setting.subTracker),
    backlog_uri: `${uri}/backlog`,
    content_uri: `${uri}/content`,
    cardwall_uri: null,
    burndown_uri: burndownUri,
    last_modified_date: formatIso(row.updated_at_ms),
    status_count: more === undefined ? null : { open: more.open, closed: more.closed },
    has_user_priority_change_permission: setting.mayChangePriority,
    resources: viewResources(setting, row.id, burndownUri),
    original_project_provider:
      facts.provider === undefined ? null : { ...projectViews.viewProjectReference(facts.provider), background: null },
  };
}

const viewParent = (id: number | undefined, tracker: Definition | undefined): MilestoneShape['parent'] =>
  id === undefined || tracker === undefined
    ? null
    : { ...artifactViews.viewArtifactReference(id, tracker), uri: `milestones/${id}` };

/** Without a moment of now, days are not counted. */
const viewTimeframe = (timeframe: Timeframe, nowMs: number | undefined) => ({
  start_date: timeframe.startMs === undefined ? null : formatIso(timeframe.startMs),
  end_date: timeframe.endMs === undefined ? null : formatIso(timeframe.endMs),
  number_days_since_start: nowMs === undefined ? null : daysSinceStart(timeframe, nowMs),
  number_days_until_end: nowMs === undefined ? null : daysUntilEnd(timeframe, nowMs),
});

const viewResources = (
  setting: MilestoneSetting,
  id: number,
  burndownUri: string | null,
): MilestoneShape['resources'] => ({
  milestones: {
    uri: `milestones/${id}/milestones`,
    accept: {
      trackers: setting.subTracker === undefined ? [] : [trackerViews.viewTrackerReference(setting.subTracker)],
    },
  },
  backlog: {
    uri: `milestones/${id}/backlog`,
    accept: {
      trackers: setting.backlogTrackers.map(trackerViews.viewTrackerReference),
      parent_trackers: setting.backlogParentTrackers.map(trackerViews.viewTrackerReference),
    },
  },
  content: {
    uri: `milestones/${id}/content`,
    accept: { trackers: setting.contentTrackers.map(trackerViews.viewTrackerReference) },
  },
  siblings: { uri: `milestones/${id}/siblings` },
  cardwall: null,
  burndown: burndownUri === null ? null : { uri: burndownUri },
  additional_panes: setting.panes.map(({ uriOf, ...pane }) => ({ ...pane, uri: uriOf(id) })),
});

export const viewMilestoneEntry = (
  viewer: Viewer,
  tracker: Definition,
  { row, values }: Pick<MilestoneFacts, 'row' | 'values'>,
): Static<typeof MilestoneEntry> => ({
  id: row.id,
  label: titleOf(tracker, values, (field) => mayField(viewer, tracker, field, 'read')) ?? '',
  last_modified: formatIso(row.updated_at_ms),
  uri: `milestones/${row.id}`,
});
