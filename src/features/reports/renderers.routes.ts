// Routes of renderers: how a report shows what it finds.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import type { Viewer } from '../projects/index.ts';
import { NewRenderer, Renderer, RendererChange } from './renderers.schema.ts';
import type { Renderers } from './renderers.service.ts';

const route = routesFor<Viewer>();
const tag = 'Reports';
const listUrl = '/tracker_reports/:id/renderers';
const url = '/tracker_reports/:id/renderers/:renderer_id';
const params = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  renderer_id: Type.Integer({ minimum: 1, description: 'Its own in the report.' }),
});

export const rendererRoutes = (renderers: Renderers): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: listUrl,
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Tables, charts and boards of a report, in their order',
    params: IdParams,
    responses: { 200: Type.Array(Renderer) },
    handler: async ({ viewer, params: { id } }) => ({ body: await renderers.list(viewer, id) }),
  }),
  route({
    method: 'POST',
    url: listUrl,
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Add a table, charts or a board to a report',
    params: IdParams,
    body: NewRenderer,
    responses: { 201: Renderer },
    async handler({ viewer, params: { id }, body }) {
      const made = await renderers.create(viewer, id, body);
      const location = `${publicUrl(viewer.site.settings)}/api/v1/tracker_reports/${id}/renderers/${made.id}`;
      return { status: 201, body: made, headers: { location } };
    },
  }),
  route({
    method: 'GET',
    url,
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'One table, board or set of charts of a report; its entity tag is that of the report',
    params,
    responses: { 200: Renderer },
    handler: ({ viewer, params: { id, renderer_id: rendererId } }) => renderers.read(viewer, id, rendererId),
  }),
  route({
    method: 'PATCH',
    url,
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Change or move a renderer; omitted properties stay unchanged',
    params,
    body: RendererChange,
    responses: { 200: Renderer },
    handler: async ({ viewer, params: { id, renderer_id: rendererId }, body }) => ({
      body: await renderers.change(viewer, id, rendererId, body),
    }),
  }),
  route({
    method: 'DELETE',
    url,
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Delete a renderer',
    params,
    responses: { 204: null },
    async handler({ viewer, params: { id, renderer_id: rendererId } }) {
      await renderers.remove(viewer, id, rendererId);
      return { status: 204 };
    },
  }),
];
