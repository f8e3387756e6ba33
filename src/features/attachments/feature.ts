// Attachments as a feature: files that wait for an artifact, files that artifacts have, and their bytes.
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import type { Storage, StorageMeasures } from '../storage/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { attachmentRoutes } from './attachments.routes.ts';
import { createAttachments } from './attachments.service.ts';
import type { AttachmentDeps } from './attachments.service.ts';
import { measureAttached } from './attached-bytes.ts';
import { createBlobRemoval } from './blob-removal.ts';
import { downloadRoutes } from './downloads.routes.ts';
import { dropStaleFiles } from './stale-files.ts';
import { fieldUploads, tusRoutes } from './tus.routes.ts';

interface Needs {
  database: Database;
  clock: Clock;
  blobs: BlobStore;
}

interface Dependencies {
  trackers: Trackers;
  storage: Storage;
  storageMeasures: StorageMeasures;
}

/** `fileOwners` is extended by who knows whether a viewer sees what has a file. */
export function createAttachmentsFeature(
  { database, clock, blobs }: Needs,
  { trackers, storage, storageMeasures }: Dependencies,
) {
  const fileOwners = createExtensionPoint<AttachmentDeps['findTrackerOf']>();
  storageMeasures.attachments.add((projectId) => measureAttached(database.read, projectId));
  const attachments = createAttachments({
    database,
    clock,
    blobs,
    trackers,
    storage,
    async findTrackerOf(viewer, artifactId) {
      for (const find of fileOwners.list()) {
        const tracker = await find(viewer, artifactId);
        if (tracker !== undefined) return tracker;
      }
      return undefined;
    },
  });
  return {
    attachments,
    fileOwners,
    parts: {
      routes: attachmentRoutes(attachments),
      streams: [...downloadRoutes(attachments), ...tusRoutes(fieldUploads, attachments)],
      jobs: [createBlobRemoval(blobs)],
      cleaners: [dropStaleFiles],
    },
  };
}

export type AttachmentsFeature = ReturnType<typeof createAttachmentsFeature>;
