// The administration of projects and of the site.
export { administrationRoutes } from './administration.routes.ts';
