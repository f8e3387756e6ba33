// The route by which suggestions are applied.
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { PullRequestNeeds } from '../pull-requests.service.ts';
import { applySuggestions } from './suggestions.service.ts';
import { AppliedSuggestions, SuggestionsToApply } from './suggestions.schema.ts';

const route = routesFor<Viewer>();

export const suggestionRoutes = (needs: PullRequestNeeds): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/pull_requests/:id/suggestions',
    access: 'signed-in',
    kind: 'action',
    tag: 'Pull requests',
    summary: 'Apply suggestions of comments as one commit on the source branch',
    params: IdParams,
    body: SuggestionsToApply,
    responses: { 201: AppliedSuggestions },
    handler: async ({ viewer, params, body }) => ({
      status: 201,
      body: { commit_id: await applySuggestions(needs, viewer, params.id, body) },
    }),
  }),
];
