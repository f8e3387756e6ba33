// Work beside requests: what the clock asks for, and what is done because of a change.
import type { Follower } from '../platform/events/index.ts';
import { dropOldKeys } from '../platform/idempotency/index.ts';
import type { JobHandler } from '../platform/jobs/index.ts';
import { createOutbox, dropOldMails } from '../platform/mail/index.ts';
import type { Outbox } from '../platform/mail/index.ts';
import { createArchiveRemoval, nightlyArchiveRemoval } from '../features/archive/index.ts';
import { transitionJobHandler } from '../features/artifacts/index.ts';
import type { Artifacts } from '../features/artifacts/index.ts';
import { createBlobRemoval, dropStaleFiles } from '../features/attachments/index.ts';
import type { Audit } from '../features/audit/index.ts';
import { createNightlySync, nightlySync } from '../features/directory/index.ts';
import type { Directory } from '../features/directory/index.ts';
import { dropFormerSecrets, dropOldEvents } from '../features/events/index.ts';
import { createHousekeeping } from '../features/housekeeping/index.ts';
import type { Housekeeping } from '../features/housekeeping/index.ts';
import { dropOldArrivals } from '../features/mail-gateway/index.ts';
import { createTelling } from '../features/notifications/index.ts';
import type { FullText } from '../features/search/index.ts';
import type { SiteService } from '../features/site/index.ts';
import type { FeatureNeeds } from './needs.ts';

interface LaterWorkNeeds {
  site: SiteService;
  audit: Audit;
  directory: Directory;
  artifacts: Artifacts;
  fullText: FullText;
}

export interface LaterWork {
  outbox: Outbox;
  housekeeping: Housekeeping;
  /** What features do later, besides what the clock asks for. */
  jobHandlers: readonly JobHandler[];
  /** What calls other servers, apart from all else. */
  callHandlers: readonly JobHandler[];
  /** What features do because of events. */
  followers: readonly Follower[];
}

/** What is done beside requests, by the clock or because a change asked for it. */
export function createLaterWork(
  { database, clock, logger, blobs, entityTagKey }: FeatureNeeds,
  { site, audit, directory, artifacts, fullText }: LaterWorkNeeds,
  more: readonly JobHandler[],
): LaterWork {
  const telling = createTelling({ database, clock, site, artifacts, secret: entityTagKey });
  const nightlyJobs = [nightlySync, nightlyArchiveRemoval];
  const cleaners = [dropStaleFiles, dropOldMails, dropOldArrivals, dropOldKeys, dropOldEvents, dropFormerSecrets];
  return {
    outbox: createOutbox(database, clock),
    housekeeping: createHousekeeping({ database, clock, site, cleaners, nightlyJobs }),
    callHandlers: [transitionJobHandler(site, clock)],
    jobHandlers: [
      createBlobRemoval(blobs),
      createNightlySync(directory, logger),
      createArchiveRemoval({ audit, site, clock }),
      telling.handler,
      ...fullText.jobHandlers,
      ...more,
    ],
    followers: [telling.follower, fullText.follower],
  };
}
