// Programs as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { ArtifactsFeature } from '../artifacts/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { createMirroring } from './mirroring.ts';
import { programArchive } from './program.archive.ts';
import { programRoutes } from './program.routes.ts';
import { addUnplanned, listGivenRights, listGroupUses, releaseGroup } from './program.store.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

type Dependencies = Pick<ArtifactsFeature, 'artifacts' | 'artifactExtensions'> &
  Pick<ProjectsFeature, 'projects' | 'projectExtensions'> & {
    site: SiteService;
    trackers: Trackers;
  };

export function createProgramFeature({ database, clock }: Needs, dependencies: Dependencies) {
  const { site, projects, trackers, artifacts, projectExtensions, artifactExtensions } = dependencies;
  const deps = { database, clock, site, projects, trackers, artifacts };
  const { follower, handler } = createMirroring(deps);
  artifactExtensions.programBacklogs.add(addUnplanned);
  projectExtensions.groupUsers.add({ list: listGroupUses, release: releaseGroup });
  projectExtensions.givenRights.add(listGivenRights);
  return {
    parts: { routes: programRoutes(deps), followers: [follower], jobs: [handler], archive: [programArchive] },
  };
}
