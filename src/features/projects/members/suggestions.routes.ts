// Route that finds people who may be meant while a name is typed.
import { Type } from 'typebox';
import { routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import { User, viewUser } from '../../people/index.ts';
import type { Viewer } from '../projects/viewer.ts';
import type { Membership } from './membership.service.ts';

const route = routesFor<Viewer>();
/** People of one answer. */
const suggestedMax = 50;

export const suggestionRoutes = (membership: Pick<Membership, 'suggest'>): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/user_suggestions',
    access: 'signed-in',
    kind: 'list',
    tag: 'Users',
    summary: 'People who may be meant by what is typed so far, from one character on; members of the project first',
    query: Type.Object({
      query: Type.String({
        default: '',
        maxLength: 254,
        description:
          'Part of a real name or user name, or an e-mail address; empty for the first members of the project.',
      }),
      project_id: Type.Optional(Type.Integer({ description: 'Members of this project come first.' })),
      limit: Type.Integer({ default: 10, minimum: 1, maximum: suggestedMax, description: 'People at most.' }),
    }),
    responses: { 200: Type.Array(User) },
    async handler({ viewer, query }) {
      const baseUrl = publicUrl(viewer.site.settings);
      return { body: (await membership.suggest(viewer, query)).map((user) => viewUser(user, baseUrl)) };
    },
  }),
];
