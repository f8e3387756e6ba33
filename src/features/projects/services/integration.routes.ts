// The route that other programs ask how to show themselves as a part of a project.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { ThirdPartyIntegration } from './integration.schema.ts';
import { describeIntegration } from './integration.service.ts';
import type { IntegrationDeps } from './integration.service.ts';
import type { Viewer } from '../projects/viewer.ts';

export const integrationRoute = (deps: IntegrationDeps): Route<Viewer> =>
  routesFor<Viewer>()({
    method: 'GET',
    url: '/projects/:id/3rd_party_integration_data',
    access: 'optional',
    kind: 'single',
    tag: 'Projects',
    summary: 'Sidebar data of a project, for other programs',
    params: IdParams,
    query: Type.Object({
      currently_active_service: Type.Optional(Type.String({ description: 'Name of the service that is shown.' })),
    }),
    responses: { 200: ThirdPartyIntegration },
    handler: async ({ viewer, params, query }) => ({
      body: await describeIntegration(deps, viewer, params.id, query.currently_active_service ?? ''),
    }),
  });
