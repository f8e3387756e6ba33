// Routes of single fields, and of the fields of a tracker.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { FieldChange, FieldUses, NewField } from './fields.schema.ts';
import type { TrackerFields } from './fields.service.ts';
import { versionOfField } from '../trackers/shown-versions.ts';
import { TrackerField } from '../trackers/trackers.schema.ts';

const route = routesFor<Viewer>();
/** Fields of one page. */
const listMax = 1000;

export const fieldRoutes = (fields: TrackerFields): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/trackers/:id/fields',
    access: 'optional',
    kind: 'list',
    tag: 'Trackers',
    summary: 'Fields of a tracker; unused fields are included for its administrators',
    params: IdParams,
    query: Type.Object(paginationQuery(100, listMax)),
    responses: { 200: Type.Array(TrackerField) },
    async handler({ viewer, params, query }) {
      const { fields: body, size } = await fields.list(viewer, params.id, query);
      return { body, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/trackers/:id/fields',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Add a field of any type to a tracker',
    params: IdParams,
    body: NewField,
    responses: { 201: TrackerField },
    async handler({ viewer, params, body }) {
      const field = await fields.add(viewer, params.id, body);
      return {
        status: 201,
        body: field,
        headers: { location: `${publicUrl(viewer.site.settings)}/api/v1/tracker_fields/${field.field_id}` },
      };
    },
  }),
  ...singleFieldRoutes(fields),
];

const singleFieldRoutes = (fields: TrackerFields): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/tracker_fields/:id',
    access: 'optional',
    kind: 'single',
    tag: 'Trackers',
    summary: 'One field',
    params: IdParams,
    responses: { 200: TrackerField },
    async handler({ viewer, params }) {
      const body = await fields.show(viewer, params.id);
      return { body, version: versionOfField(body) };
    },
  }),
  route({
    method: 'PATCH',
    url: '/tracker_fields/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Change or move a field, or turn its use on or off',
    params: IdParams,
    body: FieldChange,
    responses: { 200: TrackerField },
    handler: async ({ viewer, params, body }) => ({ body: await fields.change(viewer, params.id, body) }),
  }),
  route({
    method: 'GET',
    url: '/tracker_fields/:id/uses',
    access: 'optional',
    kind: 'single',
    tag: 'Trackers',
    summary: 'Uses of a field that prevent its deletion; for administrators of the tracker',
    params: IdParams,
    responses: { 200: FieldUses },
    async handler({ viewer, params }) {
      const uses = await fields.listUses(viewer, params.id);
      return {
        body: uses.map(({ kind, name = null, fieldIds = [], days = null }) => ({
          kind,
          name,
          field_ids: [...fieldIds],
          days,
        })),
      };
    },
  }),
  route({
    method: 'DELETE',
    url: '/tracker_fields/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Delete an unused field',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await fields.remove(viewer, params.id);
      return { status: 204 };
    },
  }),
];
