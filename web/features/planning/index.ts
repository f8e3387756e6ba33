// Planning: backlogs, milestones and what they hold.

export { fieldOf } from './plan.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
export type { Milestone } from './plan.ts';
export { changeValues, effortQuery, makeArtifact, milestoneQuery } from './planning.queries.ts';
/** These are read when they are first shown. */
export const AddExisting = lazy(async () => (await import('./add-existing.tsx')).AddExisting);
export const MilestonesGlance = lazy(async () => (await import('./milestones-glance.tsx')).MilestonesGlance, {
  Fallback: () => Loading({}),
});
export { showRemaining } from './effort.ts';
