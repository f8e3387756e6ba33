// The route of what pages show of a project around their contents.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../projects/viewer.ts';
import { ProjectSummary } from './summary.schema.ts';
import { summarizeProject } from './summary.service.ts';
import type { SummaryDeps } from './summary.service.ts';

export const summaryRoute = (deps: SummaryDeps): Route<Viewer> =>
  routesFor<Viewer>()({
    method: 'GET',
    url: '/projects/:id/summary',
    access: 'optional',
    kind: 'single',
    tag: 'Projects',
    summary: 'Header data of a project: banner, members, your role',
    params: IdParams,
    responses: { 200: ProjectSummary },
    handler: async ({ viewer, params }) => ({ body: await summarizeProject(deps, viewer, params.id) }),
  });
