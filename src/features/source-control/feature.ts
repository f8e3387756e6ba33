// Source control as a feature.
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import type { ArtifactsFeature } from '../artifacts/index.ts';
import type { ThingFinder } from '../join-requests/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { StorageMeasures } from '../storage/index.ts';
import { createCommitReferences } from './commits/commit-references.ts';
import { listGivenRights, listGroupUses, listTellingThings, releaseGroup } from './group-uses.ts';
import { findRepository } from './repositories/git.store.ts';
import { listReadableRepositories } from './repositories/git-readable.ts';
import { createSourceControl } from './source-control.ts';
import type { SourceControlDeps } from './source-control.ts';

type Needs = Pick<SourceControlDeps, 'database' | 'clock' | 'logger' | 'settings' | 'dataDir' | 'blobs'>;

type Dependencies = Omit<SourceControlDeps, keyof Needs> &
  Pick<ArtifactsFeature, 'artifactExtensions'> &
  Pick<ProjectsFeature, 'projectExtensions'> & {
    storageMeasures: StorageMeasures;
    thingFinders: ExtensionPoint<ThingFinder>;
  };

export function createSourceControlFeature(needs: Needs, dependencies: Dependencies) {
  const sourceControl = createSourceControl({ ...needs, ...dependencies });
  const { routes, streams, services, jobHandlers, nightlyJobs, parts } = sourceControl;
  dependencies.artifactExtensions.externalReferences.add(
    createCommitReferences({ git: listReadableRepositories(needs.database) }),
  );
  dependencies.thingFinders.add({
    kind: 'repository',
    findProjectId: async (db, id) => (await findRepository(db, id))?.project_id,
  });
  dependencies.projectExtensions.groupUsers.add({ list: listGroupUses, release: releaseGroup });
  dependencies.storageMeasures.repositories.add(sourceControl.measure);
  dependencies.projectExtensions.givenRights.add(listGivenRights);
  dependencies.projectExtensions.tellingThings.add((_, projectId) => listTellingThings(needs.database.read, projectId));
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
