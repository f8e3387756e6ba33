// The route of the code that is about an artifact.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { ArtifactCode } from './artifact-code.schema.ts';
import type { ArtifactCodeService } from './artifact-code.service.ts';

const route = routesFor<Viewer>();

export const artifactCodeRoutes = (service: ArtifactCodeService): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/artifacts/:id/code',
    access: 'optional',
    kind: 'single',
    tag: 'Pull requests',
    summary: 'Branches, pull requests and commits of an artifact, and a suggested branch name',
    params: IdParams,
    responses: { 200: ArtifactCode },
    handler: async ({ viewer, params }) => ({ body: await service.show(viewer, params.id) }),
  }),
];
