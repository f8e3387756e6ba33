// Plannings and milestones as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import type { ArtifactsFeature } from '../artifacts/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { TrackersFeature } from '../trackers/index.ts';
import { createPlanningArchive } from './archives/planning.archive.ts';
import type { BoardPart } from './archives/planning.archive.ts';
import { listTopBacklogActs } from './backlogs/top-backlog-acts.ts';
import { planningSettingRoutes } from './planning-setting.routes.ts';
import { planningRoutes } from './planning.routes.ts';
import { createPlannings } from './definition/planning.service.ts';
import type { DescribePane } from './definition/planning.service.ts';
import { listBurnupTrackers } from './definition/burnup.store.ts';
import {
  addToTopBacklog,
  listBacklogTrackers,
  listGivenRights,
  listGroupUses,
  listPlanningNames,
  releaseGroup,
} from './definition/planning.store.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

type Dependencies = Pick<ProjectsFeature, 'projects' | 'projectExtensions'> &
  Pick<TrackersFeature, 'trackers' | 'trackerExtensions'> &
  Pick<ArtifactsFeature, 'artifacts' | 'artifactExtensions'>;

export function createPlanningFeature({ database, clock }: Needs, dependencies: Dependencies) {
  const { projects, trackers, artifacts, projectExtensions, trackerExtensions, artifactExtensions } = dependencies;
  const milestonePanes = createExtensionPoint<DescribePane>();
  const plannings = createPlannings({ database, clock, trackers, artifacts, panes: () => milestonePanes.list() });
  projectExtensions.descriptions.add((viewer, projects) => plannings.describeProjects(viewer, projects));
  projectExtensions.groupUsers.add({ list: listGroupUses, release: releaseGroup });
  projectExtensions.givenRights.add(listGivenRights);
  trackerExtensions.plannings.add(listPlanningNames);
  artifactExtensions.backlogTrackers.add((trackerId) => listBacklogTrackers(database.read, trackerId));
  artifactExtensions.burnupTrackers.add((projectId) => listBurnupTrackers(database.read, projectId));
  artifactExtensions.topBacklogs.add(async (tx, artifactId) => void (await addToTopBacklog(tx, [artifactId])));
  artifactExtensions.topBacklogActs.add((viewer, artifact) => listTopBacklogActs(plannings, viewer, artifact));
  const boardArchives = createExtensionPoint<BoardPart>();
  return {
    /** What later features say of their boards in archives. */
    boardArchives,
    /** Pages that later features have for milestones. */
    milestonePanes,
    plannings,
    parts: {
      routes: [...planningRoutes(plannings), ...planningSettingRoutes({ plannings, projects })],
      archive: [createPlanningArchive(() => boardArchives.list())],
    },
  };
}

export type PlanningFeature = ReturnType<typeof createPlanningFeature>;
