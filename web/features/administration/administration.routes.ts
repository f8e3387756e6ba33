import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTextBundle } from '../../platform/i18n.ts';
import { rootRoute } from '../../platform/root-route.ts';
import { isState } from './site/accounts/account-states.ts';
import type { AccountState } from './site/accounts/account-states.ts';
import type { ProjectState } from './site/projects.page.tsx';
import type { SettingFilter } from './site/settings/setting-groups.ts';

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/administration',
  loader: () => loadTextBundle('administration'),
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

const rightsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/rights',
  component: lazyRouteComponent(() => import('./project/rights/rights.page.tsx'), 'RightsPage'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./project/notifications.page.tsx'), 'NotificationsPage'),
});

const archiveRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/archive',
  component: lazyRouteComponent(() => import('./project/archive.page.tsx'), 'ArchivePage'),
});

const siteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  loader: () => loadTextBundle('administration'),
  component: lazyRouteComponent(() => import('./site/site-administration.layout.tsx'), 'SiteAdministrationLayout'),
});

const readAccountsSearch = ({ status }: Record<string, unknown>): { status?: AccountState } =>
  isState(status) ? { status } : {};

const siteHomeRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./site/home.page.tsx'), 'SiteHomePage'),
});

const accountsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/accounts',
  validateSearch: readAccountsSearch,
  // Once, when the page is opened; what the person then asks for is read by the page.
  shouldReload: false,
  loader: async ({ context: { queryClient }, location: { search } }) => {
    const { status } = readAccountsSearch(search);
    await (await import('./site.queries.ts')).readAccounts(queryClient, status);
  },
  component: lazyRouteComponent(() => import('./site/accounts/accounts.page.tsx'), 'AccountsPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/accounts/$id',
  component: lazyRouteComponent(() => import('./site/accounts/account.page.tsx'), 'AccountPage'),
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
  shouldReload: false,
  loader: async ({ context: { queryClient } }) => (await import('./site.queries.ts')).readSettings(queryClient),
  component: lazyRouteComponent(() => import('./site/settings/settings.page.tsx'), 'SettingsPage'),
});

const workRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/work',
  component: lazyRouteComponent(() => import('./site/work.page.tsx'), 'WorkPage'),
});

const lookRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/look',
  component: lazyRouteComponent(() => import('./site/look.page.tsx'), 'LookPage'),
});

const serverRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/server',
  component: lazyRouteComponent(() => import('./site/server.page.tsx'), 'ServerPage'),
});

const backupsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/backups',
  component: lazyRouteComponent(() => import('./site/backups.page.tsx'), 'BackupsPage'),
});

const storageRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/storage',
  component: lazyRouteComponent(() => import('./site/storage.page.tsx'), 'StoragePage'),
});

const auditRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/audit',
  component: lazyRouteComponent(() => import('./site/audit.page.tsx'), 'AuditPage'),
});

const categoriesRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/categories',
  component: lazyRouteComponent(() => import('./creation/categories.page.tsx'), 'CategoriesPage'),
});

const templatesRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/templates',
  component: lazyRouteComponent(() => import('./creation/templates.page.tsx'), 'TemplatesPage'),
});

const fieldsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/project-fields',
  component: lazyRouteComponent(() => import('./creation/fields.page.tsx'), 'FieldsPage'),
});

const linkTypesRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/link-types',
  component: lazyRouteComponent(() => import('./creation/link-types.page.tsx'), 'LinkTypesPage'),
});

const bannerRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/banner',
  component: lazyRouteComponent(() => import('./site/banner.page.tsx'), 'BannerPage'),
});

const textsRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/texts',
  component: lazyRouteComponent(() => import('./site/texts.page.tsx'), 'TextsPage'),
});

const labelsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/labels',
  component: lazyRouteComponent(() => import('./project/labels.page.tsx'), 'LabelsPage'),
});

const planningRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/planning',
  component: lazyRouteComponent(() => import('./planning/planning.page.tsx'), 'PlanningPage'),
});

const boardSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/kanban/$id/settings',
  loader: () => loadTextBundle('administration'),
  component: lazyRouteComponent(() => import('./planning/board-settings.page.tsx'), 'BoardSettingsPage'),
});

const referencesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/references',
  component: lazyRouteComponent(() => import('./project/references.page.tsx'), 'ReferencesPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./project/webhooks.page.tsx'), 'WebhooksPage'),
});

export const administrationRoutes = [
  boardSettingsRoute,
  projectRoute.addChildren([
    detailsRoute,
    membersRoute,
    groupsRoute,
    rightsRoute,
    notificationsRoute,
    servicesRoute,
    planningRoute,
    labelsRoute,
    referencesRoute,
    webhooksRoute,
    archiveRoute,
    historyRoute,
  ]),
  siteRoute.addChildren([
    siteHomeRoute,
    accountsRoute,
    accountRoute,
    siteProjectsRoute,
    categoriesRoute,
    templatesRoute,
    fieldsRoute,
    linkTypesRoute,
    settingsRoute,
    lookRoute,
    serverRoute,
    workRoute,
    backupsRoute,
    storageRoute,
    auditRoute,
    bannerRoute,
    textsRoute,
  ]),
] as const;
