// Routes of artifacts, their history and their links.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { shapeCheck } from '../../platform/texts/shape.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Answer, Caller, RequestFacts, Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Preconditions } from './changes/admission.ts';
import * as schema from './artifact/artifacts.schema.ts';
import type { Artifacts } from './artifact/artifacts.service.ts';
import type { AskedList, ShownList } from './lists/tracker-lists.ts';
import { viewArtifactReference } from './rendering/artifacts.view.ts';
import type { ValueFormats } from './rendering/artifacts.view.ts';
import { Batch, BatchAnswer } from './bulk/batch.schema.ts';
import { filterQuery, filtersOf } from './lists/filters.ts';
import { listHistory } from './history/changesets.service.ts';
import type { ShownItem } from './rendering/narrowed-values.ts';
import { linkRoutes } from './links/links.routes.ts';
import { ownArtifactsRoute } from './lists/own-artifacts.routes.ts';

const route = routesFor<Viewer>();

const ValuesFormat = Type.Union([Type.Literal('collection'), Type.Literal('by_field'), Type.Literal('all')], {
  description: 'Which of values and values_by_field are filled.',
});

const formatsOf = (name: 'collection' | 'by_field' | 'all' | undefined): ValueFormats => ({
  collection: name !== 'by_field',
  byField: name === 'by_field' || name === 'all',
});

const noValues: ValueFormats = { collection: false, byField: false };

export const artifactRoutes = (artifacts: Artifacts): Route<Viewer>[] => [
  idsRoute(artifacts),
  oneRoute(artifacts),
  ...readRoutes(artifacts),
  batchRoute(artifacts),
  ...writeRoutes(artifacts),
  ...lifecycleRoutes(artifacts),
  historyRoute(artifacts),
  commentRoute(artifacts),
  ...linkRoutes(artifacts),
  ownArtifactsRoute(artifacts),
];

const preconditionsOf = (
  { waitForSecond }: Artifacts,
  { request, caller }: { request: RequestFacts; caller: Caller<Viewer> },
): Preconditions => {
  const { format, headers } = request;
  const ifMatch = headers['if-match']?.toString();
  const ifUnmodifiedSince = headers['if-unmodified-since']?.toString();
  const isByDate = ifMatch === undefined && ifUnmodifiedSince !== undefined;
  return {
    wire: format,
    ifMatch,
    ifUnmodifiedSince,
    untilBegun: isByDate
      ? (second) => waitForSecond(second, { gone: caller.callerGone(), waitIdle: (wait) => caller.waitIdle(wait) })
      : undefined,
  };
};

/** Throws invalid where both say how a list is sorted. */
function readOrder({ sort, order }: { sort?: string; order?: string }): {
  isDescending: boolean;
  sort: string | undefined;
} {
  if (sort !== undefined && order !== undefined)
    throw invalid(says('artifact.sort-or-order')`use either sort or order, not both`, 'sort');
  return { isDescending: order === 'desc', sort };
}

const listOfRenderings = (renderings: readonly ShownItem[]) => ({
  entries: renderings.map(({ json }) => json),
  contents: renderings.map((rendering) => () => rendering.xmlContent()),
});

const fieldsMaxLength = 2000;

const TrackerStructure = Type.Union([Type.Literal('minimal'), Type.Literal('complete')], {
  description: 'complete shows the tracker with its fields and more.',
});
const WithValues = Type.Union([Type.Literal('none'), Type.Literal('all')], {
  description: 'all shows the values of the fields.',
});

const oneRoute = (artifacts: Artifacts): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/artifacts/:id',
    xmlLists: 'texts',
    access: 'optional',
    kind: 'single',
    tag: 'Artifacts',
    summary: 'One artifact with the values you have access to; use ETag or Last-Modified for a later PUT',
    params: IdParams,
    query: Type.Object({
      values_format: Type.Optional(ValuesFormat),
      tracker_structure_format: Type.Optional(TrackerStructure),
      with_allowed_actions: Type.Optional(
        Type.Boolean({ description: 'With the complete tracker: adds what you may do with the artifact.' }),
      ),
    }),
    responses: { 200: schema.Artifact },
    handler({ viewer, params, query, request }) {
      const formats = formatsOf(query.values_format);
      return query.tracker_structure_format === 'complete'
        ? artifacts.showWithTracker(viewer, params.id, formats, request.format, query.with_allowed_actions)
        : artifacts.showOne(viewer, params.id, formats, request.format, request.dataVersion);
    },
  });

const listQuery = Type.Object({
  values: Type.Optional(WithValues),
  values_format: Type.Optional(ValuesFormat),
  order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')], { description: 'By id.' })),
  fields: Type.Optional(
    Type.String({
      maxLength: fieldsMaxLength,
      description:
        'With values=all: ids or short names of the fields whose values are wanted, comma separated; @rank adds rank.',
    }),
  ),
  ...filterQuery,
  sort: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'Fields that decide the order, by short name or id, with - before those that descend, such as -severity,title; also what every artifact has: @id, @submitted_on, @submitted_by, @last_update_date, @last_update_by, @rank. At most 5, and 150,000 artifacts.',
    }),
  ),
  ...paginationQuery(100, 1000, 1),
});
type ListQuery = Static<typeof listQuery>;

/** Throws invalid where both `sort` and `order` say how the list is sorted. */
const askedOf = (query: ListQuery): AskedList => ({
  page: { limit: query.limit, offset: query.offset, ...readOrder(query) },
  formats: query.values === 'all' ? formatsOf(query.values_format) : noValues,
  fields: query.fields,
  filters: filtersOf(query),
});

const answerWithList = ({ items, size }: ShownList, query: ListQuery): Answer => ({
  list: listOfRenderings(items),
  headers: paginationHeaders({ ...query, size, limitMax: 1000 }),
});

const readRoutes = (artifacts: Artifacts): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/trackers/:id/artifacts',
    access: 'optional',
    kind: 'list',
    tag: 'Trackers',
    summary: 'Artifacts of a tracker, ordered by ID',
    params: IdParams,
    query: listQuery,
    responses: { 200: Type.Array(schema.Artifact) },
    async handler({ viewer, params, query, request }) {
      const list = await artifacts.listOfTracker(viewer, params.id, askedOf(query), request.dataVersion);
      return answerWithList(list, query);
    },
  }),
];

/** The longest comment with every character written as an escape, twice as the history shows it. */
const commentMaxBytes = 1_048_576;

/** Ids of one query; more are answered 403. */
const idsMax = 100;

const isIdQuery = shapeCheck(Type.Object({ id: Type.Array(Type.Integer()) }));

/** Throws invalid unless the text is JSON of ids, each once; forbidden for more than are given at a time. */
function readIds(text: string): number[] {
  let query: unknown;
  try {
    query = JSON.parse(text);
  } catch {
    throw invalid(says('artifact.query-json')`is not valid JSON; use {"id":[1,2,3]}`, 'query');
  }
  if (!isIdQuery(query))
    throw invalid(
      says('artifact.query-form')`must be an object with a list of whole numbers, such as {"id":[1,2,3]}`,
      'query',
    );
  if (query.id.length > idsMax)
    throw forbidden(says('artifact.ids')`at most ${idsMax} artifacts are allowed at a time`);
  const { id: ids } = query;
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw invalid(says('artifact.query-twice')`contains ${twice} twice`, 'query');
  return ids;
}

const idsRoute = (artifacts: Artifacts): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/artifacts',
    access: 'optional',
    kind: 'list',
    tag: 'Artifacts',
    summary: 'Artifacts by ID, limited to those you have access to',
    query: Type.Object({
      query: Type.String({ description: `At most ${idsMax} ids: {"id":[1,2,3]}.` }),
      ...paginationQuery(100, 100, 1),
    }),
    responses: { 200: Type.Object({ collection: Type.Array(schema.Artifact) }) },
    async handler({ viewer, query }) {
      const ids = readIds(query.query);
      const page = ids.slice(query.offset, query.offset + query.limit);
      const renderings = await artifacts.listByIds(viewer, page, { collection: true, byField: true });
      return {
        list: { ...listOfRenderings(renderings), member: 'collection' },
        headers: paginationHeaders({ ...query, size: ids.length, limitMax: idsMax }),
      };
    },
  });

const batchRoute = (artifacts: Artifacts): Route<Viewer> =>
  route({
    method: 'POST',
    url: '/artifacts/batch',
    access: 'signed-in',
    kind: 'action',
    tag: 'Artifacts',
    summary: 'Create and update up to 1000 artifacts, all or none; errors list every failed item; supports dry runs',
    body: Batch,
    bodyMaxBytes: Infinity,
    responses: { 200: BatchAnswer },
    handler: async ({ viewer, body }) => ({ body: await artifacts.batch(viewer, body) }),
  });

const writeRoutes = (artifacts: Artifacts): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/artifacts',
    access: 'signed-in',
    kind: 'action',
    guard: 'own',
    tag: 'Artifacts',
    summary: 'Create an artifact; give its fields in values, or text-like ones in values_by_field',
    body: schema.NewArtifact,
    bodyMaxBytes: schema.artifactBodyMaxBytes,
    responses: { 201: schema.ArtifactReference },
    async handler({ viewer, body, request }) {
      const seen = await artifacts.create(viewer, body);
      const query = body.values_by_field ? '?values_format=by_field' : '';
      const version = await artifacts.show(viewer, seen, formatsOf(undefined), request.format);
      return {
        status: 201,
        body: viewArtifactReference(seen.stamp.id, seen.tracker, query),
        etag: version.etag,
        lastModifiedS: version.lastModifiedS,
        headers: { location: `${publicUrl(viewer.site.settings)}/api/v1/artifacts/${seen.stamp.id}${query}` },
      };
    },
  }),
  route({
    method: 'PUT',
    url: '/artifacts/:id',
    xmlLists: 'texts',
    access: 'signed-in',
    kind: 'action',
    guard: 'own',
    tag: 'Artifacts',
    summary:
      'Change the given fields; with If-Match or If-Unmodified-Since 412 if the artifact was changed in the meantime',
    params: IdParams,
    body: schema.ArtifactUpdate,
    bodyMaxBytes: schema.artifactBodyMaxBytes,
    responses: { 200: schema.Artifact },
    async handler({ viewer, params, body, ...sent }) {
      const preconditions = preconditionsOf(artifacts, sent);
      const seen = await artifacts.update(viewer, params.id, body, preconditions);
      return artifacts.show(viewer, seen, formatsOf(undefined), sent.request.format);
    },
  }),
];

const lifecycleRoutes = (artifacts: Artifacts): Route<Viewer>[] => [
  route({
    method: 'PATCH',
    url: '/artifacts/:id',
    access: 'signed-in',
    kind: 'action',
    guard: 'own',
    tag: 'Artifacts',
    summary: 'Move an artifact to another tracker, or check its fields with a dry run',
    params: IdParams,
    body: schema.ArtifactMove,
    responses: { 200: schema.MoveReport },
    handler: async ({ viewer, params, body, ...sent }) => ({
      body: await artifacts.move(viewer, params.id, body, preconditionsOf(artifacts, sent)),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/artifacts/:id',
    access: 'signed-in',
    kind: 'action',
    guard: 'own',
    tag: 'Artifacts',
    summary: 'Delete an artifact, for administrators of its tracker; X-RateLimit headers tell how many more today',
    params: IdParams,
    responses: { 200: null },
    handler: async ({ viewer, params, ...sent }) => ({
      headers: { ...(await artifacts.remove(viewer, params.id, preconditionsOf(artifacts, sent))) },
    }),
  }),
];

const ChangesetParams = Type.Object({ id: IdParams.properties.id, changeset_id: Type.Integer({ minimum: 1 }) });

const commentRoute = (artifacts: Artifacts): Route<Viewer> =>
  route({
    method: 'PUT',
    url: '/artifacts/:id/changesets/:changeset_id/comment',
    access: 'signed-in',
    kind: 'action',
    tag: 'Artifacts',
    summary:
      'Edit a comment of your own, or any comment as an administrator of the tracker; earlier versions are stored',
    params: ChangesetParams,
    body: schema.CommentEdit,
    bodyMaxBytes: commentMaxBytes,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await artifacts.editComment(viewer, params.id, params.changeset_id, body);
      return {};
    },
  });

const historyRoute = (artifacts: Artifacts): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/artifacts/:id/changesets',
    xmlLists: 'texts',
    access: 'optional',
    kind: 'list',
    tag: 'Artifacts',
    summary: 'The history of an artifact: all changesets with comments and values',
    params: IdParams,
    query: Type.Object({
      fields: Type.Optional(
        Type.Union([Type.Literal('all'), Type.Literal('comments')], {
          description: 'comments: those that say something.',
        }),
      ),
      order: Type.Optional(
        Type.Union([Type.Literal('asc'), Type.Literal('desc')], { description: 'asc: oldest first, as without it.' }),
      ),
      ...paginationQuery(10, 50, 1),
    }),
    responses: { 200: Type.Array(schema.Changeset) },
    async handler({ viewer, params, query }) {
      const { changesets, size } = await listHistory(artifacts, viewer, params.id, {
        limit: query.limit,
        offset: query.offset,
        onlyComments: query.fields === 'comments',
        isDescending: query.order === 'desc',
      });
      return { body: changesets, headers: paginationHeaders({ ...query, size, limitMax: 50 }) };
    },
  });
