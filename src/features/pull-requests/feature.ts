// Pull requests as a feature.
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { ThingFinder } from '../join-requests/index.ts';
import type { Carriers } from '../labels/index.ts';
import type { InboxThings } from '../notifications/index.ts';
import type { Projects, ProjectsFeature, Viewer } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import { inSlots } from '../source-control/index.ts';
import { createPullRequestArchive } from './archives/pulls.archive.ts';
import { artifactCodeRoutes } from './artifact-code/artifact-code.routes.ts';
import { createArtifactCode } from './artifact-code/artifact-code.service.ts';
import { pullRequestLabelRoutes } from './labels.routes.ts';
import { createPullRequestLabels, pullRequestCarriers } from './labels.service.ts';
import { mergeRulesRoutes } from './merging/merge-rules.routes.ts';
import { createMergeRules } from './merging/merge-rules.service.ts';
import { createReviews } from './merging/reviews.service.ts';
import { pullRequestRoutes } from './pull-requests.routes.ts';
import { createPullRequests } from './pull-requests.service.ts';
import type { PullRequestNeeds } from './pull-requests.service.ts';
import { countOpenIn, findPullRequest } from './pull-requests.store.ts';
import { createReferringPullRequests } from './referring.ts';
import { createPullRequestStates } from './states.service.ts';
import { suggestionRoutes } from './suggestions/suggestions.routes.ts';
import { talkRoutes, reviewStatusRoutes } from './talk.routes.ts';
import { pullRequestThings } from './notifications/inbox-things.ts';
import { createPullRequestNotifications } from './notifications/notifications.ts';
import { listPullRequestNotifications } from './notifications/notification-rules.ts';
import { createPullRequestTalk } from './talk.service.ts';
import { threadRoutes } from './threads/threads.routes.ts';
import { viewedFileRoutes } from './viewed/viewed-files.routes.ts';

type Needs = Pick<PullRequestNeeds, 'database' | 'clock'>;

interface Dependencies extends Pick<PullRequestNeeds, 'markup'>, Pick<ProjectsFeature, 'projectExtensions'> {
  labelCarriers: ExtensionPoint<Carriers>;
  thingFinders: ExtensionPoint<ThingFinder>;
  inboxThings: ExtensionPoint<InboxThings>;
  projects: Projects;
  artifacts: Artifacts;
  site: SiteService;
  sourceControl: Pick<PullRequestNeeds, 'code'>;
  loadAbsent(userId: number): Promise<Viewer | undefined>;
}

export function createPullRequestsFeature(
  { database, clock }: Needs,
  {
    markup,
    projects,
    projectExtensions,
    artifacts,
    site,
    loadAbsent,
    labelCarriers,
    thingFinders,
    inboxThings,
    sourceControl: { code },
  }: Dependencies,
) {
  const needs: PullRequestNeeds = { database, clock, code, markup, loadAbsent, artifacts };
  code.openRequests.add(countOpenIn);
  code.referring.add(createReferringPullRequests(code));
  labelCarriers.add(pullRequestCarriers(needs));
  inboxThings.add(pullRequestThings(database.read, code));
  thingFinders.add({
    kind: 'pull_request',
    async findProjectId(db, id) {
      const row = await findPullRequest(db, id);
      return row === undefined ? undefined : (await code.find(db, row.repository_id))?.project_id;
    },
  });
  const routes = [
    ...pullRequestRoutes(createPullRequests(needs), createPullRequestStates(needs)),
    ...pullRequestLabelRoutes(createPullRequestLabels(needs)),
    ...talkRoutes(createPullRequestTalk(needs)),
    ...suggestionRoutes(needs),
    ...threadRoutes(needs),
    ...reviewStatusRoutes(createReviews(needs)),
    ...viewedFileRoutes(needs),
    ...artifactCodeRoutes(createArtifactCode({ database, artifacts, code })),
    ...mergeRulesRoutes(createMergeRules({ database, clock, code, projects })),
  ];
  projectExtensions.notificationSources.add((viewer, projectId) =>
    listPullRequestNotifications(needs, viewer, projectId),
  );
  const notifications = createPullRequestNotifications({ database, clock, code, site });
  return {
    parts: { routes: inSlots(routes, code.slots), jobs: [notifications], archive: [createPullRequestArchive(code)] },
  };
}
