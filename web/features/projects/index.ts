// Projects: finding them, and their homes.

export { ProjectCards, ProjectRows } from './project-cards.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
export { AddPeople, Administer, InviteDialog, ProjectBand } from './project-head.tsx';
export { ProjectIcon } from './project-icon.tsx';
export { PrivacyBadge } from './privacy-badge.tsx';
export {
  hasTaskboard,
  openMilestonesQuery,
  planKey,
  planningsQuery,
  sideBarQuery,
  usePlans,
} from './plan-side.queries.ts';
export {
  categoriesQuery,
  fieldsQuery,
  groupsQuery,
  kanbansQuery,
  projectByIdQuery,
  projectQuery,
  projectsQuery,
  servicesQuery,
  summaryQuery,
  templateProjectsQuery,
  trackersQuery,
} from './projects.queries.ts';
export type { TrackerEntry } from './projects.queries.ts';
export { prefetchFrame } from './prefetch.ts';
export { nameService, pageOfService, useServicesOff } from './services.ts';
export { ServiceIcon } from './service-icon.tsx';
/** These are read when they are first shown. */
export const InvitationLink = lazy(async () => (await import('./invitations/invitation-link.tsx')).InvitationLink);
export const ActivityList = lazy(async () => (await import('./activity-list.tsx')).ActivityList, {
  Fallback: () => Loading({}),
});
export const MemberList = lazy(async () => (await import('./project-parts.tsx')).MemberList, {
  Fallback: () => Loading({}),
});
export const ProjectOverview = lazy(async () => (await import('./project-overview.page.tsx')).ProjectOverview);
export const ProjectFacts = lazy(async () => (await import('./project-parts.tsx')).ProjectFacts, {
  Fallback: () => Loading({}),
});
