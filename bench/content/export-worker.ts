// Exports the project of an earlier import, in a process that is up already.
import { openApp } from '../../src/app.ts';
import { exportArchive } from '../../src/features/archive/index.ts';
import { ExportPlan, serveParent } from '../measuring/messages.ts';
import type { TransferOutcome } from '../measuring/messages.ts';
import { projectName } from './project-archive.ts';
import { readMemoryMb } from '../measuring/workplace.ts';

serveParent(ExportPlan, async ({ dataDir, target }): Promise<TransferOutcome> => {
  const app = await openApp({ dataDir, logLevel: 'silent' });
  try {
    const startMs = performance.now();
    const { artifacts } = await exportArchive(
      { database: app.database, blobs: app.blobs, parts: app.features.parts.archive },
      { unixName: projectName, path: target },
    );
    const seconds = (performance.now() - startMs) / 1000;
    return { artifactsPerSecond: artifacts / seconds, peakRssMb: readMemoryMb(process.pid, 'VmHWM') ?? null };
  } finally {
    await app.close();
  }
});
