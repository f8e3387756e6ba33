// Artifacts as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { askAll, createExtensionPoint } from '../../platform/extension-point.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { LoadedSettings } from '../../settings/index.ts';
import type { AttachmentsFeature } from '../attachments/index.ts';
import { renewSearchTexts } from '../people/index.ts';
import type { People } from '../people/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import type { TrackersFeature } from '../trackers/index.ts';
import { artifactRoutes } from './artifacts.routes.ts';
import { assignedArtifactsRoute } from './lists/own-artifacts.routes.ts';
import type { ArtifactDeps } from './changes/admission.ts';
import { transitionJobHandler } from './workflow/transition-jobs.ts';
import { activityRoutes } from './history/activity.routes.ts';
import { csvImportRoute } from './bulk/csv-imports.routes.ts';
import { previewRoute } from './rendering/preview.routes.ts';
import { summaryRoutes } from './statistics/summaries.routes.ts';
import { createArtifacts } from './artifact/artifacts.service.ts';
import { createTextRenderings } from './artifact/rendered-texts.ts';
import { createTextFolding } from './query/index.ts';
import { findUsedValues } from './history/used-values.store.ts';
import { listActors } from './permissions/actors.ts';
import { countOpenArtifacts, listGivenRights } from './permissions/given-rights.store.ts';
import { listGroupUses } from './permissions/group-uses.store.ts';
import { findVisibleTracker } from './permissions/artifacts.access.ts';
import type { ListExternalReferences } from './artifact/renderable-artifact.ts';

interface Needs {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Secret of this install. */
  entityTagKey: string;
  settings: LoadedSettings;
}

type Dependencies = Pick<TrackersFeature, 'trackers' | 'trackerExtensions' | 'markup'> &
  Pick<AttachmentsFeature, 'attachments' | 'fileOwners'> &
  Pick<ProjectsFeature, 'projects' | 'projectExtensions'> & { site: SiteService; people: People };

/** What later features know of artifacts. */
const createArtifactExtensions = () => ({
  /** Trackers of what a tracker's artifacts plan. */
  backlogTrackers: createExtensionPoint<ArtifactDeps['listBacklogTrackers']>(),
  /** Trackers whose artifacts the burnups of a project count. */
  burnupTrackers: createExtensionPoint<ArtifactDeps['listBurnupTrackers']>(),
  externalReferences: createExtensionPoint<ListExternalReferences>(),
  /** Hear of artifacts that a transition adds to the top backlog, in its transaction. */
  topBacklogs: createExtensionPoint<ArtifactDeps['addToTopBacklog']>(),
  /** Tell what a person may do with an artifact in the backlog of its project. */
  topBacklogActs: createExtensionPoint<ArtifactDeps['listTopBacklogActs']>(),
  /** The same for backlogs of programs. */
  programBacklogs: createExtensionPoint<ArtifactDeps['addToProgramBacklog']>(),
  /** Find artifacts of a tracker by words; the first one is asked. */
  fullTexts: createExtensionPoint<ArtifactDeps['listByFullText']>(),
});

export function createArtifactsFeature(needs: Needs, dependencies: Dependencies) {
  const { database, clock, logger, entityTagKey } = needs;
  const { site, people, projects, trackers, markup, attachments } = dependencies;
  const extensions = createArtifactExtensions();
  const {
    backlogTrackers,
    burnupTrackers,
    externalReferences,
    topBacklogs,
    topBacklogActs,
    programBacklogs,
    fullTexts,
  } = extensions;
  const artifacts = createArtifacts({
    database,
    clock,
    site,
    people,
    projects,
    trackers,
    attachments,
    entityTagKey,
    texts: createTextRenderings({ database, logger, markup }),
    listBacklogTrackers: (trackerId) => askAll(backlogTrackers, trackerId),
    listBurnupTrackers: (projectId) => askAll(burnupTrackers, projectId),
    listTopBacklogActs: (viewer, artifact) => askAll(topBacklogActs, viewer, artifact),
    listExternalReferences: joinReferences(externalReferences.list()),
    async addToTopBacklog(tx, artifactId) {
      for (const add of topBacklogs.list()) await add(tx, artifactId);
    },
    async addToProgramBacklog(tx, artifactId) {
      for (const add of programBacklogs.list()) await add(tx, artifactId);
    },
    async listByFullText(viewer, tracker, words, parameter) {
      const [listByFullText] = fullTexts.list();
      if (listByFullText === undefined)
        throw invalid(says('search.off')`full-text search is turned off on this site`, parameter);
      return listByFullText(viewer, tracker, words, parameter);
    },
  });
  const folding = createTextFolding({ database, clock, renewNames: (signal) => renewSearchTexts(database, signal) });
  const { projectExtensions, trackerExtensions, fileOwners } = dependencies;
  projectExtensions.groupUsers.add({ list: listGroupUses, release: async () => undefined });
  projectExtensions.givenRights.add(listGivenRights);
  projectExtensions.openArtifacts.add(countOpenArtifacts);
  trackerExtensions.actors.add((viewer, tracker, role) => listActors(database.read, viewer, tracker, role));
  trackerExtensions.usedValues.add(findUsedValues);
  fileOwners.add((viewer, id) => findVisibleTracker({ db: database.read, trackers }, viewer, id));
  return {
    artifacts,
    artifactExtensions: extensions,
    parts: {
      routes: [
        ...artifactRoutes(artifacts),
        assignedArtifactsRoute(artifacts, people),
        ...summaryRoutes({ artifacts, trackers }),
        csvImportRoute({ artifacts, trackers, people }),
        previewRoute({ trackers, markup }),
        ...activityRoutes({ projects, trackers, artifacts }, people),
      ],
      calls: [transitionJobHandler(site, clock)],
      jobs: [folding.jobHandler],
      services: [{ start: (): Promise<void> => folding.prepare(), async stop() {} }],
    },
  };
}

/** `lists` may grow later. */
const joinReferences =
  (lists: readonly ListExternalReferences[]): ListExternalReferences =>
  async (db, viewer, artifacts) => {
    const found = await Promise.all(lists.map((list) => list(db, viewer, artifacts)));
    return {
      byArtifact: new Map(artifacts.map(({ id }) => [id, found.flatMap(({ byArtifact }) => byArtifact.get(id) ?? [])])),
      isFromElsewhere: found.some(({ isFromElsewhere }) => isFromElsewhere),
    };
  };

export type ArtifactsFeature = ReturnType<typeof createArtifactsFeature>;
