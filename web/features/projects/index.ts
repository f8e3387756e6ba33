// Projects: finding them, their homes, making new ones.
export { projectsRoutes } from './projects.routes.ts';
