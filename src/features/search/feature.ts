// Full-text search as a feature.
import type { ArtifactsFeature } from '../artifacts/index.ts';
import { createFullText } from './full-text.ts';
import type { FullTextDeps } from './full-text.ts';
import { indexRoutes } from './index-state.routes.ts';
import { searchRoutes } from './search.routes.ts';

type Needs = Pick<FullTextDeps, 'database' | 'clock' | 'logger' | 'blobs'>;

type Dependencies = Omit<FullTextDeps, keyof Needs> & Pick<ArtifactsFeature, 'artifactExtensions'>;

export function createSearchFeature(needs: Needs, { artifactExtensions, ...dependencies }: Dependencies) {
  const { database, clock, logger, blobs } = needs;
  const { site, projects, trackers, artifacts } = dependencies;
  const fullText = createFullText({ database, clock, logger, blobs, site, projects, trackers, artifacts });
  artifactExtensions.fullTexts.add((...asked) => fullText.listByFullText(...asked));
  return {
    fullText,
    parts: {
      routes: [...searchRoutes(fullText), ...indexRoutes({ database, clock, fullText })],
      jobs: fullText.jobHandlers,
      followers: [fullText.follower],
      checks: [fullText.check],
      services: [{ start: (): Promise<void> => fullText.prepare(), async stop() {} }],
    },
  };
}
