// Which page of the documentation is about a page of the application.

/** The first that fits counts. */
const topics: readonly (readonly [RegExp, string])[] = [
  [/^\/admin\b/, 'site-administration.html'],
  [/^\/projects\/[^/]+\/administration\/planning\b/, 'planning.html'],
  [/^\/projects\/[^/]+\/administration\b/, 'project-administration.html'],
  [/^\/trackers\/[^/]+\/administration\b/, 'project-administration.html#a-tracker'],
  [/^\/projects\/[^/]+\/trackers\/new\b/, 'project-administration.html#a-tracker'],
  [/^\/first-start\b/, 'administration.html#first-start'],
  [/^\/inbox\b/, 'using.html#inbox'],
  [/^\/account\b/, 'using.html#your-account'],
  [/^\/artifacts\b/, 'using.html#artifacts'],
  [/^\/trackers\b/, 'using.html#reports'],
  [/^\/queries\b/, 'using.html#queries-across-trackers'],
  [/^\/kanban\b/, 'using.html#kanbans'],
  [/^\/milestones\b|^\/projects\/[^/]+\/(?:backlog|program)\b/, 'using.html#planning'],
  [/^\/projects\/[^/]+\/dashboards\b/, 'dashboards.html'],
  [/^\/pull-requests\b|^\/repositories\/[^/]+\/pull-requests\b/, 'pull-requests.html'],
  [/^\/subversion\b|^\/projects\/[^/]+\/subversion\b/, 'subversion.html'],
  [/^\/repositories\b|^\/projects\/[^/]+\/repositories\b/, 'git.html'],
  [/^\/search\b/, 'search.html'],
  [/^\/projects\b/, 'using.html#projects'],
];

/** The address of the documentation about the page at a path of the application. */
export const findDocs = (path: string): string =>
  `/docs/${topics.find(([pattern]) => pattern.test(path))?.[1] ?? 'using.html'}`;
