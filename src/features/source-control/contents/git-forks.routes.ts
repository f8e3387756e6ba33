// Routes of forks.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { GitRepository, NewGitFork } from '../repositories/git-repositories.schema.ts';
import type { Slots } from '../transfers/git-slots.ts';
import { inSlots } from './git-contents.routes.ts';
import type { GitForks } from './git-forks.service.ts';

const route = routesFor<Viewer>();
const tag = 'Git';

export const forkRoutes = (forks: GitForks, slots: Slots): Route<Viewer>[] =>
  inSlots(
    [
      route({
        method: 'GET',
        url: '/git/:id/forks',
        access: 'optional',
        kind: 'list',
        tag,
        summary: 'Forks of a repository that you have access to, newest first',
        params: IdParams,
        responses: { 200: Type.Array(GitRepository) },
        handler: async ({ viewer, params }) => ({ body: await forks.list(viewer, params.id) }),
      }),
      route({
        method: 'POST',
        url: '/git/:id/forks',
        access: 'signed-in',
        kind: 'action',
        tag,
        summary: 'Fork a repository, as a member of its project, or into a project that you administer',
        params: IdParams,
        body: NewGitFork,
        responses: { 201: GitRepository },
        async handler({ viewer, params, body }) {
          const repository = await forks.create(viewer, params.id, body);
          const location = `${publicUrl(viewer.site.settings)}/api/v1/${repository.uri}`;
          return { status: 201, headers: { location }, body: repository };
        },
      }),
    ],
    slots,
  );
