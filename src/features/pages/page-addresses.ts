// Which addresses are pages, and which page an address of other installations means. Pure.
import { readOwnPath } from '../../platform/texts/addresses.ts';

/** Where the first administrator of a site is made. */
export const firstStartUrl = '/first-start';

/** Addresses of pages, as the router of the server writes them. Whether what one names exists is for the API to say. */
export const pageUrls = [
  '/',
  '/sign-in',
  '/register',
  '/lost-password',
  '/new-password',
  '/confirm-email',
  '/welcome',
  firstStartUrl,
  '/account',
  '/account/appearance',
  '/account/editing',
  '/account/notifications',
  '/account/keys',
  '/account/security',
  '/account/shortcuts',
  '/legal/:text',
  '/users/:name',
  '/search',
  '/inbox',
  '/dashboards',
  '/projects',
  '/projects/new',
  '/projects/:project',
  '/projects/:project/overview',
  '/projects/:project/dashboards',
  '/projects/:project/administration',
  '/projects/:project/administration/members',
  '/projects/:project/administration/groups',
  '/projects/:project/administration/rights',
  '/projects/:project/administration/notifications',
  '/projects/:project/administration/services',
  '/projects/:project/administration/planning',
  '/projects/:project/administration/labels',
  '/projects/:project/administration/references',
  '/projects/:project/administration/webhooks',
  '/projects/:project/administration/archive',
  '/projects/:project/administration/history',
  '/admin',
  '/admin/accounts',
  '/admin/accounts/:id',
  '/admin/projects',
  '/admin/templates',
  '/admin/categories',
  '/admin/project-fields',
  '/admin/link-types',
  '/admin/settings',
  '/admin/look',
  '/admin/server',
  '/admin/work',
  '/admin/backups',
  '/admin/storage',
  '/admin/audit',
  '/admin/banner',
  '/admin/texts',
  '/projects/:project/trackers',
  '/projects/:project/trackers/new',
  '/trackers/:tracker',
  '/trackers/:tracker/new',
  '/trackers/:tracker/import',
  '/trackers/:tracker/administration',
  '/trackers/:tracker/administration/general',
  '/trackers/:tracker/administration/permissions',
  '/trackers/:tracker/administration/semantics',
  '/trackers/:tracker/administration/workflow',
  '/trackers/:tracker/administration/rules',
  '/trackers/:tracker/administration/messages',
  '/reports/:report',
  '/artifacts/:id',
  '/queries',
  '/kanban/:id',
  '/kanban/:id/settings',
  '/projects/:project/backlog',
  '/projects/:project/issues',
  '/projects/:project/program',
  '/milestones/:id',
  '/milestones/:id/planning',
  '/milestones/:id/taskboard',
  '/projects/:project/repositories',
  '/projects/:project/repositories/merging',
  '/repositories',
  '/repositories/:id',
  '/repositories/:id/commits',
  '/repositories/:id/commits/:commit',
  '/repositories/:id/compare',
  '/repositories/:id/branches',
  '/repositories/:id/settings',
  '/repositories/:id/pull-requests',
  '/projects/:project/subversion',
  '/subversion',
  '/subversion/:id',
  '/subversion/:id/log',
  '/subversion/:id/revisions/:revision',
  '/subversion/:id/settings',
  '/pull-requests/:id',
];

/** Modules of web/ that show the pages that people open most, which the document names so that browsers load them at once. */
export const pageModules: Readonly<Record<string, readonly string[]>> = {
  '/': ['features/home/home.page.tsx'],
  '/projects/:project': ['features/dashboards/dashboards.page.tsx'],
  '/projects/:project/overview': ['features/projects/project-overview.page.tsx'],
  '/trackers/:tracker': ['features/trackers/report.page.tsx', 'features/trackers/read-report.ts'],
  '/artifacts/:id': ['features/artifacts/artifact.page.tsx'],
  '/kanban/:id': [
    'features/kanban/kanban.page.tsx',
    'features/kanban/read-board.ts',
    'features/trackers/card-facts.tsx',
  ],
  '/milestones/:id/taskboard': ['features/taskboard/taskboard.page.tsx'],
};

/** Modules of web/ with the texts of a language: those that every page has, and those of all pages but the first. */
export const textModules = (language: 'en' | 'fr'): readonly [string, string] => [
  `locales/${language}/index.ts`,
  `locales/${language}/pages/index.ts`,
];

/** Addresses of the origin, and the API's own start, that lead to pages; see findNewAddress. */
export const oldUrls = [
  '/plugins/tracker',
  '/goto',
  '/my',
  '/account/login.php',
  '/account/register.php',
  '/account/lostpw.php',
  '/account/preferences.php',
  '/softwaremap/trove_list.php',
  '/project/register.php',
  '/project/new',
  '/project/admin',
  '/project/:project/admin',
  '/project/:project/admin/:part',
  '/projects/:project/kanban',
  '/kanban',
  '/plugins/agiledashboard',
  '/taskboard/:project/:id',
  '/plugins/taskboard/:project/:id',
  '/plugins/git',
  '/plugins/git/:project',
  '/plugins/git/:project/:name',
  '/plugins/svn',
  '/plugins/svn/:project',
  '/plugins/svn/:project/*',
  '/projects/:project/dashboard',
  '/projects/:project/about',
];

type Query = URLSearchParams;

/** A number in the query, or undefined. */
const numberIn = (query: Query, name: string): string | undefined => {
  const value = query.get(name);
  return value !== null && /^\d{1,15}$/.test(value) ? value : undefined;
};

/** A path with those parts of the query that have a value. */
function withQuery(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** By the `func` that the origin names them with; any other that begins with admin is the first of them. */
const administrationPages: Readonly<Record<string, string>> = {
  'admin-editoptions': '/general',
  'admin-perms': '/permissions',
  'admin-perms-tracker': '/permissions',
  'admin-perms-fields': '/permissions',
  'admin-semantic': '/semantics',
  'admin-workflow': '/workflow',
};

const operators: ReadonlySet<string> = new Set(['<', '=', '>']);

/** What one criterion asks for, in JSON as reports keep it, by the parts that its form has: a text, choices, or days. */
function readCriterion(parts: ReadonlyMap<string, readonly string[]>): unknown {
  const [text] = parts.get('') ?? [];
  const chosen = parts.get('[]') ?? parts.get('[values][]') ?? parts.get('[values]');
  const [[operator = ''] = [], [from = ''] = [], [to = ''] = []] = ['[op]', '[from_date]', '[to_date]'].map((name) =>
    parts.get(name),
  );
  if (text !== undefined && text !== '') return text;
  if (chosen !== undefined) return chosen.filter((value) => value !== '');
  if (from !== '' && to !== '') return { operator: 'between', value: [from, to] };
  const day = to === '' ? from : to;
  return day === '' ? undefined : { operator: operators.has(operator) ? operator : '=', value: day };
}

/** The filter of a report, as `criteria[<id of a field>]…` names it; undefined where it asks nothing. */
function findCriteria(query: Query): string | undefined {
  const fields = new Map<string, Map<string, string[]>>();
  for (const [name, value] of query) {
    const [, id, part = ''] = /^criteria\[(\d{1,15})\](.{0,20})$/.exec(name) ?? [];
    if (id === undefined) continue;
    const parts = fields.get(id) ?? new Map<string, string[]>();
    fields.set(id, parts.set(part, [...(parts.get(part) ?? []), value]));
  }
  const asked = [...fields].flatMap(([id, parts]) => {
    const criterion = readCriterion(parts);
    return criterion === undefined ? [] : [[id, criterion] as const];
  });
  return asked.length === 0 ? undefined : JSON.stringify(Object.fromEntries(asked));
}

function findTrackerPage(query: Query): string {
  const artifact = numberIn(query, 'aid');
  if (artifact !== undefined) return `/artifacts/${artifact}`;
  const [tracker, report] = [numberIn(query, 'tracker'), numberIn(query, 'report')];
  if (tracker === undefined && report !== undefined)
    return withQuery(`/reports/${report}`, { criteria: findCriteria(query) });
  if (tracker === undefined) return findProjectPage(query);
  const func = query.get('func') ?? '';
  if (func === 'new-artifact') return `/trackers/${tracker}/new`;
  if (func.startsWith('admin')) return `/trackers/${tracker}/administration${administrationPages[func] ?? ''}`;
  return withQuery(`/trackers/${tracker}`, { report, criteria: findCriteria(query) });
}

/** What the project has beside itself has the same name here, or none. */
const findProjectAdministration = (project: string, part: string): string =>
  `/projects/${project}/administration${['members', 'services'].includes(part) ? `/${part}` : ''}`;

/** The page of a project knows it by its id, too. */
function findProjectPage(query: Query): string {
  const project = numberIn(query, 'group_id');
  return project === undefined ? '/projects' : `/projects/${project}`;
}

const milestonePages: Readonly<Record<string, string>> = {
  'planning-v2': '/planning',
  cardwall: '/taskboard',
  taskboard: '/taskboard',
};

/** The milestone or kanban that is named; without one the plan of the project, which says so where it has none. */
function findMilestonePage(query: Query): string {
  const kanban = query.get('action') === 'showKanban' ? numberIn(query, 'id') : undefined;
  if (kanban !== undefined) return `/kanban/${kanban}`;
  const milestone = numberIn(query, 'aid');
  if (milestone !== undefined) return `/milestones/${milestone}${milestonePages[query.get('pane') ?? ''] ?? ''}`;
  const project = numberIn(query, 'group_id');
  return project === undefined ? '/projects' : `/projects/${project}/backlog`;
}

/** Keywords of references that never name an artifact; each tracker has its own for those that do. */
const otherKeywords = new Set([
  'commit',
  'cvs',
  'doc',
  'document',
  'file',
  'forum',
  'git',
  'news',
  'release',
  'rev',
  'revision',
  'svn',
  'tag',
  'wiki',
]);

/** Keywords of artifacts in every project. */
const artifactKeywords = new Set(['art', 'artifact']);

/**
 * A number behind a keyword is an artifact, but for what the project itself has the keyword for, which a page asks for as
 * whoever looks; what else a reference may name is looked for.
 */
function findReferenced(query: Query): string | undefined {
  const keyword = (query.get('key') ?? '').toLowerCase();
  const id = numberIn(query, 'val');
  const [, name, commit] = keyword === 'git' ? (/^(.+)\/([0-9a-f]{7,64})$/.exec(query.get('val') ?? '') ?? []) : [];
  if (name !== undefined) return withQuery('/repositories', { project: numberIn(query, 'group_id'), name, commit });
  const [, svnName, revision] = ['svn', 'rev', 'revision'].includes(keyword)
    ? (/^(.+)\/(\d{1,10})$/.exec(query.get('val') ?? '') ?? [])
    : [];
  if (svnName !== undefined)
    return withQuery('/subversion', {
      project: numberIn(query, 'group_id'),
      name: svnName,
      part: 'revision',
      revision,
    });
  if (id !== undefined && keyword !== '' && !otherKeywords.has(keyword)) {
    const isOpen = numberIn(query, 'group_id') !== undefined && !artifactKeywords.has(keyword);
    return isOpen ? undefined : `/artifacts/${id}`;
  }
  return withQuery('/search', { q: `${keyword} #${query.get('val') ?? ''}`.trim() });
}

/** The page finds the repository by its name. */
const findRepositoryPage = (query: Query, project: string | undefined, name: string | undefined): string =>
  withQuery('/repositories', {
    project,
    name,
    ref: query.get('hb') ?? undefined,
    path: query.get('f') ?? undefined,
    commit: query.get('a') === 'commit' ? (query.get('h') ?? undefined) : undefined,
  });

/** The page finds the repository by its name. A revision is a page of its own, or the one as of which a path is looked at. */
function findSvnPage(query: Query, place: string): string {
  const [project = '', name, ...path] = place.split('/');
  if (name === undefined || name === '') return `/projects/${project}/subversion`;
  const view = query.get('view');
  const revision = numberIn(query, 'revision') ?? numberIn(query, 'pathrev');
  return withQuery('/subversion', {
    project,
    name,
    part: view === 'rev' && revision !== undefined ? 'revision' : view === 'log' ? 'log' : undefined,
    path: path.length === 0 ? undefined : path.join('/'),
    revision,
  });
}

/** One of several dashboards, of a person or of the project whose page it is. */
function findDashboard(query: Query, home: string): string | undefined {
  const id = numberIn(query, 'dashboard_id');
  return id === undefined ? undefined : `${home}/dashboards?id=${id}`;
}

const paths: readonly [RegExp, (query: Query, parts: readonly string[]) => string | undefined][] = [
  [/^\/plugins\/tracker$/, findTrackerPage],
  [/^\/goto$/, findReferenced],
  [/^\/my$/, (query) => findDashboard(query, '') ?? '/'],
  [/^\/api$/, () => '/api/explorer/'],
  [/^\/account\/login\.php$/, (query) => withQuery('/sign-in', { next: readOwnPath(query.get('return_to') ?? '//') })],
  [/^\/account\/register\.php$/, () => '/register'],
  [/^\/account\/lostpw\.php$/, () => '/lost-password'],
  [/^\/account\/preferences\.php$/, () => '/account'],
  [/^\/softwaremap\/trove_list\.php$/, () => '/projects'],
  [/^\/project\/(?:register\.php|new)$/, () => '/projects/new'],
  [
    /^\/project\/admin$/,
    (query) => {
      const project = numberIn(query, 'group_id');
      return project === undefined ? '/projects' : findProjectAdministration(project, '');
    },
  ],
  [/^\/project\/(\d{1,15})\/admin(?:\/([^/]+))?$/, (_, [id, part]) => findProjectAdministration(id ?? '', part ?? '')],
  // Its kanbans stand beside each page of the project.
  [/^\/kanban$/, findProjectPage],
  [/^\/projects\/([^/]+)\/kanban$/, (_, [name]) => `/projects/${name ?? ''}`],
  [/^\/plugins\/agiledashboard$/, findMilestonePage],
  [/^(?:\/plugins)?\/taskboard\/[^/]+\/(\d{1,15})$/, (_, [id]) => `/milestones/${id ?? ''}/taskboard`],
  [
    /^\/plugins\/git$/,
    (query) => {
      const project = numberIn(query, 'group_id');
      return project === undefined ? '/projects' : `/projects/${project}/repositories`;
    },
  ],
  [
    /^\/plugins\/git\/([^/]+)\/([^/]+?)(?:\.git)?$/,
    (query, [project, name]) => findRepositoryPage(query, project, name),
  ],
  [/^\/plugins\/git\/([^/]+)$/, (_, [name]) => `/projects/${name ?? ''}/repositories`],
  [
    /^\/plugins\/svn(?:\/index\.php)?$/,
    (query) => {
      const [project, root] = [numberIn(query, 'group_id'), query.get('root') ?? ''];
      if (/^[^/]+\/[^/]+$/.test(root)) return findSvnPage(query, root);
      return project === undefined ? '/projects' : `/projects/${project}/subversion`;
    },
  ],
  [/^\/plugins\/svn\/(?:index\.php\/)?(.+)$/, (query, [place]) => findSvnPage(query, place ?? '')],
  [/^\/search$/, (query) => (query.has('words') ? withQuery('/search', { q: query.get('words') ?? '' }) : undefined)],
  [/^(\/projects\/[^/]+)$/, (query, [project]) => findDashboard(query, project ?? '')],
  [/^\/projects\/([^/]+)\/dashboard$/, (_, [name]) => `/projects/${name ?? ''}`],
  [/^\/projects\/([^/]+)\/about$/, (_, [name]) => `/projects/${name ?? ''}/overview`],
];

/** The page that an address of the origin means, its filters included; undefined where it means none. */
export function findNewAddress(path: string, query: Query): string | undefined {
  const short = path.replace(/\/+$/, '');
  for (const [pattern, find] of paths) {
    const parts = pattern.exec(short);
    if (parts !== null) return find(query, parts.slice(1));
  }
  return undefined;
}
