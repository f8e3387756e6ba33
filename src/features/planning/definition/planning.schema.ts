// Wire shapes of plannings.
import { Type } from 'typebox';
import { grantedGroups } from '../../projects/index.ts';
import { trackerSchemas } from '../../trackers/index.ts';

const Link = Type.Object({ id: Type.Integer(), uri: Type.String() });

export const PlanningReference = Link;

export const Planning = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    project: Type.Object({ id: Type.Integer(), uri: Type.String(), label: Type.Null(), icon: Type.String() }),
    milestone_tracker: trackerSchemas.TrackerReference,
    backlog_trackers: Type.Array(Link),
    milestones_uri: Type.String(),
  },
  { title: 'Planning' },
);

const label = Type.String({ minLength: 1, maxLength: 255 });
const title = Type.String({ maxLength: 255 });
const BacklogTrackers = Type.Array(Type.Object({ id: Type.Integer() }), {
  maxItems: 100,
  description: 'Trackers of the same project whose artifacts the milestones may hold.',
});

/** A planning as it is set up. */
export const PlanningSetting = Type.Object(
  {
    ...Planning.properties,
    plan_title: Type.String(),
    backlog_title: Type.String(),
    priority_groups: Type.Array(Type.Object({ id: Type.String() }), {
      description: 'Who may plan and order; none: members of the project.',
    }),
  },
  { title: 'PlanningSetting' },
);

export const NewPlanning = Type.Object({
  label,
  milestone_tracker: Type.Object({ id: Type.Integer({ description: 'Whose artifacts are the milestones.' }) }),
  backlog_trackers: BacklogTrackers,
  plan_title: Type.Optional(title),
  backlog_title: Type.Optional(title),
  priority_groups: Type.Optional(grantedGroups.GroupReferences),
});

export const PlanningChange = Type.Object({
  label: Type.Optional(label),
  backlog_trackers: Type.Optional(BacklogTrackers),
  plan_title: Type.Optional(title),
  backlog_title: Type.Optional(title),
  priority_groups: Type.Optional(grantedGroups.GroupReferences),
});

export const BacklogSetting = Type.Object({
  is_explicit: Type.Boolean({ description: 'The project’s backlog holds only what was put there.' }),
});

export const SideBarSetting = Type.Object({
  lists_milestones: Type.Boolean({ description: 'The side bar of the project lists its open milestones.' }),
});

const burnup = {
  mode: Type.Enum(['effort', 'count'], {
    description: 'Whether burnups add initial efforts, or count artifacts.',
  }),
};
const counted = Type.Array(Type.Object({ id: Type.Integer() }), {
  maxItems: 100,
  description: 'Whose artifacts are counted; empty for efforts.',
});

export const BurnupSetting = Type.Object({ ...burnup, trackers: counted });

export const BurnupSettingChange = Type.Object({ ...burnup, trackers: Type.Optional(counted) });

/** A milestone in the list of its planning. */
export const MilestoneEntry = Type.Object(
  { id: Type.Integer(), label: Type.String(), last_modified: Type.String(), uri: Type.String() },
  { title: 'MilestoneEntry' },
);
