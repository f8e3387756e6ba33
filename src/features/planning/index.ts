// Plannings. Its rooms, each of which uses those before it:
// definition/  which plannings there are, who may plan, and which artifacts a board is about
// milestones/  milestones as they are shown
// backlogs/    what is in backlogs and milestones, and how it changes; the order is kept by artifacts (state/rank.store.ts)
// archives/    plannings and backlogs in project archives

import './definition/planning.tables.ts';
export { createPlanningArchive } from './archives/planning.archive.ts';
export type { BoardPart } from './archives/planning.archive.ts';
export {
  hasExplicitBacklog,
  insertExplicitBacklog,
  insertPlanning,
  listPlannings,
  removeFromTopBacklog,
} from './definition/planning.store.ts';
export { createPlanningFeature } from './feature.ts';
export type { PlanningFeature } from './feature.ts';
export { placeItems, readOrder } from './backlogs/place-items.ts';
export { findRoot } from './definition/planning.service.ts';
export type { Plannings } from './definition/planning.service.ts';
export type { Planning } from './definition/planning.store.ts';
export { findChildren, findContent } from './backlogs/backlogs.ts';
export { readMilestone } from './milestones/milestones.service.ts';
export type { SeenMilestone } from './milestones/milestones.service.ts';
export { findEffortField, findInitialEffortField } from './definition/card-values.ts';
export {
  childOf,
  idsOf,
  linkedFrom,
  mirrorType,
  listAmong,
  listFound,
  listIds,
  listInOrder,
  notLinkedFrom,
  withStatus,
} from './definition/board.store.ts';
export type { Narrow, Selection } from './definition/board.store.ts';
export type { RightsToAdd } from './definition/planning.access.ts';
export {
  byStatus,
  mayChangeLinks,
  mayChangePriority,
  mayReadLinks,
  rightsToAdd,
  visibleOf,
} from './definition/planning.access.ts';
export { backgroundOf, listCardFieldIds } from './backlogs/backlog.view.ts';
