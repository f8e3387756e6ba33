export { sourceControlRoutes } from './source-control.routes.ts';
