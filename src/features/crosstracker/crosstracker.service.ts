// Searches over several trackers, and the queries that people keep on widgets.
import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { sortInSlices } from '../../platform/concurrency/sort-in-slices.ts';
import { mapInSlices } from '../../platform/concurrency/time-slices.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { publicUrl } from '../../settings/index.ts';
import { artifactRanking, artifactReads, listArtifactsByIds } from '../artifacts/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import { listTeamsOf } from '../program/index.ts';
import type { Page, Projects, Viewer } from '../projects/index.ts';
import {
  countWidgetQueries,
  deleteWidgetQuery,
  findWidgetQuery,
  listWidgetQueries,
  saveWidgetQuery,
} from './widget-queries.store.ts';
import { queriesMax } from './crosstracker.schema.ts';
import type { WidgetOwner, WidgetQueryRow } from './widget-queries.store.ts';
import { trackerAccess } from '../trackers/index.ts';
import type { Definition, Trackers } from '../trackers/index.ts';
import { viewArtifactColumn, viewColumn } from './columns.view.ts';
import type { RowContext, SortKey } from './columns.view.ts';
import { readEverywhere } from './conditions.ts';
import type { Content, CrosstrackerQuery, SubmittedQuery } from './crosstracker.schema.ts';
import * as store from './crosstracker.store.ts';
import { parseSearch } from './search-text.ts';
import type { ProjectScope, Scope, Search } from './search-text.ts';
import { fieldOf, findSearchable, isIdentifier, typeOfColumn } from './selectables.ts';
import type { ColumnType } from './selectables.ts';
import { ownerOf, requireEditable, requireVisible } from './widget.ts';

type ContentView = Static<typeof Content>;
type QueryView = Static<typeof CrosstrackerQuery>;
export type SubmittedSearch = Static<typeof SubmittedQuery>;

export interface Found {
  content: ContentView;
  size: number;
}

export interface Crosstracker {
  /** Queries of a widget, oldest first. Throws notFound, forbidden. */
  listQueries(viewer: Viewer, widgetId: number): Promise<QueryView[]>;
  /** Throws notFound, forbidden, and invalid for a query that can't be read. */
  create(viewer: Viewer, body: SubmittedSearch): Promise<QueryView>;
  /** As create, in place of a query that the viewer may change. */
  replace(viewer: Viewer, id: string, body: SubmittedSearch): Promise<QueryView>;
  remove(viewer: Viewer, id: string): Promise<void>;
  /** What a query finds that nobody keeps; `widgetId` null: it belongs to no project. Throws invalid. */
  search(viewer: Viewer, widgetId: number | null, text: string, page: Page): Promise<Found>;
  /** What a kept query finds. */
  searchStored(viewer: Viewer, id: string, page: Page): Promise<Found>;
  /** Artifacts that a link leads to, or comes from, with the columns that the text selects. */
  listLinked(
    viewer: Viewer,
    widgetId: number,
    link: { artifactId: number; direction: 'forward' | 'reverse'; text: string },
    page: Page,
  ): Promise<Found>;
}

export interface CrosstrackerDeps {
  database: Database;
  clock: Clock;
  projects: Projects;
  trackers: Trackers;
  artifacts: Artifacts;
}

/** More trackers are not searched at once. */
const trackersMax = 100;
/** Artifacts of one search that are sorted by what they hold; more are answered 400. */
const sortedMax = 2000;
/** Artifacts of one search that are sorted by their place in the order of all; more are answered 400. */
const rankedMax = 10_000;
/** Artifacts that a page may skip; a larger offset is answered 400. */
const offsetMax = 10_000;
const parameter = 'tql_query';

export function createCrosstracker(deps: CrosstrackerDeps): Crosstracker {
  const { database, clock, projects } = deps;
  const save = async (
    viewer: Viewer,
    row: Pick<WidgetQueryRow, 'id' | 'created_at_ms'>,
    body: SubmittedSearch,
  ): Promise<QueryView> => {
    const owner = ownerOf(body.widget_id);
    await requireEditable(projects, viewer, owner);
    parse(viewer, body.tql_query);
    const { tql_query, title, description } = body;
    const saved: WidgetQueryRow = {
      ...row,
      ...owner,
      tql_query,
      title,
      description,
      is_default: body.is_default ? 1 : 0,
    };
    await database.transact(async (tx) => {
      const before = await countWidgetQueries(tx, owner);
      await saveWidgetQuery(tx, saved);
      // Who has more from before may still change them.
      if (before >= queriesMax && (await countWidgetQueries(tx, owner)) > before)
        throw invalid(
          says('query.widget-full')`already has ${before} queries; a widget can have at most ${queriesMax}`,
          'widget_id',
        );
    });
    return viewQuery(saved);
  };
  const readOwn = async (viewer: Viewer, id: string): Promise<WidgetQueryRow> => {
    const row = await findWidgetQuery(database.read, id);
    if (row === undefined)
      throw notFound(says('query.unseen')`this query does not exist, or you don't have access to it`);
    await requireVisible(projects, viewer, row);
    return row;
  };
  return {
    async listQueries(viewer, widgetId) {
      const owner = ownerOf(widgetId);
      await requireVisible(projects, viewer, owner);
      return (await listWidgetQueries(database.read, owner)).map(viewQuery);
    },
    create: (viewer, body) => save(viewer, { id: randomUUID(), created_at_ms: clock.nowMs() }, body),
    async replace(viewer, id, body) {
      const row = await readOwn(viewer, id);
      await requireEditable(projects, viewer, row);
      return save(viewer, row, body);
    },
    async remove(viewer, id) {
      await requireEditable(projects, viewer, await readOwn(viewer, id));
      await database.transact((tx) => deleteWidgetQuery(tx, id));
    },
    async search(viewer, widgetId, text, page) {
      const owner = widgetId === null ? undefined : ownerOf(widgetId);
      if (owner !== undefined) await requireVisible(projects, viewer, owner);
      return find(deps, viewer, owner, parse(viewer, text), page);
    },
    async searchStored(viewer, id, page) {
      const row = await readOwn(viewer, id);
      return find(deps, viewer, row, parse(viewer, row.tql_query), page);
    },
    async listLinked(viewer, widgetId, link, page) {
      await requireVisible(projects, viewer, ownerOf(widgetId));
      return listLinked(deps, viewer, link, page);
    },
  };
}

const viewQuery = ({ id, tql_query, title, description, is_default }: WidgetQueryRow): QueryView => ({
  id,
  tql_query,
  title,
  description,
  is_default: is_default === 1,
});

const parse = (viewer: Viewer, text: string): Search =>
  parseSearch(text, parameter, { termsMax: viewer.site.settings.query_terms_max });

async function listTrackers(
  { database, trackers }: CrosstrackerDeps,
  viewer: Viewer,
  owner: WidgetOwner | undefined,
  scope: Scope,
): Promise<Definition[]> {
  const { projects, trackers: itemNames } = scope;
  const ids = await store.listTrackerIds(
    database.read,
    {
      itemNames,
      projectIds: await listOwnProjects(database.read, viewer, owner?.project_id ?? undefined, projects),
      projectNames: projects?.kind === 'names' ? projects.names : undefined,
      categories: projects?.kind === 'categories' ? projects.names : undefined,
    },
    trackersMax + 1,
  );
  if (ids.length > trackersMax)
    throw invalid(says('query.trackers')`selects more than ${trackersMax} trackers; select fewer`, parameter);
  const found = await Promise.all(ids.map((id) => trackers.findDefinition(id, viewer.site.version)));
  return found
    .filter((tracker) => tracker !== undefined)
    .filter((tracker) => trackerAccess.mayEnterTracker(viewer, tracker));
}

/** Projects that the search means without their names; undefined where it names them or none. Throws invalid for those that there are not. */
async function listOwnProjects(
  db: Reader,
  viewer: Viewer,
  ownerId: number | undefined,
  projects: ProjectScope | undefined,
): Promise<number[] | undefined> {
  if (projects === undefined) return ownerId === undefined ? undefined : [ownerId];
  if (projects.kind !== 'own') return undefined;
  const found = await Promise.all(
    projects.of.map(async (part) => {
      if (part === 'mine') return [...viewer.memberships.projects.keys()];
      if (ownerId === undefined)
        throw invalid(
          says(
            'query.own-project',
          )`@project = '${part}' only works in the widget of a project; use project names, or MY_PROJECTS()`,
          parameter,
        );
      if (part === 'self') return [ownerId];
      const teams = await listTeamsOf(db, ownerId);
      if (teams === undefined)
        throw invalid(says('query.no-program')`this project is not a program; use @project.name IN ('…')`, parameter);
      return teams;
    }),
  );
  return found.flat();
}

interface Columns {
  columns: readonly { name: string; type: ColumnType }[];
  selected: ContentView['selected'];
}

function readColumns(viewer: Viewer, trackers: readonly Definition[], select: readonly string[]): Columns {
  const columns = select.map((name) => ({ name, type: typeOfColumn(viewer, trackers, name, parameter) }));
  const shown = columns.map((column) => ({
    ...column,
    ...(isIdentifier(viewer, trackers, column.name) ? { is_identifier: true } : {}),
  }));
  return { columns, selected: [{ name: '@artifact', type: 'artifact' }, ...shown] };
}

async function find(
  deps: CrosstrackerDeps,
  viewer: Viewer,
  owner: WidgetOwner | undefined,
  search: Search,
  page: Page,
): Promise<Found> {
  if (page.offset > offsetMax)
    throw invalid(says('query.offset')`can be at most ${offsetMax} for searches over several trackers`, 'offset');
  const trackers = await listTrackers(deps, viewer, owner, search.scope);
  const { queries } = deps.artifacts;
  const contexts = trackers.map((tracker) =>
    queries.contextFor(viewer, tracker, parameter, (name) => findSearchable(viewer, tracker, name)),
  );
  const conditions = await readEverywhere(contexts, search.where);
  const { columns, selected } = readColumns(viewer, trackers, trackers.length === 0 ? [] : search.select);
  const { order } = search;
  const orderType =
    order === undefined || trackers.length === 0 ? undefined : typeOfColumn(viewer, trackers, order.name, parameter);
  const isDescending = order?.isDescending ?? true;
  const isById = order === undefined || order.name.toLowerCase() === '@id';
  const isByRank = order?.name.toLowerCase() === '@rank';
  const max = isByRank ? rankedMax : sortedMax;
  const limit = isById ? page.offset + page.limit : max + 1;
  const ids: number[] = [];
  let size = 0;
  for (const [index, tracker] of trackers.entries()) {
    const condition = conditions[index];
    if (condition === undefined) continue;
    const found = await queries.list(viewer, tracker, condition, { limit, offset: 0, isDescending }, parameter);
    size += found.size;
    ids.push(...found.stamps.map((stamp) => stamp.id));
  }
  if (!isById && size > max)
    throw invalid(
      says('query.sorted')`at most ${max} artifacts can be sorted by ${order?.name ?? '@id'}, but ${size} match`,
      parameter,
    );
  const sorted =
    isById || order === undefined || orderType === undefined
      ? ids.sort((a, b) => (isDescending ? b - a : a - b))
      : await sortBy(deps, viewer, ids, { name: order.name, type: orderType, isDescending });
  const wanted = sorted.slice(page.offset, page.offset + page.limit);
  return { content: { artifacts: await viewRows(deps, viewer, wanted, columns), selected }, size };
}

/** Rows of artifacts that the viewer sees, in the order of `ids`. */
async function loadRows(
  { artifacts: { readingSlow: reading }, trackers }: CrosstrackerDeps,
  viewer: Viewer,
  ids: readonly number[],
  columns: Columns['columns'],
) {
  const rows = await listArtifactsByIds(reading.db, ids);
  const definitions = new Map<number, Definition>();
  for (const id of new Set(rows.map((row) => row.tracker_id))) {
    const tracker = await trackers.findDefinition(id, viewer.site.version);
    if (tracker !== undefined) definitions.set(id, tracker);
  }
  const { renderables } = await artifactReads.readRenderables(reading, viewer, rows, definitions);
  const plain = await artifactReads.loadRelations(reading, viewer, renderables);
  const relations = await artifactReads.withTexts(reading, renderables, plain, {
    isShown: ({ id }, tracker) => columns.some(({ name }) => fieldOf(viewer, tracker, name)?.id === id),
  });
  const byId = new Map(renderables.map((renderable) => [renderable.row.id, renderable]));
  const context: RowContext = { viewer, relations, baseUrl: publicUrl(viewer.site.settings) };
  return ids.flatMap((id) => {
    const renderable = byId.get(id);
    return renderable === undefined ? [] : [{ ...context, renderable }];
  });
}

async function viewRows(
  deps: CrosstrackerDeps,
  viewer: Viewer,
  ids: readonly number[],
  columns: Columns['columns'],
  link?: (id: number) => RowContext['link'],
): Promise<ContentView['artifacts']> {
  const rows = await loadRows(deps, viewer, ids, columns);
  return mapInSlices(rows, (row) => {
    const found = link?.(row.renderable.row.id);
    const whole = found === undefined ? row : { ...row, link: found };
    const cells = columns.map(({ name, type }): [string, unknown] => [name, viewColumn(whole, name, type).shown]);
    return { '@artifact': viewArtifactColumn(row), ...Object.fromEntries(cells) };
  });
}

async function sortBy(
  deps: CrosstrackerDeps,
  viewer: Viewer,
  ids: readonly number[],
  { name, type, isDescending }: { name: string; type: ColumnType; isDescending: boolean },
): Promise<number[]> {
  if (name.toLowerCase() === '@rank') {
    const ranked = await artifactRanking.listIdsByRank(deps.artifacts.readingSlow.db, ids);
    return isDescending ? ranked.toReversed() : ranked;
  }
  const rows = await loadRows(deps, viewer, ids, []);
  const keyed = await mapInSlices(rows, (row) => ({
    id: row.renderable.row.id,
    key: viewColumn(row, name, type).sortKey,
  }));
  const sign = isDescending ? -1 : 1;
  const sorted = await sortInSlices(keyed, (a, b) => sign * compareKeys(a.key, b.key) || a.id - b.id);
  return sorted.map(({ id }) => id);
}

let collator: Intl.Collator | undefined;

/** As localeCompare, which would look for its rules anew each time; they are loaded when they are wanted, for they take some MB. */
function compareTexts(a: string, b: string): number {
  collator ??= new Intl.Collator();
  return collator.compare(a, b);
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));
}

async function listLinked(
  deps: CrosstrackerDeps,
  viewer: Viewer,
  { artifactId, direction, text }: { artifactId: number; direction: 'forward' | 'reverse'; text: string },
  page: Page,
): Promise<Found> {
  const seen = await deps.artifacts.readWhole(viewer, artifactId);
  const subject = { row: seen.stamp, tracker: seen.tracker, values: {} };
  const relations = await artifactReads.loadRelations(deps.artifacts.reading, viewer, [subject]);
  const links = (direction === 'forward' ? relations.linksFrom : relations.linksTo).get(artifactId) ?? [];
  const types = new Map(links.map(({ id, type }) => [id, type]));
  const ids = [...types.keys()];
  const trackerIds = new Set(ids.flatMap((id) => relations.linked.get(id)?.tracker.id ?? []));
  const found = await Promise.all([...trackerIds].map((id) => deps.trackers.findDefinition(id, viewer.site.version)));
  const trackers = found.filter((tracker) => tracker !== undefined);
  const known = parse(viewer, text).select.filter(
    (name) => trackers.length > 0 && isSelectable(viewer, trackers, name),
  );
  const { columns, selected } = readColumns(viewer, trackers, known);
  const artifacts = await viewRows(deps, viewer, ids.slice(page.offset, page.offset + page.limit), columns, (id) => ({
    type: types.get(id) ?? '',
    direction,
  }));
  return { content: { artifacts, selected }, size: ids.length };
}

/** Linked artifacts may be in trackers that lack what the query selects. */
function isSelectable(viewer: Viewer, trackers: readonly Definition[], name: string): boolean {
  return name.startsWith('@') || trackers.some((tracker) => findSearchable(viewer, tracker, name) !== undefined);
}
