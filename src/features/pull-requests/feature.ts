// Pull requests as a feature.
import type { Viewer } from '../projects/index.ts';
import { inSlots } from '../source-control/index.ts';
import { pullRequestRoutes } from './pull-requests.routes.ts';
import { createPullRequests } from './pull-requests.service.ts';
import type { PullRequestNeeds } from './pull-requests.service.ts';
import { createPullRequestStates } from './states.service.ts';
import { talkRoutes } from './talk.routes.ts';
import { createPullRequestTalk } from './talk.service.ts';

type Needs = Pick<PullRequestNeeds, 'database' | 'clock'>;

interface Dependencies extends Pick<PullRequestNeeds, 'markup'> {
  sourceControl: Pick<PullRequestNeeds, 'code'>;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

export function createPullRequestsFeature(
  { database, clock }: Needs,
  { markup, loadAbsent, sourceControl: { code } }: Dependencies,
) {
  const needs: PullRequestNeeds = { database, clock, code, markup, loadAbsent };
  const routes = [
    ...pullRequestRoutes(createPullRequests(needs), createPullRequestStates(needs)),
    ...talkRoutes(createPullRequestTalk(needs)),
  ];
  return { parts: { routes: inSlots(routes, code.slots) } };
}
