// Routes of what projects can be filed under.
import { IdParams, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Categories } from './categories.service.ts';
import { CategoryChange, CategoryEntry, NewCategory } from './registration.schema.ts';

const route = routesFor<Viewer>();
const tag = 'Projects';
const url = '/project_categories/:id';
const change = { access: 'signed-in', kind: 'action', tag } as const;

export const categoryRoutes = (categories: Categories): Route<Viewer>[] => [
  route({
    method: 'GET',
    url,
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'One category of projects, or one value',
    params: IdParams,
    responses: { 200: CategoryEntry },
    handler: async ({ params }) => ({ body: await categories.read(params.id) }),
  }),
  route({
    ...change,
    method: 'POST',
    url: '/project_categories',
    summary: 'Create a project category or a value of one, as a site administrator',
    body: NewCategory,
    responses: { 201: CategoryEntry },
    handler: async ({ viewer, body }) => ({ status: 201, body: await categories.create(viewer, body) }),
  }),
  route({
    ...change,
    method: 'PATCH',
    url,
    summary: 'Change a category or value, as a site administrator',
    params: IdParams,
    body: CategoryChange,
    responses: { 200: CategoryEntry },
    handler: async ({ viewer, params, body }) => ({ body: await categories.change(viewer, params.id, body) }),
  }),
  route({
    ...change,
    method: 'DELETE',
    url,
    summary: 'Delete a category or value with its children; it is removed from projects',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await categories.remove(viewer, params.id);
      return {};
    },
  }),
];
