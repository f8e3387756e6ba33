// Routes that change trackers, apart from their fields.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { TrackerChange, TrackerDocument } from './tracker-changes.schema.ts';
import type { TrackerChanges } from './tracker-changes.service.ts';
import type { TrackerDocuments } from './tracker-document.service.ts';
import { Tracker } from '../reading/trackers.schema.ts';

const route = routesFor<Viewer>();

export const trackerChangeRoutes = (changes: TrackerChanges, documents: TrackerDocuments): Route<Viewer>[] => [
  route({
    method: 'PATCH',
    url: '/trackers/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary:
      'Change names, colour, parent, permissions, semantics, notifications and, by the query, the workflow of a tracker',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(
        Type.String({
          description:
            'JSON: {"workflow": {"set_transitions_rules": {"field_id": 1, "is_used": true}}}, {"workflow": {"is_advanced": true}} or {"workflow": {"delete_transitions_rules": true}}.',
        }),
      ),
    }),
    body: TrackerChange,
    responses: { 200: Tracker },
    handler: async ({ viewer, params, query, body }) => ({
      body: await changes.change(viewer, params.id, body, query.query),
    }),
  }),
  route({
    method: 'PUT',
    url: '/trackers/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary:
      'Change a tracker, with its fields and its workflow, to what a document says that GET gave; what is absent stays',
    params: IdParams,
    body: TrackerDocument,
    bodyMaxBytes: Infinity,
    responses: { 200: Tracker },
    handler: async ({ viewer, params, body }) => ({ body: await documents.replace(viewer, params.id, body) }),
  }),
  route({
    method: 'DELETE',
    url: '/trackers/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Trackers',
    summary: 'Mark a tracker as deleted; an administrator of the server can bring it back',
    params: IdParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await changes.remove(viewer, params.id);
      return { status: 204 };
    },
  }),
];
