import './planning.tables.ts';
export { planningArchive } from './planning.archive.ts';
export { insertExplicitBacklog, insertPlanning } from './planning.store.ts';
export { createPlanningFeature } from './feature.ts';
export { idsOf, listAmong, listFound, listInOrder } from './board.store.ts';
export type { Narrow, Selection } from './board.store.ts';
export { visibleOf } from './planning.access.ts';
export { backgroundOf, listCardFieldIds } from './backlog.view.ts';
