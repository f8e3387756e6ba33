// The first start of a site: its administrator, its facts, its first project.
export { firstStartRoutes } from './first-start.routes.ts';
