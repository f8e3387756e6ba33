// The logo of the site as a feature.
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { logoFile, logoRoutes } from './logo.routes.ts';
import { createLogos } from './logo.service.ts';
import { listLogoBlobs } from './logo.store.ts';

export function createLogoFeature(needs: { database: Database; clock: Clock; blobs: BlobStore }) {
  const logos = createLogos(needs);
  return {
    logos,
    parts: {
      routes: logoRoutes(logos),
      files: [logoFile(logos)],
      backup: [{ folder: 'files', listBlobs: listLogoBlobs }],
    },
  };
}
