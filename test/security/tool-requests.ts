// Routes of tools that a project may lack: what they answer for a project, as in access-requests.ts.

type ToolRequest = (place: { project: number }) => { path: string };

export const toolRequests: Readonly<Record<string, ToolRequest>> = {
  ...Object.fromEntries(
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
      'program_teams',
      'testmanagement_campaigns',
      'testmanagement_definitions',
      'testmanagement_nodes',
    ].map((tool) => [
      `GET /projects/:id/${tool}`,
      ({ project }: { project: number }) => ({ path: `/projects/${project}/${tool}` }),
    ]),
  ),
};
