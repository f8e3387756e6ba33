// Routes of what a project is filed under.
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Filing } from './filing.service.ts';
import { ChosenCategories, FiledUnder } from './registration.schema.ts';

const route = routesFor<Viewer>();

export const filingRoutes = (filing: Filing): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/category_values',
    access: 'optional',
    kind: 'single',
    tag: 'Projects',
    summary: 'Categories of a project',
    params: IdParams,
    responses: { 200: FiledUnder },
    handler: async ({ viewer, params }) => ({ body: await filing.show(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/projects/:id/category_values',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Set the categories of a project; for its administrators',
    params: IdParams,
    body: ChosenCategories,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await filing.change(viewer, params.id, body);
      return {};
    },
  }),
];
