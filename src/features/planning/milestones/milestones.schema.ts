// Wire shape of milestones.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { artifactSchemas } from '../../artifacts/index.ts';
import { projectSchemas } from '../../projects/index.ts';
import { trackerSchemas } from '../../trackers/index.ts';
import { PlanningReference } from '../definition/planning.schema.ts';

const Address = Type.Object({ uri: Type.String() });
const Trackers = Type.Array(trackerSchemas.TrackerReference);

const MilestoneResources = Type.Object({
  milestones: Type.Object({ uri: Type.String(), accept: Type.Object({ trackers: Trackers }) }),
  backlog: Type.Object({
    uri: Type.String(),
    accept: Type.Object({ trackers: Trackers, parent_trackers: Trackers }),
  }),
  content: Type.Object({ uri: Type.String(), accept: Type.Object({ trackers: Trackers }) }),
  siblings: Address,
  cardwall: Nullable(Address),
  burndown: Nullable(Address),
  additional_panes: Type.Array(
    Type.Object({ title: Type.String(), icon_name: Type.String(), uri: Type.String(), identifier: Type.String() }),
  ),
});

const EffortUnit = Nullable(Type.Union([Type.Literal('hours'), Type.Literal('days'), Type.Literal('points')]));

/** What remains in a milestone: the one number that all pages show. */
export const MilestoneEffort = Type.Object(
  {
    remaining: Nullable(Type.Number({ description: 'null where nobody says how much it is.' })),
    source: Type.Union([Type.Literal('remaining_effort'), Type.Literal('initial_effort')], {
      description:
        'remaining_effort: the field of the milestone, as in its burndown; initial_effort: the estimates of its open items, where that field has no number.',
    }),
    unit: EffortUnit,
    capacity: Nullable(Type.Number({ description: 'null where there is none, or where it has another unit.' })),
    estimate_unit: EffortUnit,
  },
  { title: 'MilestoneEffort' },
);

export const Milestone = Type.Object(
  {
    id: Type.Integer(),
    description: Type.String(),
    post_processed_description: Type.String(),
    uri: Type.String(),
    label: Type.String(),
    submitted_by: Type.Integer(),
    submitted_on: Type.String(),
    planning: PlanningReference,
    project: projectSchemas.ProjectReference,
    start_date: Nullable(Type.String()),
    end_date: Nullable(Type.String()),
    number_days_since_start: Nullable(Type.Integer()),
    number_days_until_end: Nullable(Type.Integer()),
    capacity: Nullable(Type.Number()),
    remaining_effort: Nullable(Type.Number()),
    status_value: Type.String(),
    semantic_status: Type.String({ description: 'open or closed.' }),
    parent: Nullable(artifactSchemas.ArtifactReference),
    artifact: artifactSchemas.ArtifactReference,
    sub_milestones_uri: Type.String(),
    sub_milestone_type: Nullable(trackerSchemas.TrackerReference),
    backlog_uri: Type.String(),
    content_uri: Type.String(),
    cardwall_uri: Nullable(Type.String()),
    burndown_uri: Nullable(Type.String()),
    last_modified_date: Type.String(),
    status_count: Nullable(Type.Object({ open: Type.Integer(), closed: Type.Integer() })),
    has_user_priority_change_permission: Type.Boolean(),
    resources: MilestoneResources,
    original_project_provider: Nullable(
      Type.Object(
        { ...projectSchemas.ProjectReference.properties, background: Type.Null() },
        { description: 'The program whose increment or iteration the milestone stands for.' },
      ),
    ),
  },
  { title: 'Milestone' },
);

export const Burndown = Type.Object(
  {
    start_date: Nullable(Type.String()),
    duration: Nullable(Type.Number({ description: 'In working days.' })),
    capacity: Nullable(Type.Number()),
    points: Type.Array(Type.Number()),
    is_under_calculation: Type.Boolean(),
    opening_days: Type.Array(Type.Integer({ description: '1 is Monday.' })),
    points_with_date: Type.Array(Type.Object({ date: Type.String(), remaining_effort: Nullable(Type.Number()) })),
  },
  { title: 'Burndown' },
);

export const Velocity = Type.Object(
  {
    milestones: Type.Array(
      Type.Object({
        id: Type.Integer(),
        label: Type.String(),
        start_date: Type.String(),
        duration: Nullable(Type.Number({ description: 'In working days.' })),
        velocity: Type.Number({ description: '0 where none was written when it ended.' }),
      }),
      { description: 'Those that are done, by their start; the latest 100.' },
    ),
    without_start: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String() }), {
      description: 'Those that are done and have no place in a chart.',
    }),
    invalid_trackers: Type.Array(Type.Object({ id: Type.Integer(), label: Type.String() }), {
      description: 'Trackers of milestones that say nothing of when these are.',
    }),
  },
  { title: 'Velocity' },
);

const ReportedItem = Type.Object({
  id: Type.Integer(),
  uri: Type.String(),
  xref: Type.String(),
  label: Type.String({ description: 'The title as it is now.' }),
  tracker: trackerSchemas.TrackerReference,
  status: artifactSchemas.FullStatus,
  initial_effort: Nullable(Type.Number()),
});

export const MilestoneReport = Type.Object(
  {
    closed_date: Nullable(Type.String({ description: 'When the milestone was closed; null where it is open.' })),
    done: Type.Array(ReportedItem, { description: 'Held to the end, and closed then.' }),
    not_done: Type.Array(ReportedItem, {
      description: 'Held to the end, and open then, also those that went elsewhere when the milestone was closed.',
    }),
    added: Type.Array(ReportedItem, {
      description: 'Those of the other lists that came after the first day; empty where no start date is set.',
    }),
    removed: Type.Array(ReportedItem, {
      description: 'Taken out before the end, since the start date where there is one.',
    }),
    is_under_calculation: Type.Boolean({ description: 'The histories are too long; all lists are empty then.' }),
  },
  { title: 'MilestoneReport' },
);

export const MilestoneClosing = Type.Object(
  {
    status_value_id: Type.Optional(
      Type.Integer({ description: 'A closed value of the status of the milestone; the first one where it is absent.' }),
    ),
    open_items: Type.Union([Type.Literal('backlog'), Type.Literal('milestone'), Type.Literal('keep')], {
      description:
        'Where open items go: to the backlog that fills the milestone, to another milestone, or nowhere. Items that another open milestone of the planning holds do not go to the backlog.',
    }),
    milestone_id: Type.Optional(Type.Integer({ description: 'The milestone that they go to.' })),
  },
  { title: 'MilestoneClosing' },
);

export const MilestoneClosed = Type.Object(
  {
    moved: Type.Array(artifactSchemas.ArtifactReference, {
      description: 'Items that went where they were asked to go.',
    }),
    planned_elsewhere: Type.Array(artifactSchemas.ArtifactReference, {
      description: 'Items that left the milestone and stay in another open one.',
    }),
  },
  { title: 'MilestoneClosed' },
);
