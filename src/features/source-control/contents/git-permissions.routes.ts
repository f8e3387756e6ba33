// Routes of who may do what with a repository, and of what builds and tests say about its commits.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { RepositoryPermissions } from './git-permissions.service.ts';
import {
  CommitCheck,
  CommitStatusReport,
  GitPermissions,
  GitPermissionsChange,
  StatusToken,
} from '../repositories/git-repositories.schema.ts';
import type { CommitStatuses } from './git-statuses.service.ts';

const route = routesFor<Viewer>();
const tag = 'Git';
const CommitParams = Type.Object({
  id: Type.String({ maxLength: 400, description: 'A number, or a path such as my-project%2Ftools.git.' }),
  commit_reference: Type.String({ maxLength: 250 }),
});

export const permissionRoutes = (permissions: RepositoryPermissions, statuses: CommitStatuses): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/git/:id/permissions',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Read, write and rewind permissions, for administrators of the project',
    params: IdParams,
    responses: { 200: GitPermissions },
    handler: async ({ viewer, params }) => ({ body: await permissions.show(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/git/:id/permissions',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Replace the read, write and rewind permissions, as an administrator of the project',
    params: IdParams,
    body: GitPermissionsChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await permissions.change(viewer, params.id, body);
      return {};
    },
  }),
  route({
    method: 'POST',
    url: '/git/:id/status_token',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a token for reporting commit statuses; replaces the previous one',
    params: IdParams,
    responses: { 201: StatusToken },
    async handler({ viewer, params }) {
      return { status: 201, body: { token: await statuses.createToken(viewer, params.id) } };
    },
  }),
  route({
    method: 'POST',
    url: '/git/:id/statuses/:commit_reference',
    access: 'optional',
    kind: 'action',
    tag,
    summary: 'Report the status of a build or test of a commit, with a token or permission to push',
    params: CommitParams,
    body: CommitStatusReport,
    responses: { 201: null },
    async handler({ viewer, params, body }) {
      const place = { idOrPath: params.id, reference: params.commit_reference };
      await statuses.set(viewer, place, { ...body, token: body.token ?? undefined });
      return { status: 201 };
    },
  }),
  route({
    method: 'GET',
    url: '/git/:id/statuses/:commit_reference',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Statuses of builds, tests and other checks of a commit',
    params: CommitParams,
    responses: { 200: Type.Array(CommitCheck) },
    async handler({ viewer, params }) {
      return { body: await statuses.list(viewer, { idOrPath: params.id, reference: params.commit_reference }) };
    },
  }),
];
