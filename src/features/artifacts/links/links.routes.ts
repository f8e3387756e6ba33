// Routes of links between artifacts.
import { Type } from 'typebox';
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { Artifact, ParentArtifact } from '../artifact/artifacts.schema.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import {
  listLinkedFlat,
  listLinkedTexts,
  listNatures,
  listPossibleParents,
  listUsedLinkTypes,
} from './links.service.ts';

const route = routesFor<Viewer>();
const Direction = Type.Union([Type.Literal('forward'), Type.Literal('reverse')], {
  description: 'forward: from this artifact; reverse: to it.',
});

const Natures = Type.Object({
  natures: Type.Array(
    Type.Object({ shortname: Type.String(), direction: Direction, label: Type.String(), uri: Type.String() }),
  ),
});

export const linkRoutes = (artifacts: Artifacts): Route<Viewer>[] => [
  ...linkedRoutes(artifacts),
  ...hierarchyRoutes(artifacts),
];

const linkedRoutes = (artifacts: Artifacts): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/artifacts/:id/links',
    access: 'optional',
    kind: 'single',
    tag: 'Artifacts',
    summary: 'Types and directions of the links of an artifact',
    params: IdParams,
    responses: { 200: Natures },
    handler: async ({ viewer, params }) => ({ body: { natures: await listNatures(artifacts, viewer, params.id) } }),
  }),
  route({
    method: 'GET',
    url: '/artifacts/:id/linked_artifacts',
    access: 'optional',
    kind: 'list',
    tag: 'Artifacts',
    summary: 'Artifacts linked by one type in one direction',
    params: IdParams,
    query: Type.Object({
      direction: Direction,
      nature: Type.String({ default: '', description: 'Short name of the link type; empty for plain links.' }),
      output_format: Type.Optional(
        Type.Union([Type.Literal('nested'), Type.Literal('flat'), Type.Literal('flat_with_semicolon_string_array')], {
          description: 'flat: one object of texts and numbers for each artifact, for spreadsheets.',
        }),
      ),
      ...paginationQuery(10, 50, 1),
    }),
    responses: {
      200: Type.Union([
        Type.Object({ collection: Type.Array(Artifact) }),
        Type.Array(Type.Record(Type.String(), Type.Unknown())),
      ]),
    },
    async handler({ viewer, params, query }) {
      const request = { direction: query.direction, nature: query.nature, limit: query.limit, offset: query.offset };
      const format = query.output_format ?? 'nested';
      const headers = (size: number): Record<string, string> => paginationHeaders({ ...query, size, limitMax: 50 });
      if (format === 'nested') {
        const { texts, size } = await listLinkedTexts(artifacts, viewer, params.id, request);
        return { list: { entries: texts, member: 'collection' }, headers: headers(size) };
      }
      const joins = format === 'flat_with_semicolon_string_array';
      const { rows, size } = await listLinkedFlat(artifacts, viewer, params.id, request, joins);
      return { list: { entries: await mapInSlices(rows, (row) => JSON.stringify(row)) }, headers: headers(size) };
    },
  }),
];

const hierarchyRoutes = (artifacts: Artifacts): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/trackers/:id/parent_artifacts',
    access: 'optional',
    kind: 'list',
    tag: 'Trackers',
    summary: 'Possible parents of a new artifact: open artifacts of the parent tracker',
    params: IdParams,
    query: Type.Object(paginationQuery(100, 1000, 1)),
    responses: { 200: Type.Array(ParentArtifact) },
    async handler({ viewer, params, query }) {
      const { parents, size } = await listPossibleParents(artifacts, viewer, params.id, query);
      return { body: parents, headers: paginationHeaders({ ...query, size, limitMax: 1000 }) };
    },
  }),
  route({
    method: 'GET',
    url: '/trackers/:id/used_artifact_links',
    access: 'optional',
    kind: 'list',
    tag: 'Trackers',
    summary: 'Link types that artifacts of the tracker use',
    params: IdParams,
    query: Type.Object(paginationQuery(10, 1000, 1)),
    responses: { 200: Type.Array(Type.Object({ shortname: Type.String(), forward_label: Type.String() })) },
    async handler({ viewer, params, query }) {
      const types = await listUsedLinkTypes(artifacts, viewer, params.id);
      const page = types.slice(query.offset, query.offset + query.limit);
      return { body: page, headers: paginationHeaders({ ...query, size: types.length, limitMax: 1000 }) };
    },
  }),
];
