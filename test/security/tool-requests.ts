// Routes of tools that a project may lack: what they answer for a project, as in access-requests.ts.

type ToolRequest = (place: { project: number; tracker: number; artifact: number }) => { path: string };

const ofNothing = Object.fromEntries(
  [
    'program_increment/:id/content',
    'program_increment/:id/backlog',
    'program_increment/:id/iterations',
    'program_increment/:id/progress',
    'iteration/:id/content',
    'program_backlog_items/:id/children',
  ].map((url) => [`GET /${url}`, () => ({ path: `/${url.replace(':id', '999999')}` })]),
);

const ofProjects = Object.fromEntries(
  [
    'git',
    'svn',
    'gitlab_repositories',
    'git_jenkins_servers',
    'docman_metadata',
    'docman_service',
    'mediawiki_standalone_permissions',
    'baselines',
    'baselines_comparisons',
    'program_backlog',
    'program_increments',
    'program_plan',
    'program_setting',
    'program_teams',
    'testmanagement_campaigns',
    'testmanagement_definitions',
    'testmanagement_nodes',
  ].map((tool) => [
    `GET /projects/:id/${tool}`,
    ({ project }: { project: number }) => ({ path: `/projects/${project}/${tool}` }),
  ]),
);

const noLinkTypes = { link_types: [] };

const ofTrackers: Readonly<Record<string, ToolRequest>> = {
  'GET /link_types': () => ({ path: '/link_types' }),
  'PUT /link_types': () => ({ path: '/link_types', body: noLinkTypes }),
  'GET /projects/:id/link_types': ({ project }) => ({ path: `/projects/${project}/link_types` }),
  'PUT /projects/:id/link_types': ({ project }) => ({ path: `/projects/${project}/link_types`, body: noLinkTypes }),
  'GET /trackers/:id/link_types': ({ tracker }) => ({ path: `/trackers/${tracker}/link_types` }),
  'GET /trackers/:id/assigned_subject': ({ tracker }) => ({ path: `/trackers/${tracker}/assigned_subject` }),
  'PUT /trackers/:id/assigned_subject': ({ tracker }) => ({
    path: `/trackers/${tracker}/assigned_subject`,
    body: { enabled: false },
  }),
  'PUT /trackers/:id/link_types': ({ tracker }) => ({ path: `/trackers/${tracker}/link_types`, body: noLinkTypes }),
};

const ofSampleContent = Object.fromEntries(
  ['GET', 'POST', 'DELETE'].map((method) => [
    `${method} /projects/:id/sample_content`,
    ({ project }: { project: number }) => ({ path: `/projects/${project}/sample_content` }),
  ]),
);

export const toolRequests: Readonly<Record<string, ToolRequest>> = {
  ...ofNothing,
  ...ofProjects,
  ...ofSampleContent,
  ...ofTrackers,
  'GET /artifacts/:id/activity': ({ artifact }) => ({ path: `/artifacts/${artifact}/activity` }),
  'GET /projects/:id/activity': ({ project }) => ({ path: `/projects/${project}/activity` }),
  'GET /project_names/:name': ({ project }) => ({ path: `/project_names/${project}` }),
  'GET /project_requests': () => ({ path: '/project_requests' }),
  'POST /projects/:id/verdict': () => ({ path: '/projects/100/verdict', body: { is_approved: true } }),
  'POST /projects/:id/restoration': () => ({ path: '/projects/100/restoration' }),
  'PUT /projects/:id/program_teams': ({ project }) => ({
    path: `/projects/${project}/program_teams`,
    body: { team_ids: [] },
  }),
  'PATCH /projects/:id/program_backlog': ({ project }) => ({ path: `/projects/${project}/program_backlog`, body: {} }),
  'PATCH /program_increment/:id/content': () => ({ path: '/program_increment/999999/content', body: { add: [] } }),
};
