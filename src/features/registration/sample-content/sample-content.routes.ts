// Routes of sample content.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { RemovedSampleContent, SampleContent } from './sample-content.schema.ts';
import type { SampleContents } from './sample-content.service.ts';

const route = routesFor<Viewer>();
const facts = { url: '/projects/:id/sample_content', access: 'signed-in', tag: 'Projects', params: IdParams } as const;

export const sampleContentRoutes = (samples: SampleContents): Route<Viewer>[] => [
  route({
    ...facts,
    method: 'GET',
    kind: 'single',
    summary: 'Artifacts that came as sample content and are still there, for administrators of the project',
    responses: { 200: SampleContent },
    handler: async ({ viewer, params }) => ({ body: { artifact_ids: await samples.list(viewer, params.id) } }),
  }),
  route({
    ...facts,
    method: 'POST',
    kind: 'action',
    summary: 'Add sample content to the trackers of a bundled template',
    responses: { 201: SampleContent },
    handler: async ({ viewer, params }) => ({
      status: 201,
      body: { artifact_ids: await samples.add(viewer, params.id) },
    }),
  }),
  route({
    ...facts,
    method: 'DELETE',
    kind: 'action',
    summary: 'Delete the unchanged sample content',
    responses: { 200: RemovedSampleContent },
    handler: async ({ viewer, params }) => ({ body: await samples.remove(viewer, params.id) }),
  }),
];
