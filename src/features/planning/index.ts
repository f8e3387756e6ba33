import './planning.tables.ts';
export { insertExplicitBacklog, insertPlanning } from './planning.store.ts';
export { createPlanningFeature } from './feature.ts';
