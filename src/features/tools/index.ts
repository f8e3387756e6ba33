export { toolRoutes } from './tools.routes.ts';
