export { crosstrackerRoutes } from './crosstracker.routes.ts';
export { createCrosstracker } from './crosstracker.service.ts';
