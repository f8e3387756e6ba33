// Routes of pull requests.
import { Type } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import { readQueryObject } from '../../platform/wire/query-json.ts';
import type { Route } from '../../platform/http/index.ts';
import { MinimalUser } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import { GitCommit } from '../source-control/index.ts';
import {
  ChangedFiles,
  MadePullRequest,
  NewPullRequest,
  PullRequest,
  PullRequestChange,
  PullRequestList,
} from './pull-requests.schema.ts';
import type { Filter, PullRequests } from './pull-requests.service.ts';
import type { PullRequestStates } from './states.service.ts';

const route = routesFor<Viewer>();
/** Entries of one page, and of each list in a query. */
const listMax = 50;
const tag = 'Pull requests';
const page = paginationQuery(listMax, listMax);
const order = Type.Enum(['asc', 'desc'], { default: 'desc', description: 'desc: newest first.' });

const keys = ['status', 'authors', 'labels', 'search', 'target_branches', 'source_branches', 'reviewers', 'related_to'];
/** Characters of a name or keyword in a query; more are answered 400. */
const wordMax = 250;

/** The entries of a list such as `[{"id": 102}]`, each by its one key. */
function readList(value: unknown, name: string, key: 'id' | 'name' | 'keyword'): unknown[] {
  const list: unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [undefined];
  if (list.length > listMax) throw invalid(`must have at most ${listMax} entries`, `query.${name}`);
  return list.map((entry) => {
    const found: unknown =
      typeof entry === 'object' && entry !== null && key in entry ? Reflect.get(entry, key) : undefined;
    const isFine = key === 'id' ? Number.isSafeInteger(found) : typeof found === 'string' && found.length <= wordMax;
    if (!isFine)
      throw invalid(`must be a list such as [{"${key}": ${key === 'id' ? 102 : '"main"'}}]`, `query.${name}`);
    return found;
  });
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

/** Throws invalid for what is no filter, and for one that says two things of the same. */
function readFilter(text: string | undefined): Filter {
  const query = readQueryObject(text);
  for (const name of query.keys())
    if (!keys.includes(name)) throw invalid(`is unknown; use one of ${keys.join(', ')}`, `query.${name}`);
  const status = query.get('status');
  if (status !== undefined && status !== 'open' && status !== 'closed')
    throw invalid('must be "open" or "closed"', 'query.status');
  const ids = (name: string) => readList(query.get(name), name, 'id').filter(isNumber);
  const texts = (name: string, key: 'name' | 'keyword') => readList(query.get(name), name, key).filter(isText);
  for (const name of ['authors', 'reviewers', 'related_to', 'target_branches', 'source_branches'])
    if (readListLength(query.get(name)) > 1) throw invalid('must have exactly one entry', `query.${name}`);
  const related = ids('related_to');
  const [authors, reviewers] = [ids('authors'), ids('reviewers')];
  if (related.length > 0 && authors.length + reviewers.length > 0)
    throw invalid("can't be combined with authors or reviewers", 'query.related_to');
  const isOpen = status === undefined ? undefined : status === 'open';
  return {
    isOpen,
    authors,
    reviewers,
    related,
    labels: [...new Set(ids('labels'))],
    targets: texts('target_branches', 'name'),
    sources: texts('source_branches', 'name'),
    words: texts('search', 'keyword'),
  };
}

const readListLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

export const pullRequestRoutes = (pullRequests: PullRequests, states: PullRequestStates): Route<Viewer>[] => [
  ...listRoutes(pullRequests),
  ...singleRoutes(pullRequests, states),
  ...contentRoutes(pullRequests),
];

const listRoutes = (pullRequests: PullRequests): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/git/:id/pull_requests',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Pull requests of a repository, newest first',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(
        Type.String({ description: 'JSON, such as {"status": "open", "search": [{"keyword": "login"}]}.' }),
      ),
      order,
      ...page,
    }),
    responses: { 200: PullRequestList },
    async handler({ viewer, params, query }) {
      const filter = readFilter(query.query);
      const { collection, size } = await pullRequests.list(viewer, params.id, filter, query);
      const headers = paginationHeaders({ ...query, size, limitMax: listMax });
      return { body: { collection, total_size: size }, headers };
    },
  }),
  ...(['authors', 'reviewers'] as const).map((which) =>
    route({
      method: 'GET',
      url: `/git/:id/pull_requests_${which}`,
      access: 'optional',
      kind: 'list',
      tag,
      summary: `Users who are ${which} of pull requests of a repository`,
      params: IdParams,
      query: Type.Object(page),
      responses: { 200: Type.Array(MinimalUser) },
      async handler({ viewer, params, query }) {
        const { people, size } = await pullRequests.listPeople(viewer, params.id, which, query);
        return { body: people, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
      },
    }),
  ),
];

const singleRoutes = (pullRequests: PullRequests, states: PullRequestStates): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/pull_requests',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a pull request; title and description default to the newest commit',
    body: NewPullRequest,
    responses: { 201: MadePullRequest },
    async handler({ viewer, body }) {
      const id = await pullRequests.create(viewer, body);
      return { status: 201, body: { id, uri: `pull_requests/${id}` } };
    },
  }),
  route({
    method: 'GET',
    url: '/pull_requests/:id',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'A pull request',
    params: IdParams,
    responses: { 200: PullRequest },
    handler: async ({ viewer, params }) => ({ body: await pullRequests.show(viewer, params.id) }),
  }),
  route({
    method: 'PATCH',
    url: '/pull_requests/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Merge, abandon or reopen it, or change its title and description',
    params: IdParams,
    body: PullRequestChange,
    responses: { 200: PullRequest },
    async handler({ viewer, params, body }) {
      const status = body.status ?? undefined;
      const method = body.merge_method ?? undefined;
      const { confirmed, delete_source_branch: deletesSource } = body;
      const more = { merge_method: method, confirmed, delete_source_branch: deletesSource };
      const [unasked] = status === 'merge' ? [] : Object.entries(more).filter(([, value]) => value !== undefined);
      if (unasked !== undefined)
        throw invalid(says('pull.method-alone')`can only be used with "status": "merge"`, unasked[0]);
      const isEdit = (body.title ?? body.description ?? body.description_format ?? null) !== null;
      if (status !== undefined && isEdit)
        throw invalid(says('pull.status-alone')`can't be changed together with title or description`, 'status');
      if (status === undefined && !isEdit)
        throw invalid(says('pull.status-needed')`is required, or a title or description`, 'status');
      if (status === undefined) await pullRequests.edit(viewer, params.id, body);
      else
        await states.change(viewer, params.id, {
          status,
          method,
          confirmed,
          ...(deletesSource === undefined ? {} : { deletesSource }),
        });
      return { body: await pullRequests.show(viewer, params.id) };
    },
  }),
];

const contentRoutes = (pullRequests: PullRequests): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/pull_requests/:id/commits',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Commits of a pull request, newest first',
    params: IdParams,
    query: Type.Object(page),
    responses: { 200: Type.Array(GitCommit) },
    async handler({ viewer, params, query }) {
      const { commits, size } = await pullRequests.listCommits(viewer, params.id, query);
      return { body: commits, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/pull_requests/:id/files',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Changed files of a pull request',
    params: IdParams,
    responses: { 200: ChangedFiles },
    handler: async ({ viewer, params }) => ({ body: await pullRequests.listFiles(viewer, params.id) }),
  }),
];
