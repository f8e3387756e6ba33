// Routes of reports.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import { artifactSchemas } from '../artifacts/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { ReportArtifacts, ShownTable } from './report-artifacts.service.ts';
import { FullReport, NewReport, Report, ReportChange } from './reports.schema.ts';
import type { Reports } from './reports.service.ts';

const route = routesFor<Viewer>();
const tag = 'Reports';
/** Reports of one page. */
const listMax = 1000;
/** Artifacts of one page. */
const artifactsMax = 50;

export const reportRoutes = (reports: Reports, found: ReportArtifacts): Route<Viewer>[] => [
  ...readRoutes(reports),
  ...writeRoutes(reports),
  artifactsRoute(found),
  csvRoute(found),
];

const readRoutes = (reports: Reports): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/trackers/:id/tracker_reports',
    access: 'optional',
    kind: 'list',
    tag: 'Trackers',
    summary: 'Reports of a tracker: public and personal',
    params: IdParams,
    query: Type.Object(paginationQuery(10, listMax, 1)),
    responses: { 200: Type.Array(Report) },
    async handler({ viewer, params, query }) {
      const { reports: shown, size } = await reports.list(viewer, params.id, query);
      return { body: shown, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/tracker_reports/:id',
    optionsAt: '/tracker_reports',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'One report; representation=full adds its filters and renderers',
    params: IdParams,
    query: Type.Object({
      representation: Type.Optional(
        Type.Union([Type.Literal('minimal'), Type.Literal('full')], {
          description: 'full shows criteria and renderers too.',
        }),
      ),
      with_unsaved_changes: Type.Optional(Type.Boolean({ description: 'Accepted; there are none.' })),
    }),
    responses: { 200: Type.Union([FullReport, Report]) },
    async handler({ viewer, params, query }) {
      const seen = await reports.read(viewer, params.id);
      const isFull = query.representation === 'full';
      const body = isFull ? await reports.viewFull(viewer, seen) : reports.view(seen);
      return { body, version: reports.versionOf(seen) };
    },
  }),
];

const writeRoutes = (reports: Reports): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/trackers/:id/tracker_reports',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a personal report, or a public one as an administrator of the tracker',
    params: IdParams,
    body: NewReport,
    responses: { 201: FullReport },
    async handler({ viewer, params, body }) {
      const seen = await reports.create(viewer, params.id, body);
      const location = `${publicUrl(viewer.site.settings)}/api/v1/tracker_reports/${seen.row.id}`;
      return { status: 201, body: await reports.viewFull(viewer, seen), headers: { location } };
    },
  }),
  route({
    method: 'PATCH',
    url: '/tracker_reports/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Change a report; omitted properties stay unchanged',
    params: IdParams,
    body: ReportChange,
    responses: { 200: FullReport },
    handler: async ({ viewer, params, body }) => ({
      body: await reports.viewFull(viewer, await reports.change(viewer, params.id, body)),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/tracker_reports/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Delete a report',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await reports.remove(viewer, params.id);
      return { status: 204 };
    },
  }),
];

const tableQuery = {
  values: Type.Optional(
    Type.Union([Type.Literal('all'), Type.Literal('from_table_renderer')], {
      description: 'All that you may read, or the columns of a table in its order.',
    }),
  ),
  table_renderer_id: Type.Optional(Type.Integer({ description: 'The table, where the report has several.' })),
  order: Type.Optional(
    Type.Union([Type.Literal('table'), Type.Literal('id')], {
      description: 'As the table sorts, which at most 150,000 artifacts allow, or by number.',
    }),
  ),
};

const shownValues = { all: 'all', from_table_renderer: 'table' } as const;

const artifactsRoute = (found: ReportArtifacts): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/tracker_reports/:id/artifacts',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'A page of the artifacts that a report finds',
    params: IdParams,
    query: Type.Object({
      ...tableQuery,
      output_format: Type.Optional(
        Type.Union([Type.Literal('nested'), Type.Literal('flat'), Type.Literal('flat_with_semicolon_string_array')], {
          description: 'flat: one object of texts and numbers for each artifact, for spreadsheets.',
        }),
      ),
      with_unsaved_changes: Type.Optional(Type.Boolean({ description: 'Accepted; there are none.' })),
      ...paginationQuery(10, artifactsMax, 1),
    }),
    responses: {
      200: Type.Union([Type.Array(artifactSchemas.Artifact), Type.Array(Type.Record(Type.String(), Type.Unknown()))]),
    },
    async handler({ viewer, params, query }) {
      const { values, table_renderer_id: tableId, output_format: format = 'nested' } = query;
      const isInOrderOfId = query.order === 'id';
      const shown: ShownTable = { values: values === undefined ? 'none' : shownValues[values], tableId, isInOrderOfId };
      const page = { limit: query.limit, offset: query.offset };
      const { items, size } =
        format === 'nested'
          ? await found.list(viewer, params.id, shown, page)
          : await found.listFlat(viewer, params.id, shown, page, format !== 'flat');
      return {
        list: { entries: items },
        headers: paginationHeaders({ ...query, size, limitMax: artifactsMax }),
      };
    },
  });

const csvRoute = (found: ReportArtifacts): Route<Viewer> =>
  route({
    method: 'GET',
    url: '/tracker_reports/:id/artifacts.csv',
    access: 'optional',
    kind: 'list',
    produces: 'text/csv',
    tag,
    summary: 'All artifacts that a report finds, as a table for spreadsheets',
    params: IdParams,
    query: Type.Object({
      ...tableQuery,
      separator: Type.Optional(
        Type.Union([Type.Literal('comma'), Type.Literal('semicolon'), Type.Literal('tab')], {
          description: 'By default that of your preference user_csv_separator, else comma.',
        }),
      ),
      header: Type.Optional(
        Type.Union([Type.Literal('name'), Type.Literal('label')], {
          description: 'What the first line has of each field.',
        }),
      ),
      with_bom: Type.Optional(Type.Boolean({ description: 'Starts with a byte order mark.' })),
    }),
    responses: { 200: Type.String() },
    async handler({ viewer, params, query }) {
      const chunks = await found.export(viewer, params.id, {
        values: query.values === undefined ? undefined : shownValues[query.values],
        tableId: query.table_renderer_id,
        isInOrderOfId: query.order === 'id',
        separator: query.separator,
        header: query.header ?? 'name',
        withBom: query.with_bom ?? false,
      });
      const headers = { 'content-disposition': `attachment; filename="report-${params.id}.csv"` };
      return { stream: { chunks }, headers };
    },
  });
