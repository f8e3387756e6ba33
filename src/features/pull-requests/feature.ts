// Pull requests as a feature.
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import type { Carriers } from '../labels/index.ts';
import type { Viewer } from '../projects/index.ts';
import { inSlots } from '../source-control/index.ts';
import { pullRequestLabelRoutes } from './labels.routes.ts';
import { createPullRequestLabels, pullRequestCarriers } from './labels.service.ts';
import { pullRequestRoutes } from './pull-requests.routes.ts';
import { createPullRequests } from './pull-requests.service.ts';
import type { PullRequestNeeds } from './pull-requests.service.ts';
import { createPullRequestStates } from './states.service.ts';
import { talkRoutes } from './talk.routes.ts';
import { createPullRequestTalk } from './talk.service.ts';

type Needs = Pick<PullRequestNeeds, 'database' | 'clock'>;

interface Dependencies extends Pick<PullRequestNeeds, 'markup'> {
  labelCarriers: ExtensionPoint<Carriers>;
  sourceControl: Pick<PullRequestNeeds, 'code'>;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

export function createPullRequestsFeature(
  { database, clock }: Needs,
  { markup, loadAbsent, labelCarriers, sourceControl: { code } }: Dependencies,
) {
  const needs: PullRequestNeeds = { database, clock, code, markup, loadAbsent };
  labelCarriers.add(pullRequestCarriers(needs));
  const routes = [
    ...pullRequestRoutes(createPullRequests(needs), createPullRequestStates(needs)),
    ...pullRequestLabelRoutes(createPullRequestLabels(needs)),
    ...talkRoutes(createPullRequestTalk(needs)),
  ];
  return { parts: { routes: inSlots(routes, code.slots) } };
}
