// An app that is open: what commands and the server work with.
import type { Features } from '../features.ts';
import type { BlobStore } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { AbsolutePath } from '../platform/files/absolute-path.ts';
import type { Followers } from '../platform/events/index.ts';
import type { JobRunner } from '../platform/jobs/index.ts';
import type { LogFile } from '../platform/observability/log-file.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { Tracing } from '../platform/observability/tracing.ts';
import type { LoadedSettings } from '../settings/index.ts';

export interface App {
  /** The folder that holds `conf`, `files` and, unless the setting `database_url` says where else, `tepal.sqlite`. */
  dataDir: AbsolutePath;
  settings: LoadedSettings;
  logger: Logger;
  /** Where the log goes; undefined: to standard error, or nowhere. */
  logFile: LogFile | undefined;
  database: Database;
  /** Attachments. */
  blobs: BlobStore;
  clock: Clock;
  /** Secret of this install. */
  entityTagKey: string;
  /** undefined where nobody wants spans. */
  tracing: Tracing | undefined;
  features: Features;
  /** Works beside requests once it is started. */
  jobs: JobRunner;
  /** Deal with what the event log says, once they are started. */
  followers: Followers;
  /** Waits for writes under way and closes the database. */
  close(): Promise<void>;
}
