import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadLateTexts } from '../../platform/i18n.ts';
import { rootRoute } from '../../platform/root-route.ts';
import type { AccountState } from './site/accounts.page.tsx';
import type { ProjectState } from './site/projects.page.tsx';
import type { SettingFilter } from './site/setting-groups.ts';

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/administration',
  loader: () => loadLateTexts(),
  component: lazyRouteComponent(
    () => import('./project/project-administration.layout.tsx'),
    'ProjectAdministrationLayout',
  ),
});

const detailsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./project/details.page.tsx'), 'DetailsPage'),
});

const membersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('./project/members.page.tsx'), 'MembersPage'),
});

const groupsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/groups',
  component: lazyRouteComponent(() => import('./project/groups.page.tsx'), 'GroupsPage'),
});

const servicesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/services',
  component: lazyRouteComponent(() => import('./project/services.page.tsx'), 'ServicesPage'),
});

const historyRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/history',
  component: lazyRouteComponent(() => import('./project/history.page.tsx'), 'HistoryPage'),
});

const siteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  loader: () => loadLateTexts(),
  component: lazyRouteComponent(() => import('./site/site-administration.layout.tsx'), 'SiteAdministrationLayout'),
});

const isAccountState = (value: unknown): value is AccountState => typeof value === 'string' && /^[ARSPD]$/.test(value);

const accountsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/',
  validateSearch: ({ status }: Record<string, unknown>): { status?: AccountState } =>
    isAccountState(status) ? { status } : {},
  component: lazyRouteComponent(() => import('./site/accounts.page.tsx'), 'AccountsPage'),
});

const isProjectState = (value: unknown): value is ProjectState =>
  typeof value === 'string' && /^(?:pending|active|suspended|deleted)$/.test(value);

const siteProjectsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/projects',
  validateSearch: ({ status }: Record<string, unknown>): { status?: ProjectState } =>
    isProjectState(status) ? { status } : {},
  component: lazyRouteComponent(() => import('./site/projects.page.tsx'), 'ProjectsPage'),
});

const isFilter = (value: unknown): value is SettingFilter =>
  typeof value === 'string' && /^(?:all|changed|live|restart)$/.test(value);

const settingsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/settings',
  validateSearch: ({ q, show }: Record<string, unknown>): { q?: string; show?: SettingFilter } => ({
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(isFilter(show) ? { show } : {}),
  }),
  component: lazyRouteComponent(() => import('./site/settings.page.tsx'), 'SettingsPage'),
});

const workRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/work',
  component: lazyRouteComponent(() => import('./site/work.page.tsx'), 'WorkPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/audit',
  component: lazyRouteComponent(() => import('./site/audit.page.tsx'), 'AuditPage'),
});

const bannerRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/banner',
  component: lazyRouteComponent(() => import('./site/banner.page.tsx'), 'BannerPage'),
});

export const administrationRoutes = [
  projectRoute.addChildren([detailsRoute, membersRoute, groupsRoute, servicesRoute, historyRoute]),
  siteRoute.addChildren([accountsRoute, siteProjectsRoute, settingsRoute, workRoute, auditRoute, bannerRoute]),
] as const;
