// Routes of what every project says about itself.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import {
  FieldValues,
  NewFieldValues,
  NewProjectField,
  ProjectField,
  ProjectFieldChange,
  ProjectFieldOrder,
} from './fields.schema.ts';
import type { ProjectFieldsService } from './fields.service.ts';

const route = routesFor<Viewer>();
const change = { access: 'signed-in', kind: 'action', tag: 'Projects' } as const;
const url = '/project_fields/:id';
const ofProject = { url: '/projects/:id/field_values', tag: 'Projects', params: IdParams } as const;

export const projectFieldRoutes = (fields: ProjectFieldsService): Route<Viewer>[] => [
  ...routesOfFields(fields),
  ...routesOfValues(fields),
];

const routesOfFields = (fields: ProjectFieldsService): Route<Viewer>[] => [
  route({
    method: 'GET',
    url,
    access: 'signed-in',
    kind: 'single',
    tag: 'Projects',
    summary: 'One project field with the projects that use it; for site administrators',
    params: IdParams,
    responses: { 200: ProjectField },
    handler: async ({ viewer, params }) => ({ body: await fields.read(viewer, params.id) }),
  }),
  route({
    ...change,
    method: 'POST',
    url: '/project_fields',
    summary: 'Add a project field, as a site administrator',
    body: NewProjectField,
    responses: { 201: ProjectField },
    handler: async ({ viewer, body }) => ({ status: 201, body: await fields.create(viewer, body) }),
  }),
  route({
    ...change,
    method: 'PATCH',
    url,
    summary: 'Change a project field, as a site administrator',
    params: IdParams,
    body: ProjectFieldChange,
    responses: { 200: ProjectField },
    handler: async ({ viewer, params, body }) => ({ body: await fields.change(viewer, params.id, body) }),
  }),
  route({
    ...change,
    method: 'DELETE',
    url,
    summary: 'Delete a project field and its values',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await fields.remove(viewer, params.id);
      return {};
    },
  }),
  route({
    ...change,
    method: 'PUT',
    url: '/project_field_order',
    summary: 'Reorder project fields, as a site administrator',
    body: ProjectFieldOrder,
    responses: { 200: null },
    async handler({ viewer, body }) {
      await fields.order(viewer, body);
      return {};
    },
  }),
];

const routesOfValues = (fields: ProjectFieldsService): Route<Viewer>[] => [
  route({
    ...ofProject,
    method: 'GET',
    access: 'optional',
    kind: 'single',
    summary: 'Project fields of a project',
    responses: { 200: FieldValues },
    handler: async ({ viewer, params }) => ({ body: await fields.showValues(viewer, params.id) }),
  }),
  route({
    ...ofProject,
    ...change,
    method: 'PUT',
    summary: 'Set the project fields of a project; for its administrators',
    body: NewFieldValues,
    responses: { 200: FieldValues },
    handler: async ({ viewer, params, body }) => ({ body: await fields.saveValues(viewer, params.id, body) }),
  }),
];
