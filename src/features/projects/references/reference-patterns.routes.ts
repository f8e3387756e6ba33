// Routes of keywords that lead elsewhere from the texts of a project.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../projects/viewer.ts';
import { NewReferencePattern, ReferencePattern, ReferencePatternChange } from './reference-patterns.schema.ts';
import type { ReferencePatterns } from './reference-patterns.service.ts';

const route = routesFor<Viewer>();
const all = { url: '/projects/:id/reference_patterns', tag: 'Projects', params: IdParams } as const;
const one = {
  url: '/projects/:id/reference_patterns/:pattern_id',
  access: 'signed-in',
  kind: 'action',
  tag: 'Projects',
  params: Type.Object({ ...IdParams.properties, pattern_id: Type.Integer() }),
} as const;

export const referencePatternRoutes = (patterns: ReferencePatterns): Route<Viewer>[] => [
  route({
    ...all,
    method: 'GET',
    access: 'optional',
    kind: 'single',
    summary: 'Reference patterns of a project, such as ticket #12',
    responses: { 200: Type.Array(ReferencePattern) },
    handler: async ({ viewer, params }) => ({ body: await patterns.list(viewer, params.id) }),
  }),
  route({
    ...all,
    method: 'POST',
    access: 'signed-in',
    kind: 'action',
    summary: 'Create a reference pattern; for project administrators',
    body: NewReferencePattern,
    responses: { 201: ReferencePattern },
    handler: async ({ viewer, params, body }) => ({
      status: 201,
      body: await patterns.create(viewer, params.id, body),
    }),
  }),
  route({
    ...one,
    method: 'PATCH',
    summary: 'Change a reference pattern of a project: keyword, description or link; for its administrators',
    body: ReferencePatternChange,
    responses: { 200: ReferencePattern },
    handler: async ({ viewer, params, body }) => ({
      body: await patterns.change(viewer, params.id, params.pattern_id, body),
    }),
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a reference pattern; for project administrators',
    responses: { 204: null },
    async handler({ viewer, params }) {
      await patterns.remove(viewer, params.id, params.pattern_id);
      return { status: 204 };
    },
  }),
];
