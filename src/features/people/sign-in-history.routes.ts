// Route of the history of sign-ins: beyond the wire format that clients of other servers know.
import { Type } from 'typebox';
import { paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { SignInEvent } from './sign-in-history.schema.ts';
import type { SignInHistory } from './sign-in-history.service.ts';
import type { Caller } from './credentials/sign-in.ts';

/** Sign-ins and failed attempts of one page. */
const listMax = 100;

/** So that people notice sign-ins that were not theirs. */
export const signInHistoryRoutes = (history: SignInHistory): Route<Caller>[] => [
  routesFor<Caller>()({
    method: 'GET',
    url: '/users/:id/sign_ins',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary: 'Your sign-ins and failed attempts, newest first; site administrators can see all',
    params: Type.Object({ id: Type.String({ description: 'A number, or `self`.' }) }),
    query: Type.Object(paginationQuery(50, listMax, 1)),
    responses: { 200: Type.Array(SignInEvent) },
    async handler({ viewer, params, query }) {
      const { events, size } = await history.list(viewer, params.id, query);
      return { body: events, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
];
