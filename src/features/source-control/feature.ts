// Source control as a feature.
import { createExtensionPoint } from '../../platform/extension-point.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import { textReferences } from '../artifacts/index.ts';
import type { ArtifactsFeature } from '../artifacts/index.ts';
import type { ThingFinder } from '../join-requests/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { StorageMeasures } from '../storage/index.ts';
import type { TrackersFeature } from '../trackers/index.ts';
import { createCommitReferences } from './commits/commit-references.ts';
import { createReferringCommits } from './commits/referring.ts';
import type { ReferringTexts } from './commits/referring.ts';
import { listGivenRights, listGroupUses, listNotificationSources, releaseGroup } from './group-uses.ts';
import { findRepository } from './repositories/git.store.ts';
import { listReadableRepositories } from './repositories/git-readable.ts';
import { createSourceControl } from './source-control.ts';
import type { SourceControlDeps } from './source-control.ts';

type Needs = Pick<SourceControlDeps, 'database' | 'clock' | 'logger' | 'settings' | 'dataDir' | 'blobs'>;

type Dependencies = Omit<SourceControlDeps, keyof Needs | 'referring'> &
  Pick<ArtifactsFeature, 'artifactExtensions'> &
  Pick<TrackersFeature, 'trackers'> &
  Pick<ProjectsFeature, 'projectExtensions'> & {
    storageMeasures: StorageMeasures;
    thingFinders: ExtensionPoint<ThingFinder>;
  };

export function createSourceControlFeature(needs: Needs, dependencies: Dependencies) {
  const referring: ReferringTexts = createExtensionPoint();
  const readable = { git: listReadableRepositories(needs.database) };
  referring.add(textReferences.createReferringArtifacts(dependencies.trackers));
  referring.add(createReferringCommits(readable));
  const sourceControl = createSourceControl({ ...needs, ...dependencies, referring });
  const { routes, streams, services, jobHandlers, nightlyJobs, parts } = sourceControl;
  dependencies.artifactExtensions.externalReferences.add(createCommitReferences(readable));
  dependencies.thingFinders.add({
    kind: 'repository',
    findProjectId: async (db, id) => (await findRepository(db, id))?.project_id,
  });
  dependencies.projectExtensions.groupUsers.add({ list: listGroupUses, release: releaseGroup });
  dependencies.storageMeasures.repositories.add(sourceControl.measure);
  dependencies.projectExtensions.givenRights.add(listGivenRights);
  dependencies.projectExtensions.notificationSources.add((_, projectId) =>
    listNotificationSources(needs.database.read, projectId),
  );
  return {
    sourceControl,
    listFolders: sourceControl.listFolders,
    recordUnrecorded: sourceControl.git.recordUnrecorded,
    parts: {
      routes,
      streams,
      services,
      jobs: jobHandlers,
      nightlyJobs,
      archive: sourceControl.archiveParts,
      backup: parts,
    },
  };
}
