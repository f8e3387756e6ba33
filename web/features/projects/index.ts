// Projects: finding them, and their homes.
export { ProjectCards } from './project-cards.tsx';
export { projectsQuery } from './projects.queries.ts';
export { projectsRoutes } from './projects.routes.ts';
