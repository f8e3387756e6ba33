// Sample content of projects as a feature.
import type { Database } from '../../platform/database/index.ts';
import type { ArtifactsFeature } from '../artifacts/index.ts';
import type { ProjectsFeature } from '../projects/index.ts';
import type { TrackersFeature } from '../trackers/index.ts';
import { sampleContentRoutes } from './sample-content.routes.ts';
import { createSampleContents } from './sample-content.service.ts';

type Dependencies = Pick<ProjectsFeature, 'projects'> &
  Pick<TrackersFeature, 'trackers'> &
  Pick<ArtifactsFeature, 'artifacts'>;

export const createSampleContentFeature = (
  { database }: { database: Database },
  { projects, trackers, artifacts }: Dependencies,
) => ({ parts: { routes: sampleContentRoutes(createSampleContents({ database, projects, trackers, artifacts })) } });
