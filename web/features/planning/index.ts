// Planning: backlogs, milestones and what they hold.
import { lazy } from 'react';

export { fieldOf } from './plan.ts';
export type { Milestone } from './plan.ts';
export { changeValues, effortQuery, makeArtifact, milestoneQuery } from './planning.queries.ts';
/** These are read when they are first shown. */
export const AddExisting = lazy(async () => ({ default: (await import('./add-existing.tsx')).AddExisting }));
export const MilestonesGlance = lazy(async () => ({
  default: (await import('./milestones-glance.tsx')).MilestonesGlance,
}));
export { showRemaining } from './effort.ts';
