import './planning.tables.ts';

export { planningRoutes } from './planning.routes.ts';
export { createPlannings } from './planning.service.ts';
export {
  addToTopBacklog,
  insertExplicitBacklog,
  insertPlanning,
  listBacklogTrackers,
  listPlanningNames,
} from './planning.store.ts';
