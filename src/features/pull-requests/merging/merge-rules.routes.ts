// Routes of what has to be before branches are merged.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { MergeRulesChange, MergeRulesView } from './merge-rules.schema.ts';
import type { MergeRulesService } from './merge-rules.service.ts';

const route = routesFor<Viewer>();
const tag = 'Pull requests';

const places = [
  { of: 'a repository', url: '/git/:id/merge_rules', show: 'showOfRepository', change: 'changeOfRepository' },
  {
    of: 'repositories of a project that have none of their own',
    url: '/projects/:id/merge_rules',
    show: 'showOfProject',
    change: 'changeOfProject',
  },
] as const;

export const mergeRulesRoutes = (rules: MergeRulesService): Route<Viewer>[] =>
  places.flatMap(({ of, url, show, change }): Route<Viewer>[] => [
    route({
      method: 'GET',
      url,
      access: 'optional',
      kind: 'single',
      tag,
      summary: `Merge settings of ${of}`,
      params: IdParams,
      responses: { 200: MergeRulesView },
      handler: async ({ viewer, params }) => ({ body: await rules[show](viewer, params.id) }),
    }),
    route({
      method: 'PUT',
      url,
      access: 'signed-in',
      kind: 'action',
      tag,
      summary: `Change the merge settings of ${of}, as an administrator of the project`,
      params: IdParams,
      body: MergeRulesChange,
      responses: { 200: MergeRulesView },
      async handler({ viewer, params, body }) {
        await rules[change](viewer, params.id, body);
        return { body: await rules[show](viewer, params.id) };
      },
    }),
    route({
      method: 'DELETE',
      url,
      access: 'signed-in',
      kind: 'action',
      tag,
      summary: `Reset the merge settings of ${of}`,
      params: IdParams,
      responses: { 204: null },
      async handler({ viewer, params }) {
        await rules[change](viewer, params.id, undefined);
        return { status: 204 };
      },
    }),
  ]);
