// Routes of labels of pull requests (reference page 82).
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { ItemLabelsChange, LabelList } from '../labels/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { PullRequestLabels } from './labels.service.ts';

const route = routesFor<Viewer>();
/** Labels of one page. */
const listMax = 50;
const tag = 'Pull requests';
const url = '/pull_requests/:id/labels';

export const pullRequestLabelRoutes = (labels: PullRequestLabels): Route<Viewer>[] => [
  route({
    method: 'GET',
    url,
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Labels of a pull request',
    params: IdParams,
    query: Type.Object(paginationQuery(listMax, listMax)),
    responses: { 200: LabelList },
    async handler({ viewer, params, query }) {
      const { labels: page, size } = await labels.list(viewer, params.id, query);
      return { body: { labels: page }, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'PATCH',
    url,
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Add labels to a pull request, and take labels from it; a new one becomes a label of the project',
    params: IdParams,
    body: ItemLabelsChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await labels.change(viewer, params.id, body);
      return {};
    },
  }),
];
