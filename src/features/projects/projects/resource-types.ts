// Which sub-resources a project lists.

/** In the order that clients know; some stand there for projects alone that use a service (reference page 20, section 2). */
const knownTypes: readonly { name: string; service?: string }[] = [
  { name: 'trackers' },
  { name: 'backlog' },
  { name: 'milestones' },
  { name: 'plannings' },
  { name: 'kanban', service: 'plugin_kanban' },
  { name: 'svn' },
  { name: 'git' },
  { name: 'frs_packages', service: 'file' },
  { name: 'docman_metadata', service: 'docman' },
  { name: 'docman_service', service: 'docman' },
  { name: 'gitlab_repositories' },
  { name: 'testmanagement_campaigns' },
  { name: 'testmanagement_definitions' },
  { name: 'testmanagement_nodes' },
  { name: 'labeled_items' },
  { name: 'project_services' },
  { name: 'user_groups' },
  { name: 'phpwiki' },
  { name: 'heartbeats' },
  { name: 'labels' },
];

export type ResourceType = (typeof knownTypes)[number];

/** Those that one of the routes answers, so that a project links to nothing that is not there. */
export const resourceTypesOf = (routes: readonly { method: string; url: string }[]): ResourceType[] => {
  const answered = new Set(routes.filter(({ method }) => method === 'GET').map(({ url }) => url));
  return knownTypes.filter(({ name }) => answered.has(`/projects/:id/${name}`));
};

/** Names of those that a project shows which uses these services, by short name. */
export const resourceNames = (types: readonly ResourceType[], services: ReadonlySet<string>): string[] =>
  types.filter(({ service }) => service === undefined || services.has(service)).map(({ name }) => name);
