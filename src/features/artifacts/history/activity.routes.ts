// Routes of what happened last, and of references in a text.
import { Type } from 'typebox';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { UserId } from '../../people/index.ts';
import type { People } from '../../people/index.ts';
import type { Viewer } from '../../projects/index.ts';
import {
  ActivityPage,
  ActivityQuery,
  FoundReference,
  Heartbeats,
  ProjectActivityQuery,
  TextWithReferences,
} from './activity.schema.ts';
import { listArtifactActivity, listProjectActivity, listUserActivity } from './activity.service.ts';
import { listHeartbeats } from './heartbeats.service.ts';
import type { ActivityDeps } from './heartbeats.service.ts';
import { findReferences } from './found-references.ts';

const route = routesFor<Viewer>();

export const activityRoutes = (deps: ActivityDeps, people: Pick<People, 'resolve'>): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/activity',
    access: 'optional',
    kind: 'single',
    tag: 'Projects',
    summary: 'Changes of the artifacts of a project in words, latest first',
    params: IdParams,
    query: ProjectActivityQuery,
    responses: { 200: ActivityPage },
    handler: async ({ viewer, params, query }) => ({ body: await listProjectActivity(deps, viewer, params.id, query) }),
  }),
  route({
    method: 'GET',
    url: '/users/:id/activity',
    access: 'signed-in',
    kind: 'single',
    tag: 'Users',
    summary: 'Changes that an account made to artifacts you can see, latest first',
    params: UserId,
    query: ActivityQuery,
    responses: { 200: ActivityPage },
    async handler({ viewer, params, query }) {
      const user = await people.resolve(viewer, params.id);
      if (user === undefined) throw notFound(says('activity.nobody')`the anonymous user has no activity`);
      return { body: await listUserActivity(deps, viewer, user.id, query) };
    },
  }),
  route({
    method: 'GET',
    url: '/artifacts/:id/activity',
    access: 'optional',
    kind: 'single',
    tag: 'Artifacts',
    summary: 'Changes of an artifact in words, latest first',
    params: IdParams,
    query: ActivityQuery,
    responses: { 200: ActivityPage },
    handler: async ({ viewer, params, query }) => ({
      body: await listArtifactActivity(deps, viewer, params.id, query),
    }),
  }),
  route({
    method: 'GET',
    url: '/projects/:id/heartbeats',
    access: 'optional',
    kind: 'list',
    tag: 'Projects',
    summary: 'The recently changed artifacts of a project',
    params: IdParams,
    responses: { 200: Heartbeats },
    handler: async ({ viewer, params }) => ({ body: await listHeartbeats(deps, viewer, params.id) }),
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
