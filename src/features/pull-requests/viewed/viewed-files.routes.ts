// Routes of what somebody has looked at of a pull request.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { PullRequestNeeds } from '../pull-requests.service.ts';
import { listViewedFiles, markViewedFile, NewViewedFile, ViewedFiles } from './viewed-files.service.ts';

const route = routesFor<Viewer>();
const tag = 'Pull requests';

export const viewedFileRoutes = (needs: PullRequestNeeds): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/pull_requests/:id/viewed_files',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Files of a pull request that you marked as viewed',
    params: IdParams,
    responses: { 200: ViewedFiles },
    handler: async ({ viewer, params }) => ({ body: await listViewedFiles(needs, viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/pull_requests/:id/viewed_files',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Mark a file of a pull request as viewed or not viewed',
    params: IdParams,
    body: NewViewedFile,
    responses: { 204: null },
    async handler({ viewer, params, body }) {
      await markViewedFile(needs, viewer, params.id, body);
      return { status: 204 };
    },
  }),
];
