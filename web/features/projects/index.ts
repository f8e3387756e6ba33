// Projects: finding them, and their homes.
export { ProjectCards, ProjectRows } from './project-cards.tsx';
export { ProjectIcon } from './project-icon.tsx';
export { PrivacyBadge } from './privacy-badge.tsx';
export {
  kanbansQuery,
  projectByIdQuery,
  projectQuery,
  projectsQuery,
  servicesQuery,
  summaryQuery,
  trackersQuery,
} from './projects.queries.ts';
export { pageOfService } from './services.ts';
export { projectsRoutes } from './projects.routes.ts';
