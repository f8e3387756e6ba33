// Wire shape of milestones.
import { Type } from 'typebox';
import { Nullable } from '../../../platform/http/index.ts';
import { ArtifactReference } from '../../artifacts/index.ts';
import { ProjectReference } from '../../projects/index.ts';
import { TrackerReference } from '../../trackers/index.ts';
import { PlanningReference } from '../definition/planning.schema.ts';

const Address = Type.Object({ uri: Type.String() });
const Trackers = Type.Array(TrackerReference);

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
    project: ProjectReference,
    start_date: Nullable(Type.String()),
    end_date: Nullable(Type.String()),
    number_days_since_start: Nullable(Type.Integer()),
    number_days_until_end: Nullable(Type.Integer()),
    capacity: Nullable(Type.Number()),
    remaining_effort: Nullable(Type.Number()),
    status_value: Type.String(),
    semantic_status: Type.String({ description: 'open or closed.' }),
    parent: Nullable(ArtifactReference),
    artifact: ArtifactReference,
    sub_milestones_uri: Type.String(),
    sub_milestone_type: Nullable(TrackerReference),
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
        { ...ProjectReference.properties, background: Type.Null() },
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
