import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTextBundle } from '../../platform/i18n.ts';
import { rootRoute } from '../../platform/root-route.ts';
import {
  readCommitsSearch,
  readCompareSearch,
  readFilesSearch,
  readFoundSearch,
  readNoSearch,
  readPullSearch,
  readPullsSearch,
  readSvnFoundSearch,
  readSvnRevisionSearch,
  readSvnSearch,
} from './code-search.ts';

const repositoriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/repositories',
  component: lazyRouteComponent(() => import('./repositories.page.tsx'), 'RepositoriesPage'),
});

const projectMergingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/repositories/merging',
  loader: () => loadTextBundle('administration'),
  component: lazyRouteComponent(() => import('./settings/project-merging.page.tsx'), 'ProjectMergingPage'),
});

const foundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories',
  validateSearch: readFoundSearch,
  component: lazyRouteComponent(() => import('./found.page.tsx'), 'FoundPage'),
});

const filesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories/$id',
  validateSearch: readFilesSearch,
  component: lazyRouteComponent(() => import('./files/files.page.tsx'), 'FilesPage'),
});

const commitsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories/$id/commits',
  validateSearch: readCommitsSearch,
  component: lazyRouteComponent(() => import('./commits.page.tsx'), 'CommitsPage'),
});

const commitRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories/$id/commits/$commit',
  validateSearch: readNoSearch,
  component: lazyRouteComponent(() => import('./commit.page.tsx'), 'CommitPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories/$id/compare',
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import('./compare.page.tsx'), 'ComparePage'),
});

const branchesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories/$id/branches',
  component: lazyRouteComponent(() => import('./branches.page.tsx'), 'BranchesPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories/$id/settings',
  loader: () => loadTextBundle('administration'),
  component: lazyRouteComponent(() => import('./settings/settings.page.tsx'), 'SettingsPage'),
});

const pullsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/repositories/$id/pull-requests',
  validateSearch: readPullsSearch,
  component: lazyRouteComponent(() => import('./pull-requests/pulls.page.tsx'), 'PullsPage'),
});

const pullRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pull-requests/$id',
  validateSearch: readPullSearch,
  component: lazyRouteComponent(() => import('./pull-requests/pull-request.page.tsx'), 'PullRequestPage'),
});

const svnListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$project/subversion',
  loader: () => loadTextBundle('administration'),
  component: lazyRouteComponent(() => import('./svn/svn-list.page.tsx'), 'SvnListPage'),
});

const svnFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subversion',
  validateSearch: readSvnFoundSearch,
  component: lazyRouteComponent(() => import('./found.page.tsx'), 'SvnFoundPage'),
});

const svnFilesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subversion/$id',
  loader: () => loadTextBundle('administration'),
  validateSearch: readSvnSearch,
  component: lazyRouteComponent(() => import('./svn/svn-files.page.tsx'), 'SvnFilesPage'),
});

const svnLogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subversion/$id/log',
  loader: () => loadTextBundle('administration'),
  validateSearch: readSvnSearch,
  component: lazyRouteComponent(() => import('./svn/svn-log.page.tsx'), 'SvnLogPage'),
});

const svnRevisionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subversion/$id/revisions/$revision',
  loader: () => loadTextBundle('administration'),
  validateSearch: readSvnRevisionSearch,
  component: lazyRouteComponent(() => import('./svn/svn-revision.page.tsx'), 'SvnRevisionPage'),
});

const svnSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subversion/$id/settings',
  loader: () => loadTextBundle('administration'),
  component: lazyRouteComponent(() => import('./svn/svn-settings.page.tsx'), 'SvnSettingsPage'),
});

export const sourceControlRoutes = [
  repositoriesRoute,
  projectMergingRoute,
  foundRoute,
  filesRoute,
  commitsRoute,
  commitRoute,
  compareRoute,
  branchesRoute,
  settingsRoute,
  pullsRoute,
  pullRoute,
  svnListRoute,
  svnFoundRoute,
  svnFilesRoute,
  svnLogRoute,
  svnRevisionRoute,
  svnSettingsRoute,
] as const;
