import './planning.tables.ts';

export { planningRoutes } from './planning.routes.ts';
export { createPlannings } from './planning.service.ts';
export { insertExplicitBacklog, insertPlanning, listPlanningNames } from './planning.store.ts';
