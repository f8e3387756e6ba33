// Routes that look at the artifacts of a whole project: what happened last, and references in a text.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { FoundReference, Heartbeats, TextWithReferences } from './activity.schema.ts';
import { listActivity } from './activity.service.ts';
import type { ActivityDeps } from './activity.service.ts';
import { findReferences } from './found-references.ts';

const route = routesFor<Viewer>();

export const activityRoutes = (deps: ActivityDeps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/heartbeats',
    access: 'optional',
    kind: 'list',
    tag: 'Projects',
    summary: 'The recently changed artifacts of a project',
    params: IdParams,
    responses: { 200: Heartbeats },
    handler: async ({ viewer, params }) => ({ body: await listActivity(deps, viewer, params.id) }),
  }),
  route({
    method: 'POST',
    url: '/projects/:id/extract_references',
    access: 'optional',
    kind: 'action',
    tag: 'Projects',
    summary: 'References in a text, such as `story #19`, by short names of trackers and by the keywords of a project',
    params: IdParams,
    body: TextWithReferences,
    bodyMaxBytes: 262_144,
    responses: { 200: Type.Array(FoundReference) },
    async handler({ viewer, params, body }) {
      return { body: findReferences(body.text, await deps.trackers.findReferences(viewer, params.id)) };
    },
  }),
];
