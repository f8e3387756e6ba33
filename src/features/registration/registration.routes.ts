// Routes of asking for a project.
import { Type } from 'typebox';
import {
  describeMistakes,
  IdParams,
  paginationHeaders,
  paginationQuery,
  routesFor,
} from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { publicUrl } from '../../settings/index.ts';
import { projectSchemas } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import {
  ComingProject,
  NewProject,
  ProjectCheck,
  ProjectCategories,
  ProjectFields,
  ProjectTemplates,
  ProjectUpload,
} from './registration.schema.ts';
import type { ProjectUploads } from './project-uploads.ts';
import type { Registration } from './registration.service.ts';

const route = routesFor<Viewer>();
/** Project fields of one page. */
const fieldsMax = 100;
/** Templates of one page. */
const templatesMax = 100;
/** Uploads of one page. */
const uploadsMax = 50;

/** Routes of uploads that become projects; their bytes come by tus. */
export const projectUploadRoutes = (uploads: ProjectUploads): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/project_uploads',
    access: 'signed-in',
    kind: 'list',
    tag: 'Projects',
    summary: 'Your uploads of project archives with their results, newest first',
    query: Type.Object(paginationQuery(10, uploadsMax)),
    responses: { 200: Type.Array(ProjectUpload) },
    async handler({ viewer, query }) {
      const { uploads: body, size } = await uploads.list(viewer, query);
      return { body, headers: paginationHeaders({ ...query, size, limitMax: uploadsMax }) };
    },
  }),
  route({
    method: 'DELETE',
    url: '/project_uploads/:id',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Cancel an upload, or delete the result of one; by the ID of its project',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await uploads.remove(viewer, params.id);
      return {};
    },
  }),
];

const checkRoute = (registration: Registration): Route<Viewer> =>
  route({
    method: 'POST',
    url: '/project_checks',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Validate a new project',
    body: NewProject,
    responses: { 200: ProjectCheck },
    async handler({ viewer, body }) {
      const fault = await registration.findFault(viewer, body);
      return { body: fault === undefined ? { i18n_error_messages: [] } : describeMistakes(fault) };
    },
  });

export const registrationRoutes = (registration: Registration): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/projects',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Create a project from a template or an archive; it may need approval',
    query: Type.Object({
      dry_run: Type.Optional(Type.Boolean({ description: 'Only tells what would be refused: 204 when nothing.' })),
    }),
    body: NewProject,
    responses: { 201: Type.Union([projectSchemas.Project, ComingProject]), 204: null },
    async handler({ viewer, query, body }) {
      if (query.dry_run === true) {
        await registration.check(viewer, body);
        return { status: 204 };
      }
      const project = await registration.create(viewer, body);
      return {
        status: 201,
        body: project,
        headers: { location: `${publicUrl(viewer.site.settings)}/api/v1/${project.uri}` },
      };
    },
  }),
  checkRoute(registration),
  route({
    method: 'GET',
    url: '/project_fields',
    access: 'signed-in',
    kind: 'list',
    tag: 'Projects',
    summary: 'Project fields, for users who can create projects',
    query: Type.Object(paginationQuery(10, fieldsMax)),
    responses: { 200: ProjectFields },
    async handler({ viewer, query }) {
      const { fields, size } = await registration.listFields(viewer, query);
      return { body: fields, headers: paginationHeaders({ ...query, size, limitMax: fieldsMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/project_templates',
    access: 'signed-in',
    kind: 'list',
    tag: 'Projects',
    summary: 'Templates for new projects: built-in templates, template projects and your own projects',
    query: Type.Object(paginationQuery(templatesMax, templatesMax)),
    responses: { 200: ProjectTemplates },
    async handler({ viewer, query }) {
      const { templates, size } = await registration.listTemplates(viewer, query);
      return { body: templates, headers: paginationHeaders({ ...query, size, limitMax: templatesMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/project_categories',
    access: 'optional',
    kind: 'single',
    tag: 'Projects',
    summary: 'Project categories',
    responses: { 200: ProjectCategories },
    handler: async () => ({ body: await registration.showCategories() }),
  }),
];
