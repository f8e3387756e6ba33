// Planning: backlogs, milestones and what they hold.
export { openMilestonesQuery, planningsQuery } from './planning.queries.ts';
export { planningRoutes } from './planning.routes.ts';
