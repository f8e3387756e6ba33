// What the parts of the list of features are made from.
import type { BlobStore } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { Logger } from '../platform/watching/logger.ts';
import type { LoadedSettings } from '../settings/index.ts';

export interface FeatureNeeds {
  database: Database;
  clock: Clock;
  settings: LoadedSettings;
  logger: Logger;
  blobs: BlobStore;
  dataDir: string;
  /** Secret of this install. */
  entityTagKey: string;
}
