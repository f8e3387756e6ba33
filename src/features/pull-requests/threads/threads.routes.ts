// Routes by which threads of comments are resolved. They are our own.
import { Type } from 'typebox';
import { Closed, IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { PullRequestNeeds } from '../pull-requests.service.ts';
import { setThreadResolved } from './threads.service.ts';

const route = routesFor<Viewer>();

const ThreadChange = Closed({ is_resolved: Type.Boolean() }, [], { title: 'PullRequestThreadChange' });

export const threadRoutes = (needs: PullRequestNeeds): Route<Viewer>[] =>
  (
    [
      ['/pull_request_comments/:id/resolution', 'pull_request_comments', ''],
      ['/pull_request_inline_comments/:id/resolution', 'pull_request_inline_comments', ' on lines'],
    ] as const
  ).map(([url, table, about]) =>
    route({
      method: 'PUT',
      url,
      access: 'signed-in',
      kind: 'action',
      tag: 'Pull requests',
      summary: `Resolve or reopen a thread${about}`,
      params: IdParams,
      body: ThreadChange,
      responses: { 204: null },
      async handler({ viewer, params, body }) {
        await setThreadResolved(needs, viewer, { table, id: params.id }, body.is_resolved);
        return { status: 204 };
      },
    }),
  );
