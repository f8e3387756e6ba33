// Wire shapes of plannings.
import { Type } from 'typebox';
import { TrackerReference } from '../trackers/index.ts';

const Link = Type.Object({ id: Type.Integer(), uri: Type.String() });

export const PlanningReference = Link;

export const Planning = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    project: Type.Object({ id: Type.Integer(), uri: Type.String(), label: Type.Null(), icon: Type.String() }),
    milestone_tracker: TrackerReference,
    backlog_trackers: Type.Array(Link),
    milestones_uri: Type.String(),
  },
  { title: 'Planning' },
);

/** A milestone in the list of its planning. */
export const MilestoneEntry = Type.Object(
  { id: Type.Integer(), label: Type.String(), last_modified: Type.String(), uri: Type.String() },
  { title: 'MilestoneEntry' },
);
