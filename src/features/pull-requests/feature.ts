// Pull requests as a feature.
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import type { Carriers } from '../labels/index.ts';
import type { Projects, Viewer } from '../projects/index.ts';
import { inSlots } from '../source-control/index.ts';
import { pullRequestLabelRoutes } from './labels.routes.ts';
import { createPullRequestLabels, pullRequestCarriers } from './labels.service.ts';
import { mergeRulesRoutes } from './merging/merge-rules.routes.ts';
import { createMergeRules } from './merging/merge-rules.service.ts';
import { createVerdicts } from './merging/verdicts.service.ts';
import { pullRequestRoutes } from './pull-requests.routes.ts';
import { createPullRequests } from './pull-requests.service.ts';
import type { PullRequestNeeds } from './pull-requests.service.ts';
import { createPullRequestStates } from './states.service.ts';
import { talkRoutes, verdictRoutes } from './talk.routes.ts';
import { createPullRequestTalk } from './talk.service.ts';

type Needs = Pick<PullRequestNeeds, 'database' | 'clock'>;

interface Dependencies extends Pick<PullRequestNeeds, 'markup'> {
  labelCarriers: ExtensionPoint<Carriers>;
  projects: Projects;
  sourceControl: Pick<PullRequestNeeds, 'code'>;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

export function createPullRequestsFeature(
  { database, clock }: Needs,
  { markup, projects, loadAbsent, labelCarriers, sourceControl: { code } }: Dependencies,
) {
  const needs: PullRequestNeeds = { database, clock, code, markup, loadAbsent };
  labelCarriers.add(pullRequestCarriers(needs));
  const routes = [
    ...pullRequestRoutes(createPullRequests(needs), createPullRequestStates(needs)),
    ...pullRequestLabelRoutes(createPullRequestLabels(needs)),
    ...talkRoutes(createPullRequestTalk(needs)),
    ...verdictRoutes(createVerdicts(needs)),
    ...mergeRulesRoutes(createMergeRules({ database, clock, code, projects })),
  ];
  return { parts: { routes: inSlots(routes, code.slots) } };
}
