// Which sub-resources a project lists.

/** In the order that clients know. */
const knownTypes = [
  'trackers',
  'backlog',
  'milestones',
  'plannings',
  'kanban',
  'svn',
  'git',
  'frs_packages',
  'docman_metadata',
  'docman_service',
  'gitlab_repositories',
  'labeled_items',
  'project_services',
  'user_groups',
  'phpwiki',
  'heartbeats',
  'labels',
];

/** Those that one of the routes answers, so that a project links to nothing that is not there. */
export const resourceTypesOf = (routes: readonly { method: string; url: string }[]): string[] => {
  const answered = new Set(routes.filter(({ method }) => method === 'GET').map(({ url }) => url));
  return knownTypes.filter((type) => answered.has(`/projects/:id/${type}`));
};
