// The features, in the order in which they build on each other. A line makes one from those before it and collects its
// parts; leaving the line out switches the feature off.
import { createPartList } from './parts.ts';
import { createAgentsFeature } from './features/agents/index.ts';
import { createArchiveFeature } from './features/archive/index.ts';
import { createArtifactsFeature } from './features/artifacts/index.ts';
import { createAttachmentsFeature } from './features/attachments/index.ts';
import { createAuditFeature } from './features/audit/index.ts';
import { createBannerFeature } from './features/banner/index.ts';
import { createCardwallFeature } from './features/cardwall/index.ts';
import { createCrosstrackerFeature } from './features/crosstracker/index.ts';
import { createDashboardsFeature } from './features/dashboards/index.ts';
import { createDirectoryFeature } from './features/directory/index.ts';
import { createDocsFeature } from './features/docs/index.ts';
import { createEventsFeature } from './features/events/index.ts';
import { createExplorerFeature } from './features/explorer/index.ts';
import { createFirstStartFeature } from './features/first-start/index.ts';
import { createHousekeepingFeature } from './features/housekeeping/index.ts';
import { createInvitationsFeature } from './features/invitations/index.ts';
import { createJoinRequestsFeature } from './features/join-requests/index.ts';
import { createKanbanFeature } from './features/kanban/index.ts';
import { createLabelsFeature } from './features/labels/index.ts';
import { createLegalFeature } from './features/legal/index.ts';
import { createLogoFeature } from './features/logo/index.ts';
import { createMailGatewayFeature } from './features/mail-gateway/index.ts';
import { createMembershipExpiryFeature } from './features/membership-expiry/index.ts';
import { createNotificationsFeature, createOutboxFeature } from './features/notifications/index.ts';
import { createOperationsFeature } from './features/operations/index.ts';
import type { Installation } from './features/operations/index.ts';
import { createPagesFeature } from './features/pages/index.ts';
import { createPeopleFeature } from './features/people/index.ts';
import { createPlanningFeature } from './features/planning/index.ts';
import { createProgramFeature } from './features/program/index.ts';
import { createProjectsFeature } from './features/projects/index.ts';
import { createPullRequestsFeature } from './features/pull-requests/index.ts';
import { createRegistrationFeature } from './features/registration/index.ts';
import { createReportsFeature } from './features/reports/index.ts';
import { createRoadmapFeature } from './features/roadmap/index.ts';
import { createSearchFeature } from './features/search/index.ts';
import { createSiteFeature } from './features/site/index.ts';
import { createSourceControlFeature } from './features/source-control/index.ts';
import { createStorageFeature } from './features/storage/index.ts';
import { createToolsFeature } from './features/tools/index.ts';
import { createTrackersFeature } from './features/trackers/index.ts';
import { createPresenceFeature } from './features/presence/index.ts';
import { createRecentlyViewedFeature } from './features/recently-viewed/index.ts';

export type FeatureNeeds = Installation & Parameters<typeof createArtifactsFeature>[0];

export type Features = ReturnType<typeof createFeatures>;

export function createFeatures(needs: FeatureNeeds) {
  const { parts, add } = createPartList();
  const audit = add(createAuditFeature(needs));
  const site = add(createSiteFeature(needs));
  const housekeeping = add(createHousekeepingFeature(needs, site, parts));
  const outbox = add(createOutboxFeature(needs));
  const people = add(createPeopleFeature(needs, { ...audit, ...site }));
  const { firstStart } = add(createFirstStartFeature(needs, { ...site, ...people }));
  const projects = add(createProjectsFeature(needs, { ...audit, ...site, ...people, listRoutes: () => parts.routes }));
  add(createInvitationsFeature(needs, { ...people, ...projects }));
  add(createMembershipExpiryFeature(needs, { ...site, ...projects }));
  const directory = add(createDirectoryFeature(needs, { ...site, ...people, ...projects }));
  add(createToolsFeature(projects));
  const trackers = add(createTrackersFeature(needs, { ...people, ...projects }));
  const labels = add(createLabelsFeature(needs, projects));
  const storage = add(createStorageFeature(needs, projects));
  const attachments = add(createAttachmentsFeature(needs, { ...trackers, ...storage }));
  // What artifacts build on; with them, what all further features build on.
  const foundation = { ...audit, ...site, ...people, ...projects, ...trackers, ...attachments };
  const artifacts = add(createArtifactsFeature(needs, foundation));
  const core = { ...foundation, ...artifacts };
  const { thingFinders } = add(createJoinRequestsFeature(needs, core));
  const planning = add(createPlanningFeature(needs, core));
  const reports = createReportsFeature(needs, core);
  const archive = add(createArchiveFeature(needs, { ...core, ...reports }, parts.archive));
  const registration = add(createRegistrationFeature(needs, { ...core, ...archive }));
  const notifications = add(createNotificationsFeature(needs, { ...core, ...archive }));
  const sourceControl = add(createSourceControlFeature(needs, { ...core, ...storage, thingFinders }));
  add(createPullRequestsFeature(needs, { ...core, ...labels, ...sourceControl, ...notifications, thingFinders }));
  add(reports);
  add(createKanbanFeature(needs, { ...core, ...reports, ...planning, thingFinders }));
  add(createCardwallFeature(needs, { ...core, ...planning }));
  add(createProgramFeature(needs, core));
  add(createCrosstrackerFeature(needs, core));
  const dashboards = add(createDashboardsFeature(needs, core));
  add(createRoadmapFeature(needs, { ...core, ...reports, ...dashboards }));
  add(createRecentlyViewedFeature(needs, core));
  add(createPresenceFeature(needs, core));
  const search = add(createSearchFeature(needs, core));
  const mail = add(createMailGatewayFeature(needs, { ...core, describeAbsent: core.signIn.describeAbsent }));
  const banner = add(createBannerFeature(needs));
  const logo = add(createLogoFeature(needs));
  const legal = add(createLegalFeature(needs, core));
  const events = add(createEventsFeature(needs, { ...core, code: sourceControl.sourceControl.code }));
  const work = { ...housekeeping, ...outbox, ...directory };
  const operations = add(createOperationsFeature(needs, { ...core, ...work, ...sourceControl }, parts));
  add(createAgentsFeature(parts));
  add(createExplorerFeature(parts));
  add(createDocsFeature());
  add(createPagesFeature(needs, { ...core, ...banner, ...legal, ...logo, firstStart }, parts));
  return {
    ...core,
    firstStart,
    ...work,
    ...archive,
    ...registration,
    ...storage,
    ...sourceControl,
    ...search,
    ...mail,
    ...notifications,
    ...events,
    ...operations,
    routes: parts.routes,
    jobHandlers: parts.jobs,
    parts,
  };
}
