// Full-text search as a whole: what can be found, the index of it, and searches.
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { SiteCheck } from '../backup/index.ts';
import type { Projects } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import { listReadableRepositories } from '../source-control/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { createArtifactDocuments } from './documents/artifact-documents.ts';
import { createCommitDocuments } from './documents/commit-documents.ts';
import { createIndexCheck } from './index-check.ts';
import { createIndexing } from './indexing.service.ts';
import type { Indexing } from './indexing.service.ts';
import { createSearch } from './search.service.ts';
import type { Search } from './search.service.ts';

export interface FullText extends Indexing, Search {
  check: SiteCheck;
}

export interface FullTextDeps {
  database: Database;
  clock: Clock;
  logger: Logger;
  blobs: BlobStore;
  site: SiteService;
  projects: Projects;
  trackers: Trackers;
  artifacts: Pick<Artifacts, 'reading' | 'passages'>;
}

export function createFullText(deps: FullTextDeps): FullText {
  const { database } = deps;
  const readable = { git: listReadableRepositories(database) };
  const kinds = [createArtifactDocuments(deps), createCommitDocuments({ db: database.readBulk, readable })];
  const indexing = createIndexing({ ...deps, kinds });
  const check = createIndexCheck({ database, kinds, follower: indexing.follower });
  return { ...indexing, check, ...createSearch({ ...deps, kinds, indexing }) };
}
