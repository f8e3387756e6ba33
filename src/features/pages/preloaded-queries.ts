// The first queries of each page, by its address, so that its document can inline their answers. A query that a page writes otherwise
// is preloaded for nothing; test/web/documents/inlined-answers.browser.test.ts holds the two together. Pure.
import { Type } from 'typebox';
import { apiPrefix } from '../../platform/http/index.ts';
import type { InnerCall } from '../../platform/http/index.ts';
import { shapeCheck } from '../../platform/texts/shape.ts';

export type PreloadedQuery = Required<Pick<InnerCall, 'url' | 'params' | 'query'>>;

/** Which page is opened. */
export interface OpenedPage {
  /** As the router writes it. */
  url: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Whether whoever opens it is certainly not signed in. */
  isStranger: boolean;
}

/** What was read so far, parsed, by the route's address; what failed is missing. */
export type PreloadedValues = Pick<ReadonlyMap<string, unknown>, 'get'>;

const read = (
  url: string,
  params: PreloadedQuery['params'] = {},
  query: PreloadedQuery['query'] = {},
): PreloadedQuery => ({
  url,
  params,
  query,
});

/** The address under which the page asks for it. */
export function addressOf({ url, params, query }: PreloadedQuery): string {
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${apiPrefix}${path}${search.length === 0 ? '' : `?${search.join('&')}`}`;
}

/** Of the site, and of whoever is signed in. */
const queriesOfAll = (isStranger: boolean): PreloadedQuery[] => [
  read('/site'),
  read('/users/:id', { id: 'self' }),
  ...(isStranger ? [] : [read('/users/:id/all_preferences', { id: 'self' }), read('/sessions/self/storage_key')]),
];

/** What the frame shows around a page of a project. */
function listRelatedQueries(projectId: number): PreloadedQuery[] {
  const id = String(projectId);
  return [
    read('/projects/:id', { id }),
    read('/projects/:id/trackers', { id }, { representation: 'minimal', limit: '50', offset: '0' }),
    read('/projects/:id/project_services', { id }, { limit: '50' }),
    read('/projects/:id/kanban', { id }),
    read('/projects/:id/summary', { id }),
    read('/projects/:id/plannings', { id }, { limit: '50' }),
    read('/projects/:id/side_bar_setting', { id }),
  ];
}

const isNumber = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,14}$/.test(text);

const Id = Type.Integer();
const isInProject = shapeCheck(Type.Object({ project: Type.Object({ id: Id }) }));
const isReportList = shapeCheck(Type.Array(Type.Object({ id: Id, is_default: Type.Boolean() })));
const isKanban = shapeCheck(
  Type.Object({
    tracker_id: Id,
    tracker: Type.Object({ project: Type.Object({ id: Id }) }),
    columns: Type.Array(Type.Object({ id: Id })),
    archive: Type.Object({ is_open: Type.Boolean() }),
  }),
);
const isList = shapeCheck(Type.Array(Type.Object({ id: Id })));
const isProject = shapeCheck(Type.Object({ id: Id }));
const isSideBar = shapeCheck(Type.Object({ lists_milestones: Type.Boolean() }));
const isMilestoneList = shapeCheck(Type.Array(Type.Object({ id: Id, sub_milestone_type: Type.Unknown() })));

const relatedOf = (value: unknown): PreloadedQuery[] =>
  isInProject(value) ? listRelatedQueries(value.project.id) : [];

const openMilestones = { fields: 'slim', limit: '10', query: '{"status":"open"}' };

/** Open milestones, where the side bar lists them. */
function listRelatedMilestones(values: PreloadedValues): PreloadedQuery[] {
  const [project, plannings] = [values.get('/projects/:id'), values.get('/projects/:id/plannings')];
  const setting = values.get('/projects/:id/side_bar_setting');
  const isListing = isSideBar(setting) && setting.lists_milestones && isList(plannings) && plannings.length > 0;
  return isListing && isProject(project)
    ? [read('/projects/:id/milestones', { id: String(project.id) }, openMilestones)]
    : [];
}

function milestonesWithin(values: PreloadedValues): PreloadedQuery[] {
  const outer = values.get('/projects/:id/milestones');
  return (isMilestoneList(outer) ? outer : [])
    .filter(({ sub_milestone_type: type }) => type !== null)
    .map(({ id }) => read('/milestones/:id/milestones', { id: String(id) }, openMilestones));
}

const wholeReport = (id: string): PreloadedQuery => read('/tracker_reports/:id', { id }, { representation: 'full' });

function defaultReportIn(values: PreloadedValues): PreloadedQuery[] {
  const reports = values.get('/trackers/:id/tracker_reports');
  const chosen = isReportList(reports) ? (reports.find((one) => one.is_default) ?? reports[0]) : undefined;
  return chosen === undefined ? [] : [wholeReport(String(chosen.id))];
}

/** The top of each column, as a board shows it that its address asks nothing of. */
function queriesOfColumns(
  id: string,
  { columns, archive }: { columns: readonly { id: number }[]; archive: { is_open: boolean } },
): PreloadedQuery[] {
  const top = { limit: '25', offset: '0', fields: '@assigned_to' };
  return [
    read('/kanban/:id/backlog', { id }, top),
    ...columns.map((column) => read('/kanban/:id/items', { id }, { ...top, column_id: String(column.id) })),
    read('/kanban/:id/archive', { id }, { ...top, limit: archive.is_open ? top.limit : '20', order: 'newest' }),
  ];
}

/** Whoever is signed in is shown theirs, followed, seen. */
function queriesOfHome(): PreloadedQuery[] {
  const self = { id: 'self' };
  const limit = '30';
  return [
    read('/users/:id/dashboards', self),
    read('/users/:id/artifacts', self, { query: '{"assigned_to":true}', limit }),
    read('/users/:id/followed_artifacts', self, { limit }),
    read('/users/:id/artifacts', self, { query: '{"submitted_by":true}', limit }),
    read('/users/:id/history', self),
    read('/projects', {}, { limit: '50', offset: '0', mine: 'true' }),
  ];
}

/** Queries that become known once those of the steps before it have answered. */
type Step = (page: OpenedPage, values: PreloadedValues) => PreloadedQuery[];

const queriesOfProject: Step = ({ params: { project = '' } }) => [
  read('/projects', {}, { query: JSON.stringify({ shortname: project }), limit: '1' }),
];

const firstIn = (values: PreloadedValues, url: string): number | undefined => {
  const list = values.get(url);
  return isList(list) ? list[0]?.id : undefined;
};

const dashboardsUrl = '/projects/:id/dashboards';

function queriesOfFound(values: PreloadedValues, hasDashboards: boolean): PreloadedQuery[] {
  const id = firstIn(values, '/projects');
  if (id === undefined) return [];
  return [...listRelatedQueries(id), ...(hasDashboards ? [read(dashboardsUrl, { id: String(id) })] : [])];
}

const firstDashboard: Step = (_, values) => {
  const id = firstIn(values, dashboardsUrl);
  return id === undefined ? [] : [read('/dashboards/:id', { id: String(id) })];
};

/** What the side bar lists of plans, which the step before it says. */
const milestones: readonly Step[] = [
  (_, values) => listRelatedMilestones(values),
  (_, values) => milestonesWithin(values),
];

/** The first step of each goes by its address alone. */
const pages: Readonly<Record<string, readonly Step[]>> = {
  '/': [({ isStranger }) => (isStranger ? [] : queriesOfHome())],
  '/projects/:project': [
    queriesOfProject,
    (_, values) => queriesOfFound(values, true),
    (page, values) => [...firstDashboard(page, values), ...listRelatedMilestones(values)],
    (_, values) => milestonesWithin(values),
  ],
  '/projects/:project/overview': [queriesOfProject, (_, values) => queriesOfFound(values, false), ...milestones],
  '/trackers/:tracker': [
    ({ params: { tracker: id }, query: { report } }) =>
      isNumber(id)
        ? [
            read('/trackers/:id', { id }),
            isNumber(report) ? wholeReport(report) : read('/trackers/:id/tracker_reports', { id }, { limit: '1000' }),
          ]
        : [],
    (_, values) => [...defaultReportIn(values), ...relatedOf(values.get('/trackers/:id'))],
    ...milestones,
  ],
  '/artifacts/:id': [
    ({ params: { id } }) =>
      isNumber(id)
        ? [
            read('/artifacts/:id', { id }, { tracker_structure_format: 'complete', with_allowed_actions: 'true' }),
            read('/artifacts/:id/changesets', { id }, { fields: 'all', order: 'desc', limit: '31', offset: '0' }),
          ]
        : [],
    (_, values) => relatedOf(values.get('/artifacts/:id')),
    ...milestones,
  ],
  '/kanban/:id': [
    ({ params: { id } }) =>
      isNumber(id) ? [read('/kanban/:id', { id }), read('/kanban/:id/tracker_reports', { id })] : [],
    ({ params: { id = '' }, query }, values) => {
      const kanban = values.get('/kanban/:id');
      if (!isKanban(kanban)) return [];
      return [
        read('/trackers/:id', { id: String(kanban.tracker_id) }),
        ...listRelatedQueries(kanban.tracker.project.id),
        ...(Object.keys(query).length === 0 && kanban.columns.length > 0 ? queriesOfColumns(id, kanban) : []),
      ];
    },
    ...milestones,
  ],
};

/** The queries of a page, in steps; the first takes no values. */
export function planQueries(page: OpenedPage): ((values: PreloadedValues) => PreloadedQuery[])[] {
  const [first, ...others] = pages[page.url] ?? [];
  return [
    () => [...queriesOfAll(page.isStranger), ...(first?.(page, new Map()) ?? [])],
    ...others.map((step) => (values: PreloadedValues) => step(page, values)),
  ];
}
