// Imports an archive into a new data folder, in a process that is up already.
import { openApp } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { ImportPlan, serveParent } from '../measuring/messages.ts';
import type { TransferOutcome } from '../measuring/messages.ts';
import { readMemoryMb } from '../measuring/workplace.ts';

serveParent(ImportPlan, async ({ dataDir, archive }): Promise<TransferOutcome> => {
  const app = await openApp({ dataDir, logLevel: 'silent' });
  try {
    const importer = { username: 'importer', email: 'importer@example.org', isSiteAdmin: true };
    await app.features.people.create(importer);
    const startMs = performance.now();
    const { artifacts } = await importArchive(
      { database: app.database, clock: systemClock, blobs: app.blobs, parts: app.features.parts.archive },
      { path: archive, as: importer.username, mode: { automap: 'A' } },
    );
    const seconds = (performance.now() - startMs) / 1000;
    return { artifactsPerSecond: artifacts / seconds, peakRssMb: readMemoryMb(process.pid, 'VmHWM') ?? null };
  } finally {
    await app.close();
  }
});
