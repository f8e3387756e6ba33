import './planning.tables.ts';
export { planningArchive } from './planning.archive.ts';
export { insertExplicitBacklog, insertPlanning } from './planning.store.ts';
export { createPlanningFeature } from './feature.ts';
